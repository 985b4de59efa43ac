package engine

import (
	"context"
	"time"

	"ringer/engine/game"
)

// Listen subscribes to a session's log: the listener's channel is signalled after each commit. Subscribe first, then read.
func (e *Engine) Listen(id string) *Listener {
	l := e.hub.subscribe(id)
	l.log = e.store.Events
	return l
}

const (
	// lastWord is how long a deletion waits for those who have not read that the session has ended: a reader that takes longer is
	// behind, and learns it from the answer that there is no such session.
	lastWord = time.Second
	// lastWordEvery is how often it looks: they close within a millisecond, as a rule.
	lastWordEvery = 2 * time.Millisecond
)

// Delete ends a session if it is open, lets its streams read that, and removes it with all that was said in it.
func (e *Engine) Delete(ctx context.Context, id string) error {
	if err := e.Desk.close(ctx, id); err != nil {
		return err
	}
	for began := time.Now(); e.hub.heard(id) && time.Since(began) < lastWord; {
		time.Sleep(lastWordEvery)
	}
	return e.Desk.remove(ctx, id)
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
