package recon

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// beliefs returns what the bot believes now.
func (c *fixture) beliefs() *standing { return c.r.standing(c.View(), readMind(c.View())) }

// TestWhatFollowsForCertain: the rules of the game leave some facts, and the prompts say them.
func TestWhatFollowsForCertain(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		options string
		before  func(*fixture)
		facts   string
	}{
		"NothingAtFirst":           {`{}`, nil, ""},
		"OneOfATeam":               {`{}`, func(c *fixture) { c.quest(1, "bo", "cy") }, "Quest 1, of bo and cy, failed: at least 1 of them is evil."},
		"TwoOfThree":               {`{}`, func(c *fixture) { c.quest(2, "bo", "cy", "dee") }, "Quest 1, of bo and cy and dee, failed: at least 2 of them are evil.|eli is good.|flo is good."},
		"AllOfATeam":               {`{}`, func(c *fixture) { c.quest(2, "bo", "cy") }, "Quest 1, of bo and cy, failed: all of them are evil.|bo is evil.|cy is evil.|dee is good.|eli is good.|flo is good."},
		"NothingWithoutPosterior":  {`{"posterior":"off"}`, func(c *fixture) { c.quest(2, "bo", "cy") }, ""},
		"ARulingThatIsImpossible":  {`{}`, func(c *fixture) { c.quest(2, "bo", "cy"); c.quest(1, "ann", "dee") }, "Quest 1, of bo and cy, failed: all of them are evil.|bo is evil.|cy is evil.|dee is good.|eli is good.|flo is good."},
		"AQuestThatSucceedsIsNone": {`{}`, func(c *fixture) { c.quest(0, "bo", "cy") }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := servantGame(t, x.options)
			if x.before != nil {
				x.before(c)
			}
			if got := strings.Join(c.beliefs().facts(), "|"); got != x.facts {
				t.Errorf("it says %s", got)
			}
		})
	}
}

// TestOnlyTheTeamThatIsVotedOnCounts: a leader may propose another team before the vote.
func TestOnlyTheTeamThatIsVotedOnCounts(t *testing.T) {
	t.Parallel()
	once, twice := servantGame(t, `{}`), servantGame(t, `{}`)
	twice.propose("bo", "eli", "flo", "cy")
	for _, c := range []*fixture{once, twice} {
		c.quest(1, "bo", "cy")
		c.propose("dee", "dee", "ann", "bo") // the vote has not come yet
	}
	want, got := once.beliefs().odds(), twice.beliefs().odds()
	if len(want) != 5 || !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

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
	c = newSession(t, `{}`, "morgana", evilOthers)
	if got := fmt.Sprint(c.beliefs().odds()); got != "[bo is Merlin: 25 of 100 cy is Merlin: 25 of 100 dee is Merlin: 25 of 100 eli is Merlin: 25 of 100]" {
		t.Error(got)
	}
	if got := c.beliefs().facts(); !slices.Equal(got, []string{"bo is good.", "cy is good.", "dee is good.", "eli is good.", "flo is assassin."}) {
		t.Errorf("%q", got)
	}
}

// TestOddsAreFromTheRecord: a prompt does not show a model its own guesses as odds. The beliefs
// still hear them.
func TestOddsAreFromTheRecord(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{}`)
	c.quest(1, "bo", "cy")
	before, evil := c.beliefs().odds(), c.beliefs().evil("bo")
	c.guesses(map[string]guess{"bo": {Role: "morgana", Words: "evil"}, "cy": {Role: "servant", Words: "good"}})
	s := c.beliefs()
	if got := s.odds(); !slices.Equal(got, before) {
		t.Errorf("odds %v, before the guesses %v", got, before)
	}
	if s.evil("bo") <= evil {
		t.Errorf("bo is evil by %.3f, before the guesses by %.3f", s.evil("bo"), evil)
	}
}

// TestSuspicion: a good bot suspects who is evil, an evil one who is Merlin. Without the deduction
// the percentages of the model count.
func TestSuspicion(t *testing.T) {
	t.Parallel()
	sessiontest.Cases(t, func(t *testing.T) *fixture { return servantGame(t, `{}`) }, map[string]func(*testing.T, *fixture){
		"AGoodBotLooksForEvilPlayers": func(t *testing.T, c *fixture) {
			c.quest(1, "bo", "cy")
			c.quest(0, "dee", "eli", "ann")
			got := c.r.Brief(c.View()).Suspicion
			if len(got) != 5 || got["bo"] <= got["flo"] || got["flo"] <= got["dee"] || c.beliefs().exact.Evil("bo") != c.beliefs().evil("bo") {
				t.Errorf("%v", got)
			}
		},
		"CertaintyHasABound": func(t *testing.T, _ *fixture) {
			c := newSession(t, `{}`, "merlin", goodOthers)
			if got := c.r.Brief(c.View()).Suspicion; got["flo"] != surest || got["bo"] != -surest {
				t.Errorf("%v", got)
			}
		},
		"AnEvilBotLooksForMerlin": func(t *testing.T, _ *fixture) {
			c := newSession(t, `{}`, "morgana", evilOthers)
			before := c.r.Brief(c.View()).Suspicion["bo"]
			c.guesses(map[string]guess{"bo": {Role: "merlin", Words: "unclear", Suspicion: 1}})
			if got := c.r.Brief(c.View()).Suspicion; got["flo"] != -surest || got["bo"] <= before || got["bo"] <= got["cy"] {
				t.Errorf("%v, before %.2f", got, before)
			}
		},
		"WordsCountBesideTheRecord": func(t *testing.T, c *fixture) {
			c.guesses(map[string]guess{"bo": {Role: "servant", Words: "evil"}, "cy": {Role: "servant", Words: "good"}, "dee": {Role: "servant", Words: "unclear"}})
			got := c.r.Brief(c.View()).Suspicion
			if got["bo"] <= got["dee"] || got["dee"] <= got["cy"] || got["dee"] != got["eli"] {
				t.Errorf("%v", got)
			}
		},
	})
	for name, c := range map[string]*fixture{
		"WithoutPosteriorTheModelGuesses": servantGame(t, `{"posterior":"off"}`),
		"OtherRolesAreTheModels": newSession(t, `{}`, "mafia", []string{"mafia", "bystander", "doctor", "bystander"}, func(c *session.Config) {
			c.Game.Rules, c.Bot.KnownRoles = "mafia", map[string][]string{"bo": {"mafia"}}
		}),
		"NoRolesAtAll": chat(t, `{}`),
	} {
		t.Run(name, func(t *testing.T) {
			c.guesses(map[string]guess{"bo": {Role: "bystander", Suspicion: 90}, "cy": {Role: "mafia", Suspicion: 0}})
			got := c.r.Brief(c.View()).Suspicion
			if got["bo"] != session.LogOdds(90) || got["cy"] != session.LogOdds(0) || got["dee"] != 0 || c.beliefs().exact != nil {
				t.Errorf("%v", got)
			}
		})
	}
}

// TestGuessesInPlaceOfThePosterior: the option posterior off is the paper, where a guess is certain
// or unknown.
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
