package recording

import (
	"testing"

	"ringer/engine/session"
)

// TestVoteIsAskedForBeforeTheClosingLines checks the time of the vote, and which lines are held
// back.
func TestVoteIsAskedForBeforeTheClosingLines(t *testing.T) {
	t.Parallel()
	said := func(at float64, kind session.MessageKind) Message {
		return Message{At: at, Sender: "Blue", Kind: kind, Text: "well"}
	}
	const master, player = session.FromGamemaster, session.FromPlayer
	accused := map[string]string{"Blue": "Red"}
	for name, x := range map[string]struct {
		Game
		before, closing int
		at              session.Millis
	}{
		"TwoClosingLines": {Game{Accusations: accused, Messages: []Message{said(1, master), said(2, player), said(5, master), said(6, master)}}, 2, 2, 5000},
		"AtOnce":          {Game{Accusations: accused, Messages: []Message{said(1, master), said(2, player), said(2, master)}}, 2, 1, 2000},
		"NoClosingLine":   {Game{Accusations: accused, Messages: []Message{said(1, master), said(2, player)}}, 2, 0, 2000},
		"NoVote":          {Game{Messages: []Message{said(1, master), said(2, player), said(5, master)}}, 3, 0, 5000},
		"NobodySpoke":     {Game{Accusations: accused, Messages: []Message{said(1, master)}}, 0, 1, 1000},
		"Empty":           {Game{Accusations: accused}, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			posted, _ := x.script(Player{Name: "Red"})
			before, closing := x.Game.closing(posted)
			if len(before) != x.before || len(closing) != x.closing || x.VoteAt() != x.at {
				t.Errorf("%d lines, %d closing, asked for at %d", len(before), len(closing), x.VoteAt())
			}
		})
	}
}

func TestVoteWindowShrinksWithTheSpeed(t *testing.T) {
	t.Parallel()
	r := Game{Rules: "turing"}
	for speed, want := range map[float64]int64{1: 30_000, 20: 1500, 7: 4286, session.MaxSpeed: session.MinWithin, 0.01: 3_000_000} {
		if got := r.VoteRequest(speed).Within; got != want {
			t.Errorf("speed %g: %d ms, want %d", speed, got, want)
		}
	}
}
