package desk_test

import (
	"testing"
	"time"

	"ringer/engine/game"
)

// TestTranscriptIsAnnotated checks that an annotation may come any time after its message, and that
// a later one replaces it.
func TestTranscriptIsAnnotated(t *testing.T) {
	b := setup(t)
	b.say("where from")
	about := b.last()
	b.say("anybody there")
	for _, text := range []string{"first", "second"} {
		b.add(game.Event{At: time.Now(), Data: &game.MessageAnnotated{Annotated: game.Annotated{
			Seq: about, Annotation: game.Annotation{Notes: []game.Note{{Label: "appeal", Text: text}}},
		}}})
		lines, _, err := b.Transcript(t.Context(), b.id, 0, 10)
		if err != nil || len(lines) != 2 || lines[0].Annotation == nil || lines[0].Annotation.Notes[0].Text != text || lines[1].Annotation != nil {
			t.Errorf("%+v, %v", lines, err)
		}
	}
}
