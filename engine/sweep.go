package engine

import "time"

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
// settled.
type sweeper struct {
	engine *Engine
	time   timekeeper
	after  string    // the last home that the current pass has examined
	passed time.Time // when the last pass was over
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
		case <-s.engine.clock.stepped:
		case <-time.After(next):
		}
	}
}

// sweep searches once, and reports whether more homes are waiting.
func (s *sweeper) sweep() (more bool, err error) {
	if err := s.time.keep(); err != nil {
		return false, err
	}
	// Live homes wake by themselves. The limit leaves room for the others.
	due, err := s.engine.store.Due(s.engine.ctx, s.engine.Now().Steady().Add(sweepAhead), s.engine.Live()+sweepPage)
	if err != nil {
		return false, err
	}
	more = s.open(due) >= sweepPage
	if s.after == "" && time.Since(s.passed) < unsettledEvery {
		return more, nil
	}
	unsettled, err := s.engine.store.Unsettled(s.engine.ctx, s.after, sweepPage)
	if err != nil {
		return false, err
	}
	s.open(unsettled)
	if len(unsettled) < sweepPage {
		s.after, s.passed = "", time.Now()
		return more, nil
	}
	s.after = unsettled[len(unsettled)-1]
	return true, nil
}

// open wakes the homes that sleep, and returns how many.
func (s *sweeper) open(homes []string) (n int) {
	for _, home := range homes {
		s.engine.mu.Lock()
		_, awake := s.engine.live[home]
		s.engine.mu.Unlock()
		if !awake {
			s.engine.wake(home)
			n++
		}
	}
	return n
}
