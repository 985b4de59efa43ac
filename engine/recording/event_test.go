package recording_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"ringer/api"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func TestParseEvent(t *testing.T) {
	t.Parallel()
	want := session.Event{
		Seq: 7, At: time.Date(2026, 3, 1, 12, 0, 0, 123_456_000, time.UTC), Shift: -40 * time.Second, Cursor: 6, Data: &session.TypingStarted{PlanID: "pln_1"},
	}
	b := sessiontest.Must(json.Marshal(api.ShowEvent("ses_1", want)))(t)
	if got, err := recording.ParseEvent(b); err != nil || !reflect.DeepEqual(got.Event, want) {
		t.Errorf("%+v, %v; want %+v", got.Event, err, want)
	}
}
