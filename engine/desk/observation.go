package desk

import (
	"cmp"
	"context"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Observe is Logs.Observe for a session.
func (k *Desk) Observe(ctx context.Context, id string, o session.Observation) (Posted, error) {
	return k.Logs.Observe(ctx, id, GameObservation{Observation: o})
}

// Observe appends one observation. Each bot of a game that it concerns gets it in the same append.
func (l Logs) Observe(ctx context.Context, id string, o GameObservation) (Posted, error) {
	var warnings []session.Warning
	key := observationKey(o.ID)
	done, err := l.observe(ctx, id, o, func(row *journal.Session) (err error) {
		if warnings, err = l.k.heedFact(ctx, row, key, o.Doubts(&row.Roster)); err != nil {
			return err
		}
		return l.k.roomFor(ctx, row, []session.Event{{Key: key}})
	})
	posted, err := resultOf(o.ID, done, err, idReused("/id", o.ID))
	posted.Warnings = warnings
	return posted, err
}

func (l Logs) observe(ctx context.Context, id string, o GameObservation, heed func(*journal.Session) error) (done journal.Appended, err error) {
	validate := l.validates(&o)
	if o.Barrier() {
		return l.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
			return l.judgeBarrier(ctx, row, &o, heed)
		})
	}
	err = l.k.again(ctx, func() error {
		row, err := l.checked(ctx, id, func(r *session.Roster) error {
			if o.Kind == session.PlayerTyping && o.Player != nil && r.IsAway(o.Player.ID) {
				return &awayError{id, o.Player.ID}
			}
			return validate(r)
		})
		if err == nil {
			err = o.hosted(&row)
		}
		if err == nil {
			err = heed(&row)
		}
		if err != nil {
			return err
		}
		fact := &session.ObservationReceived{Observation: o.Observation, Seat: o.Seat}
		if l.games && o.Kind == session.PlayerTyping {
			fact.Channel = cmp.Or(o.Channel, append(row.Roster.Chats(o.Player.ID), row.Roster.Current().Channel)[0])
		}
		e := l.k.event(fact)
		e.Key = observationKey(o.ID)
		var appends sharedAppends
		appends.add(&row, e)
		appends[0].Guard = row.Unchanged()
		all, err := l.k.deliver(row, appends)
		if err == nil {
			done = all[0]
		}
		return err
	})
	return done, err
}

func (l Logs) validates(o *GameObservation) func(*session.Roster) error {
	if l.games {
		return o.Validate
	}
	return o.Observation.Validate
}

// judgeBarrier returns the event of an observation that changes who may do what.
func (l Logs) judgeBarrier(ctx context.Context, row *journal.Session, o *GameObservation, heed func(*journal.Session) error) (session.Payload, error) {
	err := l.k.readHeld(ctx, row, &o.Observation)
	if err == nil {
		err = l.validates(o)(&row.Roster)
	}
	if err == nil {
		err = standsAlone(row)
	}
	if err != nil {
		return nil, err
	}
	event, err := l.k.attendance(ctx, row, o)
	if err == nil && event == nil {
		event, err = o.Event(o.Seat), o.hosted(row)
	}
	if err == nil {
		err = heed(row)
	}
	return event, err
}

// observationKey returns the key of an observation; "" if it has no id.
func observationKey(id string) string {
	if id == "" {
		return ""
	}
	return journal.ObservationKey(id)
}

// readHeld reads from the log the names that players hold: a row of an older replica has none.
func (k *Desk) readHeld(ctx context.Context, row *journal.Session, o *session.Observation) error {
	if o.Kind != session.PlayerJoined && o.Kind != session.PlayerRenamed {
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
