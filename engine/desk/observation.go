package desk

import (
	"context"

	"ringer/engine/game"
	"ringer/engine/journal"
)

// Observe appends one observation.
func (k *Desk) Observe(ctx context.Context, id string, o game.Observation) (Posted, error) {
	done, err := k.observe(ctx, id, o)
	return resultOf(o.ID, done, err, idReused("/id", o.ID))
}

func (k *Desk) observe(ctx context.Context, id string, o game.Observation) (done journal.Appended, err error) {
	if !o.Barrier() {
		err = k.again(ctx, func() error {
			row, err := k.checkedRow(ctx, id, o.Validate)
			if err == nil {
				err = standsAlone(&row)
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
		if err := o.Validate(&row.Roster); err != nil {
			return journal.Append{}, err
		}
		if err := standsAlone(&row); err != nil {
			return journal.Append{}, err
		}
		a := k.observation(id, o)
		after := row.Roster.With(&o)
		a.Roster = &after
		return a, nil
	})
}

func (k *Desk) observation(id string, o game.Observation) journal.Append {
	event := k.event(&game.ObservationReceived{Observation: o})
	if o.ID != "" {
		event.Key = journal.ObservationKey(o.ID)
	}
	return journal.Append{Session: id, Events: []game.Event{event}}
}
