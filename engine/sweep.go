package engine

import (
	"time"

	"ringer/engine/journal"
)

const (
	// sweepEvery is how often the sweeper searches for sleeping homes. With thousands of homes
	// awake, a search takes some milliseconds.
	sweepEvery = 2 * time.Second
	// sweepAhead is how long before its due time a sleeping home is opened, so that sleep never
	// makes it late.
	sweepAhead = 5 * time.Second
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
		next := sweepEvery
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
	due, err := e.store.TakeDue(e.ctx, e.owner, e.Now().Steady().Add(sweepAhead), e.awake()+sweepPage, sweepPage)
	if err != nil {
		return false, err
	}
	e.open(due)
	more = len(due) == sweepPage
	if time.Since(s.passed) < unsettledEvery {
		return more, nil
	}
	if e.peers != nil {
		e.peers.poll() // others may have stored facts, and been killed before they told
	} else if err := e.compareOwned(); err != nil {
		return false, err
	}
	unsettled, err := e.store.TakeUnsettled(e.ctx, e.owner, sweepPage)
	if err != nil {
		return false, err
	}
	e.open(unsettled)
	if len(unsettled) < sweepPage {
		s.passed = time.Now()
		return more, nil
	}
	return true, nil
}

// awake returns how many homes are in memory, here or at another replica.
func (e *Engine) awake() int {
	if e.peers == nil {
		return e.Live()
	}
	return max(e.Live(), e.peers.now().Homes())
}

// open wakes homes that were taken.
func (e *Engine) open(leases []journal.Lease) {
	for _, l := range leases {
		if e.shuns(l.Home) {
			e.giveUp(e.ctx, l)
		} else {
			e.wakeWith(l.Home, l)
		}
	}
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
		if owned[home] = true; !e.isLive(home) {
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
