package engine

import (
	"context"
	"time"

	"ringer/engine/game"
)

// AwaitVote returns a vote once it is over, or as it is when a time is over or enough is closed. Nothing stops when the caller leaves.
func (e *Engine) AwaitVote(ctx context.Context, id, vote string, wait time.Duration, enough <-chan struct{}) (Vote, error) {
	listener := e.Listen(id)
	defer listener.Close()
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	v, state, err := e.vote(ctx, id, vote)
	if err != nil {
		return Vote{}, err
	}
	if v.Status != game.VoteOpen || wait <= 0 {
		return ShowVote(state, v), nil
	}
	for seq, over := state.Seq, false; !over; {
		select {
		case <-listener.C:
			if seq, over, err = settled(ctx, listener, seq, vote); err != nil {
				return Vote{}, err
			}
		case <-timeout.C:
			over = true
		case <-enough:
			over = true
		case <-ctx.Done():
			return Vote{}, ctx.Err()
		}
	}
	return e.Vote(ctx, id, vote)
}

// settled reads a log on from a seq, and tells up to where, and whether nothing more will come of a vote.
func settled(ctx context.Context, log *Listener, after int64, vote string) (seq int64, over bool, err error) {
	for seq = after; ; {
		events, err := log.Events(ctx, seq, readPage)
		if err != nil {
			return seq, over, err
		}
		for _, e := range events {
			seq = e.Seq
			over = over || settles(e.Data, vote)
		}
		if len(events) < readPage {
			return seq, over, nil
		}
	}
}

func settles(p game.Payload, vote string) bool {
	switch p := p.(type) {
	case *game.VoteCast:
		return p.VoteID == vote
	case *game.VoteCancelled:
		return p.VoteID == vote
	case *game.VoteReceipt:
		return p.VoteID == vote
	case *game.SessionEnded:
		return true
	}
	return false
}
