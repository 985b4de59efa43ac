package recon

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"ringer/engine/session"
)

// beliefs returns what the bot believes now.
func (c *fixture) beliefs() *standing { return c.r.standing(c.View(), readMind(c.View())) }

// TestOddsInPrompts: what is not certain stands in the prompts with its probability, of evil for a
// good bot and of Merlin for an evil one.
func TestOddsInPrompts(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{}`)
	c.quest(2, "bo", "cy", "dee")
	c.Say(c.State.Now, "bo", "hi")
	s, _ := c.conclude(guessed, formulated, read, refined)
	for _, task := range []string{taskFirstOrder, taskFormulate} {
		odds := parsed(t, s, task).List(sectionOdds)
		if len(odds) != 3 || !strings.HasPrefix(odds[0], "bo is evil: ") || !strings.HasSuffix(odds[0], " of 100") {
			t.Errorf("%s: %q", task, odds)
		}
	}
}

// The option posterior off is the paper, where a guess is certain or unknown.
func TestGuessesInPlaceOfThePosterior(t *testing.T) {
	t.Parallel()
	c := newSession(t, `{"posterior":"off"}`, "percival", []string{"merlin", "servant", "servant", "morgana", "assassin"}, func(c *session.Config) {
		c.Bot.KnownRoles = map[string][]string{"bo": {"merlin", "morgana"}, "cy": {"servant"}}
	})
	c.guesses(map[string]guess{"bo": {Role: "morgana"}, "cy": {Role: "assassin", Certain: true}, "dee": {Role: "Servant", Certain: true}, "eli": {Role: "a clown"}})
	s := c.beliefs()
	for id, want := range map[string]float64{
		"ann": 0, "bo": guessedEvil, "cy": 0 /* it was told so */, "dee": surelyGood, "eli": unknownShare, "flo": unknownShare,
	} {
		if got := s.evil(id); got != want {
			t.Errorf("%s is evil: %.2f", id, got)
		}
	}
	if got, want := s.clean([]string{"ann", "bo", "dee"}), (1-guessedEvil)*(1-surelyGood); math.Abs(got-want) > 1e-9 {
		t.Errorf("the team is clean: %.3f, want %.3f", got, want)
	}
	if s.role("dee", "servant") != surelyEvil || s.role("bo", "morgana") != guessedEvil || s.role("bo", "merlin") != surelyGood || s.role("flo", "merlin") != 1.0/6 {
		t.Error("a role is as likely as its guess")
	}
}

// TestWhoLooksLikeMerlin: the assassin looks for who proposed clean teams and talks most. Sessions
// of older releases do not.
func TestWhoLooksLikeMerlin(t *testing.T) {
	t.Parallel()
	for generation, want := range map[int]bool{2: false, 3: true} {
		c := newSession(t, `{}`, "morgana", evilOthers, func(c *session.Config) { c.Generation = generation })
		c.State.Config.Generation = generation
		c.quest(0, "bo", "cy")
		c.quest(0, "cy", "bo", "dee", "flo")
		c.Say(c.State.Now, "dee", "flo is evil and so is ann and i know it because of all that they have said so far to everybody here at this table")
		c.quest(0, "dee", "bo", "cy")
		l := c.vote(session.VoteRequest{Kind: session.ChooseOne, Step: session.StepAssassination, Question: "Who is Merlin?"}).Options
		if found := l["dee"] > l["bo"]+0.5 && l["bo"] > l["cy"]+0.5; found != want {
			t.Errorf("generation %d: it leans to %v", generation, l)
		}
	}
}

// TestBrief: people and votes read the guesses and the odds.
func TestBrief(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{}`)
	c.Say(1000, "bo", "hi")
	c.conclude(guessed, formulated, read, refined)
	b := c.r.Brief(c.View())
	if b.Lines[0] != "Thought 1 times, and spoke after 1 of them." || b.Lines[1] != "bo: morgana. Because: was on the failed quest" || b.Lines[len(b.Lines)-1] != "Wants: get bo off the team" {
		t.Errorf("%q", b.Lines)
	}
	if len(b.Beliefs) != 6 || !strings.HasPrefix(b.Beliefs[1], "bo is evil: ") || len(b.Leanings) != 0 {
		t.Errorf("%q, %v", b.Beliefs, b.Leanings)
	}
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
