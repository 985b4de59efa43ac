package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store"
)

// pickyStore is a store that reads, but may not store.
type pickyStore struct {
	journal.Store
	mu sync.Mutex
	// away is the error of all that is written.
	away error
	// refused is the text that makes an append of acts fail.
	refused string
	// failing is the error of appends alone.
	failing error
	// dead is how many of the next pings go over connections that broke unnoticed.
	dead  int
	pings atomic.Int64
}

func (p *pickyStore) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

func (p *pickyStore) check(a *journal.Append) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.away != nil || a == nil {
		return p.away
	}
	if b, err := json.Marshal(a.Events); err != nil || p.refused != "" && a.Guard.Kind == journal.Act && strings.Contains(string(b), p.refused) {
		return journal.ErrValueRefused
	}
	return p.failing
}

func (p *pickyStore) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	if err := p.check(&a); err != nil {
		return journal.Appended{}, err
	}
	return p.Store.Append(ctx, a)
}

func (p *pickyStore) Claim(ctx context.Context, home, owner string) (int64, error) {
	if err := p.check(nil); err != nil {
		return 0, err
	}
	return p.Store.Claim(ctx, home, owner)
}

func (p *pickyStore) Ping(ctx context.Context) error {
	p.pings.Add(1)
	dead := false
	p.set(func() {
		if dead = p.dead > 0; dead {
			p.dead--
		}
	})
	if !dead {
		return p.check(nil)
	}
	select {
	case <-ctx.Done():
	case <-time.After(5 * time.Second):
	}
	return journal.ErrUnavailable
}

func picky(t *testing.T, f func(t *testing.T, b *bench, p *pickyStore)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &pickyStore{Store: store.NewMemory()}
		b := setupOn(t, p)
		defer b.Close()
		f(t, b, p)
	})
}

// freshness is longer than an append proves that the next one will be stored.
const freshness = 2 * time.Second

var errFull = fmt.Errorf("%w: %w", journal.ErrUnavailable, journal.ErrFull)

// TestAwayAndBack lets nothing be stored for a minute, while reads succeed and homes and platforms
// try. The log says once that the database is away, and once that it is back. Ready says why.
func TestAwayAndBack(t *testing.T) {
	picky(t, func(t *testing.T, b *bench, p *pickyStore) {
		b.say("hi")
		p.set(func() { p.away = errFull })
		for range 60 {
			_, err := b.Desk.Post(b.t.Context(), b.id, []session.Post{{Sender: "blue", Text: "hi"}}, func(int) string { return "" })
			if ready := b.Ready(t.Context()); !errors.Is(err, journal.ErrUnavailable) || !errors.Is(ready, journal.ErrFull) {
				t.Errorf("the post got %v, Ready says %v; want journal.ErrUnavailable and journal.ErrFull", err, ready)
			}
			time.Sleep(time.Second)
		}
		p.set(func() { p.away = nil })
		time.Sleep(2 * time.Second)
		if err := b.Ready(t.Context()); err != nil {
			t.Errorf("after the outage: %v", err)
		}
		rest(10 * time.Second)
		if n := len(b.log.Containing("level=ERROR")); n != 1 {
			t.Errorf("%d errors were logged, want one:\n%s", n, b.log.String())
		}
		if n := len(b.log.Containing("the database stores again")); n != 1 {
			t.Errorf("the log says %d times that the database is back, want once:\n%s", n, b.log.String())
		}
		if b.count("message.sent") != 1 {
			t.Errorf("the log holds %v; want the answer", b.types())
		}
	})
}

// TestOverdueMessages lets a message come due while the database is away.
func TestOverdueMessages(t *testing.T) {
	picky(t, func(t *testing.T, b *bench, p *pickyStore) {
		b.say("hi")
		for b.count("plan.created") == 0 {
			time.Sleep(100 * time.Millisecond)
		}
		p.set(func() { p.away = errFull })
		rest(time.Minute)
		if n := b.Overdue(); n != 1 {
			t.Errorf("%d messages are overdue during the outage, want 1", n)
		}
		p.set(func() { p.away = nil })
		rest(10 * time.Second)
		if n := b.Overdue(); n != 0 || b.count("message.sent") != 1 {
			t.Errorf("%d messages are overdue after the outage; the log holds %v", n, b.types())
		}
	})
}

