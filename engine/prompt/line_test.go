package prompt_test

import (
	"testing"
	"time"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// TestALineIsNotSaidLaterThanNow: nor before the session. A line at such a time cannot be read.
func TestALineIsNotSaidLaterThanNow(t *testing.T) {
	t.Parallel()
	s := openConversation(t)
	for i, off := range []time.Duration{time.Hour, -time.Hour, -10 * time.Second} {
		at := s.State.Clock.Wall(session.Millis(20_000 + 1000*i)).Add(off)
		s.Tell(session.Millis(20_000+1000*i), &session.MessageReceived{Post: session.Post{Sender: "blue", Text: "hi", Kind: session.FromPlayer, SentAt: &at}})
	}
	v := s.State.View(30_000)
	want := []int64{20, 0, 12}
	for i, l := range prompt.TranscriptLines(v, v.Messages) {
		if l.Clock != want[i] {
			t.Errorf("line %d was said at %d, want %d", i+1, l.Clock, want[i])
		}
	}
}
