package engine

import (
	"time"

	"ringer/engine/journal"
)

const (
	// sweepEvery is how often the sweeper searches for sleeping homes. With thousands of homes
	// awake, a search takes some milliseconds.
	sweepEvery = 2 * time.Second
	// sweepAhead is how long before its due time a sleeping home is opened, besides the time until
	// the next search. So sleep never makes it late.
	sweepAhead = 3 * time.Second
	// unsettledEvery is how often all homes are searched for unsettled ones. At the start these are
	// the homes that a crash left unfinished. Later they are homes with facts that were stored but
	// not published.
	unsettledEvery = 6 * time.Second
	// sweepPage is how many homes one search finds, and opens, at most.
	sweepPage = 200
	// fullPagePause is the pause after a full page. It allows two thousand homes a second after a
	// crash.
	fullPagePause = 100 * time.Millisecond
)

// sweeper opens homes that are due soon, and homes whose log is longer than their owner has
// settled, unless another replica owns them.
type sweeper struct {
	engine *Engine
	// stepped holds a token when the clock was set.
	stepped <-chan struct{}
	// keep keeps the time in the database.
	keep   func() error
	passed time.Time // when the unsettled homes were last searched to the end
}

func (s *sweeper) run() {
	for {
		next := s.engine.turns(sweepEvery)
		if more, err := s.sweep(); err != nil && s.engine.ctx.Err() == nil {
			s.engine.trouble.retry("", err, 0)
		} else if more {
			next = fullPagePause
		}
		select {
		case <-s.engine.ctx.Done():
			return
		case <-s.stepped:
		case <-time.After(next):
		}
	}
}

// sweep searches once, and reports whether more homes are waiting.
func (s *sweeper) sweep() (more bool, err error) {
	e := s.engine
	if err := s.keep(); err != nil {
		return false, err
	}
	if e.trust.Context().Err() != nil {
		return false, nil
	}
	// Live homes wake by themselves. Those that are examined leave room for the others.
	page := sweepPage + e.shunned.Len() // those that are left to newer replicas must not hide the others
	due, err := e.store.TakeDue(e.ctx, e.owner, e.steady().Add(e.turns(sweepEvery)+sweepAhead), e.examined(), page)
	if err != nil {
		return false, err
	}
	e.open(due)
	more = len(due) == page
	if hasty := e.hasty.Swap(false); !hasty && time.Since(s.passed) < e.turns(unsettledEvery) {
		return more, nil
	}
	if e.peers != nil {
		e.peers.poll() // others may have stored facts, and been killed before they told
	} else if err := e.compareOwned(); err != nil {
		return false, err
	}
	unsettled, err := e.store.TakeUnsettled(e.ctx, e.owner, page)
	if err != nil {
		return false, err
	}
	e.open(unsettled)
	if len(unsettled) < page {
		s.passed = time.Now()
		return more, nil
	}
	return true, nil
}

// turns returns how often this engine does what one of the replicas must do in a time: they take
// turns, so that many of them do not search more than one.
func (e *Engine) turns(every time.Duration) time.Duration {
	return every * time.Duration(max(1, e.Replicas().Alive))
}

// afterDue puts the homes whose log is not settled behind those that are due soon, and those that
// have nothing to do behind them. Most logs of living homes are not settled, and have nothing new.
const afterDue = time.Hour

// sessionsEach bounds the sessions of most homes.
const sessionsEach = 16

// examined returns how many due sessions a search examines. Those of homes in memory, here or at
// another replica, may come first.
func (e *Engine) examined() int {
	awake := e.Live()
	if e.peers != nil {
		awake = max(awake, e.peers.now().Homes())
	}
	return (awake+e.shunned.Len())*sessionsEach + sweepPage
}

// open wakes homes that were taken.
func (e *Engine) open(homes []journal.Taken) {
	for _, h := range homes {
		if e.shuns(h.Home) {
			e.giveUp(e.ctx, h.Lease)
			continue
		}
		e.wakeWith(h.Home, h.Lease, turnOf(h, e.steady()))
	}
}

// turnOf returns the time by which a home that was just taken stands in the queue.
func turnOf(h journal.Taken, now time.Time) time.Time {
	latest := now.Add(afterDue)
	if !h.Unsettled {
		latest = latest.Add(afterDue)
	}
	if h.Due.IsZero() || h.Due.After(latest) {
		return latest
	}
	return h.Due
}

// compareOwned compares the homes that belong to this engine with those in memory. Some sleep:
// another replica gave them, or their taking had no answer. Some in memory belong to another one:
// it took them while this engine could not act. These are claimed again, which shows it.
func (e *Engine) compareOwned() error {
	homes, err := e.store.Owned(e.ctx, e.owner)
	if err != nil {
		return err
	}
	owned := map[string]bool{}
	for _, home := range homes {
		owned[home] = true
		switch {
		case e.isLive(home):
		case e.shuns(home):
			e.pass(home)
		default:
			e.wake(home)
		}
	}
	if e.peers == nil {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for home, a := range e.live {
		if !owned[home] {
			a.doubtful.Store(true)
			a.ring()
		}
	}
	return nil
}
