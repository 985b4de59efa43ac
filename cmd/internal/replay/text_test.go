package replay

import (
	"testing"

	"ringer/engine/recording"
	"ringer/engine/session"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	thought := func(text string, fate session.CandidateFate) session.Payload {
		return &session.ThoughtCompleted{Candidate: text, Slot: fate}
	}
	created := func(id string) session.Payload {
		return &session.PlanCreated{Plan: session.Plan{ID: id, Kind: session.Reply}}
	}
	revised := func(id string) session.Payload {
		return &session.PlanRevised{Plan: session.Plan{ID: id, Kind: session.Reply}}
	}
	sent := func(id string) session.Payload { return &session.MessageSent{PlanID: id} }
	rest := &session.PlanCreated{Plan: session.Plan{ID: "rest", Kind: session.Rest}}
	for name, x := range map[string]struct {
		events []session.Payload
		want   texts
	}{
		"a text that is sent":     {[]session.Payload{thought("Hi!", session.SlotCreated), created("1"), sent("1")}, texts{1, 0}},
		"in two parts":            {[]session.Payload{thought("hi", session.SlotCreated), created("1"), sent("1"), rest, sent("rest")}, texts{1, 0}},
		"one that is revised":     {[]session.Payload{thought("hi", session.SlotCreated), created("1"), thought("yo", session.SlotRevised), revised("2"), sent("2")}, texts{2, 1}},
		"one that is kept":        {[]session.Payload{thought("hi", session.SlotCreated), created("1"), thought("yo", session.SlotKept), sent("1")}, texts{2, 1}},
		"the same again":          {[]session.Payload{thought("hi", session.SlotCreated), created("1"), thought("hi.", session.SlotRevised), revised("2"), sent("2")}, texts{1, 0}},
		"again after it was sent": {[]session.Payload{thought("hi", session.SlotCreated), created("1"), sent("1"), thought("hi", session.SlotRejected)}, texts{2, 1}},
		"one that is cancelled":   {[]session.Payload{thought("hi", session.SlotCreated), created("1"), &session.PlanCancelled{PlanID: "1"}}, texts{1, 1}},
		"one that still waits":    {[]session.Payload{thought("hi", session.SlotCreated), created("1")}, texts{1, 0}},
		"thoughts without text":   {[]session.Payload{thought("", session.SlotNone), thought("", session.SlotNone)}, texts{}},
	} {
		var events []recording.Event
		for _, p := range x.events {
			events = append(events, recording.Event{Event: session.Event{Data: p}})
		}
		if got := textsOf(events); got != x.want {
			t.Errorf("%s: %+v, want %+v", name, got, x.want)
		}
	}
}
