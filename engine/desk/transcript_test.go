package desk_test

import (
	"slices"
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
		page, err := b.Transcript(t.Context(), b.id, 0, 10)
		if err != nil || len(page.Lines) != 2 || page.Lines[0].Annotation == nil || page.Lines[0].Annotation.Notes[0].Text != text || page.Lines[1].Annotation != nil {
			t.Errorf("%+v, %v", page, err)
		}
	}
}

// TestTranscriptHasTheAccusations reads a transcript of two lines with an accusation behind each.
// No page but the one of its line has it.
func TestTranscriptHasTheAccusations(t *testing.T) {
	b := setup(t)
	var lines, accusations []int64
	for _, id := range []string{"vot_1", "vot_2"} {
		b.say("hi")
		lines = append(lines, b.last())
		b.add(session.Event{At: time.Now(), Data: &session.VoteCast{VoteID: id, Origin: session.FromAccusation, Kind: session.ChooseOne, Answer: session.Answer{Option: "blue"}}})
		accusations = append(accusations, b.last())
	}
	for _, x := range []struct {
		after int64
		limit int
		want  []int64
	}{{0, 10, accusations}, {0, 2, accusations}, {0, 1, nil}, {lines[0], 1, accusations}, {lines[1], 1, accusations[1:]}, {accusations[1], 1, nil}} {
		page, err := b.Transcript(t.Context(), b.id, x.after, x.limit)
		var got []int64
		for _, a := range page.Accusations {
			if got = append(got, a.Seq); a.Player != "blue" || a.At.IsZero() {
				t.Errorf("%+v", a)
			}
		}
		if err != nil || !slices.Equal(got, x.want) {
			t.Errorf("after %d, at most %d: %d, want %d, %v", x.after, x.limit, got, x.want, err)
		}
	}
}
