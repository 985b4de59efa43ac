package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ringer/engine/game"
)

// The keys under which the log holds that a vote was asked for, its answer, that it was cancelled, and its receipt: one of each.
func voteKey(id string) string        { return "v:" + id }
func castKey(id string) string        { return "c:" + id }
func cancelKey(id string) string      { return "x:" + id }
func voteReceiptKey(id string) string { return "u:" + id }

// Vote is a vote as the platform sees it.
type Vote struct {
	// VoteRequest is what was asked, with what was left open filled, and the options that there are; an accusation has only an id and a kind.
	game.VoteRequest
	Origin game.VoteOrigin `json:"origin"`
	Status game.VoteStatus `json:"status"`
	// Seq is the event that opened it.
	Seq int64 `json:"seq"`
	// Changed is the last event that changed what may be chosen.
	Changed int64 `json:"changed_seq"`
	// AskedAt is when it was opened.
	AskedAt time.Time `json:"asked_at"`
	// DeadlineAt is when the answer is needed; an accusation has none.
	DeadlineAt time.Time `json:"deadline_at,omitzero"`
	// Standing is exactly what the bot answers if it knows nothing better; an accusation has none. It stays until somebody goes whom it
	// names, or the options are changed.
	Standing *game.Answer `json:"standing_answer,omitempty"`
	// Cast is the answer, once the bot has given it.
	Cast *game.VoteCast `json:"cast,omitempty"`
	// Receipt is the platform's word on what it has counted.
	Receipt *game.VoteUse `json:"receipt,omitempty"`
	// Duplicate says that the same request was taken before.
	Duplicate bool `json:"duplicate,omitempty"`
}

// ShowVote returns a vote of a state as the platform sees it.
func ShowVote(s *game.State, v game.Vote) Vote {
	shown := Vote{
		VoteRequest: v.VoteRequest, Origin: v.Origin, Status: v.Status, Seq: v.Seq, Changed: v.Changed, AskedAt: v.At,
		DeadlineAt: v.DeadlineAt, Cast: v.Cast, Receipt: v.Receipt,
	}
	if v.Status == game.VoteOpen {
		shown.Options = s.Offered(&v)
	}
	if v.Origin == game.FromRequest {
		shown.Standing = &v.Standing
	}
	return shown
}

// AskVote asks the bot for a decision. The same request again is answered with the first result, also when its deadline has passed or
// the players are others by now.
func (k *Desk) AskVote(ctx context.Context, id string, q game.VoteRequest) (Vote, error) {
	if q.ID == "" {
		q.ID = k.NewID("vot_")
	}
	var state *game.State
	done, err := k.barrier(ctx, id, func(row Session) (a Append, err error) {
		if state, err = k.Look(ctx, id, 0); err != nil {
			return a, err
		}
		e := k.event(&game.VoteRequested{VoteRequest: q})
		e.Key = voteKey(q.ID)
		a = Append{Session: id, Events: []game.Event{e}}
		if game.MayName(id, q.ID) { // else there is none
			if _, err := k.store.Find(ctx, id, e.Key); !errors.Is(err, ErrNotFound) {
				return a, err // a known one is not judged again: the store tells whether it is the same
			}
		}
		return a, mayAsk(row, state, q, e.At)
	})
	if reused := (*Reused)(nil); errors.As(err, &reused) {
		return Vote{}, idReused("/id", q.ID)
	}
	if err != nil {
		return Vote{}, err
	}
	if first := done.Events[0]; !done.Known[0] {
		return ShowVote(state, state.NewVote(q, first.Seq, first.At)), nil
	}
	v, err := k.Vote(ctx, id, q.ID)
	v.Duplicate = true
	return v, err
}

// mayAsk refuses a vote that cannot be asked for now.
func mayAsk(row Session, state *game.State, q game.VoteRequest, now time.Time) error {
	if row.Status == Ended {
		return errEnded
	}
	if err := q.Complete(&row.Roster, now); err != nil {
		return err
	}
	if !game.MayName(row.ID, q.ID) {
		return game.Errors{{Code: game.CodeInvalidID, Pointer: "/id", Detail: "begins as the ids of the bot's own accusations do; use another, such as your own for the round"}}
	}
	if state.OpenVotes() >= game.MaxOpenVotes {
		return game.Errors{{Code: game.CodeTooManyVotes, Detail: fmt.Sprintf("the bot has %d votes to answer; wait for one of them, or cancel one", game.MaxOpenVotes)}}
	}
	return nil
}

var (
	errNoVote = game.Errors{{
		Code: game.CodeNoVote, Detail: "there is no vote of this id in this session; GET …/votes lists those there are",
	}}
	errVoteOver = game.Errors{{
		Code: game.CodeVoteOver, Detail: "the vote is not open any more; GET …/votes/{vid} shows what became of it",
	}}
)

// Vote returns a vote as it is now.
func (k *Desk) Vote(ctx context.Context, id, vote string) (Vote, error) {
	v, state, err := k.vote(ctx, id, vote)
	if err != nil {
		return Vote{}, err
	}
	return ShowVote(state, v), nil
}

