package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

type run struct {
	Settings
	servers  []*server
	sessions []*liveSession
	result   *Result
	show     *display

	// began is the origin of all times of the run. loadAt is when the load begins, loaded how long
	// it lasts, with the warm-up.
	began          time.Time
	loadAt, loaded time.Duration
	// measureAt is when the warm-up is over. It is set while streams bring events already.
	measureAt atomic.Int64

	answer, received, late, away *meter
	failures                     failures
	accepted, failed             atomic.Int64
	// gaveUp says that a request failed until endLimit was over.
	gaveUp  atomic.Bool
	unbegun int64
	// open, events, broken and unsound count streams, what they brought, how often they broke,
	// and events that were doubled or out of order.
	open, events, broken, unsound atomic.Int64
	spoken                        atomic.Int64
	rotated                       atomic.Int64

	mu      sync.Mutex // protects the readers of the sessions while they are opened
	reading sync.WaitGroup
}

// cuts is into how many parts the measured load is divided, to see how much figures vary.
const cuts = 20

// Waiting times after the load.
const (
	// drainLimit is how long streams may take to bring what was posted.
	drainLimit = 10 * time.Second
	// endLimit is how long a session may take to end and to be deleted, and how long all streams
	// together may take to end.
	endLimit = time.Minute
)

func newRun(s Settings, w io.Writer) *run {
	r := &run{
		Settings: s, began: time.Now(), answer: newMeter(), received: newMeter(), late: newMeter(), away: newMeter(), failures: failures{by: map[string]int{}},
		loaded: s.Warmup + s.Duration,
	}
	r.measureAt.Store(math.MaxInt64)
	r.result = &Result{Version: shapeVersion, Began: r.began.UTC(), Settings: s, Cores: runtime.NumCPU(), Go: runtime.Version(), Servers: make([]Server, len(s.Servers))}
	r.show = newDisplay(w, r)
	return r
}

// Run puts on the load and returns what it has measured. When the context ends, it ends the load
// early. It shows its progress on w.
func Run(ctx context.Context, s Settings, w io.Writer) (*Result, error) {
	r := newRun(s, w)
	defer r.show.close()
	var closeIdle func()
	r.servers, closeIdle = s.open()
	defer closeIdle()
	lasting := context.WithoutCancel(ctx) // what must be done after Ctrl-C, too
	reading, leave := context.WithCancel(lasting)
	defer leave()
	err := r.openSessions(ctx)
	if err == nil && ctx.Err() == nil {
		err = r.load(ctx, reading)
	}
	if err == nil {
		r.finish(lasting)
	}
	leave()
	r.reading.Wait()
	r.deleteSessions(lasting)
	if err != nil && r.result.Remaining > 0 {
		err = fmt.Errorf("%w; %s", err, r.result.remainder())
	}
	if err != nil {
		return nil, err
	}
	r.result.Interrupted = ctx.Err() != nil
	r.conclude()
	if r.accepted.Load() == 0 && !r.result.Interrupted {
		return r.result, errors.New("no post was accepted")
	}
	return r.result, nil
}

// openSessions opens the sessions, and lets the servers say what they use at half of them: the
// first sessions also fill pools and caches, which belong to the server.
func (r *run) openSessions(ctx context.Context) error {
	r.weigh(ctx, func(s *Server) **Usage { return &s.Before })
	r.show.say("opening the sessions")
	half := r.Sessions / 2
	if err := r.createSessions(ctx, half); err != nil {
		return err
	}
	sleep(ctx, r.Settle)
	r.weigh(ctx, func(s *Server) **Usage { return &s.Half })
	return r.createSessions(ctx, r.Sessions-half)
}

