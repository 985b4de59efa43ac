package desk_test

import (
	"testing"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func traceOf(t *testing.T, message string, make func(b *bench)) desk.Trace {
	t.Helper()
	b := setup(t)
	make(b)
	return sessiontest.Must(b.Trace(t.Context(), b.id, message))(t)
}

// thought returns a thought with a candidate. It knew the log up to the seq began.
func thought(kind string, began int64, slot session.CandidateFate, urge float64) session.Event {
	return session.Event{Data: &session.ThoughtCompleted{
		Kind: kind, BasedOn: began, Began: &session.Began{Thought: "tht_" + kind, Seq: began}, Candidate: "text of " + kind, Slot: slot, Urge: &urge,
		Calls: []session.Call{{Task: kind, PromptTokens: 10, Outcome: session.OutcomeOK}},
	}}
}

func planned(id string, kind session.PlanKind) session.Event {
	return session.Event{Data: &session.PlanCreated{Plan: session.Plan{ID: "pln_" + id, Kind: kind, Text: "text of " + id}}}
}

func sentAs(id string) session.Event {
	return session.Event{Key: "p:pln_" + id, Data: &session.MessageSent{MessageID: "msg_" + id, PlanID: "pln_" + id, Sender: "red", Text: "text of " + id}}
}

func TestTrace(t *testing.T) {
	t.Run("SaysWhatWasFoundInTheMessagesThatItRestsOn", func(t *testing.T) {
		trace := traceOf(t, "msg_1", func(b *bench) {
			b.say("where from")
			about := b.last()
			note := func(text string) session.Event {
				return session.Event{Data: &session.MessageAnnotated{Annotated: session.Annotated{
					Seq: about, Annotation: session.Annotation{Receivers: []string{"red"}, Notes: []session.Note{{Label: "appeal", Text: text}}},
				}}}
			}
			b.add(note("answer me"))
			began := b.last()
			b.add(note("found later"))
			b.add(thought("talk", began, session.SlotCreated, 0.75), planned("1", session.Reply), note("found later still"), sentAs("1"))
		})
		if n := len(trace.Saw.Messages); n != 1 || trace.Saw.Messages[0].Annotation == nil || trace.Saw.Messages[0].Annotation.Notes[0].Text != "answer me" {
			t.Errorf("saw %+v", trace.Saw)
		}
		if c := trace.Candidates; len(c) != 1 || c[0].Urge == nil || *c[0].Urge != 0.75 {
			t.Errorf("candidates %+v", c)
		}
	})
	t.Run("HoldsTheTextThatWasRefusedAndTheOneInItsPlace", func(t *testing.T) {
		trace := traceOf(t, "msg_2", func(b *bench) {
			b.say("where from")
			b.add(
				thought("talk", b.last(), session.SlotCreated, 1), planned("1", session.Reply),
				session.Event{Data: &session.TextRejected{Rule: "repeat", Text: "text of talk", Kind: "talk", PlanID: "pln_1", Rewrite: &session.Draft{Text: "text of talk"}}},
				session.Event{Data: &session.PlanCancelled{PlanID: "pln_1", Reason: session.CancelRejected}},
				thought(session.KindRewrite, b.last(), session.SlotCreated, 1), planned("2", session.Reply), sentAs("2"),
			)
		})
		if len(trace.Candidates) != 2 || len(trace.Plans) != 2 || len(trace.Refusals) != 1 || trace.Refusals[0].Thought != "talk" || len(trace.Calls) != 2 {
			t.Errorf("%+v", trace)
		}
	})
	for id, calls := range map[string]int{"msg_1": 2, "msg_2": 2, "msg_3": 2} {
		t.Run("ShowsTheSameCostForBothPartsOf/"+id, func(t *testing.T) {
			trace := traceOf(t, id, func(b *bench) {
				b.say("where from")
				waits, first, between, last := thought("waits", b.last(), "", 0), thought("talk", b.last(), session.SlotCreated, 1), thought("between", b.last(), "", 0), thought("again", b.last(), session.SlotCreated, 1)
				for _, e := range []session.Event{waits, between} {
					e.Data.(*session.ThoughtCompleted).Candidate = ""
				}
				rest := sentAs("2")
				rest.Data.(*session.MessageSent).Follows = "msg_1"
				b.add(waits, first, planned("1", session.Reply), sentAs("1"), planned("2", session.Rest), between, rest, last, planned("3", session.Reply), sentAs("3"))
			})
			if trace.Cost.Calls != calls {
				t.Errorf("%d calls, want %d", trace.Cost.Calls, calls)
			}
		})
	}
	t.Run("LeavesOutARestThatWasRefused", func(t *testing.T) {
		trace := traceOf(t, "msg_3", func(b *bench) {
			b.say("where from")
			b.add(
				thought("talk", b.last(), session.SlotCreated, 1), planned("1", session.Reply), sentAs("1"), planned("2", session.Rest),
				session.Event{Data: &session.TextRejected{Rule: "repeat", Text: "text of 2", Kind: "talk", PlanID: "pln_2"}},
				session.Event{Data: &session.PlanCancelled{PlanID: "pln_2", Reason: session.CancelRejected}},
				thought("again", b.last(), session.SlotCreated, 1), planned("3", session.Reply), sentAs("3"),
			)
		})
		if len(trace.Candidates) != 1 || len(trace.Plans) != 1 || len(trace.Refusals) != 0 || trace.Cost.Calls != 1 {
			t.Errorf("%+v", trace)
		}
	})
}
