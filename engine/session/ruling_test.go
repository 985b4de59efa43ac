package session

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestRuling(t *testing.T) {
	t.Parallel()
	team := []string{"blue", "green"}
	for name, x := range map[string]struct {
		ruling *Ruling
		want   string
	}{
		"OKTeam":              {&Ruling{Step: StepTeam, By: "red", Players: team}, ""},
		"OKApproval":          {&Ruling{Step: StepApproval, Players: team, Answers: map[string]string{"red": Yes, "blue": No}}, ""},
		"OKQuest":             {&Ruling{Step: StepQuest, Players: team, Fails: 2}, ""},
		"OKAssassination":     {&Ruling{Step: StepAssassination, By: "red", Players: []string{"blue"}, Passed: true}, ""},
		"ErrNone":             {nil, "/ruling"},
		"ErrStep":             {&Ruling{Step: "night", Players: team}, "/ruling/step"},
		"ErrNobody":           {&Ruling{Step: StepQuest}, "/ruling/players"},
		"ErrUnknownPlayer":    {&Ruling{Step: StepQuest, Players: []string{"nobody"}}, "/ruling/players/0"},
		"ErrNoLeader":         {&Ruling{Step: StepTeam, Players: team}, "/ruling/by"},
		"ErrUnknownLeader":    {&Ruling{Step: StepTeam, By: "nobody", Players: team}, "/ruling/by/0"},
		"ErrAnswerOfNobody":   {&Ruling{Step: StepApproval, Players: team, Answers: map[string]string{"nobody": Yes}}, "/ruling/answers/nobody/0"},
		"ErrAnswer":           {&Ruling{Step: StepApproval, Players: team, Answers: map[string]string{"red": "perhaps"}}, "/ruling/answers/red"},
		"ErrAnswersOfAQuest":  {&Ruling{Step: StepQuest, Players: team, Answers: map[string]string{"red": Yes}}, "/ruling/answers"},
		"ErrFailsOfATeam":     {&Ruling{Step: StepTeam, By: "red", Players: team, Fails: 1}, "/ruling/fails"},
		"ErrMoreFailsThanAll": {&Ruling{Step: StepQuest, Players: team, Fails: 3}, "/ruling/fails"},
	} {
		o := Observation{Kind: RulingMade, Ruling: x.ruling}
		errs, _ := errors.AsType[Errors](o.Validate(table()))
		got := ""
		for _, e := range errs {
			got += e.Pointer
		}
		if got != x.want {
			t.Errorf("%s: %v, want %q", name, errs, x.want)
		}
	}
	t.Run("ErrKind", func(t *testing.T) {
		o := Observation{Kind: BotMuted, Ruling: &Ruling{Step: StepQuest, Players: team}}
		if o.Validate(table()) == nil {
			t.Error("a ruling is taken with another kind")
		}
	})
	t.Run("TheStateKeepsTheLast", func(t *testing.T) {
		s := NewState("s")
		for i := range MaxRulings + 3 {
			ruled := &ObservationReceived{Observation: Observation{Kind: RulingMade, Ruling: &Ruling{Step: StepQuest, Players: team, Fails: i}}}
			s.Apply(Event{Seq: int64(i + 1), At: opened.Add(time.Duration(i)), Data: ruled})
		}
		if v := s.View(s.Now); len(v.Rulings) != MaxRulings || v.Rulings[0].Fails != 3 {
			t.Errorf("%d rulings, the first %+v", len(v.Rulings), v.Rulings[0])
		}
	})
}

func questVote(role string, q VoteRequest, rulings ...Ruling) (*State, *Vote) {
	s, _ := asking(q, 1)
	s.Config.Game.Rules, s.Config.Bot.Role, s.Rulings = "avalon", role, rulings
	q.ID, q.Within = "v1", 1000
	v := s.NewVote(q, 7, opened)
	return s, &v
}

func TestQuestVotes(t *testing.T) {
	t.Parallel()
	suspects := Brief{Suspicion: map[string]float64{"blue": 3, "green": -2, "grey": 0.5}}
	quest := VoteRequest{Kind: ChooseOne, Step: StepQuest, Options: []Option{{ID: QuestSuccess}, {ID: QuestFail, Side: Evil}}}
	t.Run("AGoodPlayerCannotFailAQuest", func(t *testing.T) {
		for role, want := range map[string]string{"servant": "[success]", "Merlin": "[success]", "morgana": "[success fail]", "": "[success fail]"} {
			s, v := questVote(role, quest)
			if got := fmt.Sprint(s.Choices(v)); got != want {
				t.Errorf("%s may choose %s", role, got)
			}
		}
	})
	t.Run("AGoodLeaderTakesWhomItSuspectsLeast", func(t *testing.T) {
		s, v := questVote("servant", VoteRequest{Kind: ChooseMany, Step: StepTeam, K: 2, AllowSelf: true})
		if got := fmt.Sprint(s.verdict(v, suspects).answer.Options); v.About != Other || got != "[red green]" {
			t.Errorf("it takes %s in a vote about %s", got, v.About)
		}
	})
	t.Run("AGoodPlayerRefusesASuspiciousTeam", func(t *testing.T) {
		for want, team := range map[string][]string{Yes: {"red", "green"}, No: {"red", "blue"}} {
			s, v := questVote("servant", VoteRequest{Kind: YesNo, Step: StepApproval}, Ruling{Step: StepTeam, By: "red", Players: team})
			if got := s.verdict(v, suspects); got.answer.Option != want || got.by != ByMind {
				t.Errorf("%v: %+v", team, got)
			}
		}
	})
	t.Run("SuspicionDecidesNothingForTheEvil", func(t *testing.T) {
		s, v := questVote("assassin", VoteRequest{Kind: ChooseMany, Step: StepTeam, K: 2})
		if got := s.verdict(v, suspects); got.by != ByFallback {
			t.Errorf("%+v", got)
		}
	})
	t.Run("ALeaningGoesBeforeSuspicion", func(t *testing.T) {
		s, v := questVote("servant", VoteRequest{Kind: ChooseOne, About: Suspicion})
		b := suspects
		b.Leanings = map[string]Leaning{"v1": {Options: map[string]float64{"grey": 5}}}
		if got := s.verdict(v, b); got.answer.Option != "grey" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("ALeaningAboutLabels", func(t *testing.T) {
		s, v := questVote("servant", VoteRequest{Kind: LabelEach, Labels: []Label{{ID: "merlin"}, {ID: "servant"}, {ID: "morgana"}}})
		b := Brief{Leanings: map[string]Leaning{"v1": {Labels: map[string]map[string]float64{"blue": {"merlin": 0.1, "servant": 0.2, "morgana": 0.7}}}}}
		v.Judgement = &Judgement{Chances: Chances{LabelProbabilities: map[string]map[string]float64{"blue": {"merlin": 0.6, "servant": 0.3, "morgana": 0.1}}}}
		got := s.verdict(v, b)
		// The weights are the square roots of 0.06, 0.06 and 0.07.
		if got.answer.Labels["blue"] != "morgana" || got.LabelProbabilities["blue"]["morgana"] != 0.3507 {
			t.Errorf("%+v", got)
		}
	})
}
