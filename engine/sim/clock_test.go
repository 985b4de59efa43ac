package sim_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ringer/engine/recheck"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
)

// TestClockIsSet plays games twice: undisturbed, and while somebody sets the wall clock. Apart from
// the wall times both have the same log and the same prompts.
func TestClockIsSet(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := registry(t)
	for seed := range int64(20) {
		set := plain
		set.steps = true
		if seed%2 == 1 {
			set.change = func(c *session.Config) { c.Speed = 7.3 }
		}
		quiet := set
		quiet.steps = false
		want, got := quiet.play(t, strategies, seed), set.play(t, strategies, seed)
		if len(got.Events) != len(want.Events) || len(got.Calls) != len(want.Calls) {
			t.Fatalf("seed %d: %d events and %d calls, want %d and %d", seed, len(got.Events), len(got.Calls), len(want.Events), len(want.Calls))
		}
		for i, e := range got.Events {
			if a, b := steadyEvent(t, e), steadyEvent(t, want.Events[i]); a != b {
				t.Fatalf("seed %d, event %d:\n%s\nwant\n%s", seed, e.Seq, a, b)
			}
		}
		for i, c := range got.Calls {
			if c.Prompt != want.Calls[i].Prompt {
				t.Fatalf("seed %d: prompt %d is\n%s\nwant\n%s", seed, i, c.Prompt.User, want.Calls[i].Prompt.User)
			}
		}
		if last := got.Events[len(got.Events)-1]; last.Shift == 0 {
			t.Error("nobody has set the clock")
		}
		rewound(t, got)
	}
}

func rewound(t *testing.T, r *recheck.Recording) {
	t.Helper()
	straight, detour := session.NewState(r.Session), session.NewState(r.Session)
	for _, e := range r.Events {
		straight.Apply(e)
		detour = detour.StepTo(-77 * time.Second)
		detour.Apply(e)
	}
	a := sessiontest.Must(json.Marshal(straight))(t)
	if b, err := json.Marshal(detour); err != nil || string(a) != string(b) {
		t.Errorf("%s\nwant\n%s, error %v", b, a, err)
	}
}

// steadyEvent returns an event as JSON in steady time, without its model calls, which take real
// time.
func steadyEvent(t *testing.T, e session.Event) string {
	t.Helper()
	b := sessiontest.Must(session.Encode(e.Data))(t)
	var data any
	sessiontest.NoError(t, json.Unmarshal(b, &data))
	b = sessiontest.Must(json.Marshal([]any{e.Seq, e.Data.Type(), e.Moment().Steady(), e.Cursor, steadyTimes(data, e.Shift)}))(t)
	return string(b)
}

func steadyTimes(v any, shift time.Duration) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "calls")
		for key, x := range v {
			if at, err := time.Parse(time.RFC3339Nano, asString(x)); err == nil && (strings.HasSuffix(key, "_at") || strings.HasSuffix(key, "_since")) {
				v[key] = at.Add(-shift)
			} else {
				v[key] = steadyTimes(x, shift)
			}
		}
	case []any:
		for i := range v {
			v[i] = steadyTimes(v[i], shift)
		}
	}
	return v
}

func asString(v any) string { s, _ := v.(string); return s }
