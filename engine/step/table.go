package step

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/table"
)

// Table brings a table up to date: it ends a game that nobody plays any more. It has one user at a
// time.
type Table struct {
	State *table.State

	lease   journal.Lease
	log     Log
	settled int64
	saved   int64 // the seq of the last snapshot
}

// tableSnapshot is the stored form of a table's state.
type tableSnapshot struct {
	Version int          `json:"table_v"`
	State   *table.State `json:"state"`
}

// DecodeTable returns the state of a table's snapshot. It returns the state before the first event
// for an empty snapshot, or one of another version.
func DecodeTable(id string, data []byte) *table.State {
	s := tableSnapshot{State: table.NewState(id)}
	if len(data) == 0 || json.Unmarshal(data, &s) != nil || s.Version != table.StateVersion {
		return table.NewState(id)
	}
	return s.State
}

// OpenTable returns the table of a row. The first step reads the rest of the log.
func OpenTable(log Log, row journal.Session, lease journal.Lease) *Table {
	state := DecodeTable(row.ID, row.Snapshot)
	return &Table{State: state, lease: lease, log: log, settled: row.Settled, saved: state.Seq}
}

// Step reads the new events, and ends the game if it is time for that. It returns when it must be
// called again if nothing happens, 0 for never.
func (t *Table) Step(ctx context.Context, clock Clock) (due game.Millis, err error) {
	for range maxRounds {
		if err := t.read(ctx); err != nil {
			return 0, err
		}
		if t.State.End != nil {
			return 0, nil
		}
		moment := clock.Now()
		now := t.State.Clock.Now(moment)
		expires := t.State.Expires()
		if now < expires {
			return expires, nil
		}
		if !clock.Trusted() {
			moment.At = moment.At.Add(distrustPause)
			return t.State.Clock.Now(moment), nil
		}
		end := &game.TableEnded{SessionEnded: game.SessionEnded{Reason: game.EndedByTTL}}
		_, err := t.log.AppendAll(ctx, t.ending(end, moment))
		if refused, ok := errors.AsType[*journal.Refused](err); ok && (refused.Owner != t.lease.Owner || refused.Epoch != t.lease.Epoch) {
			return 0, journal.ErrNotOwner
		} else if err != nil && !ok {
			return 0, fmt.Errorf("step: append to %s: %w", t.State.ID, err)
		}
	}
	return 0, fmt.Errorf("step: table %s does not settle", t.State.ID)
}

// ending returns the appends that end the table and all its sessions.
func (t *Table) ending(p *game.TableEnded, now game.Moment) []journal.Append {
	appends := []journal.Append{{
		Session: t.State.ID, Settled: t.State.Seq, Barrier: true, End: true,
		Events: []game.Event{{At: now.At, Shift: now.Shift, Cursor: t.State.Seq, Key: journal.ActKey(t.State.Seq), Data: p}},
		Guard:  journal.Guard{Kind: journal.Act, Barrier: t.State.Barrier, Owner: t.lease.Owner, Epoch: t.lease.Epoch},
	}}
	for _, d := range table.Deliver(&t.State.Roster, p) {
		appends = append(appends, journal.Append{Session: d.Session, Barrier: true, End: true, Events: []game.Event{{At: now.At, Shift: now.Shift, Data: d.Data}}})
	}
	return appends
}

// read folds the events after the cursor.
func (t *Table) read(ctx context.Context) error {
	err := journal.Read(ctx, journal.Pages(t.log, t.State.ID), t.State.Seq, func(e game.Event) bool {
		t.State.Apply(e)
		return true
	})
	if err != nil {
		return fmt.Errorf("step: read the log of %s: %w", t.State.ID, err)
	}
	return nil
}

// Renew gives the table the lease of a new claim.
func (t *Table) Renew(lease journal.Lease) { t.lease = lease }

// Checkpoint returns the checkpoint that the owner should store; see Stepper.
func (t *Table) Checkpoint(idle bool, due game.Millis, save bool) journal.Checkpoint {
	c := journal.Checkpoint{Session: t.State.ID, Owner: t.lease.Owner, Epoch: t.lease.Epoch, Settled: t.settled}
	if idle {
		c.Settled = t.State.Seq
	}
	if due > 0 && t.State.End == nil {
		c.DueAt = t.State.Clock.Steady(due)
	}
	if save {
		b, err := json.Marshal(tableSnapshot{Version: table.StateVersion, State: t.State})
		if err != nil {
			panic("step: snapshot of a table: " + err.Error()) // it holds numbers and strings
		}
		c.Snapshot, c.SnapshotSeq = b, t.State.Seq
	}
	return c
}

// Unsaved returns how many events came after the last snapshot.
func (t *Table) Unsaved() int64 { return t.State.Seq - t.saved }

// Saved notes that a checkpoint was stored.
func (t *Table) Saved(c journal.Checkpoint) {
	t.settled = max(t.settled, c.Settled)
	if c.Snapshot != nil {
		t.saved = c.SnapshotSeq
	}
}
