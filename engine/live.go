package engine

import (
	"context"

	"ringer/engine/game"
)

// Listen subscribes to a session's log: the listener's channel is signalled after each commit. Subscribe first, then read.
func (e *Engine) Listen(id string) *Listener { return e.hub.subscribe(id) }

// Events returns the events after a seq of the log, at most limit: from memory what has just been committed while somebody
// listens, from the store what is older. It returns ErrNotFound for an unknown id.
func (e *Engine) Events(ctx context.Context, id string, after int64, limit int) ([]game.Event, error) {
	events, topic, vouched := e.hub.read(id, after, limit)
	if vouched {
		return events, nil
	}
	events, err := e.Desk.Events(ctx, id, after, limit)
	if err == nil && topic != nil && len(events) < limit {
		end := after
		if n := len(events); n > 0 {
			end = events[n-1].Seq
		}
		e.hub.reached(topic, end)
	}
	return events, err
}

// publishing is the log as an owner uses it: the streams get what it appends, and what it reads, since among that may be
// facts whose commit nobody was told of.
type publishing struct {
	Log
	hub *hub
}

func (p publishing) Append(ctx context.Context, a Append) (Appended, error) {
	done, err := p.Log.Append(ctx, a)
	if err == nil {
		p.hub.publish(a.Session, done.Events)
	}
	return done, err
}

func (p publishing) Events(ctx context.Context, session string, after int64, limit int) ([]game.Event, error) {
	events, err := p.Log.Events(ctx, session, after, limit)
	if err == nil {
		p.hub.publish(session, events)
	}
	return events, err
}
