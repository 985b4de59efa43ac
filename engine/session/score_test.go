package session

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
)

type judging struct {
	scripted
	lead    float64
	loyalTo string
	mind    map[string]float64
}

func (j judging) Lead() float64        { return j.lead }
func (j judging) Supports(View) string { return j.loyalTo }
func (j judging) Suspects() bool       { return true }
func (j judging) Brief(View) Brief     { return Brief{Suspicion: j.mind} }

// scoredBy opens a session whose other players have these sums.
func scoredBy(t *testing.T, c Config, blue, green float64) *State {
	t.Helper()
	s := newScenario(t)
	s.state.Config.Suspicion, s.state.Config.Bot.Allies, s.state.Config.Game.Rules = On, c.Bot.Allies, c.Game.Rules
	s.store(&MessageReceived{Post: Post{Sender: "blue", Text: "hi", Kind: FromPlayer}})
	s.store(&MessageReceived{Post: Post{Sender: "green", Text: "yo", Kind: FromPlayer}})
	s.store(&MessagesScored{Weights: "test", BasedOn: s.state.Seq, Scores: []MessageScore{{Seq: s.state.Seq - 1, Player: "blue", LogOdds: blue}, {Seq: s.state.Seq, Player: "green", LogOdds: green}}})
	return s.state
}

// TestPooledSuspicion combines what the mind believes with the scores.
func TestPooledSuspicion(t *testing.T) {
	t.Parallel()
	turing := Config{Game: Setting{Rules: "turing"}}
	pool := func(s *State, mind map[string]float64) map[string]float64 {
		return BriefOf(judging{mind: mind}, s.View(s.Now)).Suspicion
	}
	t.Run("TheScoresAlone", func(t *testing.T) {
		s := scoredBy(t, turing, 8, -4)
		if lines := BriefOf(judging{}, s.View(s.Now)).Lines; len(lines) != 2 || lines[0] != `By the classifier, "Blue" is a machine with a probability of 83 % (log-odds of all lines: 8.00, of which a fifth counts).` {
			t.Errorf("%q", lines)
		}
		got := pool(s, nil)
		if fmt.Sprint(got) != fmt.Sprint(map[string]float64{"blue": 8 * calibration, "green": -4 * calibration}) {
			t.Errorf("%v", got)
		}
	})
	t.Run("BothAreAveraged", func(t *testing.T) {
		got := pool(scoredBy(t, turing, 8, 0), map[string]float64{"blue": 1, "green": -2})
		if got["blue"] != (1+8*calibration)/2 || got["green"] != -2 {
			t.Errorf("%v", got)
		}
	})
	t.Run("NoSumDrownsTheMind", func(t *testing.T) {
		if got := pool(scoredBy(t, turing, 1e9, 0), map[string]float64{"blue": -2}); got["blue"] != (maxSuspicion-2)/2 {
			t.Errorf("%v", got)
		}
	})
	t.Run("AlliesAreNotSuspected", func(t *testing.T) {
		c := turing
		c.Bot.Allies = []string{"blue"}
		if got := pool(scoredBy(t, c, 8, -4), nil); len(got) != 1 || got["green"] != -4*calibration {
			t.Errorf("%v", got)
		}
	})
	t.Run("HiddenRolesAreNoMachines", func(t *testing.T) {
		s := scoredBy(t, Config{Game: Setting{Rules: "mafia"}}, 8, -4)
		if got := pool(s, map[string]float64{"green": 1}); fmt.Sprint(got) != "map[green:1]" || s.Scores.Players["blue"].Sum != 8 {
			t.Errorf("%v of %+v", got, s.Scores)
		}
	})
	t.Run("Probability", func(t *testing.T) {
		if p := (PlayerScore{}).Probability(); p != 0.5 {
			t.Errorf("without a line %v", p)
		}
		if p := (PlayerScore{Sum: math.MaxFloat64}).Probability(); p != 1 {
			t.Errorf("at the most %v", p)
		}
	})
}

// TestAccusedByScores names whom the bot accuses (equations 3 and 4).
func TestAccusedByScores(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name        string
		blue, green float64
		strategy    Strategy
		named, want string
	}{
		{"TheHigherSum", 6, -4.5, scripted{}, "green", "blue"},
		{"ALeadOfT", 6, -4, scripted{}, "green", ""},
		{"TheOther", -6, 5, scripted{}, "", "green"},
		{"ThresholdOfTheStrategy", 2, -1.5, judging{lead: 3}, "", "blue"},
		{"ASupportedPlayer", 20, 0, judging{lead: 3, loyalTo: "blue"}, "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := scoredBy(t, Config{Game: Setting{Rules: "turing"}}, x.blue, x.green)
			d := &decider{s: s, strategy: x.strategy, now: s.Now}
			if got := d.accused(s.View(s.Now), x.named); got != x.want {
				t.Errorf("accuses %q, want %q", got, x.want)
			}
			s.Config.Suspicion = Off
			if got := d.accused(s.View(s.Now), x.named); got != x.named {
				t.Errorf("without the classifier it accuses %q, want %q", got, x.named)
			}
		})
	}
}

// TestScoresAreFinite drops scores that are not numbers, and scores of lines that have one.
func TestScoresAreFinite(t *testing.T) {
	t.Parallel()
	s := scoredBy(t, Config{Game: Setting{Rules: "turing"}}, 1, 2)
	last := s.Seq
	d := Decide(s, scripted{}, []Thought{{Want: Want{Kind: KindSuspicion}, Finding: Scored{Weights: "test", Scores: []MessageScore{
		{Seq: last + 1, Player: "blue", LogOdds: math.NaN()}, {Seq: last + 1, Player: "green", LogOdds: math.Inf(1)},
		{Seq: s.Scores.UpTo, Player: "blue", LogOdds: 3}, {Seq: last + 2, Player: "blue", LogOdds: 0.00004},
	}}}}, s.Now)
	stored, _ := json.Marshal(d.Acts)
	if p, ok := d.Acts[0].(*MessagesScored); !ok || len(p.Scores) != 1 || p.Scores[0] != (MessageScore{Seq: last + 2, Player: "blue"}) {
		t.Errorf("%s", stored)
	}
}
