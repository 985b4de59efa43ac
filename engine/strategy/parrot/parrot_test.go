package parrot_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"ringer/engine/enginetest"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/engine/strategy/parrot"
	"ringer/store"
)

// TestContract plays a game with a strategy that is registered by one line, below, and by nothing
// else.
func TestContract(t *testing.T) {
	t.Parallel()
	strategies := enginetest.Strategies(t, append(strategy.All(),
		strategy.Entry{Name: parrot.Name, Schema: parrot.Schema(), New: parrot.New, Skills: parrot.Skills()})...)
	s := sim.New(store.NewMemory(), strategies, offline.New(strategies.Skills()))
	id := sessiontest.Must(s.Open(session.Config{
		Strategy: parrot.Name, Options: json.RawMessage(`{"silence_ms":8000}`), Bot: session.Bot{Seat: "Red"}, Pace: session.PacePaper,
		Game: session.Setting{Players: []session.Player{{ID: "Red", Name: "Red"}, {ID: "Blue", Name: "Blue"}}},
	}))(t)
	for i, text := range []string{"hello", "nice", "bye"} {
		s.At(sim.Epoch().Add(time.Duration(i)*20*time.Second+time.Second), func() error {
			return s.Say(id, session.Post{Sender: "Blue", Text: text})
		})
	}
	sessiontest.NoError(t, s.Run(sim.Epoch().Add(2*time.Minute)))
	log := sessiontest.Must(s.Log(id))(t)
	kinds := map[session.PlanKind]int{}
	var mind []byte
	for _, e := range log {
		switch p := e.Data.(type) {
		case *session.MessageSent:
			kinds[p.Kind]++
		case *session.ThoughtCompleted:
			mind = p.Mind
		}
	}
	if kinds[session.Reply] != 3 || kinds[session.Rest] == 0 || kinds[session.Reserve] == 0 || !bytes.Contains(mind, []byte(`"said":`)) {
		t.Errorf("sent by kind: %v, mind %s", kinds, mind)
	}
	if _, err := strategies.New(parrot.Name, session.FidelityBest, json.RawMessage(`{"silence_ms":5,"colour":"green"}`)); err == nil {
		t.Error("options that the schema refuses are accepted")
	}
}
