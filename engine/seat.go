package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"ringer/engine/game"
	"ringer/engine/prompt"
	"ringer/engine/strategy"
)

// ErrNotOwner says that another owner has taken the home. Whoever gets it drops the home without another word.
var ErrNotOwner = errors.New("the home belongs to another owner")

// Lease is a claim on a home: acts are appended under it.
type Lease struct {
	Home  string
	Owner string
	Epoch int64
}

// Log is the part of a Store that a step needs.
type Log interface {
	Append(ctx context.Context, a Append) (Appended, error)
	Events(ctx context.Context, session string, after int64, limit int) ([]game.Event, error)
}

// Seat is one session in the hands of its owner: the fold of its log, the findings not yet concluded, and the step. It has
// no clock and no goroutine, and one user at a time.
type Seat struct {
	State *game.State
	// Strategy is made for the session's options, and anew when they change.
	Strategy prompt.Strategy
	// Inbox holds finished thoughts. One leaves it when the append that concludes it has been accepted.
	Inbox []game.Thought

	strategies *strategy.Registry
	options    []byte // of Strategy
	lease      Lease
	log        Log
	settled    int64
	saved      int64 // the seq of the last snapshot
}

// OpenSeat takes a session's row to the state at its snapshot; the first step reads the rest of the log.
func OpenSeat(log Log, row Session, lease Lease, strategies *strategy.Registry) *Seat {
	state := game.NewState(row.ID)
	if s := decodeSnapshot(row.ID, row.Snapshot); s != nil {
		state = s
	}
	return &Seat{State: state, strategies: strategies, lease: lease, log: log, settled: row.Settled, saved: state.Seq}
}

// equip makes the strategy for the options as they are now.
func (s *Seat) equip() error {
	c := s.State.Config
	if s.Strategy != nil && bytes.Equal(s.options, c.Options) {
		return nil
	}
	made, err := s.strategies.New(c.Strategy, c.Options)
	if err != nil {
		return fmt.Errorf("engine: strategy of %s: %w", s.State.Session, err)
	}
	s.Strategy, s.options = made, c.Options
	return nil
}

// maxRounds bounds one step. Each round either appends, which changes the state, or ends; a strategy whose acts never come
// to rest is a fault that must not take the process with it.
const maxRounds = 200

// readPage is how many events one read brings.
const readPage = 500

// Step brings the session up to date: it reads the events after the cursor, folds them, decides, and appends the acts,
// until there is nothing to append. It returns the last decision, which has no acts. now is asked again in each round.
func (s *Seat) Step(ctx context.Context, now func() time.Time) (game.Decision, error) {
	if err := s.read(ctx); err != nil {
		return game.Decision{}, err
	}
	// An append whose outcome was unknown may have concluded one, as the log says now.
	s.Inbox = slices.DeleteFunc(s.Inbox, s.State.Concluded)
	for range maxRounds {
		if s.State.Ended {
			s.Inbox = nil
			return game.Decision{}, nil
		}
		at := now().UTC().Truncate(time.Microsecond)
		moment := s.State.Clock.Game(at)
		if err := s.equip(); err != nil && moment < s.State.Expires() { // the end needs no strategy
			return game.Decision{}, err
		}
		d := game.Decide(s.State, s.Strategy, s.Inbox, moment)
		if len(d.Acts) == 0 {
			return d, nil
		}
		if err := s.append(ctx, s.acts(d, at)); err != nil {
			return game.Decision{}, err
		}
	}
	return game.Decision{}, fmt.Errorf("engine: session %s does not come to rest: its strategy wants something new after every act", s.State.Session)
}

// read folds the events after the cursor.
func (s *Seat) read(ctx context.Context) error {
	for {
		events, err := s.log.Events(ctx, s.State.Session, s.State.Seq, readPage)
		if err != nil {
			return fmt.Errorf("engine: read log of %s: %w", s.State.Session, err)
		}
		for _, e := range events {
			s.State.Apply(e)
		}
		if len(events) < readPage {
			return nil
		}
	}
}

