package match_test

import (
	"encoding/json"
	"maps"
	"testing"

	"ringer/engine/referee/match"
	"ringer/engine/sessiontest"
)

func TestReadLabelsRepairsCaseAndMakesIllegalLabelsUnsure(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]map[string]string{
		`{"a":"AI","B":" Human ","C":"UNSURE"}`: {"A": "ai", "B": "human", "C": "unsure"},
		`{"A":"robot","B":""}`:                  {"A": "unsure", "B": "unsure"},
		`{"Z":"ai"}`:                            {},
		`{"A":"ai","a":"human"}`:                {"A": "ai"},
		`{}`:                                    {},
	} {
		var given map[string]string
		sessiontest.NoError(t, json.Unmarshal([]byte(raw), &given))
		if got := match.ReadLabels(given, []string{"A", "B", "C"}); !maps.Equal(got, want) {
			t.Errorf("%s reads as %v, want %v", raw, got, want)
		}
	}
}
