package storetest

import (
	"encoding/json"
	"fmt"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/timing"
)

var eventTests = []test{
	{"AfterASeqUpToALimit", inSession(func(f *fixture, id string) {
		var all []session.Event
		for i := range 9 {
			all = append(all, message("", fmt.Sprint("line ", i)))
		}
		f.append(fact(id, all...))
		all = append([]session.Event{firstEvent()}, numbered(2, all...)...)
		for _, c := range []struct{ after, limit, from, to int }{
			{0, 100, 0, 10}, {0, 10, 0, 10}, {0, 3, 0, 3}, {3, 4, 3, 7}, {8, 4, 8, 10}, {-1, 2, 0, 2},
		} {
			f.equal(unsized(must(f.store.Events(f.Context(), id, int64(c.after), c.limit))(f)), all[c.from:c.to])
		}
	})},
	{"NoneAfterTheLast", inSession(func(f *fixture, id string) {
		for _, after := range []int64{1, 2, 1000} {
			f.equal(len(must(f.store.Events(f.Context(), id, after, 10))(f)), 0)
		}
	})},
	{"OfOneSession", func(f *fixture) {
		f.create(newRow("ses_a"), newRow("ses_b"))
		f.append(fact("ses_a", message("", "for a")))
		f.append(fact("ses_b", message("", "for b")))
		f.equal(f.log("ses_a"), append([]session.Event{firstEvent()}, numbered(2, message("", "for a"))...))
		f.equal(f.log("ses_b"), append([]session.Event{firstEvent()}, numbered(2, message("", "for b"))...))
	}},
	{"ComeBackUnchanged", inSession(func(f *fixture, id string) {
		events := payloads()
		for i := range events {
			events[i].At = opened.Add(time.Duration(i) * time.Microsecond)
			events[i].Shift = time.Duration(i-3) * time.Millisecond
		}
		f.append(fact(id, events...))
		f.equal(f.log(id)[1:], numbered(2, events...))
	})},
	{"ActsHaveTheirCursor", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(fact(id, message("", "one"), message("", "two")))
		acts := []session.Event{thought("a:3"), thought(""), thought("")}
		for i := range acts {
			acts[i].Cursor = 3
		}
		done := f.append(journal.Append{Session: id, Guard: guard, Events: acts})
		f.equal(done.Events, numbered(4, acts...))
		f.equal(f.log(id)[1:], append(numbered(2, message("", "one"), message("", "two")), done.Events...))
		f.equal(must(f.store.Find(f.Context(), id, "a:3"))(f), done.Events[0])
	})},
	{"AReturnedSliceDoesNotChange", inSession(func(f *fixture, id string) {
		done := f.append(fact(id, message("", "one"), message("", "two")))
		page := f.log(id)
		for i := range 50 {
			f.append(fact(id, message("", fmt.Sprint("later ", i))))
		}
		f.equal(done.Events, numbered(2, message("", "one"), message("", "two")))
		f.equal(page, append([]session.Event{firstEvent()}, done.Events...))
		f.equal(f.log(id)[:3], page)
	})},
	{"AppendingToAReturnedSliceChangesNothing", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("", "one"), message("", "two")))
		page := must(f.store.Events(f.Context(), id, 0, 2))(f)
		_ = append(page, message("", "not stored"))
		f.equal(f.log(id)[1:], numbered(2, message("", "one"), message("", "two")))
	})},
}

var findTests = []test{
	{"OK", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("", "one"), message("m:2", "two"), message("m:3", "three")))
		f.equal(must(f.store.Find(f.Context(), id, "m:2"))(f), numbered(3, message("m:2", "two"))[0])
	})},
	{"All", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("m:1", "one"), message("m:2", "two"), message("m:3", "three")))
		all := f.log(id)
		f.equal(must(f.store.FindAll(f.Context(), id, []string{"m:3", "m:9", "m:1"}))(f), []session.Event{all[1], all[3]})
		f.equal(len(must(f.store.FindAll(f.Context(), "ses_none", []string{"m:1"}))(f)), 0)
	})},
	{"ErrNotFound", func(f *fixture) {
		f.create(newRow("ses_a"), newRow("ses_b"))
		f.append(fact("ses_b", message("m:1", "of another session")))
		for _, id := range []string{"ses_a", "ses_c"} {
			_, err := f.store.Find(f.Context(), id, "m:1")
			f.notFound(err)
		}
	}},
}

// payloads are events with values of every kind that has a special form in JSON.
func payloads() []session.Event {
	sent := opened.Add(-time.Microsecond)
	return []session.Event{
		{Key: "m:1", Data: &session.MessageReceived{Post: session.Post{
			ID: "1", Sender: "blue", Kind: session.FromPlayer, Text: "<b>“naïve” \n\x00\u2028 & 'quoted' 🎲</b>", SentAt: &sent, ReplyTo: "msg_7",
		}}},
		{Key: "key with 'quotes' and ünïcode", Data: &session.ObservationReceived{Observation: session.Observation{
			Kind: session.PlayerJoined, Player: &session.Player{ID: "green", Name: "Green"},
		}}},
		{Data: &session.ThoughtCompleted{
			Kind: "reply", BasedOn: 1 << 52, Mind: json.RawMessage(`{"v":1,"beliefs":[0.25,-1e-9]}`), Candidate: "hey", Slot: session.SlotCreated,
			Calls: []session.Call{{Role: "reply", Model: "m", Task: "say", PromptTokens: 10, AnswerTokens: 2, Millis: 900, Outcome: "ok"}},
		}},
		{Data: &session.ThoughtFailed{Kind: "reply", Code: "model_timeout", Attempt: 2, RetryAt: at(4)}},
		{Data: &session.PlanCreated{Plan: session.Plan{
			ID: "pln_1", Kind: session.Reply, Text: "hey", Timing: timing.Delay{Reading: 1, Thinking: 2, Typing: 3, Jitter: -4},
			TriggerAt: at(1), DueAt: at(2), Mentions: []string{"blue"},
		}}},
		{Data: &session.MessageSent{MessageID: "msg_1", PlanID: "pln_1", Sender: "red", Text: "hey", DueAt: at(2), Lateness: -3}},
		{Data: &session.Unknown{Name: "vote.of_the_future", Raw: json.RawMessage(`{"options":["a","b"],"n":12345678901234567890}`)}},
		{Data: &session.SessionEnded{Reason: session.EndedByTTL, Outcome: "draw", Reveal: map[string]string{"blue": "human", "red": "bot"}}},
	}
}
