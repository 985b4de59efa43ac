package home

import (
	"slices"
	"time"

	"ringer/engine/session"
)

// shown is what the row of a session shows of its state.
type shown struct {
	path  string
	spent session.Spent
	at    time.Time
}

// showEvery is how long a row may show less than the session has spent, while it is in memory. The
// first call is shown at once.
const showEvery = 30 * time.Second

// outdated reports whether a checkpoint should bring the row of a session up to date. It takes that
// for done.
func (s *liveSession) outdated() bool {
	c := s.Checkpoint(false, 0, false)
	lately := s.shown.spent != session.Spent{} && time.Since(s.shown.at) < showEvery
	if c.Path == s.shown.path && (c.Spent == s.shown.spent || lately) {
		return false
	}
	s.shown = shown{c.Path, c.Spent, time.Now()}
	return true
}

// waiting is what a home has to do later, in steady time.
type waiting struct {
	next time.Time
	// plans are when the bots' messages are due.
	plans []time.Time
}

// note keeps what is to do later for Overdue.
func (a *actor) note() {
	w := &waiting{next: a.due}
	for _, s := range a.sessions {
		if p := s.State.Plan; p != nil && !p.DueAt.IsZero() && !s.State.Ended {
			w.plans = append(w.plans, s.State.Clock.Steady(s.State.Clock.Game(p.DueAt)))
		}
	}
	if old := a.waiting.Load(); old == nil || !old.next.Equal(w.next) || !slices.EqualFunc(old.plans, w.plans, time.Time.Equal) {
		a.waiting.Store(w)
	}
}

// overdueAfter is the lateness that a person notices.
const overdueAfter = time.Second

// Overdue counts the messages that are overdue by more than a second. Their homes wait for the
// database, or for a processor. A plan that waits for something else has no deadline.
func (h *Homes) Overdue() (n int) {
	before := h.steady().Add(-overdueAfter)
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.live {
		w := a.waiting.Load()
		if w == nil || !w.next.Before(before) {
			continue
		}
		for _, due := range w.plans {
			if due.Before(before) {
				n++
			}
		}
	}
	return n
}
