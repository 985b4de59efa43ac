package engine

import (
	"context"
	"errors"

	"ringer/engine/game"
)

// Update changes a session's configuration. It returns game.Errors for what is not valid.
func (k *Desk) Update(ctx context.Context, id string, to game.Changes) error {
	if to.Empty() {
		return game.Errors{{Code: game.CodeRequired, Detail: "says nothing to change; give persona, objective, limits, model, options, accuse, disclosure or metadata"}}
	}
	_, err := k.barrier(ctx, id, func(row Session) (Append, error) {
		if row.Status == Ended {
			return Append{}, errEnded
		}
		c, err := k.changed(ctx, id, to)
		if err != nil {
			return Append{}, err
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
		return Append{Session: id, Events: []game.Event{k.event(&game.SessionUpdated{Changes: changes})}}, nil
	})
	return err
}

// changed returns a session's configuration as changes would leave it, checked.
func (k *Desk) changed(ctx context.Context, id string, to game.Changes) (game.Config, error) {
	state, err := k.Look(ctx, id, 0)
	if err != nil {
		return game.Config{}, err
	}
	c := state.Config.With(to)
	chosen := game.Changes{Model: to.Model}
	if to.Limits != nil {
		chosen.Limits = &c.Limits
	}
	return c, k.complete(&c, chosen)
}

// Ending is what a platform tells of a game that is over.
type Ending struct {
	// Outcome is the platform's word for how the game went.
	Outcome string `json:"outcome,omitempty"`
	// Reveal says who was what, by player id.
	Reveal map[string]string `json:"reveal,omitempty"`
}

// End closes a session. The same ending again is answered as the first time.
func (k *Desk) End(ctx context.Context, id string, e Ending) (Session, error) {
	s, err := k.end(ctx, id, e.event())
	if !ended(err) {
		return s, err
	}
	state, look := k.Look(ctx, id, 0)
	if look != nil {
		return s, look
	}
	if state.End == nil || !game.Same(e.event(), &state.End.SessionEnded) {
		return s, err
	}
	return k.Session(ctx, id)
}

func (e Ending) event() *game.SessionEnded {
	return &game.SessionEnded{Reason: game.EndedByPlatform, Outcome: e.Outcome, Reveal: e.Reveal}
}

func (k *Desk) end(ctx context.Context, id string, p *game.SessionEnded) (Session, error) {
	_, err := k.barrier(ctx, id, func(row Session) (Append, error) {
		return Append{Session: id, Events: []game.Event{k.event(p)}, End: true}, p.Validate(&row.Roster)
	})
	if err != nil {
		return Session{}, err
	}
	row, err := k.Session(ctx, id)
	return row, Unread(err)
}

// Delete ends a session if it is open, which closes its streams, and removes it with all that was said in it.
func (k *Desk) Delete(ctx context.Context, id string) error {
	if err := k.close(ctx, id); err != nil {
		return err
	}
	return k.remove(ctx, id)
}

// close ends a session that is to be deleted, if it is open.
func (k *Desk) close(ctx context.Context, id string) error {
	row, err := k.fresh(ctx, id)
	if err != nil || row.Status == Ended {
		return err
	}
	if _, err := k.end(ctx, id, &game.SessionEnded{Reason: game.EndedByDeletion}); !ended(err) { // somebody else may have ended it meanwhile
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
	return Unread(err) // the end is stored
}

func ended(err error) bool {
	var errs game.Errors
	return errors.As(err, &errs) && errs[0].Code == game.CodeSessionEnded
}
