package engine

import (
	"context"
	"errors"
	"fmt"

	"ringer/engine/game"
)

// voteKey is the key under which the log holds that a vote was asked for, castKey the one of its answer.
func voteKey(id string) string { return "v:" + id }
func castKey(id string) string { return "c:" + id }

// AskedVote is a vote that was asked for.
type AskedVote struct {
	game.Vote
	// Duplicate says that it had been asked for before.
	Duplicate bool
}

// AskVote asks the bot for a decision. The same request again is answered with the first result.
func (k *Desk) AskVote(ctx context.Context, id string, q game.VoteRequest) (AskedVote, error) {
	if q.ID != "" {
		known, err := k.store.Find(ctx, id, voteKey(q.ID))
		if err == nil {
			return k.askedBefore(ctx, id, known, q)
		} else if !errors.Is(err, ErrNotFound) {
			return AskedVote{}, err
		}
	} else {
		q.ID = k.NewID("vot_")
	}
	var state *game.State
	done, err := k.barrier(ctx, id, func(row Session) (Append, error) {
		if row.Status == Ended {
			return Append{}, errEnded
		}
		e := k.event(&game.VoteRequested{VoteRequest: q})
		e.Key = voteKey(q.ID)
		full := q
		if err := full.Complete(&row.Roster, e.At); err != nil {
			return Append{}, err
		}
		var err error
		if state, err = k.Look(ctx, id, 0); err != nil {
			return Append{}, err
		}
		if state.OpenVotes() >= game.MaxOpenVotes {
			return Append{}, game.Errors{{Code: game.CodeTooManyVotes, Detail: fmt.Sprintf("the bot has %d votes to answer; wait for one of them, or cancel one", game.MaxOpenVotes)}}
		}
		return Append{Session: id, Events: []game.Event{e}}, nil
	})
	if reused := (*Reused)(nil); errors.As(err, &reused) {
		return AskedVote{}, idReused("/id", q.ID)
	}
	if err != nil {
		return AskedVote{}, err
	}
	if done.Known[0] {
		return k.askedBefore(ctx, id, done.Events[0], q)
	}
	first := done.Events[0]
	return AskedVote{Vote: state.NewVote(q, first.Seq, first.At)}, nil
}

// askedBefore answers a request whose id is known.
func (k *Desk) askedBefore(ctx context.Context, id string, first game.Event, q game.VoteRequest) (AskedVote, error) {
	if !game.Same(first.Data, &game.VoteRequested{VoteRequest: q}) {
		return AskedVote{}, idReused("/id", q.ID)
	}
	v, err := k.Vote(ctx, id, q.ID)
	return AskedVote{Vote: v, Duplicate: true}, err
}

var errNoVote = game.Errors{{
	Code: game.CodeNoVote, Detail: "there is no vote of this id in this session; GET …/votes lists those there are",
}}

// Vote returns a vote as it is now.
func (k *Desk) Vote(ctx context.Context, id, vote string) (game.Vote, error) {
	state, err := k.Look(ctx, id, 0)
	if err != nil {
		return game.Vote{}, err
	}
	v, ok := state.Vote(vote)
	if !ok {
		return game.Vote{}, errNoVote
	}
	return v, nil
}
