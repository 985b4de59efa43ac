package desk_test

import (
	"errors"
	"slices"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestResultListsAccusationsOfPeople: each accusation is a vote of its own, like those of bots. The
// vote that the rules ask later holds the answers of the others alone.
func TestResultListsAccusationsOfPeople(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.hosted("turing", map[string]string{"a": "machine", "b": "person", "c": "person"})
	cast := func(vote, seat, option string) (desk.Posted, error) {
		return b.CastGame(t.Context(), id, vote, desk.GameCast{Seat: seat, Answer: session.Answer{Option: option}})
	}
	var seqs []int64
	for _, seat := range []string{"b", "c"} {
		done := sessiontest.Must(cast(referee.AccusationVote, seat, "a"))(t)
		if again, err := cast(referee.AccusationVote, seat, "a"); err != nil || !again.Duplicate || again.Seq != done.Seq {
			t.Errorf("%s again: %+v, %v", seat, again, err)
		}
		seqs = append(seqs, done.Seq)
	}
	q := session.VoteRequest{ID: referee.AccusationVote, Kind: session.ChooseOne, Question: "Who is the machine?", Within: 30_000}
	b.order(id, &session.VoteRequested{VoteRequest: q, Seats: []string{"a"}})
	if again, err := cast(referee.AccusationVote, "b", "a"); err != nil || !again.Duplicate || again.Seq != seqs[0] {
		t.Errorf("b again, after the others were asked: %+v, %v", again, err)
	}
	sessiontest.Must(cast(referee.AccusationVote, "a", "b"))(t)

	r, err := b.GameResult(t.Context(), id)
	if err != nil || len(r.Votes) != 3 {
		t.Fatalf("%+v, %v", r.Votes, err)
	}
	for i, seat := range []string{"b", "c"} {
		v := r.Votes[i]
		if v.Origin != session.FromAccusation || v.Status != session.VoteAnswered || v.Kind != session.ChooseOne || v.Seq != seqs[i] || !slices.Equal(v.Seats, []string{seat}) ||
			len(v.Casts) != 1 || v.Casts[0].Seat != seat || v.Tally["a"] != 1 {
			t.Errorf("the accusation of %s: %+v", seat, v)
		}
		if got, err := b.GameVote(t.Context(), id, v.ID); err != nil || got.Seq != v.Seq {
			t.Errorf("%s: %+v, %v", v.ID, got, err)
		}
		done, err := cast(v.ID, seat, "a")
		if errs, ok := errors.AsType[session.Errors](err); !ok || errs[0].Code != session.CodeVoteOver {
			t.Errorf("an answer to %s: %+v, %v", v.ID, done, err)
		}
	}
	if v := r.Votes[2]; v.ID != referee.AccusationVote || v.Origin != session.FromRequest || len(v.Casts) != 1 || v.Casts[0].Seat != "a" {
		t.Errorf("the vote of the rules: %+v", v)
	}
}
