package desk

import (
	"context"
	"errors"
	"fmt"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
)

// Logs takes the facts of logs of one kind: those of sessions, or those of games. A fact of a game
// goes into its own log and into those of its bots, all in one append. An id of the other kind is
// unknown.
type Logs struct {
	k     *Desk
	games bool
}

// what names a log in an error.
func what(game bool) string {
	if game {
		return "game"
	}
	return "session"
}

// Row returns the row of a log. It returns journal.ErrNotFound for an unknown id.
func (l Logs) Row(ctx context.Context, id string) (journal.Session, error) {
	row, err := l.k.store.Session(ctx, id)
	if err == nil && row.IsGame != l.games {
		err = journal.ErrNotFound
	}
	if err != nil {
		return journal.Session{}, fmt.Errorf("desk: %s %s: %w", what(l.games), id, err)
	}
	l.k.rows.Add(id, row)
	return row, nil
}

// Owns returns journal.ErrNotFound unless a tenant has a log. A log of another tenant costs as much
// time as an unknown one.
func (l Logs) Owns(ctx context.Context, tenant, id string) error {
	if row, ok := l.k.rows.Get(id); ok && row.Tenant == tenant && row.IsGame == l.games {
		return nil
	}
	row, err := l.Row(ctx, id)
	if err == nil && row.Tenant != tenant {
		err = fmt.Errorf("desk: %s %s of another tenant: %w", what(l.games), id, journal.ErrNotFound)
	}
	return err
}

// Tenant returns the tenant of a log.
func (l Logs) Tenant(ctx context.Context, id string) (string, error) {
	if row, ok := l.k.rows.Get(id); ok {
		return row.Tenant, nil
	}
	row, err := l.Row(ctx, id)
	return row.Tenant, err
}

// Check reports what check finds on the roster of a log, and stores nothing. The API calls it when
// a body is malformed, with the check that the fact would have to pass, so that one answer lists
// every mistake.
func (l Logs) Check(ctx context.Context, id string, check func(*session.Roster) error) error {
	row, err := l.Row(ctx, id)
	if err != nil {
		return err
	}
	return check(&row.Roster)
}

// checked returns a row after check has accepted its roster. It tries a cached row first. If check
// refuses that roster, it reads the row again. The row of a hosted game is always read: its
// referee changes it without the desk.
func (l Logs) checked(ctx context.Context, id string, check func(*session.Roster) error) (journal.Session, error) {
	if row, ok := l.k.rows.Get(id); ok && row.IsGame == l.games && !row.Roster.Hosted() && check(&row.Roster) == nil {
		return row, standsAlone(&row)
	}
	row, err := l.Row(ctx, id)
	if err == nil {
		err = check(&row.Roster)
	}
	if err == nil {
		err = standsAlone(&row)
	}
	return row, err
}

// standsAlone refuses what a session cannot do by itself while it belongs to a game.
func standsAlone(row *journal.Session) error {
	if row.Home == row.ID {
		return nil
	}
	return refusal(session.CodeOfGame, "", "the session belongs to a game, which takes this for all its seats; send it to /v1/games/"+row.Home)
}

// appendBarrier appends a fact that judge has checked against a row. If another barrier came first,
// it calls judge again with the newer row. Only the append to the log with the id has a guard.
func (l Logs) appendBarrier(ctx context.Context, id string, judge func(*journal.Session) (session.Payload, error)) (journal.Appended, error) {
	return l.appendKeyed(ctx, id, journal.BarrierKey(l.k.NewID("")), judge)
}

// appendKeyed is appendBarrier with the key of a fact that has none of its own.
func (l Logs) appendKeyed(ctx context.Context, id, key string, judge func(*journal.Session) (session.Payload, error)) (journal.Appended, error) {
	k := l.k
	var done []journal.Appended
	err := k.again(ctx, func() error {
		row, err := l.Row(ctx, id)
		if err != nil {
			return err
		}
		p, err := judge(&row)
		if err != nil {
			return err
		}
		appends := appendsOf(row, k.event(p))
		a := &appends[0]
		if a.Events[0].Key == "" {
			a.Events[0].Key = key
		}
		a.Barrier = true
		a.Guard = row.Unchanged()
		done, err = k.deliver(row, appends)
		if _, refused := errors.AsType[*journal.Refused](err); !refused {
			for _, a := range appends {
				k.rows.Remove(a.Session)
			}
		}
		return err
	})
	if err != nil {
		return journal.Appended{}, err
	}
	return done[0], nil
}

// appendsOf returns the appends of a barrier. The rows of a game's bots get the roster of the game.
func appendsOf(row journal.Session, e session.Event) []journal.Append {
	e.Key = step.Key(e.Data)
	if row.IsGame {
		return step.Batch(row.ID, row.Roster, []session.Event{e})
	}
	a := journal.Append{Session: row.ID, Events: []session.Event{e}, End: session.Ends(e.Data)}
	switch p := e.Data.(type) {
	case *session.ObservationReceived:
		after := row.Roster.With(&p.Observation)
		a.Roster = &after
	case *session.PlayerCalled:
		after := row.Roster.Renamed(p.Player)
		a.Roster = &after
	}
	return []journal.Append{a}
}

// sharedAppends are the appends of facts that are not barriers, one for each log.
type sharedAppends []journal.Append

// add adds an event of a log. The bots of a game get what they may see of it.
func (s *sharedAppends) add(row *journal.Session, e session.Event) {
	s.addTo(row.ID, e)
	if row.IsGame {
		for _, d := range game.Deliver(&row.Roster, e.Data) {
			copied := e
			if copied.Data = d.Data; d.Data != e.Data {
				copied.Key = ""
			}
			s.addTo(d.Session, copied)
		}
	}
}

func (s *sharedAppends) addTo(log string, e session.Event) {
	for i := range *s {
		if a := &(*s)[i]; a.Session == log {
			a.Events = append(a.Events, e)
			return
		}
	}
	*s = append(*s, journal.Append{Session: log, Guard: journal.Guard{Kind: journal.Ordinary}, Events: []session.Event{e}})
}
