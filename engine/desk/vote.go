package desk

import (
	"context"
	"errors"
	"fmt"
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
	// Standing is exactly what the bot answers if it knows nothing better. It changes when a
	// player whom it names goes, or when the options change. An accusation has none.
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

// ShowVote returns a vote as the platform sees it.
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
	var state *session.State
	asked, err := k.ask(ctx, id, GameVoteRequest{VoteRequest: q}, func(row *journal.Session, q *GameVoteRequest) (err error) {
		if state, err = k.StateAt(ctx, id, 0); err == nil {
			err = mayAsk(row, state, q.VoteRequest, k.now().At)
		}
		return err
	})
	if err != nil {
		return Vote{}, err
	}
	if asked.known {
		v, err := k.Vote(ctx, id, asked.id)
		v.Duplicate = true
		return v, err
	}
	state, q.ID = state.StepTo(asked.event.Shift), asked.id
	v := ShowVote(state, state.NewVote(q, asked.event.Seq, asked.event.At))
	v.Warnings = asked.warnings
	return v, nil
}

type asked struct {
	id    string
	event session.Event
	// known says that the same request was stored before.
	known    bool
	warnings []session.Warning
}

// ask stores a request. mayAsk fills in one that is not known yet, and refuses it if it cannot be
// made now.
func (l Logs) ask(ctx context.Context, id string, q GameVoteRequest, mayAsk func(*journal.Session, *GameVoteRequest) error) (a asked, err error) {
	if q.ID == "" {
		q.ID = l.k.NewID("vot_")
	}
	done, err := l.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		seats := q.Seats
		stored, err := l.storedVote(ctx, row, q.ID)
		switch {
		case err != nil:
			return nil, err
		case stored != nil:
			if seats == nil {
				seats = stored.Seats // the bots that were in the game then
			}
			// the store compares the two
			return &session.VoteRequested{VoteRequest: q.VoteRequest, Seats: seats}, nil
		}
		filled := q
		if err = mayAsk(row, &filled); err == nil {
			err = l.k.room(ctx, row)
		}
		if err == nil {
			a.warnings, err = l.k.heed(ctx, row, q.Doubts(&row.Roster))
		}
		return &session.VoteRequested{VoteRequest: q.VoteRequest, Seats: filled.Seats}, err
	})
	if _, reused := errors.AsType[*journal.Reused](err); reused {
		return a, idReused("/id", q.ID)
	}
	if err != nil {
		return a, err
	}
	a.id, a.event, a.known = q.ID, done.Events[0], done.Known[0]
	return a, nil
}

