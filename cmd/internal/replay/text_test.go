package replay

import (
	"testing"

	"ringer/cmd/internal/client"
	"ringer/engine/game"
)

// TestTexts counts the texts of a log, and those that were not sent.
func TestTexts(t *testing.T) {
	t.Parallel()
	thought := func(text string, fate game.CandidateFate) game.Payload {
		return &game.ThoughtCompleted{Candidate: text, Slot: fate}
	}
	created := func(id string) game.Payload { return &game.PlanCreated{Plan: game.Plan{ID: id, Kind: game.Reply}} }
	revised := func(id string) game.Payload { return &game.PlanRevised{Plan: game.Plan{ID: id, Kind: game.Reply}} }
	sent := func(id string) game.Payload { return &game.MessageSent{PlanID: id} }
	rest := &game.PlanCreated{Plan: game.Plan{ID: "rest", Kind: game.Rest}}
	for name, x := range map[string]struct {
		events []game.Payload
		want   texts
	}{
		"a text that is sent":     {[]game.Payload{thought("Hi!", game.SlotCreated), created("1"), sent("1")}, texts{1, 0}},
		"in two parts":            {[]game.Payload{thought("hi", game.SlotCreated), created("1"), sent("1"), rest, sent("rest")}, texts{1, 0}},
		"one that is revised":     {[]game.Payload{thought("hi", game.SlotCreated), created("1"), thought("yo", game.SlotRevised), revised("2"), sent("2")}, texts{2, 1}},
		"one that is kept":        {[]game.Payload{thought("hi", game.SlotCreated), created("1"), thought("yo", game.SlotKept), sent("1")}, texts{2, 1}},
		"the same again":          {[]game.Payload{thought("hi", game.SlotCreated), created("1"), thought("hi.", game.SlotRevised), revised("2"), sent("2")}, texts{1, 0}},
		"again after it was sent": {[]game.Payload{thought("hi", game.SlotCreated), created("1"), sent("1"), thought("hi", game.SlotRejected)}, texts{2, 1}},
		"one that is cancelled":   {[]game.Payload{thought("hi", game.SlotCreated), created("1"), &game.PlanCancelled{PlanID: "1"}}, texts{1, 1}},
		"one that still waits":    {[]game.Payload{thought("hi", game.SlotCreated), created("1")}, texts{1, 0}},
		"thoughts without text":   {[]game.Payload{thought("", game.SlotNone), thought("", game.SlotNone)}, texts{}},
	} {
		var events []client.Event
		for _, p := range x.events {
			events = append(events, client.Event{Event: game.Event{Data: p}})
		}
		if got := textsOf(events); got != x.want {
			t.Errorf("%s: %+v, want %+v", name, got, x.want)
		}
	}
}
