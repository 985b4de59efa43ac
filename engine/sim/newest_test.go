package sim_test

import (
	"testing"
	"time"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/store"
)

// TestPromptsShowTheNewestLines posts a line while the first call of a thought runs. The second
// call shows it, and the message is based on it, so nothing considers the line again.
func TestPromptsShowTheNewestLines(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{} // tasks whose prompt shows the second line
	model := sessiontest.Model(func(p prompt.Parsed) (any, error) {
		for _, l := range p.Transcript(prompt.SectionTranscript) {
			shown[p.Task] = shown[p.Task] || l.Text == "or from where"
		}
		if p.Task == "scheduler.when" {
			return map[string]string{"decision": "send"}, nil
		}
		return map[string]string{"text": "from the coast"}, nil
	})
	s := sim.New(store.NewMemory(), registry(t), model)
	s.Latencies = []session.Millis{2000}
	id := sessiontest.Must(s.Open(session.Config{
		Strategy: "scheduler", Options: asking, Pace: session.PacePaper, Biography: sessiontest.Biography(), Bot: session.Bot{Seat: "red"},
		Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}},
	}))(t)
	for at, text := range map[time.Duration]string{time.Second: "where are you from", 2 * time.Second: "or from where"} {
		s.At(sim.Epoch().Add(at), func() error { return s.Say(id, session.Post{Sender: "blue", Text: text}) })
	}
	sessiontest.NoError(t, s.Run(sim.Epoch().Add(5100*time.Millisecond)))
	if shown["scheduler.when"] || !shown["scheduler.what"] {
		t.Errorf("these prompts show the second line: %v", shown)
	}
	log := sessiontest.Must(s.Log(id))(t)
	for _, e := range log {
		if p, ok := e.Data.(*session.ThoughtCompleted); ok && p.Kind == "turn" {
			first, second := p.Calls[0], p.Calls[1]
			if first.Known != p.Began.Seq || first.AskedAt != 1000 || second.Known <= first.Known || second.AskedAt != 3000 {
				t.Errorf("the calls are %+v", p.Calls)
			}
			if p.BasedOn != 4 {
				t.Errorf("the thought considered the log up to %d, want 4", p.BasedOn)
			}
			return
		}
	}
	t.Error("there was no turn")
}
