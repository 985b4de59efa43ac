package recon

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// den is a game in which Ann, the assassin, and Bo, Morgana, have a channel and a phase of their
// own.
func den(t *testing.T) *session {
	return newSession(t, `{}`, "assassin", []string{"morgana", "merlin", "percival", "servant", "servant"}, func(c *game.Config) {
		c.Bot.Allies = []string{"bo"}
		c.Game.Channels = []game.Channel{{ID: "den", Members: []string{"ann", "bo"}}}
		c.Game.Phases = append(c.Game.Phases, game.Phase{ID: "hunt", Speakers: []string{"ann", "bo"}, Channel: "den"})
	})
}

func (c *session) hunt() {
	c.Tell(c.State.Now+1000, &game.ObservationReceived{Observation: game.Observation{Kind: game.PhaseChanged, Phase: "hunt"}})
}

// TestAmongAllies: the evil players talk openly in a channel of their own, and one of them begins.
func TestAmongAllies(t *testing.T) {
	t.Parallel()
	t.Run("TheyBeginAtOnceAndOnce", func(t *testing.T) {
		t.Parallel()
		c := den(t)
		c.Say(1000, "cy", "hi all")
		c.hunt()
		began := c.State.Now
		wants := c.r.Wants(c.view())
		if len(wants) != 1 || wants[0].Silence || wants[0].BasedOn < c.State.Seq || wants[0].At > began+c.r.options.Turn*5 {
			t.Fatalf("%+v", wants)
		}
		c.Tell(began, &game.ThoughtCompleted{Kind: kindContemplation, BasedOn: wants[0].BasedOn})
		if wants := c.r.Wants(c.view()); len(wants) > 0 && !wants[0].Silence {
			t.Errorf("it wants to begin again: %+v", wants)
		}
	})
	t.Run("NothingIsRefined", func(t *testing.T) {
		t.Parallel()
		c := den(t)
		c.hunt()
		s, out := c.conclude(`{"players":[]}`, `{"text":"i think it is cy"}`)
		if got := s.Tasks(); !slices.Equal(got, []string{taskFirstOrder, taskFormulate}) || out.Candidate == nil {
			t.Errorf("tasks %v, concluded %+v", got, out)
		}
	})
	t.Run("ThePromptSaysSo", func(t *testing.T) {
		t.Parallel()
		c := den(t)
		if advice := sideTask(c.view())[0].Text; strings.Contains(advice, alliesText) {
			t.Errorf("in the main channel: %s", advice)
		}
		c.hunt()
		if advice := sideTask(c.view())[0].Text; !strings.Contains(advice, alliesText) {
			t.Errorf("among allies: %s", advice)
		}
	})
}

// TestAnEvilPlayerAndATeam: figure 23, and what it leaves open: a team without an evil player.
func TestAnEvilPlayerAndATeam(t *testing.T) {
	t.Parallel()
	for want, team := range map[string][]string{teamTexts[game.Evil]: {"bo", "cy"}, cleanText: {"cy", "dee"}} {
		c := den(t)
		c.propose("cy", team...)
		if advice := sideTask(c.view())[0].Text; !strings.Contains(advice, want) {
			t.Errorf("%v: %s", team, advice)
		}
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

// TestTheOfflinePlayerReadsTheOdds: the posterior reaches its guesses through the prompt.
func TestTheOfflinePlayerReadsTheOdds(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"bo": 72, "cy": startSuspects} {
		p := prompt.Prompt{Task: taskFirstOrder, Sections: []prompt.Section{
			prompt.ListSection(prompt.SectionPlayers, []string{"ann", "bo", "cy"}), prompt.ListSection(sectionOdds, []string{"bo is evil: 72 of 100"}),
		}}
		for _, g := range guessOffline(p.Parsed(), nil).(firstOrderAnswer).Players {
			if g.Name == name && g.Suspicion != want {
				t.Errorf("%+v, want %d", g, want)
			}
		}
	}
}
