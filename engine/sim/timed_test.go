package sim_test

import (
	"encoding/json"
	"testing"
	"time"

	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/store"
)

// TestCallsTakeTheirTime checks the duration of thoughts. Calls one after another add up. Calls at
// the same time take as long as the slowest.
func TestCallsTakeTheirTime(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	for _, x := range []struct {
		strategy, options, kind string
		took                    session.Millis
	}{
		{"fourmind", `{"paths":3}`, "lookahead", 700},
		{"tom", `{}`, "reflex", 300},
		{"tom", `{"calls":"every","cycle":"staged"}`, "cognition", 700 + 700 + 700 + 700 + 1200},
		{"tom", `{"calls":"every"}`, "cognition", 700 + 1200},
		{"recon", `{"stages":"separate"}`, "contemplation", 4 * 700},
		{"recon", `{"contemplation":"cot"}`, "contemplation", 700},
	} {
		s := sim.New(store.NewMemory(), strategies, offline.New(strategies.Skills()))
		s.Latencies = []session.Millis{700}
		s.ByTask = map[string][]session.Millis{"tom.reflex": {300}, "tom.message": {1200}}
		id := sessiontest.Must(s.Open(session.Config{
			Strategy: x.strategy, Options: json.RawMessage(x.options), Bot: session.Bot{Seat: "a"},
			Game: session.Setting{Players: []session.Player{{ID: "a", Name: "Anna"}, {ID: "b", Name: "Ben"}, {ID: "c", Name: "Cleo"}}},
		}))(t)
		s.At(sim.Epoch().Add(5*time.Second), func() error { return s.Say(id, session.Post{Sender: "b", Text: "anna where are you from?"}) })
		sessiontest.NoError(t, s.Run(sim.Epoch().Add(15*time.Second)))
		log := sessiontest.Must(s.Log(id))(t)
		thoughts := 0
		for _, e := range log {
			if p, ok := e.Data.(*session.ThoughtCompleted); ok && p.Kind == x.kind {
				if thoughts++; p.Began.Took != x.took {
					t.Errorf("%s %s: a %s with %d calls took %d ms, want %d", x.strategy, x.options, x.kind, len(p.Calls), p.Began.Took, x.took)
				}
			}
		}
		if thoughts == 0 {
			t.Errorf("%s %s had no %s", x.strategy, x.options, x.kind)
		}
	}
}

// TestCallsAreMeasured: with Measured each call takes what it returns for the call's wall time.
func TestCallsAreMeasured(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	s := sim.New(store.NewMemory(), strategies, offline.New(strategies.Skills()))
	measured := 0
	s.Measured = func(wall time.Duration) session.Millis {
		if measured++; wall <= 0 {
			t.Errorf("a call took %s", wall)
		}
		return 900
	}
	id := sessiontest.Must(s.Open(session.Config{
		Strategy: "fourmind", Options: json.RawMessage(`{"paths":3}`), Bot: session.Bot{Seat: "a"},
		Game: session.Setting{Players: []session.Player{{ID: "a", Name: "Anna"}, {ID: "b", Name: "Ben"}}},
	}))(t)
	s.At(sim.Epoch().Add(5*time.Second), func() error { return s.Say(id, session.Post{Sender: "b", Text: "anna where are you from?"}) })
	sessiontest.NoError(t, s.Run(sim.Epoch().Add(15*time.Second)))
	log := sessiontest.Must(s.Log(id))(t)
	calls := 0
	for _, e := range log {
		if p, ok := e.Data.(*session.ThoughtCompleted); ok && len(p.Calls) > 0 {
			if calls += len(p.Calls); p.Began.Took%900 != 0 || p.Began.Took == 0 {
				t.Errorf("a %s with %d calls took %d ms", p.Kind, len(p.Calls), p.Began.Took)
			}
		}
	}
	if calls == 0 || measured < calls {
		t.Errorf("%d calls, %d measured", calls, measured)
	}
}
