package game

import "testing"

// TestWhatTakesThePlaceOfAPlan: the plan is about message 10; those that follow are of Blue, 13 is the third.
func TestWhatTakesThePlaceOfAPlan(t *testing.T) {
	t.Parallel()
	reply := func(c PlanClass) Plan { return Plan{Kind: Reply, Class: c, BasedOn: 10} }
	typed := func(p Plan) Plan { p.Typing = true; return p }
	rest := func(c PlanClass) Plan { p := reply(c); p.Kind = Rest; return p }
	for name, x := range map[string]struct {
		old     Plan
		class   PlanClass
		basedOn int64
		said    []int64
		speaks  int64 // that message speaks to the bot
		want    bool
	}{
		"OfAHigherClass":                      {old: reply(ClassReflex), class: ClassCognition, basedOn: 10, want: true},
		"OfAHigherClassOlder":                 {old: reply(ClassReflex), class: ClassCognition, basedOn: 9, want: true},
		"OfAHigherClassWhileTyping":           {old: typed(reply(ClassReflex)), class: ClassCognition, basedOn: 10, want: true},
		"OfAHigherClassTwoLinesLate":          {old: reply(ClassReflex), class: ClassCognition, basedOn: 8, said: []int64{9, 10}, want: true},
		"NotThreeLinesLate":                   {old: reply(ClassReflex), class: ClassCognition, basedOn: 7, said: []int64{8, 9, 10}},
		"NotOneThatIsSpokenToSince":           {old: reply(ClassReflex), class: ClassCognition, basedOn: 9, said: []int64{10}, speaks: 10},
		"NewerInItsClass":                     {old: reply(ClassReflex), class: ClassReflex, basedOn: 11, want: true},
		"NotAsOldInItsClass":                  {old: reply(ClassReflex), class: ClassReflex, basedOn: 10},
		"NotNewerInItsClassWhileTyping":       {old: typed(reply(ClassReflex)), class: ClassReflex, basedOn: 11},
		"NotTheRestOfASentenceByItsClass":     {old: rest(ClassReflex), class: ClassReflex, basedOn: 11},
		"NotTheRestOfASentenceByAHigherClass": {old: rest(ClassReflex), class: ClassCognition, basedOn: 11},
		"NotOfALowerClass":                    {old: reply(ClassCognition), class: ClassReflex, basedOn: 12, said: []int64{11, 12}},
		"OfALowerClassOnceThatIsStale":        {old: reply(ClassCognition), class: ClassReflex, basedOn: 13, said: []int64{11, 12, 13}, want: true},
		"OfALowerClassOnceThatIsSpokenTo":     {old: reply(ClassCognition), class: ClassReserve, basedOn: 11, said: []int64{11}, speaks: 11, want: true},
		"AReplyFromALullAfterASingleLine":     {old: reply(ClassReserve), class: ClassReserve, basedOn: 10, said: []int64{11}, want: true},
		"AReserveNotAfterASingleLine":         {old: Plan{Kind: Reserve, BasedOn: 10}, class: ClassReserve, basedOn: 10, said: []int64{11}},
		"OfALowerClassOnceItsPhaseIsOver":     {old: Plan{Kind: Reply, Class: ClassCognition, BasedOn: 10, Passed: true}, class: ClassReserve, basedOn: 10, want: true},
		"OfALowerClassOnceWhomItNamesIsOut":   {old: Plan{Kind: Reply, Class: ClassCognition, BasedOn: 10, Mentions: []string{"green"}}, class: ClassReserve, basedOn: 10, want: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := State{Roster: Roster{Seat: "red", Players: []Player{{ID: "red", Presence: Active}, {ID: "blue", Presence: Active}, {ID: "green", Presence: Left}}}}
			for _, seq := range x.said {
				s.Messages = append(s.Messages, Message{Seq: seq, Kind: FromPlayer, Sender: "blue", Addressed: seq == x.speaks})
			}
			if got := s.replaces(&x.old, x.class, x.basedOn); got != x.want {
				t.Errorf("it takes the place: %v, want %v", got, x.want)
			}
		})
	}
}
