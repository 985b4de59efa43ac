package schema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"ringer/engine/schema"
)

func TestParse(t *testing.T) {
	t.Parallel()
	type options struct {
		Words int     `json:"words"`
		Share float64 `json:"share"`
		Mode  string  `json:"mode"`
		Shy   bool    `json:"shy"`
	}
	const source = `{"properties":{"words":{"default":60},"share":{"default":0.5},"mode":{"default":"calm"},"shy":{}}}`
	defaults := options{Words: 60, Share: 0.5, Mode: "calm"}
	for raw, want := range map[string]options{
		"":                        defaults,
		`{}`:                      defaults,
		`{"words":0,"shy":true}`:  {Share: 0.5, Mode: "calm", Shy: true},
		`{"share":1,"mode":"",}`:  {},
		`{"words":"sixty"}`:       {},
		`{"mode":"loud","new":1}`: {Words: 60, Share: 0.5, Mode: "loud"},
	} {
		got, err := schema.Parse[options]([]byte(source), json.RawMessage(raw))
		if wrong := want == (options{}); wrong != (err != nil) || !wrong && got != want {
			t.Errorf("%s: %+v, %v; want %+v", raw, got, err, want)
		}
	}
	for name, source := range map[string]string{
		"ErrNotASchema":           `{"properties":1}`,
		"ErrDefaultOfAnotherType": `{"properties":{"words":{"default":"sixty"}}}`,
		"ErrDefaultWithoutField":  `{"properties":{"letters":{"default":60}}}`,
	} {
		if _, err := schema.Parse[options]([]byte(source), nil); err == nil || !strings.Contains(err.Error(), "options schema") {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}
