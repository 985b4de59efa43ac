package llm

import (
	"sync"
	"time"
)

// maxProbeAfter bounds the time between two probes: a server that is exchanged is noticed within the working day.
const maxProbeAfter = 4 * time.Hour

// paceWeight is how many answers the moving average of their times looks back on, about: enough to even out long and short ones.
const paceWeight = 16

// unusableLimit is how many answers in a row that cannot be used bring a model a rung down. One may be bad luck.
const unusableLimit = 2

// ladder is what is known of how one model of the server wants to be asked. It starts with the best manners, gives up what is
// refused, and now and then tries to take one thing back. All sessions share it.
type ladder struct {
	probeAfter time.Duration // between the first two probes
	best       manners
	lull       lull

	mu       sync.Mutex // protects what follows
	current  manners
	unusable int // answers in a row that could not be used
	probeAt  time.Time
	interval time.Duration // to the next probe
	pace     time.Duration // what an answer takes, as a moving average; 0 until there was one
	probes   int
	proven   bool // an answer to a call that was asked so could be used
	warm     bool // so was one with a temperature
	doubts   int  // calls in a row that were refused all the same
}

// maxDoubts is how many calls in a row may be refused for what may be one session's fault, its request or the temperature it has chosen,
// before what the server took so far is given up: one session has nothing to teach the others.
const maxDoubts = 3

func newLadder(best manners, probeAfter time.Duration) *ladder {
	return &ladder{probeAfter: probeAfter, best: best, current: best}
}

// manners returns how to ask now.
func (l *ladder) manners() manners {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.current
}

// probe returns manners with one thing more, if it is time to try. The result must be told by took or refused.
func (l *ladder) probe(now time.Time) (manners, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	better := l.current.better(l.best)
	if len(better) == 0 || now.Before(l.probeAt) {
		return manners{}, false
	}
	l.probeAt = now.Add(l.interval) // nobody else tries meanwhile
	m := better[l.probes%len(better)]
	l.probes++
	return m, true
}

// usual returns the time in which most answers come: half as long again as the average.
func (l *ladder) usual() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pace + l.pace/2
}

// took says that an answer to a call that was asked so could be used, and how long it took. warm says that it had a temperature.
func (l *ladder) took(m manners, probe, warm bool, d time.Duration, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pace == 0 {
		l.pace = d
	}
	l.pace += (d - l.pace) / paceWeight
	if probe {
		l.current, l.interval, l.probes = m, l.probeAfter, 0
		l.probeAt = now.Add(l.interval)
	}
	if m.rung == l.current.rung {
		l.unusable = 0
	}
	if m == l.current {
		l.proven, l.doubts = true, 0
		l.warm = l.warm || warm
	}
}

// failed says that a probe failed.
func (l *ladder) failed(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.interval = min(2*l.interval, maxProbeAfter)
	l.probeAt = now.Add(l.interval)
}

// refused says that the server did not take a call that was asked so, and tells whether there is another way. What it took before stays as
// it is, unless it says what is wrong or keeps refusing. When everything that can be left out has been, the request itself is at fault, and
// what was left out for nothing comes back.
func (l *ladder) refused(m manners, r refusal, role Role, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m != l.current {
		return true // somebody has learned meanwhile
	}
	chosen := l.warm && len(r.parts) == 1 && r.names(partTemperature) // it takes others than the one that this session has chosen
	if chosen || l.proven && len(r.parts) == 0 {
		if l.doubts++; l.doubts < maxDoubts {
			return false
		}
	}
	next, ok := m.without(r.parts, r.unknown, role)
	if !ok {
		next = l.best
		next.room = m.room
	}
	l.learn(next, now)
	return ok
}

// useless says that an answer to a call that was asked so could not be used, and tells whether the next one is asked in another way.
// thought says that thinking has eaten the cap, ignored that the server did not heed it.
func (l *ladder) useless(m manners, thought bool, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m != l.current {
		return true
	}
	if thought {
		l.learn(m.roomier(), now)
		return l.current != m
	}
	l.unusable++
	if l.unusable < unusableLimit || m.rung == plainText {
		return false
	}
	m.rung++
	l.learn(m, now)
	return true
}

// unheeded says that an answer was longer than its cap: the server knows the field by its other name.
func (l *ladder) unheeded(m manners, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m == l.current && m.refused == uncapped && m.cap != uncapped {
		l.learn(m.otherCap(), now)
	}
}

// learn makes manners the current ones. The caller holds mu.
func (l *ladder) learn(m manners, now time.Time) {
	l.current, l.unusable, l.proven, l.warm, l.doubts = m, 0, false, false, 0
	l.interval = l.probeAfter
	l.probeAt = now.Add(l.interval)
}
