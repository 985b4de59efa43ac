package engine

import (
	"context"

	"ringer/engine/game"
)

// Listen subscribes to a session's log: the listener's channel is signalled after each commit. Subscribe first, then read.
func (e *Engine) Listen(id string) *Listener {
	l := e.hub.subscribe(id)
	l.log = e.store.Events
	return l
}

// ownLog is a session's log as its owner uses it. It reads as a stream does, and the streams get what it appends, and what it
// reads, since among that may be facts whose commit nobody was told of.
type ownLog struct {
	*Listener
	store Store
}

func (l ownLog) Append(ctx context.Context, a Append) (Appended, error) {
	done, err := l.store.Append(ctx, a)
	if err != nil {
		l.hub.doubt(a.Session)
	} else {
		l.hub.publish(a.Session, done.Events)
	}
	return done, err
}

func (l ownLog) Events(ctx context.Context, session string, after int64, limit int) ([]game.Event, error) {
	events, err := l.Listener.Events(ctx, after, limit)
	if err == nil {
		l.hub.publish(session, events)
	}
	return events, err
}
