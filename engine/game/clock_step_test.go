package game_test

import (
	"testing"
	"time"

	"ringer/engine/session"
)

// TestClockStep: a vote stays open for as long as it was to be, whatever is done to the clock. The
// deadline of a vote that was answered stays what it was.
func TestClockStep(t *testing.T) {
	t.Parallel()
	for _, step := range []time.Duration{2 * time.Hour, -2 * time.Hour} {
		r := openRoom(1)
		for _, id := range []string{"answered", "open"} {
			r.tell(&session.VoteRequested{VoteRequest: session.VoteRequest{ID: id, Kind: session.YesNo, Question: "Well?", Within: 30_000}, Seats: []string{"Red"}})
		}
		r.tell(&session.VoteCast{VoteID: "answered", Seat: "Red", Origin: session.FromRequest, Answer: session.Answer{Option: session.Yes}})
		expires := r.Expires()
		before, _ := r.Vote("answered")
		for _, after := range []time.Duration{20 * time.Second, 40 * time.Second} {
			s := r.StepTo(step)
			now := s.Clock.Wall(r.now).Add(after)
			v, _ := s.Vote("open")
			if open := v.Status(s, now) == session.VoteOpen; open != (after < 30*time.Second) {
				t.Errorf("by %s: after %s the vote is %s", step, after, v.Status(s, now))
			}
			if same, _ := s.Vote("answered"); !same.DeadlineAt.Equal(before.DeadlineAt) || s.Expires() != expires {
				t.Errorf("by %s: the deadline is %s, want %s; the game ends at %d, want %d", step, same.DeadlineAt, before.DeadlineAt, s.Expires(), expires)
			}
			if back := s.StepTo(0); !back.Votes[1].DeadlineAt.Equal(r.Votes[1].DeadlineAt) || r.Clock.Shift != 0 {
				t.Errorf("by %s and back: %s, want %s", step, back.Votes[1].DeadlineAt, r.Votes[1].DeadlineAt)
			}
		}
	}
}