// load opens the streams and posts. It fails if a stream cannot be opened.
func (r *run) load(ctx, reading context.Context) error {
	sleep(ctx, r.Settle)
	r.weigh(ctx, func(s *Server) **Usage { return &s.Sessions })
	r.show.say("opening the streams")
	if err := r.openStreams(ctx, reading); err != nil {
		return err
	}
	sleep(ctx, r.Settle)
	r.weigh(ctx, func(s *Server) **Usage { return &s.Streams })
	r.loadAt = time.Since(r.began).Truncate(time.Microsecond) // as in marks
	r.measureAt.Store(int64(r.loadAt + r.Warmup))
	slicing, stop := context.WithCancel(ctx)
	var watching, cutting sync.WaitGroup
	cutting.Go(func() { r.cut(ctx) }) // ends with the load
	watching.Go(func() { r.show.watch(slicing) })
	var spoken int64
	watching.Go(func() {
		if sleep(slicing, r.loadAt+r.Warmup-time.Since(r.began)) {
			spoken = r.spoken.Load()
			r.weigh(slicing, func(s *Server) **Usage { return &s.Warm })
		}
	})
	r.post(ctx)
	if ctx.Err() == nil {
		sleep(ctx, r.loadAt+r.loaded-time.Since(r.began)) // all clients may be done early
	}
	cutting.Wait()
	stop()
	watching.Wait()
	r.weigh(context.WithoutCancel(ctx), func(s *Server) **Usage { return &s.After })
	r.result.Spoken = r.spoken.Load() - spoken
	return nil
}

func (r *run) cut(ctx context.Context) {
	if !sleep(ctx, r.loadAt+r.Warmup-time.Since(r.began)) {
		return
	}
	first := r.accepted.Load()
	begin, last, at := time.Now(), first, time.Now()
	for i := 1; i <= cuts; i++ {
		whole := sleep(ctx, time.Until(begin.Add(r.Duration*time.Duration(i)/cuts)))
		now, count := time.Now(), r.accepted.Load()
		if whole {
			for _, m := range []*meter{r.answer, r.received, r.late} {
				m.cut()
			}
			r.result.Posts.Rates = append(r.result.Posts.Rates, float64(count-last)/now.Sub(at).Seconds())
		}
		last, at = count, now
		if !whole {
			break
		}
	}
	r.result.Seconds = at.Sub(begin).Seconds()
	r.result.Posts.PerSecond = float64(last-first) / max(r.result.Seconds, 1e-9)
}

func (r *run) weigh(ctx context.Context, place func(*Server) **Usage) {
	limit, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for i, s := range r.servers {
		r.result.Servers[i].URL = s.url
		u, err := s.usage(limit)
		if err != nil && ctx.Err() == nil {
			r.failures.add("metrics", err)
		}
		*place(&r.result.Servers[i]) = u
	}
}

// finish waits for the last events, ends the sessions, and waits for the ends of the streams.
func (r *run) finish(ctx context.Context) {
	r.show.say("waiting for the last events")
	for since := time.Now(); !r.drained() && time.Since(since) < drainLimit; {
		sleep(ctx, 20*time.Millisecond)
	}
	overdue := time.Now().Add(-time.Second).UnixNano()
	for _, s := range r.sessions {
		if due := s.due.Load(); due > 0 && due < overdue {
			r.result.Streams.Overdue++
		}
	}
	r.show.say("ending the sessions")
	r.endSessions(ctx)
	ended := make(chan struct{})
	go func() { r.reading.Wait(); close(ended) }() // ends when Run leaves the streams, at the latest
	select {
	case <-ended:
	case <-time.After(endLimit):
	}
}

func (r *run) drained() bool {
	for _, s := range r.sessions {
		for _, x := range s.readers {
			if x.seen.Load() < s.head.Load() {
				return false
			}
		}
	}
	return true
}

func (r *run) conclude() {
	res := r.result
	res.Posts.Failed, res.Posts.Unbegun, res.Posts.All = r.failed.Load(), r.unbegun, r.accepted.Load()
	res.Answer, res.Received, res.Late, res.Away = r.answer.result(), r.received.result(), r.late.result(), r.away.result()
	res.Posts.Accepted = res.Answer.Count
	res.Errors = r.failures.all()
	res.Streams.Wanted, res.Streams.Events, res.Streams.Broken, res.Streams.Rotated = r.streams(), r.events.Load(), r.broken.Load(), r.rotated.Load()
	for _, s := range r.sessions {
		head := max(s.last, s.head.Load())
		for _, x := range s.readers {
			head = max(head, x.track.last())
		}
		for _, x := range s.readers {
			res.Streams.Lost += x.track.lost(head, s.accepted.Load())
			res.Streams.Doubled += x.track.doubled + x.track.repeated(s.accepted.Load(), s.undecided.Load())
			res.Streams.Disordered += x.track.disordered
			if !x.ended {
				res.Streams.Unended++
			}
		}
	}
}
