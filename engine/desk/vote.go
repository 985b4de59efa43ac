package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Vote is a vote as the platform sees it.
type Vote struct {
	// VoteRequest is what was asked, with the defaults filled in and the options as they are now.
	// An accusation has only an id and a kind.
	session.VoteRequest
	Origin session.VoteOrigin `json:"origin"`
	Status session.VoteStatus `json:"status"`
	// Seq is the event that opened the vote.
	Seq int64 `json:"seq"`
	// Changed is the last event that changed which options are offered.
	Changed int64 `json:"changed_seq"`
	// AskedAt is when the vote was opened.
	AskedAt time.Time `json:"asked_at"`
	// DeadlineAt is when the answer is needed. An accusation has no deadline.
	DeadlineAt time.Time `json:"deadline_at,omitzero"`
	// Standing is exactly what the bot answers if it knows nothing better. It changes when a player
	// whom it names goes, or when the options change. An accusation has none.
	Standing *session.Answer `json:"standing_answer,omitempty"`
	// Cast is the answer, once the bot has given it.
	Cast *session.VoteCast `json:"cast,omitempty"`
	// Receipt is what the platform says it has counted.
	Receipt *session.VoteUse `json:"receipt,omitempty"`
	// Duplicate says that the same request was taken before.
	Duplicate bool `json:"duplicate,omitempty"`
	// Warnings say what was accepted, but is probably a mistake. Only the answer to the request
	// that asks or changes the vote has them.
	Warnings []session.Warning `json:"warnings,omitempty"`
}

// ShowVote returns a vote of a state as the platform sees it.
func ShowVote(s *session.State, v session.Vote) Vote {
	shown := Vote{
		VoteRequest: v.VoteRequest, Origin: v.Origin, Status: v.Status, Seq: v.Seq, Changed: v.ChangedSeq, AskedAt: v.At,
		DeadlineAt: v.DeadlineAt, Cast: v.Cast, Receipt: v.Receipt,
	}
	if v.Status == session.VoteOpen {
		shown.Options = s.Offered(&v)
	}
	if v.Origin == session.FromRequest {
		shown.Standing = &v.Standing
	}
	return shown
}

// AskVote asks the bot for a decision. A repeated request gets the first result, even if its
// deadline has passed or the players have changed.
func (k *Desk) AskVote(ctx context.Context, id string, q session.VoteRequest) (Vote, error) {
	if q.ID == "" {
		q.ID = k.NewID("vot_")
	}
	var state *session.State
	var warnings []session.Warning
	done, err := k.appendBarrier(ctx, id, func(row journal.Session) (a journal.Append, err error) {
		if state, err = k.StateAt(ctx, id, 0); err != nil {
			return a, err
		}
		e := k.event(&session.VoteRequested{VoteRequest: q})
		e.Key = journal.VoteKey(q.ID)
		a = journal.Append{Session: id, Events: []session.Event{e}}
		if session.ValidVoteID(id, q.ID) { // otherwise the log has no such request
			if _, err := k.store.Find(ctx, id, e.Key); !errors.Is(err, journal.ErrNotFound) {
				return a, err // a known request is not judged again: the store compares the two
			}
		}
		if err := mayAsk(row, state, q, e.At); err != nil {
			return a, err
		}
		if err := k.room(ctx, &row); err != nil {
			return a, err
		}
		warnings, err = k.heed(ctx, row, q.Doubts(&row.Roster))
		return a, err
	})
	if _, reused := errors.AsType[*journal.Reused](err); reused {
		return Vote{}, idReused("/id", q.ID)
	}
	if err != nil {
		return Vote{}, err
	}
	if first := done.Events[0]; !done.Known[0] {
		state = state.StepTo(first.Shift)
		v := ShowVote(state, state.NewVote(q, first.Seq, first.At))
		v.Warnings = warnings
		return v, nil
	}
	v, err := k.Vote(ctx, id, q.ID)
	v.Duplicate = true
	return v, err
}

// mayAsk returns an error when the vote cannot be asked for now.
func mayAsk(row journal.Session, state *session.State, q session.VoteRequest, now time.Time) error {
	if row.Status == journal.Ended {
		return errEnded
	}
	if err := q.Complete(&row.Roster, now); err != nil {
		return err
	}
	if err := standsAlone(&row); err != nil {
		return err
	}
	if !session.ValidVoteID(row.ID, q.ID) {
		return session.Errors{{Code: session.CodeInvalidID, Pointer: "/id", Detail: "begins like the ids of the bot's own accusations; use another id, such as your own for the round"}}
	}
	if state.OpenVotes() >= session.MaxOpenVotes {
		return session.Errors{{Code: session.CodeTooManyVotes, Detail: fmt.Sprintf("the bot has %d votes to answer; wait for one of them, or cancel one", session.MaxOpenVotes)}}
	}
	return nil
}

var (
	errNoVote = session.Errors{{
		Code: session.CodeNoVote, Detail: "this session has no vote with this id; GET …/votes lists its votes",
	}}
	errVoteOver = session.Errors{{
		Code: session.CodeVoteOver, Detail: "the vote is not open any more; GET …/votes/{vid} shows its result",
	}}
)

