package fleet

import (
	"sync/atomic"
	"time"

	"ringer/engine/journal"
)

const (
	// sweepEvery is how often the sweeper searches for sleeping homes. With thousands of homes
	// awake, a search takes some milliseconds.
	sweepEvery = 2 * time.Second
	// sweepAhead is how long before its due time a sleeping home is opened, besides the time until
	// the next search.
	sweepAhead = 3 * time.Second
	// unsettledEvery is how often unsettled homes are searched: those that a crash left unfinished,
	// later those with facts that were stored but not published.
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
	*member
	trust *Trust // nil if it is never lost
	// alive returns how many replicas live, and awake how many homes all have in memory.
	alive, awake func() int
	// check compares what is in memory with the database.
	check func() error
	// hasty makes the next sweep look for unsettled homes.
	hasty  atomic.Bool
	passed time.Time // when the unsettled homes were last searched to the end
}

func (s *sweeper) run() {
	for {
		next := s.pause(sweepEvery)
		if more, err := s.sweep(); err != nil && s.Context.Err() == nil {
			s.Health.Retry("", err, 0)
		} else if more {
			next = fullPagePause
		}
		select {
		case <-s.Context.Done():
			return
		case <-s.clock.Stepped():
		case <-time.After(next):
		}
	}
}

// sweep searches once, and reports whether more homes are waiting.
func (s *sweeper) sweep() (more bool, err error) {
	if err := s.clock.Keep(s.Context); err != nil {
		return false, err
	}
	if s.trust != nil && s.trust.Context().Err() != nil {
		return false, nil
	}
	page := sweepPage + s.homes.Shunned() // homes that are left to newer replicas must not hide the others
	due, err := s.Store.Take(s.Context, s.Owner, journal.Selection{
		Kind: journal.Due, Before: s.steady().Add(s.pause(sweepEvery) + sweepAhead), Examined: s.examined(), Limit: page,
	})
	if err != nil {
		return false, err
	}
	s.homes.Open(due)
	more = len(due) == page
	if hasty := s.hasty.Swap(false); !hasty && time.Since(s.passed) < s.pause(unsettledEvery) {
		return more, nil
	}
	if err := s.check(); err != nil { // others may have stored facts, and been killed before they told
		return false, err
	}
	unsettled, err := s.Store.Take(s.Context, s.Owner, journal.Selection{Kind: journal.Unsettled, Limit: page})
	if err != nil {
		return false, err
	}
	s.homes.Open(unsettled)
	if len(unsettled) < page {
		s.passed = time.Now()
		return more, nil
	}
	return true, nil
}

// pause is how often this process does what one of the replicas must do in a time.
func (s *sweeper) pause(every time.Duration) time.Duration {
	return every * time.Duration(s.alive())
}

// sessionsEach bounds the sessions of most homes.
const sessionsEach = 16

// examined is how many due sessions a search examines: those of homes in memory, here or elsewhere,
// may come first.
func (s *sweeper) examined() int {
	return (max(s.homes.Live(), s.awake())+s.homes.Shunned())*sessionsEach + sweepPage
}
