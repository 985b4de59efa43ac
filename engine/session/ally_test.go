package session

import (
	"errors"
	"slices"
	"testing"
)

// allied returns a state with a vote about blue, green and grey, in which blue is an ally.
func allied(q VoteRequest, allies ...string) (*State, *Vote) {
	s, _ := asking(q, 1)
	s.Config.Bot.Allies = allies
	q.ID, q.Within = "v1", 1000
	v := s.NewVote(q, 7, opened)
	return s, &v
}

func TestAnAllyIsNotChosenAsASuspect(t *testing.T) {
	t.Parallel()
	t.Run("OK", func(t *testing.T) {
		s, v := allied(VoteRequest{Kind: ChooseOne, Fallback: &Answer{Option: "blue"}}, "blue")
		if v.Standing.Option == "blue" {
			t.Errorf("the standing answer is %+v", v.Standing)
		}
		v.Judgement = judgement(map[string]float64{"blue": 0.98, "green": 0.02})
		if got := s.verdict(v, Brief{Suspicion: map[string]float64{"blue": 9}}); got.answer.Option != "green" || got.Probabilities["blue"] != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("IsNoChoiceForAThought", func(t *testing.T) {
		s, v := allied(VoteRequest{Kind: ChooseOne}, "blue", "green")
		if got := s.Choices(v); !slices.Equal(got, []string{"grey"}) || s.hasChoice(v) {
			t.Errorf("the choices are %v", got)
		}
	})
	t.Run("UnlessNobodyElseIsLeft", func(t *testing.T) {
		s, v := allied(VoteRequest{Kind: ChooseOne}, "blue", "green", "grey")
		if got := s.verdict(v, Brief{}); got.answer.Option == "" || got.by != ByFallback {
			t.Errorf("%+v", got)
		}
		s, v = allied(VoteRequest{Kind: ChooseOne, AllowAbstain: true}, "blue", "green", "grey")
		if got := s.verdict(v, Brief{}); !got.answer.Abstain {
			t.Errorf("with an abstention allowed: %+v", got)
		}
	})
	t.Run("ComesLastWhereTheVoteNeedsMoreThanTheOthers", func(t *testing.T) {
		two := 2.0
		for _, ally := range []string{"blue", "green", "grey"} {
			var others []string
			for _, id := range []string{"blue", "green", "grey"} {
				if id != ally {
					others = append(others, id)
				}
			}
			s, v := allied(VoteRequest{Kind: ChooseMany, Min: &two, Max: &two}, others[0], ally)
			if !slices.Contains(v.Standing.Options, others[1]) {
				t.Errorf("the standing answer %+v lacks %s", v.Standing, others[1])
			}
			v.Judgement = judgement(map[string]float64{ally: 0.9, others[0]: 0.9, others[1]: 0.1})
			if got := s.verdict(v, Brief{}); !slices.Contains(got.answer.Options, others[1]) {
				t.Errorf("%+v lacks %s", got.answer, others[1])
			}
		}
	})
	t.Run("IsLabelledAsTrusted", func(t *testing.T) {
		s, v := allied(VoteRequest{Kind: LabelEach, Labels: []Label{{ID: "human", About: Trust}, {ID: "ai", About: Suspicion}}}, "blue")
		v.Judgement = &Judgement{Chances: Chances{LabelProbabilities: map[string]map[string]float64{"blue": {"ai": 0.9}, "green": {"ai": 0.9}}}}
		if got := s.verdict(v, Brief{}).answer.Labels; got["blue"] != "human" || got["green"] != "ai" {
			t.Errorf("%v", got)
		}
	})
	t.Run("MayBeChosenInAVoteOfTrust", func(t *testing.T) {
		s, v := allied(VoteRequest{Kind: ChooseOne, About: Trust}, "blue")
		v.Judgement = judgement(map[string]float64{"blue": 0.9, "green": 0.1})
		if got := s.verdict(v, Brief{}); got.answer.Option != "blue" {
			t.Errorf("%+v", got)
		}
	})
}

func TestTheBotDoesNotAccuseAnAlly(t *testing.T) {
	t.Parallel()
	s, _ := allied(VoteRequest{Kind: ChooseOne}, "blue")
	s.Config.Accuse, s.Config.Timing = AccuseAuto, TimingInstant
	if s.mayAccuse("blue", 0) || !s.mayAccuse("green", 0) {
		t.Errorf("blue: %v, green: %v", s.mayAccuse("blue", 0), s.mayAccuse("green", 0))
	}
}

type suspicious struct{ Strategy }

func (suspicious) Brief(View) Brief {
	return Brief{Suspicion: map[string]float64{"blue": 3, "green": 2}}
}

func TestABriefSuspectsNoAlly(t *testing.T) {
	t.Parallel()
	v := View{Config: Config{Bot: Bot{Allies: []string{"blue"}}}}
	if got := BriefOf(suspicious{}, v).Suspicion; len(got) != 1 || got["green"] != 2 {
		t.Errorf("%v", got)
	}
}

func TestAllies(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		allies  []string
		code    Code
		pointer string
	}{
		"OK":               {allies: []string{"blue", "grey"}},
		"ErrUnknownPlayer": {[]string{"blue", "nobody"}, CodeUnknownPlayer, "/bot/allies/1"},
		"ErrItself":        {[]string{"red"}, CodeInvalidValue, "/bot/allies/0"},
		"ErrTooMany":       {make([]string, MaxPlayers+1), CodeTooMany, "/bot/allies"},
	} {
		config := Config{Bot: Bot{Seat: "red", Allies: c.allies}, Game: Setting{Players: table().Players}}
		errs, _ := errors.AsType[Errors](config.Complete())
		if c.code == "" && len(errs) > 0 || c.code != "" && (len(errs) != 1 || errs[0].Code != c.code || errs[0].Pointer != c.pointer) {
			t.Errorf("%s: %+v", name, errs)
		}
	}
	t.Run("ErrInAGameThatRingerRuns", func(t *testing.T) {
		config := GameConfig{Host: HostRinger, Game: Setting{Rules: "mafia", Players: table().Players}, Bots: []GameBot{{Bot: Bot{Seat: "red", Allies: []string{"blue"}}}}}
		errs, _ := errors.AsType[Errors](config.Complete())
		if len(errs) != 1 || errs[0].Code != CodeHosted || errs[0].Pointer != "/bots/0/allies" {
			t.Errorf("%+v", errs)
		}
	})
}
