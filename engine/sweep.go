package engine

import "time"

const (
	// sweepEvery is how often sleeping homes are looked for: with thousands awake a look takes some milliseconds.
	sweepEvery = 2 * time.Second
	// sweepAhead is how long before its due time a sleeping home is opened, so that it is never late for having slept.
	sweepAhead = 5 * time.Second
	// unsettledEvery is how often all homes are looked through for one that has not settled. At the start that is every home in
	// which something had not been considered; later only a fact that was stored although nobody could be told so.
	unsettledEvery = 6 * time.Second
	// sweepPage is how many homes one look finds, and opens at most.
	sweepPage = 200
	// sweepOn is how soon a full page is followed by the next: two thousand homes a second after a crash.
	sweepOn = 100 * time.Millisecond
)

// sweeper opens the homes that are due soon, or whose log is longer than what their owner has settled.
type sweeper struct {
	*Engine
	after  string    // the last home that the pass under way has looked at
	passed time.Time // when the last pass was over
}

func (s *sweeper) run() {
	for {
		next := sweepEvery
		if more, err := s.sweep(); err != nil && s.ctx.Err() == nil {
			s.trouble.retry("", err, 0)
		} else if err == nil {
			s.trouble.over()
			if more {
				next = sweepOn
			}
		}
		select {
		case <-s.ctx.Done():
			return
		case <-time.After(next):
		}
	}
}

// sweep looks once, and tells whether there is more to be seen at once.
func (s *sweeper) sweep() (more bool, err error) {
	// Live homes keep their own time, and must not crowd out the others.
	due, err := s.store.Due(s.ctx, s.now().Add(sweepAhead), s.Live()+sweepPage)
	if err != nil {
		return false, err
	}
	more = s.open(due) >= sweepPage
	if s.after == "" && time.Since(s.passed) < unsettledEvery {
		return more, nil
	}
	unsettled, err := s.store.Unsettled(s.ctx, s.after, sweepPage)
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

// open wakes those that sleep, and returns how many.
func (s *sweeper) open(homes []string) (n int) {
	for _, home := range homes {
		s.mu.Lock()
		_, awake := s.live[home]
		s.mu.Unlock()
		if !awake {
			s.wake(home)
			n++
		}
	}
	return n
}
