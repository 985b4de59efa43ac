package recon

import (
	"slices"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// In den, Ann, the assassin, and Bo, Morgana, have a channel and a phase of their own.
func den(t *testing.T) *fixture {
	return newSession(t, `{}`, "assassin", []string{"morgana", "merlin", "percival", "servant", "servant"}, func(c *session.Config) {
		c.Bot.Allies = []string{"bo"}
		c.Game.Channels = []session.Channel{{ID: "den", Members: []string{"ann", "bo"}}}
		c.Game.Phases = append(c.Game.Phases, session.Phase{ID: "hunt", Speakers: []string{"ann", "bo"}, Channel: "den"})
	})
}

func (c *fixture) hunt() {
	c.Tell(c.State.Now+1000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "hunt"}})
}

// TestAmongAllies: the evil players talk openly in a channel of their own, and one of them begins.
func TestAmongAllies(t *testing.T) {
	t.Parallel()
	sessiontest.Subtests(t, map[string]func(*testing.T){
		"TheyBeginAtOnceAndOnce": func(t *testing.T) {
			c := den(t)
			c.Say(1000, "cy", "hi all")
			c.hunt()
			began := c.State.Now
			wants := c.r.Wants(c.View())
			if len(wants) != 1 || wants[0].Silence || wants[0].BasedOn < c.State.Seq || wants[0].At > began+c.r.options.Turn*5 {
				t.Fatalf("%+v", wants)
			}
			c.Tell(began, &session.ThoughtCompleted{Kind: kindContemplation, BasedOn: wants[0].BasedOn})
			if wants := c.r.Wants(c.View()); len(wants) > 0 && !wants[0].Silence {
				t.Errorf("it wants to begin again: %+v", wants)
			}
		},
		"NothingIsRefined": func(t *testing.T) {
			c := den(t)
			c.hunt()
			s, out := c.conclude(`{"players":[]}`, `{"text":"i think it is cy"}`)
			if got := s.Tasks(); !slices.Equal(got, []string{taskFirstOrder, taskFormulate}) || out.Candidate == nil {
				t.Errorf("tasks %v, concluded %+v", got, out)
			}
		},
	})
}
