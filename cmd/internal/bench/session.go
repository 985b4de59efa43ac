package bench

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

type liveSession struct {
	id   string
	home int
	// accepted counts the posts that were accepted, and head is the greatest seq of one.
	accepted, head atomic.Int64
	// undecided counts the posts that failed but may have been stored.
	undecided atomic.Int64
	// due is when the bot's next message is due, in nanoseconds since 1970, 0 if none is planned.
	due     atomic.Int64
	readers []*reader
	// last is the last seq of the log, once the session has ended.
	last int64
}

func (s *liveSession) path() string { return "/v1/sessions/" + s.id }

func (s *liveSession) took(seq int64) {
	s.accepted.Add(1)
	for head := s.head.Load(); seq > head && !s.head.CompareAndSwap(head, seq); {
		head = s.head.Load()
	}
}

// patience is how long a request may take. A server that needs longer has failed.
const patience = 30 * time.Second

// each calls do for the numbers 0 to n-1, from several goroutines, until the context ends.
func each(ctx context.Context, n, sides int, do func(i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(n, sides) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wait.Wait()
}

// createSessions opens n more sessions. It fails if one cannot be opened.
func (r *run) createSessions(ctx context.Context, n int) error {
	all, before := make([]*liveSession, n), len(r.sessions)
	var once sync.Once
	var failed error
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	each(ctx, n, r.Clients, func(i int) {
		s := &liveSession{home: r.home(before + i)}
		var created struct{ ID string }
		err := r.call(ctx, s.home, "/v1/sessions", r.creation(before+i), &created)
		if s.id = created.ID; err == nil && s.id == "" {
			err = errors.New("the answer names no session; check the URL")
		}
		if err == nil {
			all[i] = s // before the bot is muted: the session must be deleted if that fails
			if r.Muted {
				err = r.call(ctx, s.home, s.path()+"/observations", map[string]string{"kind": "muted"}, nil)
			}
		}
		if err != nil {
			once.Do(func() { failed = err; stop() })
		}
	})
	for _, s := range all {
		if s != nil {
			r.sessions = append(r.sessions, s)
		}
	}
	if failed != nil && !errors.Is(failed, context.Canceled) {
		return fmt.Errorf("a session cannot be opened: %w", failed)
	}
	return nil
}

func (r *run) call(ctx context.Context, server int, path string, body, result any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return r.servers[server].calls.Do(ctx, "POST", path, body, result)
}

// endSessions ends the sessions, so that their streams end, and asks for their last seqs.
func (r *run) endSessions(ctx context.Context) {
	each(ctx, len(r.sessions), r.Clients, func(i int) {
		s := r.sessions[i]
		var shown struct {
			Last int64 `json:"last_seq"`
		}
		r.insist(ctx, "end", s.home, func(ctx context.Context, at *server) error {
			return at.calls.Do(ctx, "POST", s.path()+"/end", map[string]string{"outcome": "the load is over"}, nil)
		})
		r.insist(ctx, "last seq", s.home, func(ctx context.Context, at *server) error { return at.calls.Do(ctx, "GET", s.path(), nil, &shown) })
		s.last = shown.Last
	})
}

func (r *run) deleteSessions(ctx context.Context) {
	r.show.say("deleting the sessions")
	var deleted atomic.Int64
	each(ctx, len(r.sessions), r.Clients, func(i int) {
		s := r.sessions[i]
		if r.insist(ctx, "delete", s.home, func(ctx context.Context, at *server) error {
			err := at.calls.Do(ctx, "DELETE", s.path(), nil, nil)
			if statusOf(err) == http.StatusNotFound { // an earlier try has deleted it
				return nil
			}
			return err
		}) {
			deleted.Add(1)
		}
	})
	r.result.Remaining = len(r.sessions) - int(deleted.Load())
}

// insist asks the servers until one has done it, and reports whether one has. It counts what
// failed. Once it had to give up, it does not insist any more: a million sessions would take days.
func (r *run) insist(ctx context.Context, what string, first int, ask func(context.Context, *server) error) (done bool) {
	limit := endLimit
	if r.gaveUp.Load() {
		limit = time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for wait := 200 * time.Millisecond; ; wait *= 2 {
		err := r.anywhere(what, first, func(at *server) error {
			ctx, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			return ask(ctx, at)
		})
		if err == nil {
			return true
		}
		r.failures.add(what, err)
		if status := statusOf(err); status >= 400 && status < 500 && status != http.StatusTooManyRequests {
			return false
		}
		if !sleep(ctx, wait) {
			r.gaveUp.Store(true)
			return false
		}
	}
}

// anywhere asks a server, and the others in turn while it cannot be reached. It counts each server
// that it had to leave.
func (r *run) anywhere(what string, first int, ask func(*server) error) (err error) {
	for i := range r.servers {
		if i > 0 {
			r.failures.add(what+", passed to the next server", err)
		}
		if err = ask(r.servers[(first+i)%len(r.servers)]); err == nil || !unconnected(err) {
			return err
		}
	}
	return err
}
