package engine

import (
	"context"
	"time"

	"ringer/engine/desk"
	"ringer/engine/feed"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// AwaitVote waits until a vote is over, until the time wait has passed, or until stop is closed. It
// returns the vote as it is then. The vote goes on when the caller leaves.
func (e *Engine) AwaitVote(ctx context.Context, id, vote string, wait time.Duration, stop <-chan struct{}) (desk.Vote, error) {
	listener := e.Listen(id)
	defer listener.Close()
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	v, state, err := e.Desk.VoteState(ctx, id, vote)
	if err != nil {
		return desk.Vote{}, err
	}
	if v.Status != session.VoteOpen || wait <= 0 {
		return desk.ShowVote(state, v), nil
	}
	for seq, over := state.Seq, false; !over; {
		select {
		case <-listener.C:
			if seq, over, err = readVote(ctx, listener, seq, vote); err != nil {
				return desk.Vote{}, err
			}
		case <-timeout.C:
			over = true
		case <-stop:
			over = true
		case <-ctx.Done():
			return desk.Vote{}, ctx.Err()
		}
	}
	return e.Desk.Vote(ctx, id, vote)
}

// readVote reads a log after a seq. It returns the last seq, and whether a vote is over.
func readVote(ctx context.Context, log *feed.Listener, after int64, vote string) (seq int64, over bool, err error) {
	seq = after
	err = journal.Read(ctx, log.Events, after, func(e session.Event) bool {
		seq = e.Seq
		over = over || ends(e.Data, vote)
		return true
	})
	return seq, over, err
}

// ends reports whether an event closes a vote.
func ends(p session.Payload, vote string) bool {
	switch p := p.(type) {
	case *session.VoteCast:
		return p.VoteID == vote
	case *session.VoteCancelled:
		return p.VoteID == vote
	case *session.VoteReceipt:
		return p.VoteID == vote
	case *session.SessionEnded:
		return true
	}
	return false
}

// AwaitGameVote waits until a vote of a game is over, as AwaitVote does. A vote is also over at
// its deadline, when people have not voted.
func (e *Engine) AwaitGameVote(ctx context.Context, id, vote string, wait time.Duration, stop <-chan struct{}) (desk.GameVote, error) {
	listener := e.Listen(id)
	defer listener.Close()
	timeout, deadline := time.NewTimer(wait), time.NewTimer(wait)
	defer timeout.Stop()
	defer deadline.Stop()
	for {
		v, err := e.Desk.GameVote(ctx, id, vote)
		if err != nil || v.Status != session.VoteOpen || wait <= 0 {
			return v, err
		}
		deadline.Reset(v.DeadlineAt.Sub(e.Now().At) + time.Millisecond)
		select {
		case <-listener.C:
		case <-deadline.C:
		case <-timeout.C:
			return e.Desk.GameVote(ctx, id, vote)
		case <-stop:
			return v, nil
		case <-ctx.Done():
			return v, ctx.Err()
		}
	}
}
