package bench

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"ringer/cmd/internal/client"
	"ringer/engine/game"
)

// reader follows the stream of a session until the session ends.
type reader struct {
	*run
	session *session
	// server is where the stream is.
	server int
	// leads is true for one reader of each session, who keeps the session's due time.
	leads bool
	track track
	// seen is the greatest seq that came, for other goroutines.
	seen  atomic.Int64
	ended bool
}

// The types of events that a reader looks into.
var (
	received  = string(new(game.MessageReceived).Type())
	sent      = string(new(game.MessageSent).Type())
	planned   = string(new(game.PlanCreated).Type())
	replanned = string(new(game.PlanRevised).Type())
	cancelled = string(new(game.PlanCancelled).Type())
	ended     = string(new(game.SessionEnded).Type())
)

// openStreams starts the readers. They end with their sessions, or with the context. It returns
// when all streams are open, or have had their time.
func (r *run) openStreams(ctx, reading context.Context) {
	const atOnce = 64 // the servers' queues of new connections hold some hundred
	each(ctx, r.Sessions*r.Streams, atOnce, func(n int) {
		i, k := n/r.Streams, n%r.Streams
		s := r.sessions[i]
		x := &reader{run: r, session: s, server: r.seat(i, k), leads: k == 0}
		r.mu.Lock()
		s.readers = append(s.readers, x)
		r.mu.Unlock()
		opened := make(chan struct{})
		r.reading.Go(func() { x.read(reading, opened) })
		select {
		case <-opened:
		case <-ctx.Done():
		case <-time.After(patience):
		}
	})
}

// read resumes the stream whenever it breaks. It closes opened when a server has accepted it.
func (x *reader) read(ctx context.Context, opened chan struct{}) {
	broke, failures := time.Time{}, 0
	for {
		accepted := false
		ended, err := x.servers[x.server].streams.Frames(ctx, x.session.path()+"/stream?types=*", x.track.last(), func() {
			accepted, failures = true, 0
			x.open.Add(1)
			if broke.IsZero() {
				close(opened)
			} else {
				x.away.add(time.Since(broke))
			}
		}, x.hear)
		if accepted {
			x.open.Add(-1)
		}
		if ended || ctx.Err() != nil {
			x.ended = ended
			return
		}
		x.failures.add("stream", err)
		if accepted {
			x.broken.Add(1)
			broke = time.Now()
		}
		x.server = (x.server + 1) % len(x.servers)
		if !sleep(ctx, min(time.Duration(failures)*100*time.Millisecond, time.Second)) {
			return
		}
		failures++
	}
}

// hear takes an event.
func (x *reader) hear(f client.Frame) (last bool, err error) {
	doubled, disordered := x.track.doubled, x.track.disordered
	if x.track.see(f.Seq) {
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