// TestNoFlapping lets every second write fail for a while. A single good ping is not the end of an
// outage.
func TestNoFlapping(t *testing.T) {
	picky(t, func(t *testing.T, b *bench, p *pickyStore) {
		time.Sleep(freshness)
		p.set(func() { p.away = errFull })
		_ = b.Ready(t.Context())
		time.Sleep(250 * time.Millisecond) // so that pings come between two changes
		for range 20 {
			_ = b.Ready(t.Context())
			time.Sleep(500 * time.Millisecond)
			p.set(func() {
				if p.away == nil {
					p.away = errFull
				} else {
					p.away = nil
				}
			})
		}
		p.set(func() { p.away = nil })
		time.Sleep(10 * time.Second)
		if away, back := len(b.log.Containing("level=ERROR")), len(b.log.Containing("stores again")); away != 1 || back != 1 {
			t.Errorf("%d lines say away and %d say back, want one each:\n%s", away, back, b.log.String())
		}
	})
}

// TestOneHomeInTrouble lets the appends of one home fail while the database stores other things.
// The server stays ready, and the log names the home once.
func TestOneHomeInTrouble(t *testing.T) {
	picky(t, func(t *testing.T, b *bench, p *pickyStore) {
		b.say("hi")
		p.set(func() { p.failing = fmt.Errorf("%w: %w", journal.ErrUnavailable, journal.ErrLocked) })
		for range 60 {
			time.Sleep(time.Second)
			if err := b.Ready(t.Context()); err != nil {
				t.Fatalf("not ready: %v", err)
			}
		}
		if lines := b.log.Containing("level=ERROR"); len(lines) != 1 || !strings.Contains(lines[0], b.id) {
			t.Errorf("the log says %q, want one line with the home", lines)
		}
	})
}

func TestReadyNeverHangs(t *testing.T) {
	picky(t, func(t *testing.T, b *bench, p *pickyStore) {
		time.Sleep(10 * time.Second)
		p.set(func() { p.dead = 1000 })
		began := time.Now()
		if err := b.Ready(t.Context()); !errors.Is(err, journal.ErrUnavailable) || time.Since(began) > 2*time.Second {
			t.Errorf("%v after %s; want journal.ErrUnavailable after 2 s at most", err, time.Since(began))
		}
	})
}

// TestDeadConnection lets a ping get no answer, since its connection broke unnoticed. The next ping
// does not wait for it.
func TestDeadConnection(t *testing.T) {
	picky(t, func(t *testing.T, b *bench, p *pickyStore) {
		time.Sleep(freshness)
		p.set(func() { p.dead = 1 })
		if err := b.Ready(t.Context()); err != nil {
			t.Error(err)
		}
		time.Sleep(10 * time.Second)
		if lines := b.log.Containing("level=ERROR"); len(lines) > 0 {
			t.Errorf("the log says %q", lines)
		}
	})
}

// TestAppendsOvertakePings stores posts while no ping gets an answer. The server stays ready, since
// the database stores what is sent to it.
func TestAppendsOvertakePings(t *testing.T) {
	picky(t, func(t *testing.T, b *bench, p *pickyStore) {
		time.Sleep(freshness)
		p.set(func() { p.dead = 1000 })
		go func() { _ = b.Ready(t.Context()) }()
		for range 100 {
			time.Sleep(300 * time.Millisecond)
			sessiontest.Must(b.Desk.Post(b.t.Context(), b.id, []session.Post{{Sender: "blue", Text: "hi"}}, func(int) string { return "" }))(t)
			if err := b.Ready(t.Context()); err != nil {
				t.Fatalf("not ready: %v", err)
			}
		}
		if lines := b.log.Containing("level=ERROR"); len(lines) > 0 {
			t.Errorf("the log says %q", lines)
		}
	})
}

// TestPingsAreFew asks ten thousand times in ten seconds, while the database is there and while it
// is away.
func TestPingsAreFew(t *testing.T) {
	picky(t, func(t *testing.T, b *bench, p *pickyStore) {
		for _, away := range []error{nil, errFull} {
			p.set(func() { p.away = away })
			before := p.pings.Load()
			for range 10_000 {
				_ = b.Ready(t.Context())
				time.Sleep(time.Millisecond)
			}
			if n := p.pings.Load() - before; n < 5 || n > 40 {
				t.Errorf("%d pings in ten seconds while the store says %v; want four a second at most", n, away)
			}
		}
	})
}
