package recon

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ringer/engine/session"
)

// randomGame opens a game of random roles, some of which the deduction does not know.
func randomGame(t testing.TB, r *rapid.T) *fixture {
	pick := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(r, name) }
	roles := []string{"merlin", "Percival", "servant", "morgana", "assassin", "mordred", "oberon", "minion"}
	if rapid.IntRange(0, 9).Draw(r, "other roles") == 0 {
		roles = []string{"mafia", "bystander"}
	}
	var others []string
	for range rapid.IntRange(2, len(seats)-1).Draw(r, "others") {
		others = append(others, pick("role", roles...))
	}
	options := fmt.Sprintf(`{"posterior":%q,"refinement":%q,"first_order":%q}`, pick("posterior", on, off), pick("refinement", on, off), pick("first_order", on, off))
	return newSession(t, options, pick("my role", roles...), others, func(c *session.Config) {
		if c.Accuse = session.AccuseAuto; rapid.Bool().Draw(r, "knows nobody") {
			c.Bot.KnownRoles = nil
		}
	})
}

// some returns some of the players.
func (c *fixture) some(r *rapid.T, least, most int) []string {
	var ids []string
	for _, p := range c.State.Roster.Players {
		ids = append(ids, p.ID)
	}
	n := rapid.IntRange(least, min(most, len(ids))).Draw(r, "n")
	return rapid.Permutation(ids).Draw(r, "players")[:n]
}

// happens does something random.
func (c *fixture) happens(r *rapid.T) {
	who := c.some(r, 1, 1)[0]
	switch rapid.SampledFrom([]string{"team", "approval", "quest", "assassination", "message", "thought", "phase", "leaves"}).Draw(r, "event") {
	case "team":
		c.propose(who, c.some(r, 1, 5)...)
	case "approval":
		answers := map[string]string{}
		for _, id := range c.some(r, 0, 8) {
			answers[id] = rapid.SampledFrom([]string{session.Yes, session.No}).Draw(r, "answer")
		}
		c.rule(session.Ruling{Step: session.StepApproval, Players: c.some(r, 1, 5), Answers: answers, Passed: rapid.Bool().Draw(r, "passed")})
	case "quest":
		team := c.some(r, 1, 5)
		fails := rapid.IntRange(0, len(team)).Draw(r, "fails")
		c.rule(session.Ruling{Step: session.StepQuest, Players: team, Fails: fails, Passed: fails == 0})
	case "assassination":
		c.rule(session.Ruling{Step: session.StepAssassination, By: who, Players: c.some(r, 1, 1), Passed: rapid.Bool().Draw(r, "passed")})
	case "message":
		c.Say(c.State.Now+5000, who, rapid.SampledFrom([]string{"ann?", "bo is evil", "hm"}).Draw(r, "text"))
	case "thought":
		first, formulate, second, refine := hostile{r}.answers(append(c.some(r, 0, 8), "Nobody"))
		answers := []string{formulate}
		if c.r.options.FirstOrder == on {
			answers = []string{first, formulate}
		}
		_, out := c.conclude(append(answers, second, refine)...)
		if len(out.Mind) > mindBytes || !json.Valid(out.Mind) {
			r.Fatalf("the mind has %d bytes", len(out.Mind))
		}
	case "phase":
		c.phase(rapid.SampledFrom([]string{"talk", "turn", "again"}).Draw(r, "phase"))
	case "leaves":
		if who != "ann" {
			c.Tell(c.State.Now, &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: who}}})
		}
	}
}

// randomVote is a vote of a random step, or about roles.
func (c *fixture) randomVote(r *rapid.T) session.VoteRequest {
	q := session.VoteRequest{Question: "What?", Step: rapid.SampledFrom([]session.Step{"", session.StepTeam, session.StepApproval, session.StepQuest, session.StepAssassination}).Draw(r, "step")}
	switch q.Step {
	case session.StepTeam:
		low, high := float64(rapid.IntRange(0, 2).Draw(r, "min")), 2.0
		q.Kind, q.Min, q.Max, q.AllowSelf = session.ChooseMany, &low, &high, rapid.Bool().Draw(r, "itself")
		for _, id := range c.some(r, 3, 8) {
			q.Options = append(q.Options, session.Option{ID: id})
		}
	case session.StepApproval:
		q.Kind = session.YesNo
	case session.StepQuest:
		q.Kind, q.Options = session.ChooseOne, []session.Option{{ID: session.QuestSuccess}, {ID: session.QuestFail, Side: session.Evil}}
	case session.StepAssassination:
		q.Kind, q.Options = session.ChooseOne, []session.Option{{ID: "bo"}, {ID: "cy"}, {ID: "nobody"}}
	default:
		q.Kind, q.Labels = session.LabelEach, []session.Label{{ID: "Merlin"}, {ID: "evil"}, {ID: "good"}, {ID: "mafia"}}
	}
	return q
}

// TestAnyGame: whatever happens in a game and whatever a model answers, beliefs are numbers,
// leanings are about options of the vote, and nothing fails.
func TestAnyGame(t *testing.T) {
	t.Parallel()
	finite := func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
	rapid.Check(t, func(r *rapid.T) {
		c := randomGame(t, r)
		for range rapid.IntRange(1, 12).Draw(r, "events") {
			c.happens(r)
			if got := c.r.Wants(c.View()); len(got) > 1 || len(got) == 1 && (got[0].BasedOn > c.State.Seq || got[0].At < 0) {
				r.Fatalf("it wants %+v", got)
			}
		}
		q, roster := c.randomVote(r), c.State.Roster
		if check := q; check.Complete(&roster, c.State.Clock.Wall(c.State.Now)) != nil {
			return // too few players are left
		}
		leaning := c.vote(q)
		v := c.View()
		open := v.Votes[0]
		offers := func(id string) bool {
			return slices.ContainsFunc(open.Options, func(o session.Option) bool { return o.ID == id })
		}
		for id, x := range leaning.Options {
			if !finite(x) || !offers(id) {
				r.Fatalf("step %s: it leans to %v, of %+v", open.Step, leaning.Options, open.Options)
			}
		}
		for id, all := range leaning.Labels {
			for label, p := range all {
				if !(p >= 0 && p <= 1+1e-9) || !offers(id) {
					r.Fatalf("%s is %s: %v", id, label, p)
				}
			}
		}
		for id, x := range c.r.Brief(v).Suspicion {
			if !finite(x) || math.Abs(x) > surest || id == "ann" {
				r.Fatalf("it suspects %s by %v", id, x)
			}
		}
	})
}
