package session

import (
	"slices"
	"testing"
)

// TestOfSeveralChatsEachHasItsSpeakers: an even share of the talk in a chat of two is a half.
func TestOfSeveralChatsEachHasItsSpeakers(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.play("+1s phase chats")
	if v := s.state.View(s.now); !slices.Equal(Names(v.Speakers()), []string{"Red", "Blue"}) {
		t.Errorf("in the den %q speak", Names(v.Speakers()))
	}
	s.state.Talk = map[string]Count{"red": {Phase: 5}, "blue": {Phase: 4}}
	if s.state.messagesLeft(1) == 0 {
		t.Error("the bot may not write every second line of a chat of two")
	}
	s.state.Talk["green"] = Count{Phase: 3}
	v := s.state.View(s.now)
	if own, all := v.PhaseTalk(); own != 5 || all != 12 {
		t.Errorf("in both chats the bot wrote %d of %d lines", own, all)
	}
}
