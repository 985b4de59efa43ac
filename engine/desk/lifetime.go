package desk

import (
	"context"
	"errors"
	"slices"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Update changes a session's configuration. It returns session.Errors for invalid changes.
func (k *Desk) Update(ctx context.Context, id string, to session.Changes) error {
	if to.Empty() {
		return refusal(session.CodeRequired, "", "says nothing to change; give persona, objective, limits, model, options, accuse, disclosure or metadata")
	}
	_, err := k.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		if row.Status == journal.Ended {
			return nil, errEnded(row)
		}
		c, err := k.Changed(ctx, id, to)
		if err != nil {
			return nil, err
		}
		changes := to
		if to.Limits != nil {
			changes.Limits = &c.Limits // with its defaults filled
		}
		if to.Accuse != nil {
			changes.Accuse = &c.Accuse
		}
		if to.Disclosure != nil {
			changes.Disclosure = &c.Disclosure
		}
		return &session.SessionUpdated{Changes: changes}, nil
	})
	return err
}

// UpdateGame replaces a game's metadata.
func (k *Desk) UpdateGame(ctx context.Context, id string, p session.GameUpdated) error {
	_, err := k.Games.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		if err := k.room(ctx, row); err != nil {
			return nil, err
		}
		return &p, p.Validate()
	})
	return err
}

// Changed returns a session's configuration with changes, checked.
func (k *Desk) Changed(ctx context.Context, id string, to session.Changes) (session.Config, error) {
	state, err := k.StateAt(ctx, id, 0)
	if err != nil {
		return session.Config{}, err
	}
	c := state.Config.With(to)
	chosen := session.Changes{Model: to.Model}
	if to.Limits != nil {
		chosen.Limits = &c.Limits
	}
	row, err := k.Row(ctx, id)
	if err != nil {
		return c, err
	}
	return c, k.completeConfig(row.Tenant, &c, chosen)
}

// Ending is what a platform says about a game that is over.
type Ending struct {
	// Outcome is how the game went, in the platform's words.
	Outcome string `json:"outcome,omitempty"`
	// Reveal says who was what, by player id.
	Reveal map[string]string `json:"reveal,omitempty"`
}

// Validate checks an ending against the roster of a log.
func (e Ending) Validate(r *session.Roster) error { return e.event().Validate(r) }

func (e Ending) event() *session.SessionEnded {
	return &session.SessionEnded{Reason: session.EndedByPlatform, Outcome: e.Outcome, Reveal: e.Reveal}
}

// End closes a session, or a game with all its sessions. A repeated call with the same ending gets
// the first answer.
func (l Logs) End(ctx context.Context, id string, e Ending) (journal.Session, error) {
	row, err := l.end(ctx, id, e.event())
	if !saysEnded(err) {
		return row, err
	}
	end, unread := l.ended(ctx, id)
	if unread != nil {
		return row, unread
	}
	if end == nil || !session.Same(e.event(), &end.SessionEnded) {
		return row, err
	}
	return l.Row(ctx, id)
}

// Pause stops the clock of a session, or of a game with all its sessions. A repeated call gets the
// first answer.
func (l Logs) Pause(ctx context.Context, id, reason string) error {
	var errs session.Errors
	if session.CheckReason(&errs, reason); errs != nil {
		return errs
	}
	return l.turn(ctx, id, true, &session.PlayPaused{Reason: reason})
}

// Resume lets the clock go on.
func (l Logs) Resume(ctx context.Context, id string) error {
	return l.turn(ctx, id, false, &session.PlayResumed{})
}

// turn stops the clock of a log, or lets it go on, unless it does that already.
func (l Logs) turn(ctx context.Context, id string, stop bool, p session.Payload) error {
	_, err := l.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		if row.Status == journal.Ended {
			return nil, errEnded(row)
		}
		if err := standsAlone(row); err != nil {
			return nil, err
		}
		clock, err := l.clock(ctx, id)
		if err == nil && clock.Stands() == stop {
			err = errUnchanged
		}
		return p, err
	})
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

func (l Logs) clock(ctx context.Context, id string) (session.Clock, error) {
	if l.games {
		state, err := l.k.GameState(ctx, id)
		if err != nil {
			return session.Clock{}, err
		}
		return state.Clock, nil
	}
	state, err := l.k.StateAt(ctx, id, 0)
	if err != nil {
		return session.Clock{}, err
	}
	return state.Clock, nil
}

// ended returns how a log has ended, or nil.
func (l Logs) ended(ctx context.Context, id string) (*session.End, error) {
	if l.games {
		state, err := l.k.GameState(ctx, id)
		if err != nil {
			return nil, err
		}
		return state.End, nil
	}
	state, err := l.k.StateAt(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	return state.End, nil
}

func (l Logs) end(ctx context.Context, id string, p *session.SessionEnded) (journal.Session, error) {
	_, err := l.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		err := p.Validate(&row.Roster)
		if err == nil {
			err = standsAlone(row)
		}
		if err != nil || !l.games {
			return p, err
		}
		end := &session.GameEnded{SessionEnded: *p}
		if first, err := firstOf[*session.GameCreated](ctx, l.k, id); err == nil {
			end.Proof = first.Proof
		} else if p.Reason != session.EndedByDeletion { // a damaged log can be deleted
			return nil, err
		}
		return end, nil
	})
	if err != nil {
		return journal.Session{}, err
	}
	row, err := l.Row(ctx, id)
	return row, journal.AfterWrite(err)
}

// Delete ends a session or a game if it is open, lets its streams read that, and removes it with
// all that was said in it. The sessions of a game go with it. The game itself goes last, so that a
// deletion that was broken off can be repeated.
func (l Logs) Delete(ctx context.Context, id string) error {
	row, err := l.Row(ctx, id)
	if err == nil {
		err = standsAlone(&row)
	}
	if err != nil {
		return err
	}
	if row.Status == journal.Open {
		_, err := l.end(ctx, id, &session.SessionEnded{Reason: session.EndedByDeletion})
		if err != nil && !saysEnded(err) { // another request may have ended it meanwhile
			return err
		}
	}
	for _, b := range slices.Backward(row.Roster.AllBots()) {
		if err := l.k.remove(ctx, b.Session); err != nil && !errors.Is(err, journal.ErrNotFound) {
			return err
		}
	}
	return l.k.remove(ctx, id)
}

// remove waits until the readers of an ended log have read its end.
func (k *Desk) remove(ctx context.Context, id string) error {
	k.driver.AwaitReaders(id)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendLimit)
	defer cancel()
	err := k.store.Delete(ctx, id)
	k.rows.Remove(id)
	k.states.Remove(id)
	k.games.Remove(id)
	k.driver.Deleted(id)
	return journal.AfterWrite(err) // the end is stored
}

func saysEnded(err error) bool {
	errs, ok := errors.AsType[session.Errors](err)
	return ok && errs[0].Code == session.CodeSessionEnded
}
