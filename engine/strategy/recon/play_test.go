package recon

import (
	"math"
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// These are the roles of the players after Ann.
var (
	goodOthers  = []string{"percival", "servant", "servant", "morgana", "assassin"}          // of six, if Ann is Merlin
	evilOthers  = []string{"merlin", "percival", "servant", "servant", "assassin"}           // of six, if Ann is Morgana
	sevenOthers = []string{"merlin", "percival", "servant", "servant", "minion", "assassin"} // of seven, if Ann is Morgana
)

// team returns the team that Ann proposes, sorted.
func (c *fixture) team(size int) string {
	c.t.Helper()
	l := c.vote(session.VoteRequest{Kind: session.ChooseMany, Step: session.StepTeam, Question: "Who goes?", K: size, AllowSelf: true})
	var team []string
	for id, lean := range l.Options {
		if lean > 0 {
			team = append(team, id)
		}
	}
	if len(l.Options) != len(c.State.Roster.Players) || len(team) != size {
		c.t.Errorf("a team of %d: %v", size, l.Options)
	}
	slices.Sort(team)
	return strings.Join(team, " ")
}

// approves returns how much Ann is for a team, as log-odds.
func (c *fixture) approves(by string, team ...string) float64 {
	c.t.Helper()
	c.propose(by, team...)
	l := c.vote(session.VoteRequest{Kind: session.YesNo, Step: session.StepApproval, Question: "Shall they go?"})
	if l.Options[session.Yes] != -l.Options[session.No] {
		c.t.Errorf("%v", l.Options)
	}
	return l.Options[session.Yes] - l.Options[session.No]
}

// fails returns how much Ann is for failing the quest of a team, as log-odds.
func (c *fixture) fails(team ...string) float64 {
	c.t.Helper()
	c.propose(team[0], team...)
	c.rule(session.Ruling{Step: session.StepApproval, Players: team, Passed: true})
	l := c.vote(session.VoteRequest{Kind: session.ChooseOne, Step: session.StepQuest, Question: "Success?", Options: []session.Option{{ID: session.QuestSuccess}, {ID: session.QuestFail, Side: session.Evil}}})
	return l.Options[session.QuestFail] - l.Options[session.QuestSuccess]
}

// TestALeaderProposes: figure 22.
func TestALeaderProposes(t *testing.T) {
	t.Parallel()
	sessiontest.Cases(t, func(t *testing.T) *fixture { return newSession(t, `{}`, "merlin", goodOthers) }, map[string]func(*testing.T, *fixture){
		"MerlinTakesNobodyEvil": func(t *testing.T, c *fixture) {
			if got := c.team(4); got != "ann bo cy dee" {
				t.Errorf("it takes %s", got)
			}
		},
		"AServantTakesItselfAndWhoWasOnACleanQuest": func(t *testing.T, _ *fixture) {
			c := servantGame(t, `{}`)
			c.quest(1, "dee", "eli")
			c.quest(0, "ann", "bo", "cy")
			if got := c.team(3); got != "ann bo cy" {
				t.Errorf("it takes %s", got)
			}
		},
		"WithoutPosteriorByItsGuesses": func(t *testing.T, _ *fixture) {
			c := servantGame(t, `{"posterior":"off"}`)
			if l := c.vote(session.VoteRequest{Kind: session.ChooseMany, Step: session.StepTeam, Question: "Who goes?", K: 2, AllowSelf: true}); len(l.Options) > 0 {
				t.Errorf("without a guess it leans to %v", l.Options)
			}
			c = servantGame(t, `{"posterior":"off"}`)
			c.guesses(map[string]guess{"bo": {Role: "morgana"}, "cy": {Role: "servant", Certain: true}, "dee": {Role: "servant"}})
			if got := c.team(3); got != "ann cy dee" {
				t.Errorf("it takes %s", got)
			}
		},
		"AnEvilLeaderTakesExactlyOneEvilPlayer": func(t *testing.T, _ *fixture) {
			for _, options := range []string{`{}`, `{"posterior":"off"}`} {
				for size := 2; size < 5; size++ {
					c := newSession(t, options, "morgana", evilOthers)
					c.guesses(map[string]guess{"bo": {Role: "servant"}})
					if got := c.team(size); !strings.Contains(got, "ann") || strings.Contains(got, "flo") {
						t.Errorf("%s: of %d it takes %s", options, size, got)
					}
				}
			}
		},
		"AnEvilLeaderTakesWhomTheOthersTrust": func(t *testing.T, _ *fixture) {
			c := newSession(t, `{}`, "morgana", evilOthers)
			c.quest(1, "cy", "flo")
			c.quest(0, "bo", "dee", "eli")
			if got := c.team(4); got != "ann bo dee eli" {
				t.Errorf("it takes %s", got)
			}
		},
		"TheFourthQuestOfSevenNeedsTwo": func(t *testing.T, _ *fixture) {
			c := newSession(t, `{}`, "morgana", sevenOthers)
			c.quest(0, "bo", "cy")
			c.quest(0, "bo", "cy", "dee")
			c.quest(1, "ann", "bo", "cy")
			if got := c.team(4); !strings.Contains(got, "ann") || strings.Contains(got, "flo") == strings.Contains(got, "gus") {
				t.Errorf("it takes %s", got)
			}
		},
		"WhoMayNotChooseItselfChoosesOthers": func(t *testing.T, c *fixture) {
			l := c.vote(session.VoteRequest{Kind: session.ChooseMany, Step: session.StepTeam, Question: "Who goes?", K: 3})
			if l.Options["bo"] < 0 || l.Options["cy"] < 0 || l.Options["dee"] < 0 || l.Options["eli"] > 0 || len(l.Options) != 5 {
				t.Errorf("%v", l.Options)
			}
		},
	})
}

// TestAPlayerApproves: figure 24.
func TestAPlayerApproves(t *testing.T) {
	t.Parallel()
	type scenario struct {
		role   string
		others []string
		before func(*fixture)
		team   string
		yes    bool
	}
	lost := func(c *fixture) { c.quest(1, "eli", "flo") }
	for name, x := range map[string]scenario{
		"AServantApprovesTheFirstTeam":                 {"servant", nil, nil, "bo cy", true},
		"AServantRefusesWhoHasFailed":                  {"servant", nil, lost, "dee eli flo", false},
		"AServantApprovesTheOthers":                    {"servant", nil, lost, "ann bo cy", true},
		"TheLastChanceIsApproved":                      {"servant", nil, func(c *fixture) { lost(c); c.refused(4, "eli", "flo", "bo") }, "dee eli flo", true},
		"AQuestBeginsTheCountOfRefusalsAgain":          {"servant", nil, func(c *fixture) { c.refused(4, "bo", "cy"); lost(c) }, "dee eli flo", false},
		"MerlinVotesLikeAServantWhileLittleIsAtStake":  {"merlin", goodOthers, nil, "bo eli", true},
		"MerlinRefusesAnEvilPlayerOnceAQuestHasFailed": {"merlin", goodOthers, lost, "bo cy flo", false},
		"MerlinRefusesAnEvilPlayerAfterTwoQuests":      {"merlin", goodOthers, func(c *fixture) { c.quest(0, "bo", "eli"); c.quest(0, "bo", "cy", "dee") }, "bo cy eli", false},
		"AnEvilPlayerWantsAnEvilPlayerOnTheTeam":       {"morgana", evilOthers, lost, "bo flo", true},
		"AnEvilPlayerWantsItselfOnTheTeam":             {"morgana", evilOthers, lost, "ann bo", true},
		"AnEvilPlayerRefusesACleanTeam":                {"morgana", evilOthers, lost, "bo cy dee", false},
		"AnEvilPlayerPassesForGoodAtFirst":             {"morgana", evilOthers, nil, "bo cy", true},
		"TheFourthQuestOfSevenNeedsTwo":                {"morgana", sevenOthers, func(c *fixture) { c.quest(1, "ann", "bo"); c.quest(0, "bo", "cy"); c.quest(0, "bo", "cy") }, "ann bo cy dee", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := servantGame(t, `{}`)
			if x.others != nil {
				c = newSession(t, `{}`, x.role, x.others)
			}
			if x.before != nil {
				x.before(c)
			}
			team := strings.Fields(x.team)
			if lean := c.approves(team[0], team...); lean > 0 != x.yes || lean == 0 {
				t.Errorf("for %s it leans to yes by %.2f", x.team, lean)
			}
		})
	}
	sessiontest.Subtests(t, map[string]func(*testing.T){
		"TheMoreTeamsAreRefusedTheLessItAsks": func(t *testing.T) {
			before := math.Inf(-1)
			for n := range lastChance + 1 {
				c := servantGame(t, `{}`)
				c.quest(1, "dee", "eli")
				c.refused(n, "bo", "cy", "dee")
				lean := c.approves("bo", "bo", "cy", "flo")
				if lean <= before {
					t.Errorf("after %d refused teams it leans to yes by %.2f, before by %.2f", n, lean, before)
				}
				before = lean
			}
		},
		"ATeamThatNobodyHasNamedIsNotJudged": func(t *testing.T) {
			c := servantGame(t, `{}`)
			if l := c.vote(session.VoteRequest{Kind: session.YesNo, Step: session.StepApproval, Question: "Shall they go?"}); len(l.Options) > 0 {
				t.Errorf("it leans to %v", l.Options)
			}
		},
		"WithoutPosteriorAnEvilPlayerStillPassesForGood": func(t *testing.T) {
			c := newSession(t, `{"posterior":"off"}`, "morgana", evilOthers)
			c.guesses(map[string]guess{"bo": {Role: "merlin", Certain: true}})
			if lean := c.approves("bo", "bo", "cy"); lean <= 0 {
				t.Errorf("it refuses the first team by %.2f", -lean)
			}
		},
	})
}

