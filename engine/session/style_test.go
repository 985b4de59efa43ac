package session

import (
	"strings"
	"testing"
)

var (
	loose = []string{"hi all", "whats up", "not much here", "same tbh", "lol ok"}
	stiff = []string{
		"Good evening, everybody, I hope that you are all well.", "I have always been very fond of long walks in the mountains.",
		"That is a most interesting question, and I shall think about it.", "As for myself, I have never been to that part of the country.",
		"It would be my pleasure to hear more about your hobbies.",
	}
)

func TestStyles(t *testing.T) {
	t.Parallel()
	t.Run("UnlikeStylesAreFarther", func(t *testing.T) {
		near, far := CompareStyles(loose, loose).StyleDistance, CompareStyles(stiff, loose).StyleDistance
		if near == nil || far == nil || *near > 0.01 || *far < 0.1 || *far > 1 {
			t.Errorf("alike %v, unlike %v", near, far)
		}
	})
	t.Run("NoDistanceForFewLines", func(t *testing.T) {
		if CompareStyles(loose[1:], stiff).StyleDistance != nil || CompareStyles(stiff, loose[1:]).StyleDistance != nil {
			t.Error("four lines should be too few for a distance")
		}
	})
	t.Run("OnlyVisibleLines", func(t *testing.T) {
		s := newScenario(t)
		s.state.Roster.Channels = []Channel{{ID: "den", Members: []string{"blue", "green"}}}
		for _, line := range loose {
			s.say(Post{Sender: "blue", Text: line})
			s.say(Post{Sender: "red", Text: line})
			s.say(Post{Sender: "green", Text: strings.ToUpper(line) + "!!!", Channel: "den"})
			s.say(Post{Sender: "host", Text: stiff[0], Kind: FromGamemaster})
		}
		if got, want := s.state.Styles(), CompareStyles(loose, loose); got.Room != want.Room || got.Own != want.Own || *got.StyleDistance != *want.StyleDistance {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}
