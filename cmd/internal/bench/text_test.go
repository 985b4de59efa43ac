package bench

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ringer/engine/sessiontest"
)

func TestMark(t *testing.T) {
	t.Parallel()
	b := sessiontest.Must(json.Marshal(map[string]string{"text": mark("same here", 12345678*time.Microsecond)}))(t)
	if at, ok := markIn(b); !ok || at != 12345678*time.Microsecond {
		t.Errorf("%s: %s, %v", b, at, ok)
	}
	for _, text := range []string{"", "same here", "a [b:", "a [b:]", "a [b:ä]"} {
		if at, ok := markIn([]byte(text)); ok {
			t.Errorf("%q: %s", text, at)
		}
	}
}

// TestDrafts draws the same posts for a seed, others for another seed, and reaches all sessions.
func TestDrafts(t *testing.T) {
	t.Parallel()
	sessions, same := map[int]bool{}, 0
	seven, eight := &Settings{Seed: 7}, &Settings{Seed: 8}
	for i := range 200 {
		d := seven.draft(i, 10)
		if d != seven.draft(i, 10) {
			t.Fatalf("post %d differs", i)
		}
		if d == eight.draft(i, 10) {
			same++
		}
		sessions[d.session] = true
	}
	if len(sessions) != 10 || same > 100 {
		t.Errorf("%d sessions; %d posts are the same with another seed", len(sessions), same)
	}
}

// TestQuestionsGoInTurn asks each session once before any is asked again, then by another player.
func TestQuestionsGoInTurn(t *testing.T) {
	t.Parallel()
	s := &Settings{Ask: true}
	for i := range 6 {
		if d := s.draft(i, 3); d.session != i%3 || d.sender != senders[i/3] || !strings.HasSuffix(d.text, "?") {
			t.Errorf("post %d: %+v", i, d)
		}
	}
}
