package desk

import (
	"context"
	"errors"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Update changes a session's configuration. It returns session.Errors for invalid changes.
func (k *Desk) Update(ctx context.Context, id string, to session.Changes) error {
	if to.Empty() {
		return session.Errors{{Code: session.CodeRequired, Detail: "says nothing to change; give persona, objective, limits, model, options, accuse, disclosure or metadata"}}
	}
	_, err := k.appendBarrier(ctx, id, func(row journal.Session) (journal.Append, error) {
		if row.Status == journal.Ended {
			return journal.Append{}, errEnded
		}
		c, err := k.changed(ctx, id, to)
		if err != nil {
			return journal.Append{}, err
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
		return journal.Append{Session: id, Events: []session.Event{k.event(&session.SessionUpdated{Changes: changes})}}, nil
	})
	return err
}

// changed returns a session's configuration with changes, checked.
func (k *Desk) changed(ctx context.Context, id string, to session.Changes) (session.Config, error) {
	state, err := k.StateAt(ctx, id, 0)
	if err != nil {
		return session.Config{}, err
	}
	c := state.Config.With(to)
	chosen := session.Changes{Model: to.Model}
	if to.Limits != nil {
		chosen.Limits = &c.Limits
	}
	return c, k.completeConfig(&c, chosen)
}

// Ending is what a platform says about a game that is over.
type Ending struct {
	// Outcome is how the game went, in the platform's words.
	Outcome string `json:"outcome,omitempty"`
	// Reveal says who was what, by player id.
	Reveal map[string]string `json:"reveal,omitempty"`
}

// End closes a session. A repeated call with the same ending gets the first answer.
func (k *Desk) End(ctx context.Context, id string, e Ending) (journal.Session, error) {
	s, err := k.end(ctx, id, e.event())
	if !saysEnded(err) {
		return s, err
	}
	state, unread := k.StateAt(ctx, id, 0)
	if unread != nil {
		return s, unread
	}
	if state.End == nil || !session.Same(e.event(), &state.End.SessionEnded) {
		return s, err
	}
	return k.Session(ctx, id)
}

func (e Ending) event() *session.SessionEnded {
	return &session.SessionEnded{Reason: session.EndedByPlatform, Outcome: e.Outcome, Reveal: e.Reveal}
}

func (k *Desk) end(ctx context.Context, id string, p *session.SessionEnded) (journal.Session, error) {
	_, err := k.appendBarrier(ctx, id, func(row journal.Session) (journal.Append, error) {
		err := p.Validate(&row.Roster)
		if err == nil {
			err = standsAlone(&row)
		}
		return journal.Append{Session: id, Events: []session.Event{k.event(p)}, End: true}, err
	})
	if err != nil {
		return journal.Session{}, err
	}
	row, err := k.Session(ctx, id)
	return row, journal.AfterWrite(err)
}

// Delete ends a session if it is open, lets its streams read that, and removes it with all that was
// said in it.
func (k *Desk) Delete(ctx context.Context, id string) error {
	if err := k.close(ctx, id); err != nil {
		return err
	}
	k.driver.AwaitReaders(id)
	return k.remove(ctx, id)
}

// close ends a session that is to be deleted, if it is open.
func (k *Desk) close(ctx context.Context, id string) error {
	row, err := k.readRow(ctx, id)
	if err == nil {
		err = standsAlone(&row)
	}
	if err != nil || row.Status == journal.Ended {
		return err
	}
	if _, err := k.end(ctx, id, &session.SessionEnded{Reason: session.EndedByDeletion}); !saysEnded(err) {
		// Another request may have ended it meanwhile.
		return err
	}
	return nil
}

// remove removes a session that has ended.
func (k *Desk) remove(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendLimit)
	defer cancel()
	err := k.store.Delete(ctx, id)
	k.rows.Remove(id)
	k.states.Remove(id)
	k.driver.Deleted(id)
	return journal.AfterWrite(err) // the end is stored
}

// saysEnded reports whether an error says that the session has ended.
func saysEnded(err error) bool {
	errs, ok := errors.AsType[session.Errors](err)
	return ok && errs[0].Code == session.CodeSessionEnded
}
