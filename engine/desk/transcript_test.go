package desk_test

import (
	"testing"
	"time"

	"ringer/engine/session"
)

// TestTranscriptIsAnnotated checks that an annotation may come any time after its message, and that
// a later one replaces it.
func TestTranscriptIsAnnotated(t *testing.T) {
	b := setup(t)
	b.say("where from")
	about := b.last()
	b.say("anybody there")
	for _, text := range []string{"first", "second"} {
		b.add(session.Event{At: time.Now(), Data: &session.MessageAnnotated{Annotated: session.Annotated{
			Seq: about, Annotation: session.Annotation{Notes: []session.Note{{Label: "appeal", Text: text}}},
		}}})
		lines, _, err := b.Transcript(t.Context(), b.id, 0, 10)
		if err != nil || len(lines) != 2 || lines[0].Annotation == nil || lines[0].Annotation.Notes[0].Text != text || lines[1].Annotation != nil {
			t.Errorf("%+v, %v", lines, err)
		}
	}
}
