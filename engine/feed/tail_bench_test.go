package feed

import (
	"testing"

	"ringer/engine/session"
)

// BenchmarkFullTail adds an event to a full tail in which every other event is an act of the bot.
func BenchmarkFullTail(b *testing.B) {
	var t tail
	t.begin(0)
	seq := int64(0)
	add := func() {
		seq++
		e := session.Event{Seq: seq, Data: &session.MessageReceived{Post: session.Post{Text: "hi"}}}
		if seq%2 == 0 {
			e.Data = &session.PlanCreated{Plan: session.Plan{Text: "hi there", Thought: "reply"}}
		}
		t.add([]session.Event{e})
	}
	for range tailLength {
		add()
	}
	for b.Loop() {
		add()
	}
}
