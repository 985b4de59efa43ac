package session

import "testing"

// TestReplaces starts from a plan about message 10. The later ones are from Blue.
func TestReplaces(t *testing.T) {
	t.Parallel()
	reply := func(c PlanClass) Plan { return Plan{Kind: Reply, Class: c, BasedOn: 10} }
	typed := func(p Plan) Plan { p.Typing = true; return p }
	rest := func(c PlanClass) Plan { p := reply(c); p.Kind = Rest; return p }
	for name, x := range map[string]struct {
		old     Plan
		class   PlanClass
		basedOn int64
		said    []int64
		speaks  int64 // the seq of a message that addresses the bot
		want    bool
	}{
		"HigherClass":                      {old: reply(ClassReflex), class: ClassCognition, basedOn: 10, want: true},
		"HigherClassOlder":                 {old: reply(ClassReflex), class: ClassCognition, basedOn: 9, want: true},
		"HigherClassWhileTyping":           {old: typed(reply(ClassReflex)), class: ClassCognition, basedOn: 10, want: true},
		"HigherClassTwoLinesLate":          {old: reply(ClassReflex), class: ClassCognition, basedOn: 8, said: []int64{9, 10}, want: true},
		"NotHigherClassThreeLinesLate":     {old: reply(ClassReflex), class: ClassCognition, basedOn: 7, said: []int64{8, 9, 10}},
		"NotHigherClassOnceBotIsAddressed": {old: reply(ClassReflex), class: ClassCognition, basedOn: 9, said: []int64{10}, speaks: 10},
		"NewerInSameClass":                 {old: reply(ClassReflex), class: ClassReflex, basedOn: 11, want: true},
		"NotEquallyOldInSameClass":         {old: reply(ClassReflex), class: ClassReflex, basedOn: 10},
		"NotNewerInSameClassWhileTyping":   {old: typed(reply(ClassReflex)), class: ClassReflex, basedOn: 11},
		"NotRestBySameClass":               {old: rest(ClassReflex), class: ClassReflex, basedOn: 11},
		"NotRestByHigherClass":             {old: rest(ClassReflex), class: ClassCognition, basedOn: 11},
		"NotLowerClass":                    {old: reply(ClassCognition), class: ClassReflex, basedOn: 12, said: []int64{11, 12}},
		"LowerClassOncePlanIsStale":        {old: reply(ClassCognition), class: ClassReflex, basedOn: 13, said: []int64{11, 12, 13}, want: true},
		"LowerClassOnceBotIsAddressed":     {old: reply(ClassCognition), class: ClassReserve, basedOn: 11, said: []int64{11}, speaks: 11, want: true},
		"ReplyOfLowestClassAfterOneLine":   {old: reply(ClassReserve), class: ClassReserve, basedOn: 10, said: []int64{11}, want: true},
		"NotReserveAfterOneLine":           {old: Plan{Kind: Reserve, BasedOn: 10}, class: ClassReserve, basedOn: 10, said: []int64{11}},
		"LowerClassOncePhaseIsOver":        {old: Plan{Kind: Reply, Class: ClassCognition, BasedOn: 10, Passed: true}, class: ClassReserve, basedOn: 10, want: true},
		"LowerClassOnceNamedPlayerIsOut":   {old: Plan{Kind: Reply, Class: ClassCognition, BasedOn: 10, Mentions: []string{"green"}}, class: ClassReserve, basedOn: 10, want: true},
	} {
		s := State{Roster: Roster{Seat: "red", Players: []Player{{ID: "red", Presence: Active}, {ID: "blue", Presence: Active}, {ID: "green", Presence: Left}}}}
		for _, seq := range x.said {
			s.Messages = append(s.Messages, Message{Seq: seq, Kind: FromPlayer, Sender: "blue", Addressed: seq == x.speaks})
		}
		if got := s.replaces(&x.old, x.class, x.basedOn); got != x.want {
			t.Errorf("%s: replaces the plan: %v, want %v", name, got, x.want)
		}
	}
}

// TestNumberOfClass reads a plan as the first servers stored it.
func TestNumberOfClass(t *testing.T) {
	t.Parallel()
	p, err := Decode("plan.created", 1, []byte(`{"class":2}`))
	noError(t, err)
	if got := p.(*PlanCreated).Class; got != ClassCognition {
		t.Errorf("the class is %d, want %d", got, ClassCognition)
	}
	if _, err := Decode("plan.created", 1, []byte(`{"class":3}`)); err == nil {
		t.Error("an unknown class is read")
	}
}
