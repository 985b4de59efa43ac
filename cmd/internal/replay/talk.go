package replay

import (
	"strings"
	"unicode/utf8"

	"ringer/cmd/internal/stats"
)

// talk is how one player talked.
type talk struct {
	Name string `json:"name"`
	// Kind is ringer for the bot. It is recorded for the lines that the player of its seat said in
	// the recorded game. For all others it is human or bot.
	Kind     string `json:"kind"`
	Messages int    `json:"messages"`
	// Share is the player's share of all players' messages.
	Share float64 `json:"share"`
	// Words is the median number of words in a message.
	Words float64 `json:"median_words"`
	// Chars is the median number of characters in a message.
	Chars float64 `json:"median_chars"`
	gaps
	// Style is the distance between the player's lines and the lines of the other people in the
	// game, from 0 (alike) to 1. It is nil if there are too few lines.
	Style *float64 `json:"style_distance,omitempty"`
	// Repeats counts messages that the player had said before, word for word.
	Repeats int `json:"repeats"`
}

func talkOf(name, kind string, conversation []spoken) talk {
	t := talk{Name: name, Kind: kind, gaps: gapsOf(name, conversation)}
	var words, chars []float64
	said := map[string]bool{}
	all := 0
	for i := range conversation {
		m := &conversation[i]
		if m.Gamemaster {
			continue
		}
		all++
		if m.Name != name {
			continue
		}
		t.Messages++
		words = append(words, float64(len(strings.Fields(m.Text))))
		chars = append(chars, float64(utf8.RuneCountInString(m.Text)))
		flat := strings.ToLower(strings.Join(strings.Fields(m.Text), " "))
		if said[flat] {
			t.Repeats++
		}
		said[flat] = true
	}
	if all > 0 {
		t.Share = float64(t.Messages) / float64(all)
	}
	t.Words, t.Chars = stats.Median(words), stats.Median(chars)
	return t
}
