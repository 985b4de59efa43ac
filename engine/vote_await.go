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
func (e *Engine) AwaitVote(ctx context.Context, id, vote string, wait time.Duration, stop <-chan struct{}) (shown desk.Vote, err error) {
	err = e.await(ctx, id, vote, wait, stop, func() (awaited, error) {
		v, state, err := e.Desk.VoteState(ctx, id, vote)
		if err != nil {
			return awaited{}, err
		}
		shown = desk.ShowVote(state, v)
		return awaited{seq: state.Seq, open: v.Status == session.VoteOpen}, nil
	})
	return shown, err
}

// AwaitGameVote is AwaitVote for a game. A vote of a game is also over at its deadline, when people
// have not voted.
func (e *Engine) AwaitGameVote(ctx context.Context, id, vote string, wait time.Duration, stop <-chan struct{}) (shown desk.GameVote, err error) {
	err = e.await(ctx, id, vote, wait, stop, func() (awaited, error) {
		v, state, err := e.Desk.GameVoteState(ctx, id, vote)
		if err != nil {
			return awaited{}, err
		}
		shown = desk.ShowGameVote(state, v, e.Now().At)
		a := awaited{seq: state.Seq, open: shown.Status == session.VoteOpen, deadline: v.DeadlineAt}
		if state.Clock.Stands() {
			a.deadline = time.Time{}
		}
		return a, nil
	})
	return shown, err
}

// awaited is how far a vote has come at an event of its log.
type awaited struct {
	seq  int64
	open bool
	// deadline is when the vote is over without an event; zero for never.
	deadline time.Time
}

// await calls read until the vote that it reads is over. It reads again after an event about the
// vote, at the deadline, and once more when the wait ends.
func (e *Engine) await(ctx context.Context, id, vote string, wait time.Duration, stop <-chan struct{}, read func() (awaited, error)) error {
	listener := e.Listen(id)
	defer listener.Close()
	timeout := time.After(wait)
	var deadline <-chan time.Time // nil is never, as for a session
	for {
		v, err := read()
		if err != nil || !v.open || wait <= 0 {
			return err
		}
		if deadline = nil; !v.deadline.IsZero() {
			deadline = time.After(v.deadline.Sub(e.Now().At) + time.Millisecond)
		}
		for seq, touched := v.seq, false; !touched; {
			select {
			case <-listener.C:
				if seq, touched, err = readVote(ctx, listener, seq, vote); err != nil {
					return err
				}
			case <-deadline:
				touched = true
			case <-timeout:
				_, err = read()
				return err
			case <-stop:
				_, err = read()
				return err
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}

// readVote reads a log after a seq. It returns the last seq, and whether an event may end a vote or
// move its deadline.
func readVote(ctx context.Context, log *feed.Listener, after int64, vote string) (seq int64, touched bool, err error) {
	seq = after
	err = journal.Read(ctx, log.Events, after, func(e session.Event) bool {
		seq = e.Seq
		touched = touched || touches(e.Data, vote)
		return true
	})
	return seq, touched, err
}

// touches reports whether an event may end a vote or move its deadline.
func touches(p session.Payload, vote string) bool {
	switch p := p.(type) {
	case *session.VoteCast:
		return p.VoteID == vote
	case *session.VoteReceived:
		return p.VoteID == vote
	case *session.PlayPaused, *session.PlayResumed: // it waits, or goes on
		return true
	case *session.VoteReplaced:
		return p.VoteID == vote
	case *session.VoteCancelled:
		return p.VoteID == vote
	case *session.VoteReceipt:
		return p.VoteID == vote
	case *session.VoteRescheduled: // it may be over sooner
		return p.VoteID == vote
	}
	return session.Ends(p)
}
