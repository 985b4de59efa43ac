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

// ownLog is the log as an owner uses it. It reads as a stream does, and the streams get what it appends, and what it reads,
// since among that may be facts whose commit nobody was told of.
type ownLog struct{ engine *Engine }

func (l ownLog) Append(ctx context.Context, a Append) (Appended, error) {
	done, err := l.engine.store.Append(ctx, a)
	if err == nil {
		l.engine.hub.publish(a.Session, done.Events)
	}
	return done, err
}

func (l ownLog) Events(ctx context.Context, session string, after int64, limit int) ([]game.Event, error) {
	events, err := l.engine.Events(ctx, session, after, limit)
	if err == nil {
		l.engine.hub.publish(session, events)
	}
	return events, err
}
