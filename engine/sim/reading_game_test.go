package sim_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/step"
	"ringer/store"
)

// twoSpies plays a game in which Ann writes to two bots, and returns the sessions of the bots.
func twoSpies(t *testing.T, models step.Models) (bots []*session.State) {
	t.Helper()
	s := sim.New(store.NewMemory(), registry(t), models)
	c := session.GameConfig{}
	for i, name := range []string{"Ann", "Ben", "Red", "Blue"} {
		c.Game.Players = append(c.Game.Players, session.Player{ID: name, Name: name})
		if i > 1 {
			c.Bots = append(c.Bots, session.GameBot{Bot: session.Bot{Seat: name, Role: "spy"}, Strategy: "recon", Biography: sessiontest.Biography()})
		}
	}
	id := sessiontest.Must(s.OpenGame(c))(t)
	for i := range 6 {
		s.At(sim.Epoch().Add(time.Duration(1+9*i)*time.Second), func() error {
			_, err := s.Games.Post(t.Context(), id, []session.Post{{Sender: "Ann", Text: fmt.Sprint("are you there, number ", i)}}, func(int) string { return "" })
			return err
		})
	}
	sessiontest.NoError(t, s.Run(sim.Epoch().Add(70*time.Second)))
	for _, b := range sessiontest.Must(s.GameState(t.Context(), id))(t).Roster.Bots {
		bots = append(bots, s.LiveSession(b.Session).State)
	}
	return bots
}

// TestLinesAreReadOnce: where no call of a strategy has read a line, one bot of a game reads it for
// all, and its prompt shows nothing of its seat.
func TestLinesAreReadOnce(t *testing.T) {
	t.Parallel()
	for _, beside := range []bool{true, false} { // whether the model also reads beside its tasks
		read := map[string]int{}
		bots := twoSpies(t, sessiontest.Model(func(p prompt.Parsed) (any, error) {
			if all := fmt.Sprint(p); p.Task == session.KindRead && (strings.Contains(all, "spy") || strings.Contains(all, "Leeds") || strings.Contains(all, "(you)")) {
				t.Errorf("the prompt shows what only a seat knows: %s", all)
			}
			var lines []prompt.LineRead
			for number := range strings.SplitSeq(p.Text(prompt.SectionRead), ", ") {
				x := prompt.LineRead{To: []string{"Ben"}, Expects: true}
				if n, _ := fmt.Sscanf(number, "#%d", &x.Line); n == 1 {
					lines = append(lines, x)
				}
				if p.Task == session.KindRead {
					read[number]++
				}
			}
			if !beside && p.Task != session.KindRead {
				lines = nil
			}
			return map[string]any{"read": lines, "text": "so it is"}, nil
		}))
		for line, calls := range read {
			if calls > 1 {
				t.Errorf("line %s was read %d times", line, calls)
			}
		}
		if len(read) < 4 {
			t.Errorf("read %v", read)
		}
		for _, s := range bots {
			for _, m := range s.Messages {
				if m.Sender == "Ann" && m.Seq > 8 && (m.Reading == nil || len(m.Reading.To) != 1 || m.Reading.To[0] != "Ben") {
					t.Errorf("%s has no reading of %+v", s.Roster.Seat, m)
				}
			}
		}
	}
}

// TestTheOfflinePlayerReadsByRules: no call asks the offline player what lines are.
func TestTheOfflinePlayerReadsByRules(t *testing.T) {
	t.Parallel()
	for _, s := range twoSpies(t, offline.New(registry(t).Skills())) {
		if s.Thoughts[session.KindRead].Count > 0 || len(s.Messages) < 6 {
			t.Errorf("%s thought %+v", s.Roster.Seat, s.Thoughts)
		}
		for _, m := range s.Messages {
			if m.Reading != nil {
				t.Errorf("%s read %+v", s.Roster.Seat, m)
			}
		}
	}
}
