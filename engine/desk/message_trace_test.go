package desk_test

import (
	"testing"

	"ringer/engine/desk"
	"ringer/engine/game"
)

// traceOf traces a message in a log with invented events.
func traceOf(t *testing.T, message string, make func(b *bench)) desk.Trace {
	t.Helper()
	b := setup(t)
	make(b)
	trace, err := b.Trace(t.Context(), b.id, message)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// thought returns a thought with a candidate. It knew the log up to the seq began.
func thought(kind string, began int64, slot game.CandidateFate, urge float64) game.Event {
	return game.Event{Data: &game.ThoughtCompleted{
		Kind: kind, BasedOn: began, Began: &game.Began{Thought: "tht_" + kind, Seq: began}, Candidate: "text of " + kind, Slot: slot, Urge: &urge,
		Calls: []game.Call{{Task: kind, PromptTokens: 10, Outcome: game.OutcomeOK}},
	}}
}

func planned(id string, kind game.PlanKind) game.Event {
	return game.Event{Data: &game.PlanCreated{Plan: game.Plan{ID: "pln_" + id, Kind: kind, Text: "text of " + id}}}
}

func sentAs(id string) game.Event {
	return game.Event{Key: "p:pln_" + id, Data: &game.MessageSent{MessageID: "msg_" + id, PlanID: "pln_" + id, Sender: "red", Text: "text of " + id}}
}

func TestTrace(t *testing.T) {
	t.Run("SaysWhatWasFoundInTheMessagesThatItRestsOn", func(t *testing.T) {
		trace := traceOf(t, "msg_1", func(b *bench) {
			b.say("where from")
			about := b.last()
			note := func(text string) game.Event {
				return game.Event{Data: &game.MessageAnnotated{Annotated: game.Annotated{
					Seq: about, Annotation: game.Annotation{Receivers: []string{"red"}, Notes: []game.Note{{Label: "appeal", Text: text}}},
				}}}
			}
			b.add(note("answer me"))
			began := b.last()
			b.add(note("found later"))
			b.add(thought("talk", began, game.SlotCreated, 0.75), planned("1", game.Reply), note("found later still"), sentAs("1"))
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
				thought("talk", b.last(), game.SlotCreated, 1), planned("1", game.Reply),
				game.Event{Data: &game.TextRejected{Rule: "repeat", Text: "text of talk", Kind: "talk", PlanID: "pln_1", Rewrite: &game.Draft{Text: "text of talk"}}},
				game.Event{Data: &game.PlanCancelled{PlanID: "pln_1", Reason: game.CancelRejected}},
				thought(game.KindRewrite, b.last(), game.SlotCreated, 1), planned("2", game.Reply), sentAs("2"),
			)
		})
		if len(trace.Candidates) != 2 || len(trace.Plans) != 2 || len(trace.Refusals) != 1 || trace.Refusals[0].Thought != "talk" || len(trace.Calls) != 2 {
			t.Errorf("%+v", trace)
		}
	})
	t.Run("LeavesOutARestThatWasRefused", func(t *testing.T) {
		trace := traceOf(t, "msg_3", func(b *bench) {
			b.say("where from")
			b.add(
				thought("talk", b.last(), game.SlotCreated, 1), planned("1", game.Reply), sentAs("1"), planned("2", game.Rest),
				game.Event{Data: &game.TextRejected{Rule: "repeat", Text: "text of 2", Kind: "talk", PlanID: "pln_2"}},
				game.Event{Data: &game.PlanCancelled{PlanID: "pln_2", Reason: game.CancelRejected}},
				thought("again", b.last(), game.SlotCreated, 1), planned("3", game.Reply), sentAs("3"),
			)
		})
		if len(trace.Candidates) != 1 || len(trace.Plans) != 1 || len(trace.Refusals) != 0 || trace.Cost.Calls != 1 {
			t.Errorf("%+v", trace)
		}
	})
}
