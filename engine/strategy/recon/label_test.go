package recon

import (
	"fmt"
	"math"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestLabels: a vote that labels players with roles or sides is answered from the same beliefs.
func TestLabels(t *testing.T) {
	t.Parallel()
	labels := func(c *fixture, ids ...string) map[string]map[string]float64 {
		q := session.VoteRequest{Kind: session.LabelEach, Question: "Who is what?"}
		for _, id := range ids {
			q.Labels = append(q.Labels, session.Label{ID: id})
		}
		return c.vote(q).Labels
	}
	sessiontest.Subtests(t, map[string]func(*testing.T){
		"Roles": func(t *testing.T) {
			c := newSession(t, `{}`, "merlin", goodOthers, func(c *session.Config) { c.Game.RoleList[1] = "Percival" })
			got := labels(c, "Merlin", "Percival", "servant", "morgana", "assassin")
			if x := got["bo"]; x["Merlin"] != 0 || math.Abs(x["Percival"]-1.0/3) > 0.01 || math.Abs(x["servant"]-2.0/3) > 0.01 || x["morgana"] != 0 {
				t.Errorf("bo: %v", x)
			}
			if x := got["flo"]; math.Abs(x["morgana"]-0.5) > 0.01 || math.Abs(x["assassin"]-0.5) > 0.01 {
				t.Errorf("flo: %v", x)
			}
		},
		"Sides": func(t *testing.T) {
			c := servantGame(t, `{}`)
			c.quest(2, "bo", "cy")
			for id, evil := range map[string]float64{"bo": 1, "cy": 1, "dee": 0} {
				if got := labels(c, "evil", "good")[id]; math.Abs(got["evil"]-evil) > 0.01 || math.Abs(got["good"]+got["evil"]-1) > 1e-9 {
					t.Errorf("%s: %v", id, got)
				}
			}
		},
		"OtherLabelsAreTheModels": func(t *testing.T) {
			if got := labels(servantGame(t, `{}`), "human", "machine"); len(got) > 0 {
				t.Errorf("%v", got)
			}
			if got := labels(chat(t, `{}`), "evil", "good"); len(got) > 0 {
				t.Errorf("%v", got)
			}
		},
	})
}

// TestNoTeamsAreComparedInCrowds: a game of 32 players has millions of teams.
func TestNoTeamsAreComparedInCrowds(t *testing.T) {
	t.Parallel()
	c := chat(t, `{}`, func(c *session.Config) {
		for i := range 28 {
			c.Game.Players = append(c.Game.Players, session.Player{ID: fmt.Sprint("p", i), Name: fmt.Sprint("p", i)})
		}
	})
	c.guesses(map[string]guess{"bo": {Role: "a liar", Suspicion: 80}})
	if l := c.vote(session.VoteRequest{Kind: session.ChooseMany, Step: session.StepTeam, Question: "Who goes?", K: 16, AllowSelf: true}); len(l.Options) > 0 {
		t.Errorf("it leans to %v", l.Options)
	}
}