// TestAPretendedVoteWeighsLittle: what Merlin has said of a team matters more than that it pretends
// to know nothing.
func TestAPretendedVoteWeighsLittle(t *testing.T) {
	t.Parallel()
	c := newSession(t, `{}`, "merlin", []string{"percival", "servant", "servant", "morgana", "assassin"})
	c.refused(2, "bo", "cy") // now a servant would like any team with itself
	if lean := c.approves("eli", "ann", "eli"); lean <= 0 || lean > pretendLean {
		t.Errorf("it leans to yes by %.2f", lean)
	}
}

// TestAPlayerOnAQuest: figure 25.
func TestAPlayerOnAQuest(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		role   string
		others []string
		before int // quests that have succeeded
		team   string
		fails  float64
	}{
		"AGoodPlayerHasNothingToWeigh":           {"merlin", goodOthers, 0, "ann bo", 0},
		"AnEvilPlayerFailsByDefault":             {"morgana", evilOthers, 0, "ann bo", 1},
		"OfTwoEvilPlayersTheFirstFails":          {"morgana", evilOthers, 0, "ann flo bo", 1},
		"OfTwoEvilPlayersTheSecondDoesNot":       {"morgana", evilOthers, 0, "flo ann bo", -1},
		"TheFourthQuestOfSevenNeedsBoth":         {"morgana", sevenOthers, 3, "flo ann bo cy", 1},
		"OfThreeOnTheFourthQuestTheThirdDoesNot": {"morgana", sevenOthers, 3, "flo gus ann cy", -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newSession(t, `{}`, x.role, x.others)
			for range x.before {
				c.quest(0, "bo", "cy")
			}
			if lean := c.fails(strings.Fields(x.team)...); lean != sureLean*x.fails {
				t.Errorf("it leans to fail by %.2f", lean)
			}
		})
	}
	t.Run("OtherOptionsAreTheModels", func(t *testing.T) {
		t.Parallel()
		c := newSession(t, `{}`, "morgana", evilOthers)
		if l := c.vote(session.VoteRequest{Kind: session.ChooseOne, Step: session.StepQuest, Question: "Success?", Options: []session.Option{{ID: "white"}, {ID: "black"}}}); len(l.Options) > 0 {
			t.Errorf("it leans to %v", l.Options)
		}
	})
}

