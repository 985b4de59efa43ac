package engine

import (
	"testing"

	"ringer/engine/game"
)

// BenchmarkFullTail adds an event to a full tail in which every other event is an act of the bot.
func BenchmarkFullTail(b *testing.B) {
	var t tail
	t.begin(0)
	seq := int64(0)
	add := func() {
		seq++
		e := game.Event{Seq: seq, Data: &game.MessageReceived{Post: game.Post{Text: "hi"}}}
		if seq%2 == 0 {
			e.Data = &game.PlanCreated{Plan: game.Plan{Text: "hi there", Thought: "reply"}}
		}
		t.add([]game.Event{e})
	}
	for range tailLength {
		add()
	}
	for b.Loop() {
		add()
	}
}
