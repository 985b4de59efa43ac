package step

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// Game brings a game up to date: it does what the referee orders, gives the floor, and ends a
// game that nobody plays any more. It has one user at a time.
type Game struct {
	State *game.State
	// Inbox holds finished thoughts; see Stepper.
	Inbox []session.Thought
	// Events is how many events the log takes before the bots fall silent; 0 means
	// game.DefaultEvents.
	Events int64

	lease   journal.Lease
	log     Log
	settled int64
	saved   int64 // the seq of the last snapshot
}

type gameSnapshot struct {
	Version int         `json:"table_v"`
	State   *game.State `json:"state"`
}

// DecodeGame returns the state of a game's snapshot. It returns the state before the first event
// for an empty snapshot, or one of another version.
func DecodeGame(id string, data []byte) *game.State {
	s := gameSnapshot{State: game.NewState(id)}
	if len(data) == 0 || json.Unmarshal(data, &s) != nil || s.Version != game.StateVersion {
		return game.NewState(id)
	}
	return s.State
}

// OpenGame returns the game of a row. The first step reads the rest of the log.
func OpenGame(log Log, row journal.Session, lease journal.Lease) *Game {
	state := DecodeGame(row.ID, row.Snapshot)
	return &Game{State: state, lease: lease, log: log, settled: row.Settled, saved: state.Seq}
}

// Step reads the new events, and appends what the game decides, until there is nothing to append.
// It returns the last decision, which has no acts.
func (t *Game) Step(ctx context.Context, clock Clock) (session.Decision, error) {
	for range maxRounds {
		if err := t.read(ctx); err != nil {
			return session.Decision{}, err
		}
		t.Inbox = slices.DeleteFunc(t.Inbox, t.State.Concluded)
		moment := clock.Now()
		d := game.Decide(t.State.StepTo(moment.Shift), t.Inbox, t.State.Clock.Now(moment))
		if p := t.hush(); p != nil && len(d.Acts) == 0 {
			d.Acts = []session.Payload{p}
		}
		if len(d.Acts) == 0 {
			if t.State.End != nil {
				t.Inbox = nil
			}
			return d, nil
		}
		if err := t.append(ctx, d, moment); err != nil {
			return session.Decision{}, err
		}
	}
	return session.Decision{}, fmt.Errorf("step: game %s does not settle: its referee orders something new after every order", t.State.ID)
}

// hush returns what silences the bots of a game whose log is full, or nil.
func (t *Game) hush() session.Payload {
	if t.State.End != nil || !t.State.Full(cmp.Or(t.Events, game.DefaultEvents)) {
		return nil
	}
	return t.State.Hush()
}

// append adds the acts of a decision to the logs of the game and of its bots. If they are refused,
// or another owner has stored some of them, it returns nil: the next round reads why, and decides
// again.
func (t *Game) append(ctx context.Context, d session.Decision, now session.Moment) error {
	events := make([]session.Event, len(d.Acts))
	for i, p := range d.Acts {
		events[i] = session.Event{At: now.At, Shift: now.Shift, Cursor: t.State.Seq, Data: p, Key: Key(p)}
	}
	if events[0].Key == "" {
		events[0].Key = journal.ActKey(t.State.Seq)
	}
	appends := Batch(t.State.ID, t.State.Roster, events)
	appends[0].Settled = t.State.Seq
	appends[0].Guard = journal.Guard{Kind: journal.Act, Barrier: t.State.Barrier, Owner: t.lease.Owner, Epoch: t.lease.Epoch}
	_, err := t.log.AppendAll(ctx, appends)
	refused, ok := errors.AsType[*journal.Refused](err)
	_, reused := errors.AsType[*journal.Reused](err)
	switch {
	case ok && (refused.Owner != t.lease.Owner || refused.Epoch != t.lease.Epoch):
		return journal.ErrNotOwner
	case ok, reused, errors.Is(err, journal.ErrValueRefused) && giveUp(&t.Inbox):
		return nil
	case err != nil:
		return fmt.Errorf("step: append to %s: %w", t.State.ID, err)
	}
	t.Inbox = nil
	return nil
}

func (t *Game) read(ctx context.Context) error {
	gone := deletions{}
	err := readLog(ctx, t.log, t.State.ID, t.State.Seq, func(e session.Event) {
		gone.note(e)
		t.State.Apply(e)
	})
	if err != nil || len(gone) == 0 {
		return err
	}
	if err := gone.erase(ctx, t.log, t.State.ID); err != nil {
		return err
	}
	t.State = game.NewState(t.State.ID) // nothing of what is gone may stay in it
	return readLog(ctx, t.log, t.State.ID, 0, t.State.Apply)
}

// Renew gives the game the lease of a new claim.
func (t *Game) Renew(lease journal.Lease) { t.lease = lease }

// Checkpoint returns the checkpoint that the owner should store; see Stepper.
func (t *Game) Checkpoint(idle bool, due session.Millis, save bool) journal.Checkpoint {
	c := journal.Checkpoint{Session: t.State.ID, Owner: t.lease.Owner, Epoch: t.lease.Epoch, Settled: t.settled}
	if idle {
		c.Settled = t.State.Seq
	}
	if due > 0 && t.State.End == nil {
		c.DueAt = t.State.Clock.Steady(due)
	}
	if save {
		b, err := json.Marshal(gameSnapshot{Version: game.StateVersion, State: t.State})
		if err != nil {
			panic("step: snapshot of a game: " + err.Error()) // it holds numbers and strings
		}
		c.Snapshot, c.SnapshotSeq = b, t.State.Seq
	}
	return c
}

// Unsaved returns how many events came after the last snapshot.
func (t *Game) Unsaved() int64 { return t.State.Seq - t.saved }

// Saved notes that a checkpoint was stored.
func (t *Game) Saved(c journal.Checkpoint) {
	t.settled = max(t.settled, c.Settled)
	if c.Snapshot != nil {
		t.saved = c.SnapshotSeq
	}
}
