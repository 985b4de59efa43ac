package storetest

import (
	"fmt"

	"ringer/engine/journal"
	"ringer/engine/session"
)

var recordTests = []test{
	{"ComeBackUnchanged", inSession(func(f *fixture, id string) {
		c := call(1, "tht_a_1_200_turn", 1)
		c.Prompt = journal.Prompt{System: "rules\n\x00\u2028", User: "<b>“naïve” & 'quoted' 🎲</b>"}
		c.Answer = "\ufeff<think>\x00</think>{\"text\":\"hé\"}\n"
		c.Call = session.Call{
			Role: "reply", Model: "m", Task: "say", Ask: 1, Reason: session.CallRepair, Rung: "text", PromptBytes: 40, PromptTokens: 10, CachedTokens: 4, AnswerTokens: 2,
			Estimated: true, CostMicros: 1 << 50, Waited: 3, Millis: 900, Outcome: "answer_unreadable",
		}
		f.ok(f.store.Record(f.Context(), id, []journal.RecordedCall{c}))
		f.recorded(id, journal.Place{}, 10, c)
	})},
	{"InOrderOfPlace", inSession(func(f *fixture, id string) {
		all := []journal.RecordedCall{call(1, "tht_b", 1), call(1, "tht_b", 2), call(2, "tht_a", 1), call(2, "tht_a", 2), call(2, "tht_b", 1), call(10, "tht_a", 1)}
		f.ok(f.store.Record(f.Context(), id, all[5:]))
		f.ok(f.store.Record(f.Context(), id, all[2:5]))
		f.ok(f.store.Record(f.Context(), id, all[:2]))
		f.recorded(id, journal.Place{}, 10, all...)
		f.recorded(id, journal.Place{}, 4, all[:4]...)
		for i, c := range all {
			f.recorded(id, c.Place, 10, all[i+1:]...)
		}
		// The calls of one thought.
		f.recorded(id, journal.Place{Seq: 2, Thought: "tht_a"}, 2, all[2:4]...)
	})},
	{"OfManyCalls", inSession(func(f *fixture, id string) {
		var all []journal.RecordedCall
		for n := range 70 {
			all = append(all, call(1, "tht_a", n+1))
		}
		f.ok(f.store.Record(f.Context(), id, all))
		f.recorded(id, journal.Place{}, 100, all...)
	})},
	{"TheFirstCallOfAPlaceStays", inSession(func(f *fixture, id string) {
		first, second := call(1, "tht_a", 1), call(1, "tht_a", 2)
		f.ok(f.store.Record(f.Context(), id, []journal.RecordedCall{first}))
		page := f.recorded(id, journal.Place{}, 10, first)
		again := first
		again.Answer = "something else"
		f.ok(f.store.Record(f.Context(), id, []journal.RecordedCall{again, second}))
		f.recorded(id, journal.Place{}, 10, first, second)
		f.equal(page, []journal.RecordedCall{first})
	})},
	{"OfOneSession", func(f *fixture) {
		f.create(newRow("ses_a"), newRow("ses_b"))
		f.ok(f.store.Record(f.Context(), "ses_a", []journal.RecordedCall{call(1, "tht_a", 1)}))
		f.ok(f.store.Record(f.Context(), "ses_b", []journal.RecordedCall{call(1, "tht_b", 1)}))
		f.recorded("ses_b", journal.Place{}, 10, call(1, "tht_b", 1))
		f.ok(f.store.Delete(f.Context(), "ses_a"))
		f.recorded("ses_b", journal.Place{}, 10, call(1, "tht_b", 1))
	}},
	{"AreNotPartOfTheLog", inSession(func(f *fixture, id string) {
		before := f.row(id)
		f.ok(f.store.Record(f.Context(), id, []journal.RecordedCall{call(1, "tht_a", 1)}))
		f.equal(f.row(id), before)
		f.equal(f.log(id), []session.Event{firstEvent()})
	})},
	// The end stops a thought. Its calls are recorded all the same.
	{"AlsoAfterTheEnd", inSession(func(f *fixture, id string) {
		f.append(end(id, 1))
		f.ok(f.store.Record(f.Context(), id, []journal.RecordedCall{call(1, "tht_a", 1)}))
		f.recorded(id, journal.Place{}, 10, call(1, "tht_a", 1))
	})},
}

// call is a recorded call with a place.
func call(seq int64, thought string, n int) journal.RecordedCall {
	return journal.RecordedCall{
		Place: journal.Place{Seq: seq, Thought: thought, N: n}, At: at(n), Call: session.Call{Role: "reply", Model: "m", Outcome: "ok"},
		Prompt: journal.Prompt{System: "rules", User: "task"}, Answer: fmt.Sprint("answer ", n),
	}
}

// recorded returns calls after a place, and checks them.
func (f *fixture) recorded(id string, after journal.Place, limit int, want ...journal.RecordedCall) []journal.RecordedCall {
	f.Helper()
	got := must(f.store.RecordedCalls(f.Context(), id, after, limit))(f)
	f.equal(append([]journal.RecordedCall{}, got...), append([]journal.RecordedCall{}, want...))
	return got
}