// storedVote returns nil if there is none. No request has the id of an accusation.
func (l Logs) storedVote(ctx context.Context, row *journal.Session, vote string) (*session.VoteRequested, error) {
	if !l.games && !session.ValidVoteID(row.ID, vote) {
		return nil, nil
	}
	e, err := l.k.store.Find(ctx, row.ID, journal.VoteKey(vote))
	if errors.Is(err, journal.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	stored, ok := e.Data.(*session.VoteRequested)
	if !ok {
		return nil, fmt.Errorf("desk: event %d of %s is no request for a vote", e.Seq, row.ID)
	}
	return stored, nil
}

func mayAsk(row *journal.Session, state *session.State, q session.VoteRequest, now time.Time) error {
	if row.Status == journal.Ended {
		return errEnded(row)
	}
	if err := q.Complete(&row.Roster, now); err != nil {
		return err
	}
	if err := standsAlone(row); err != nil {
		return err
	}
	if !session.ValidVoteID(row.ID, q.ID) {
		return refusal(session.CodeInvalidID, "/id", "begins like the ids of the bot's own accusations; use another id, such as your own for the round")
	}
	if state.OpenVotes() >= session.MaxOpenVotes {
		return refusal(session.CodeTooManyVotes, "", fmt.Sprintf("the bot has %d votes to answer; wait for one of them, or cancel one", session.MaxOpenVotes))
	}
	return nil
}

var (
	errNoVote   = refusal(session.CodeNoVote, "", "this session has no vote with this id; GET …/votes lists its votes")
	errVoteOver = refusal(session.CodeVoteOver, "", "the vote is not open any more; GET …/votes/{vid} shows its result")
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

// withAllVotes folds the log again if the state has dropped old votes.
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
	votes, more = pageOf(state.Votes, limit,
		func(v session.Vote) bool { return v.Seq > after && (status == "" || v.Status == status) },
		func(v session.Vote) Vote { return ShowVote(state, v) })
	return votes, more, nil
}

// pageOf shows the votes that count, at most limit, and reports whether there are more.
func pageOf[V, S any](all []V, limit int, counts func(V) bool, show func(V) S) (votes []S, more bool) {
	votes = []S{}
	for _, v := range all {
		switch {
		case !counts(v):
		case len(votes) == limit:
			return votes, true
		default:
			votes = append(votes, show(v))
		}
	}
	return votes, false
}

var errUnchanged = errors.New("the vote is the same as before")

// ChangeVote changes the options and the deadline of an open vote. The bot thinks about other
// options again. The same options and deadline change nothing.
func (k *Desk) ChangeVote(ctx context.Context, id, vote string, to session.VoteChanges) (Vote, error) {
	var warnings []session.Warning
	_, err := k.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		v, state, err := k.VoteState(ctx, id, vote)
		if err != nil {
			return nil, err
		}
		now := state.Clock.Standing(k.now().At)
		full, err := to.Complete(&row.Roster, v.VoteRequest, now)
		switch {
		case err == nil && to.Same(full, v.Options, v.DeadlineAt):
			return nil, errUnchanged
		case row.Status == journal.Ended:
			return nil, errEnded(row)
		case v.Status != session.VoteOpen:
			return nil, errVoteOver
		}
		if alone := standsAlone(row); alone != nil {
			return nil, alone
		}
		if err == nil {
			warnings, err = k.heedChange(ctx, row, v.VoteRequest, to)
		}
		return to.Event(vote, now), err
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return Vote{}, err
	}
	v, err := k.Vote(ctx, id, vote)
	v.Warnings = warnings
	return v, journal.AfterWrite(err)
}

// heedChange is heed for new options of a vote.
func (k *Desk) heedChange(ctx context.Context, row *journal.Session, q session.VoteRequest, to session.VoteChanges) ([]session.Warning, error) {
	if to.Options == nil {
		return nil, nil
	}
	q.Options, q.Labels = to.Options, nil
	return k.heed(ctx, row, q.Doubts(&row.Roster))
}

// CheckVote returns the check of a request for a vote. It does not check how many options are
// chosen, nor the fallback: they depend on fields that may have been unreadable.
func (k *Desk) CheckVote(q session.VoteRequest) func(*session.Roster) error {
	q = q.WithoutOptionFields()
	return func(r *session.Roster) error { return q.Complete(r, k.now().At) }
}

// CancelVote closes an open vote without an answer. A repeated call gets the first answer.
func (k *Desk) CancelVote(ctx context.Context, id, vote, reason string) (Vote, error) {
	known, err := k.cancel(ctx, id, vote, reason, func(row *journal.Session) error {
		v, _, err := k.VoteState(ctx, id, vote)
		switch {
		case err != nil || v.Status == session.VoteWithdrawn: // the store compares the cancellations
			return err
		case row.Status == journal.Ended:
			return errEnded(row)
		case v.Status != session.VoteOpen:
			return errVoteOver
		}
		return standsAlone(row)
	})
	if err != nil {
		return Vote{}, err
	}
	v, err := k.Vote(ctx, id, vote)
	v.Duplicate = known
	return v, journal.AfterWrite(err)
}

// cancel reports whether the vote was cancelled before.
func (l Logs) cancel(ctx context.Context, id, vote, reason string, may func(*journal.Session) error) (known bool, err error) {
	var errs session.Errors
	if session.CheckReason(&errs, reason); errs != nil {
		return false, errs
	}
	done, err := l.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		return &session.VoteCancelled{VoteID: vote, Reason: reason}, may(row)
	})
	if _, reused := errors.AsType[*journal.Reused](err); reused {
		return false, refusal(session.CodeIDReused, "/reason", "differs from the reason that the vote was cancelled with, which stays")
	}
	return err == nil && done.Known[0], err
}
