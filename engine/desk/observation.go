package desk

import (
	"context"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Observe appends one observation.
func (k *Desk) Observe(ctx context.Context, id string, o session.Observation) (Posted, error) {
	var warnings []session.Warning
	done, err := k.observe(ctx, id, o, func(row journal.Session) (err error) {
		if warnings, err = k.heedFact(ctx, row, observationKey(o.ID), o.Doubts(&row.Roster)); err != nil {
			return err
		}
		return k.roomFor(ctx, &row, observationKey(o.ID))
	})
	posted, err := resultOf(o.ID, done, err, idReused("/id", o.ID))
	posted.Warnings = warnings
	return posted, err
}

// observe appends one observation, if heed accepts it as it was sent.
func (k *Desk) observe(ctx context.Context, id string, o session.Observation, heed func(journal.Session) error) (done journal.Appended, err error) {
	if !o.Barrier() {
		err = k.again(ctx, func() error {
			row, err := k.checkedRow(ctx, id, o.Validate)
			if err == nil {
				err = standsAlone(&row)
			}
			if err == nil {
				err = heed(row)
			}
			if err != nil {
				return err
			}
			a := k.observation(id, o)
			a.Guard = row.Unchanged()
			done, err = k.deliver(row, a)
			return err
		})
		return done, err
	}
	return k.appendBarrier(ctx, id, func(row journal.Session) (journal.Append, error) {
		err := k.readHeld(ctx, &row, &o)
		if err == nil {
			err = o.Validate(&row.Roster)
		}
		if err == nil {
			err = standsAlone(&row)
		}
		if err == nil {
			err = heed(row)
		}
		if err != nil {
			return journal.Append{}, err
		}
		a := k.observation(id, o)
		after := row.Roster.With(&o)
		a.Roster = &after
		return a, nil
	})
}

func (k *Desk) observation(id string, o session.Observation) journal.Append {
	event := k.event(&session.ObservationReceived{Observation: o})
	event.Key = observationKey(o.ID)
	return journal.Append{Session: id, Events: []session.Event{event}}
}

// observationKey returns the key of an observation; "" if it has no id.
func observationKey(id string) string {
	if id == "" {
		return ""
	}
	return journal.ObservationKey(id)
}

// readHeld fills in the names that players of a session hold, for somebody who joins. It reads the
// log: an older replica that stores a row leaves them out.
func (k *Desk) readHeld(ctx context.Context, row *journal.Session, o *session.Observation) error {
	if o.Kind != session.PlayerJoined {
		return nil
	}
	if row.IsGame {
		state, err := k.GameState(ctx, row.ID)
		if err == nil {
			row.Roster.Held = state.Roster.Held
		}
		return err
	}
	state, err := k.StateAt(ctx, row.ID, 0)
	if err == nil {
		row.Roster.Held = state.Roster.Held
	}
	return err
}