// TestTheAssassinUsesItsGuesses: figure 26.
func TestTheAssassinUsesItsGuesses(t *testing.T) {
	t.Parallel()
	names := func(c *fixture) string {
		l := c.vote(session.VoteRequest{Kind: session.ChooseOne, Step: session.StepAssassination, Question: "Who is Merlin?", Options: []session.Option{{ID: "bo"}, {ID: "cy"}, {ID: "dee"}, {ID: "eli"}}})
		best := ""
		for id, lean := range l.Options {
			if best == "" || lean > l.Options[best] {
				best = id
			}
		}
		return best
	}
	others := []string{"merlin", "percival", "servant", "servant", "morgana"}
	t.Run("ByWhatTheModelGuessed", func(t *testing.T) {
		t.Parallel()
		c := newSession(t, `{"posterior":"off"}`, "assassin", others)
		c.guesses(map[string]guess{"bo": {Role: "servant", Certain: true}, "dee": {Role: "Merlin"}})
		if got := names(c); got != "dee" {
			t.Errorf("it names %s", got)
		}
	})
	t.Run("ByWhoRefusedItsTeams", func(t *testing.T) {
		t.Parallel()
		c := newSession(t, `{}`, "assassin", others)
		for range 3 {
			c.propose("eli", "eli", "flo")
			c.rule(session.Ruling{Step: session.StepApproval, Players: []string{"eli", "flo"}, Answers: map[string]string{"ann": "yes", "bo": "yes", "cy": "no", "dee": "yes", "eli": "yes", "flo": "yes"}, Passed: true})
			c.rule(session.Ruling{Step: session.StepQuest, Players: []string{"eli", "flo"}, Passed: true})
		}
		if got := names(c); got != "cy" {
			t.Errorf("it names %s", got)
		}
	})
}