// vote returns a vote with the state that has it.
func (k *Desk) vote(ctx context.Context, id, vote string) (game.Vote, *game.State, error) {
	state, err := k.Look(ctx, id, 0)
	if err != nil {
		return game.Vote{}, nil, err
	}
	v, ok := state.Vote(vote)
	if !ok {
		if state, err = k.keeping(ctx, state); err != nil {
			return game.Vote{}, nil, err
		}
		v, ok = state.Vote(vote)
	}
	if !ok {
		return game.Vote{}, nil, errNoVote
	}
	return v, state, nil
}

// keeping returns a session's state with every vote that there was: the one at hand if it has let none go, else the log is folded anew.
func (k *Desk) keeping(ctx context.Context, state *game.State) (*game.State, error) {
	if state.KeepsVotes() {
		return state, nil
	}
	all := game.NewState(state.Session)
	all.KeepVotes()
	return all, k.fold(ctx, all, func(*game.State, game.Event) bool { return true })
}

// Votes returns the votes after a seq, at most limit and only those of a status unless that is empty, and whether there are more.
func (k *Desk) Votes(ctx context.Context, id string, status game.VoteStatus, after int64, limit int) (votes []Vote, more bool, err error) {
	state, err := k.Look(ctx, id, 0)
	if err != nil {
		return nil, false, err
	}
	if state, err = k.keeping(ctx, state); err != nil {
		return nil, false, err
	}
	votes = []Vote{}
	for _, v := range state.Votes {
		if v.Seq <= after || status != "" && v.Status != status {
			continue
		}
		if len(votes) == limit {
			return votes, true, nil
		}
		votes = append(votes, ShowVote(state, v))
	}
	return votes, false, nil
}

var errUnchanged = errors.New("the options are those there are")

// ChangeVote gives an open vote other options. The bot thinks about it again. The options that there are already change nothing.
func (k *Desk) ChangeVote(ctx context.Context, id, vote string, options []game.Option) (Vote, error) {
	_, err := k.barrier(ctx, id, func(row Session) (Append, error) {
		v, _, err := k.vote(ctx, id, vote)
		if err != nil {
			return Append{}, err
		}
		full, err := withOptions(&row.Roster, v.VoteRequest, options)
		switch {
		case err == nil && slices.Equal(full, v.Options):
			return Append{}, errUnchanged
		case row.Status == Ended:
			return Append{}, errEnded
		case v.Status != game.VoteOpen:
			return Append{}, errVoteOver
		}
		return Append{Session: id, Events: []game.Event{k.event(&game.VoteUpdated{VoteID: vote, Options: options})}}, err
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return Vote{}, err
	}
	v, err := k.Vote(ctx, id, vote)
	return v, Unread(err)
}

// withOptions returns options for a vote as the fold will fill them. What hangs on them is not judged again: bounds of how many are chosen
// shrink with the list, and of a fallback counts what is among them.
func withOptions(r *game.Roster, q game.VoteRequest, options []game.Option) ([]game.Option, error) {
	if options == nil {
		return nil, game.Errors{{Code: game.CodeRequired, Pointer: "/options", Detail: "say which options there are now"}}
	}
	q = withoutTerms(q)
	q.Options = options
	q.Deadline, q.Within = nil, game.DefaultWithin // it may have passed meanwhile
	err := q.Complete(r, time.Time{})
	return q.Options, err
}

// withoutTerms returns a request without what hangs on its options: how many are chosen, and the fallback.
func withoutTerms(q game.VoteRequest) game.VoteRequest {
	q.Fallback = nil
	if q.Kind == game.ChooseMany {
		q.K, q.Min, q.Max = 1, nil, nil
	}
	return q
}

// CancelVote closes an open vote without an answer. The same again is answered as the first time.
func (k *Desk) CancelVote(ctx context.Context, id, vote, reason string) (Vote, error) {
	var errs game.Errors
	if game.CheckReason(&errs, reason); errs != nil {
		return Vote{}, errs
	}
	done, err := k.barrier(ctx, id, func(row Session) (Append, error) {
		v, _, err := k.vote(ctx, id, vote)
		switch {
		case err != nil || v.Status == game.VoteWithdrawn: // the store tells whether it is the same
		case row.Status == Ended:
			err = errEnded
		case v.Status != game.VoteOpen:
			err = errVoteOver
		}
		e := k.event(&game.VoteCancelled{VoteID: vote, Reason: reason})
		e.Key = cancelKey(vote)
		return Append{Session: id, Events: []game.Event{e}}, err
	})
	if reused := (*Reused)(nil); errors.As(err, &reused) {
		return Vote{}, game.Errors{{
			Code: game.CodeIDReused, Pointer: "/reason", Detail: "is another one than when the vote was cancelled; that one stays",
		}}
	}
	if err != nil {
		return Vote{}, err
	}
	v, err := k.Vote(ctx, id, vote)
	v.Duplicate = done.Known[0]
	return v, Unread(err)
}
