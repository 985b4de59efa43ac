package storetest

import (
	"fmt"

	"ringer/engine"
	"ringer/engine/game"
)

var recordTests = []test{
	{"ComeBackUnchanged", func(f *fixture) {
		id := f.open()
		c := call(1, "tht_a_1_200_turn", 1)
		c.Prompt = engine.Prompt{System: "rules\n\x00\u2028", User: "<b>“naïve” & 'quoted' 🎲</b>"}
		c.Answer = "\ufeff<think>\x00</think>{\"text\":\"hé\"}\n"
		c.Call = game.Call{
			Role: "reply", Model: "m", Task: "say", Ask: 1, Reason: game.CallRepair, Rung: "text", PromptBytes: 40, PromptTokens: 10, CachedTokens: 4, AnswerTokens: 2,
			Estimated: true, CostMicros: 1 << 50, Waited: 3, Millis: 900, Outcome: "answer_unreadable",
		}
		f.ok(f.store.Record(f.Context(), id, []engine.Recorded{c}))
		f.recorded(id, engine.Place{}, 10, c)
	}},
	{"InOrderOfPlace", func(f *fixture) {
		id := f.open()
		all := []engine.Recorded{call(1, "tht_b", 1), call(1, "tht_b", 2), call(2, "tht_a", 1), call(2, "tht_a", 2), call(2, "tht_b", 1), call(10, "tht_a", 1)}
		f.ok(f.store.Record(f.Context(), id, all[5:]))
		f.ok(f.store.Record(f.Context(), id, all[2:5]))
		f.ok(f.store.Record(f.Context(), id, all[:2]))
		f.recorded(id, engine.Place{}, 10, all...)
		f.recorded(id, engine.Place{}, 4, all[:4]...)
		for i, c := range all {
			f.recorded(id, c.Place, 10, all[i+1:]...)
		}
		// The calls of one thought.
		f.recorded(id, engine.Place{Seq: 2, Thought: "tht_a"}, 2, all[2:4]...)
	}},
	{"OfManyCalls", func(f *fixture) {
		id := f.open()
		var all []engine.Recorded
		for n := range 70 {
			all = append(all, call(1, "tht_a", n+1))
		}
		f.ok(f.store.Record(f.Context(), id, all))
		f.recorded(id, engine.Place{}, 100, all...)
	}},
	{"TheFirstCallOfAPlaceStays", func(f *fixture) {
		id := f.open()
		first, second := call(1, "tht_a", 1), call(1, "tht_a", 2)
		f.ok(f.store.Record(f.Context(), id, []engine.Recorded{first}))
		page := f.recorded(id, engine.Place{}, 10, first)
		again := first
		again.Answer = "something else"
		f.ok(f.store.Record(f.Context(), id, []engine.Recorded{again, second}))
		f.recorded(id, engine.Place{}, 10, first, second)
		f.equal(page, []engine.Recorded{first})
	}},
	{"OfOneSession", func(f *fixture) {
		f.create(created("ses_a"), created("ses_b"))
		f.ok(f.store.Record(f.Context(), "ses_a", []engine.Recorded{call(1, "tht_a", 1)}))
		f.ok(f.store.Record(f.Context(), "ses_b", []engine.Recorded{call(1, "tht_b", 1)}))
		f.recorded("ses_b", engine.Place{}, 10, call(1, "tht_b", 1))
		f.ok(f.store.Delete(f.Context(), "ses_a"))
		f.recorded("ses_b", engine.Place{}, 10, call(1, "tht_b", 1))
	}},
	{"AreNotPartOfTheLog", func(f *fixture) {
		id := f.open()
		before := f.row(id)
		f.ok(f.store.Record(f.Context(), id, []engine.Recorded{call(1, "tht_a", 1)}))
		f.equal(f.row(id), before)
		f.equal(f.log(id), []game.Event{firstEvent()})
	}},
	// The end stops a thought. Its calls are recorded all the same.
	{"AlsoAfterTheEnd", func(f *fixture) {
		id := f.open()
		f.append(end(id, 1))
		f.ok(f.store.Record(f.Context(), id, []engine.Recorded{call(1, "tht_a", 1)}))
		f.recorded(id, engine.Place{}, 10, call(1, "tht_a", 1))
	}},
	{"ErrNotFound", func(f *fixture) {
		f.open()
		f.notFound(f.store.Record(f.Context(), "ses_b", []engine.Recorded{call(1, "tht_a", 1)}))
		_, err := f.store.Recorded(f.Context(), "ses_b", engine.Place{}, 10)
		f.notFound(err)
	}},
}

// call is a recorded call with a place.
func call(seq int64, thought string, n int) engine.Recorded {
	return engine.Recorded{
		Place: engine.Place{Seq: seq, Thought: thought, N: n}, At: at(n), Call: game.Call{Role: "reply", Model: "m", Outcome: "ok"},
		Prompt: engine.Prompt{System: "rules", User: "task"}, Answer: fmt.Sprint("answer ", n),
	}
}

// recorded returns calls after a place, and checks them.
func (f *fixture) recorded(id string, after engine.Place, limit int, want ...engine.Recorded) []engine.Recorded {
	f.Helper()
	got, err := f.store.Recorded(f.Context(), id, after, limit)
	f.ok(err)
	f.equal(append([]engine.Recorded{}, got...), append([]engine.Recorded{}, want...))
	return got
}
