package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"ringer/client"
	"ringer/engine/session"
)

// reader follows the stream of a session until the session ends.
type reader struct {
	*run
	session *liveSession
	server  int
	// leads is true for one reader of each session, who keeps the session's due time.
	leads bool
	track track
	// seen is the greatest seq that came, for other goroutines.
	seen  atomic.Int64
	ended bool
	// fruitless counts the tries since the last event.
	fruitless int
}

var (
	received  = string(new(session.MessageReceived).Type())
	sent      = string(new(session.MessageSent).Type())
	planned   = string(new(session.PlanCreated).Type())
	replanned = string(new(session.PlanRevised).Type())
	cancelled = string(new(session.PlanCancelled).Type())
	ended     = string(new(session.SessionEnded).Type())
)

// openStreams starts the readers. They end with their sessions, or with the second context. It
// fails if a server does not accept a stream at the first try.
func (r *run) openStreams(ctx, reading context.Context) error {
	const atOnce = 64 // the servers' queues of new connections hold some hundred
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	each(ctx, r.Sessions*r.Streams, atOnce, func(n int) {
		i, k := n/r.Streams, n%r.Streams
		s := r.sessions[i]
		x := &reader{run: r, session: s, server: r.seat(i, k), leads: k == 0}
		r.mu.Lock()
		s.readers = append(s.readers, x)
		r.mu.Unlock()
		opened := make(chan error, 1)
		r.reading.Go(func() { x.read(reading, opened) })
		select {
		case err := <-opened:
			if err != nil {
				stop(err)
			}
		case <-ctx.Done():
		case <-time.After(patience):
			stop(context.DeadlineExceeded)
		}
	})
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("a stream cannot be opened: %w", err)
	}
	return nil
}

// life is how old a stream must be for its end to count as rotation: a server ends a stream after 8
// to 12 minutes, unless its --stream-life is another one.
const life = 8 * time.Minute

// read resumes the stream whenever it ends before its session. It sends once whether the first try
// was accepted.
func (x *reader) read(ctx context.Context, opened chan<- error) {
	var broke time.Time
	for first := true; ; first = false {
		var since time.Time // zero until a server has accepted the stream
		ended, err := x.servers[x.server].streams.Frames(ctx, x.session.path()+"/stream?types=*", x.track.last(), func() {
			since = time.Now()
			x.open.Add(1)
			if first {
				opened <- nil
			}
			if !broke.IsZero() {
				x.away.add(since.Sub(broke))
				broke = time.Time{}
			}
		}, x.hear)
		accepted := !since.IsZero()
		if accepted {
			x.open.Add(-1)
		} else if first {
			opened <- err
		}
		if x.ended = ended; ended || ctx.Err() != nil || first && !accepted {
			return
		}
		if accepted && time.Since(since) >= life && errors.Is(err, io.ErrUnexpectedEOF) {
			x.rotated.Add(1)
			continue
		}
		x.failures.add("stream", err)
		if accepted {
			x.broken.Add(1)
			broke = time.Now()
		}
		x.server = (x.server + 1) % len(x.servers)
		if !sleep(ctx, min(time.Duration(x.fruitless)*100*time.Millisecond, time.Second)) {
			return
		}
		x.fruitless++
	}
}

func (x *reader) hear(f client.Frame) (last bool, err error) {
	x.fruitless = 0
	doubled, disordered := x.track.doubled, x.track.disordered
	if x.track.see(f.ID) {
		x.look(f)
	}
	x.seen.Store(x.track.last())
	x.events.Add(1)
	x.unsound.Add(x.track.doubled - doubled + x.track.disordered - disordered)
	return f.Type == ended, nil
}

// look looks into an event that says something about times, when it comes for the first time.
func (x *reader) look(f client.Frame) {
	switch f.Type {
	case received:
		if at, ok := markIn(f.Data); ok {
			x.track.marked++
			if x.measured(at) {
				x.received.add(f.Received.Sub(x.began) - at)
			}
		}
	case sent, planned, replanned, cancelled:
		if f.Type != sent && !x.leads {
			return
		}
		var e struct {
			Data struct {
				DueAt time.Time `json:"due_at"`
			}
		}
		if json.Unmarshal(f.Data, &e) != nil {
			return // an event of a later version
		}
		due := int64(0)
		if !e.Data.DueAt.IsZero() {
			due = e.Data.DueAt.UnixNano()
		}
		if f.Type == sent {
			if x.leads {
				x.spoken.Add(1)
			}
			if due > 0 && x.measured(e.Data.DueAt.Sub(x.began)) {
				x.late.add(f.Received.Sub(e.Data.DueAt))
			}
			due = 0
		}
		if x.leads {
			x.session.due.Store(due)
		}
	}
}