// Vote returns a vote as it is now.
func (k *Desk) Vote(ctx context.Context, id, vote string) (Vote, error) {
	v, state, err := k.VoteState(ctx, id, vote)
	if err != nil {
		return Vote{}, err
	}
	return ShowVote(state, v), nil
}

// VoteState returns a vote with the state that holds it.
func (k *Desk) VoteState(ctx context.Context, id, vote string) (session.Vote, *session.State, error) {
	state, err := k.StateAt(ctx, id, 0)
	if err != nil {
		return session.Vote{}, nil, err
	}
	v, ok := state.Vote(vote)
	if !ok {
		if state, err = k.withAllVotes(ctx, state); err != nil {
			return session.Vote{}, nil, err
		}
		v, ok = state.Vote(vote)
	}
	if !ok {
		return session.Vote{}, nil, errNoVote
	}
	return v, state, nil
}

// withAllVotes returns a session's state with every vote of the session. If the given state has
// dropped old votes, withAllVotes folds the log again.
func (k *Desk) withAllVotes(ctx context.Context, state *session.State) (*session.State, error) {
	if state.KeepsVotes() {
		return state, nil
	}
	all := session.NewState(state.Session)
	all.KeepVotes()
	return all, k.fold(ctx, all, func(*session.State, session.Event) bool { return true })
}

// Votes returns the votes after a seq, at most limit, and reports whether there are more. An empty
// status selects all votes.
func (k *Desk) Votes(ctx context.Context, id string, status session.VoteStatus, after int64, limit int) (votes []Vote, more bool, err error) {
	state, err := k.StateAt(ctx, id, 0)
	if err != nil {
		return nil, false, err
	}
	if state, err = k.withAllVotes(ctx, state); err != nil {
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

var errUnchanged = errors.New("the options are the same as before")

// ChangeVote gives an open vote other options. The bot thinks about the vote again. The same
// options change nothing.
func (k *Desk) ChangeVote(ctx context.Context, id, vote string, options []session.Option) (Vote, error) {
	var warnings []session.Warning
	_, err := k.appendBarrier(ctx, id, func(row journal.Session) (journal.Append, error) {
		v, _, err := k.VoteState(ctx, id, vote)
		if err != nil {
			return journal.Append{}, err
		}
		full, err := withOptions(&row.Roster, v.VoteRequest, options)
		switch {
		case err == nil && slices.Equal(full, v.Options):
			return journal.Append{}, errUnchanged
		case row.Status == journal.Ended:
			return journal.Append{}, errEnded
		case v.Status != session.VoteOpen:
			return journal.Append{}, errVoteOver
		}
		if alone := standsAlone(&row); alone != nil {
			return journal.Append{}, alone
		}
		if err == nil {
			asked := v.VoteRequest
			asked.Options, asked.Labels = options, nil
			warnings, err = k.heed(ctx, row, asked.Doubts(&row.Roster))
		}
		return journal.Append{Session: id, Events: []session.Event{k.event(&session.VoteUpdated{VoteID: vote, Options: options})}}, err
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return Vote{}, err
	}
	v, err := k.Vote(ctx, id, vote)
	v.Warnings = warnings
	return v, journal.AfterWrite(err)
}

// withOptions returns options for a vote, filled in as the fold will do it. It does not check
// fields that depend on the options: the fold adapts them. Bounds shrink with the list. A fallback
// keeps only options that are still offered.
func withOptions(r *session.Roster, q session.VoteRequest, options []session.Option) ([]session.Option, error) {
	if options == nil {
		return nil, session.Errors{{Code: session.CodeRequired, Pointer: "/options", Detail: "list the options that the vote has now"}}
	}
	q = q.WithoutOptionFields()
	q.Options = options
	q.Deadline, q.Within = nil, session.DefaultWithin // the deadline may have passed meanwhile
	err := q.Complete(r, time.Time{})
	return q.Options, err
}

// CancelVote closes an open vote without an answer. A repeated call gets the first answer.
func (k *Desk) CancelVote(ctx context.Context, id, vote, reason string) (Vote, error) {
	var errs session.Errors
	if session.CheckReason(&errs, reason); errs != nil {
		return Vote{}, errs
	}
	done, err := k.appendBarrier(ctx, id, func(row journal.Session) (journal.Append, error) {
		v, _, err := k.VoteState(ctx, id, vote)
		switch {
		case err != nil || v.Status == session.VoteWithdrawn: // the store compares the cancellations
		case row.Status == journal.Ended:
			err = errEnded
		case v.Status != session.VoteOpen:
			err = errVoteOver
		default:
			err = standsAlone(&row)
		}
		e := k.event(&session.VoteCancelled{VoteID: vote, Reason: reason})
		e.Key = journal.CancelKey(vote)
		return journal.Append{Session: id, Events: []session.Event{e}}, err
	})
	if _, reused := errors.AsType[*journal.Reused](err); reused {
		return Vote{}, session.Errors{{
			Code: session.CodeIDReused, Pointer: "/reason", Detail: "differs from the reason that the vote was cancelled with, which stays",
		}}
	}
	if err != nil {
		return Vote{}, err
	}
	v, err := k.Vote(ctx, id, vote)
	v.Duplicate = done.Known[0]
	return v, journal.AfterWrite(err)
}