// acts makes the append of a decision, fenced by what it was judged on.
func (s *Seat) acts(d game.Decision, at time.Time) Append {
	a := Append{
		Session: s.State.Session, Settled: s.State.Seq,
		Guard: Guard{Kind: Act, Barrier: s.State.Barrier, Owner: s.lease.Owner, Epoch: s.lease.Epoch},
	}
	if d.Due > 0 {
		a.DueAt = s.State.Clock.Wall(d.Due)
	}
	for i, p := range d.Acts {
		e := game.Event{At: at, Cursor: s.State.Seq, Data: p}
		switch p := p.(type) {
		case *game.MessageSent:
			e.Key = sentKey(p.PlanID)
		case *game.VoteCast:
			e.Key = castKey(p.VoteID)
			a.Barrier = true // casts are the last acts
		case *game.SessionEnded:
			a.Barrier, a.End = true, true
		}
		if i == 0 && e.Key == "" {
			e.Key = fmt.Sprintf("a:%d", s.State.Seq)
		}
		a.Events = append(a.Events, e)
	}
	return a
}

// append adds acts to the log and folds them. A refusal is no error: it brings the newer state, to be judged again. After an
// error other than ErrUnavailable the seat must be renewed.
func (s *Seat) append(ctx context.Context, a Append) error {
	done, err := s.log.Append(ctx, a)
	var refused *Refused
	switch {
	case errors.As(err, &refused):
		if refused.Owner != s.lease.Owner || refused.Epoch != s.lease.Epoch {
			return ErrNotOwner
		}
		return s.read(ctx)
	case err != nil:
		return fmt.Errorf("engine: append to %s: %w", s.State.Session, err)
	}
	s.Inbox = nil
	s.settled = max(s.settled, a.Settled)
	if first := done.Events[0]; first.Seq != s.State.Seq+1 {
		return s.read(ctx) // facts came in between
	}
	for _, e := range done.Events {
		s.State.Apply(e)
	}
	return nil
}

// Renew puts the seat under a new claim of its owner. After an append whose outcome is unknown nothing else will do: either it
// is stored by now, and the next step reads it, or the new epoch keeps it out for ever, and the step decides anew.
//
// What stopped thoughts have cost may be in it, and nothing tells: it is not counted twice.
func (s *Seat) Renew(lease Lease) {
	s.lease = lease
	s.Inbox = slices.DeleteFunc(s.Inbox, func(t game.Thought) bool { return t.Failure == game.ThoughtStopped })
}

// Rest returns what the owner should note about the session, with a snapshot when save says so. idle says that there is
// nothing to do before due, so that everything up to the cursor is settled.
func (s *Seat) Rest(idle bool, due game.Millis, save bool) Rest {
	r := Rest{Session: s.State.Session, Owner: s.lease.Owner, Epoch: s.lease.Epoch, Settled: s.settled}
	if idle {
		r.Settled = s.State.Seq
	}
	if due > 0 && !s.State.Ended {
		r.DueAt = s.State.Clock.Wall(due)
	}
	if save {
		r.Snapshot, r.SnapshotSeq = encodeSnapshot(s.State), s.State.Seq
	}
	return r
}

// Unsaved is how many events a load would have to fold beyond the last snapshot.
func (s *Seat) Unsaved() int64 { return s.State.Seq - s.saved }

// Saved notes that the snapshot of a rest is stored.
func (s *Seat) Saved(r Rest) {
	s.settled = max(s.settled, r.Settled)
	if r.Snapshot != nil {
		s.saved = r.SnapshotSeq
	}
}

// snapshot is the stored form of a state.
type snapshot struct {
	Version int         `json:"v"`
	State   *game.State `json:"state"`
}

func encodeSnapshot(s *game.State) []byte {
	b, err := json.Marshal(snapshot{Version: game.StateVersion, State: s})
	if err != nil {
		panic("engine: snapshot: " + err.Error()) // numbers, strings, and JSON that was valid when it was folded
	}
	return b
}

// decodeSnapshot returns the state of a session's snapshot, nil when there is none of this version: then the log is folded anew.
func decodeSnapshot(id string, data []byte) *game.State {
	if len(data) == 0 {
		return nil
	}
	// The version decides before anything is read of the state, whose shape may differ.
	var head struct {
		Version int             `json:"v"`
		State   json.RawMessage `json:"state"`
	}
	state := game.NewState(id)
	if json.Unmarshal(data, &head) != nil || head.Version != game.StateVersion || json.Unmarshal(head.State, state) != nil {
		return nil
	}
	return state
}
