package sim_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
)

// asking are options of the scheduler with which the model decides whether the bot writes.
var asking = json.RawMessage(`{"order":"schedule_then_generate","decide":"model","opens":false}`)

// silence is a time in which nobody wrote, and how soon after its end the next line came.
type silence struct {
	at, length, next time.Duration
}

// silences returns the silences of a phase in the main channel, from its beginning on.
func silences(log []session.Event, phase string) (all []silence) {
	var last time.Time
	talks := false
	for _, e := range log {
		switch d := e.Data.(type) {
		case *session.ObservationReceived:
			if d.Kind == session.PhaseChanged {
				talks, last = d.Phase == phase, e.At
			}
		case *session.GameCreated:
			talks, last = true, e.At
		case *session.MessageSent:
			if !talks || d.Channel != "" {
				continue
			}
			if n := len(all); n > 0 && all[n-1].next == 0 {
				all[n-1].next = e.At.Sub(last)
			}
			all = append(all, silence{at: e.At.Sub(log[0].At), length: e.At.Sub(last)})
			last = e.At
		}
	}
	return all
}

// alone is a game in which bots of one strategy take all seats.
func alone(rules string, players int, strategy string) gameSetup {
	return gameSetup{rules: rules, players: players, change: func(c *session.GameConfig) {
		for i := range c.Bots {
			c.Bots[i].Strategy = strategy
		}
		odd, others := referee.OddOne(rules)
		for i, p := range c.Game.Players {
			switch {
			case odd == "":
			case i == 0:
				c.Roles = map[string]string{p.ID: odd}
			default:
				c.Roles[p.ID] = others
			}
		}
	}}
}

// TestBotsAlone: where bots sit alone they end silences in turn: soon, and one at a time.
func TestBotsAlone(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := registry(t)
	for _, e := range strategies.Entries() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			var all []silence
			for seed := range int64(8) {
				g := sessiontest.Must(openGame(strategies, seed, alone("turing", 3, e.Name)))(t)
				log := sessiontest.Must(g.play(time.Hour))(t)
				found := silences(log, "chat")
				if len(found) < 8 {
					t.Errorf("seed %d: %d lines in five minutes", seed, len(found))
				}
				for _, s := range found {
					if s.length > 30*time.Second {
						t.Errorf("seed %d: nobody wrote for %v until %v", seed, s.length, s.at)
					}
					if s.length > 10*time.Second && s.next > 0 && s.next < time.Second {
						t.Errorf("seed %d: two bots ended the silence at %v, %v apart", seed, s.at, s.next)
					}
				}
				all = append(all, found...)
			}
			long := len(slices.DeleteFunc(slices.Clone(all), func(s silence) bool { return s.length <= 20*time.Second }))
			if 25*long > len(all) {
				t.Errorf("%d of %d silences are longer than 20 s", long, len(all))
			}
			t.Logf("%d silences, %d longer than 20 s", len(all), long)
		})
	}
}

// TestNobodyIsMute: under all rules bots of each strategy write when they sit alone, also the mafia
// and the werewolves at night. With the fidelity of its paper the scheduler follows others, and
// never begins.
func TestNobodyIsMute(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := registry(t)
	for _, rules := range referee.IDs() {
		players := max(3, referee.LeastPlayers(rules))
		night := rules == "mafia" || rules == "werewolf"
		if rules == "werewolf" {
			players = 7 // two werewolves
		}
		for _, e := range strategies.Entries() {
			for _, fidelity := range []session.Fidelity{session.FidelityBest, session.FidelityPaper} {
				if fidelity == session.FidelityPaper && (e.Name != "scheduler" || rules == "gameshow") {
					continue // a show's host begins
				}
				t.Run(rules+"/"+e.Name+"/"+string(fidelity), func(t *testing.T) {
					t.Parallel()
					setup := alone(rules, players, e.Name)
					seat := setup.change
					setup.change = func(c *session.GameConfig) {
						seat(c)
						for i := range c.Bots {
							c.Bots[i].Fidelity = fidelity
						}
					}
					lines := map[string]int{}
					play := func(seed int64) {
						g := sessiontest.Must(openGame(strategies, seed, setup))(t)
						for _, x := range sessiontest.Must(g.play(10 * time.Minute))(t) {
							if m, ok := x.Data.(*session.MessageSent); ok {
								lines[m.Channel]++
							}
						}
					}
					play(1)
					for seed := int64(2); night && fidelity == session.FidelityBest && lines["night"] == 0 && seed <= 4; seed++ {
						play(seed) // by the first night the day may have left a mafioso alone
					}
					talked := lines[""] > 9
					if rules == "three_party" { // two chats of five minutes
						talked = lines["chat-1"] > 3 && lines["chat-2"] > 3
					}
					if wrote := talked && (!night || lines["night"] > 0); wrote != (fidelity == session.FidelityBest) {
						t.Errorf("lines in ten minutes, by channel: %v", lines)
					}
				})
			}
		}
	}
}
