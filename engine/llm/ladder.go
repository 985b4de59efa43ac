package llm

import (
	"sync"
	"time"
)

// maxProbeInterval lets a server that was replaced be noticed within a working day.
const maxProbeInterval = 4 * time.Hour

// averagedAnswers is about how many answers the average covers, to even out long and short ones.
const averagedAnswers = 16

// maxUnusable unusable answers in a row bring the model one rung lower. One may be bad luck.
const maxUnusable = 2

// ladder is what was learned about how a model is best asked. It starts with the best form, gives
// up what the server refuses, and tries one refused part again from time to time. Each session has
// one for each model, which follows the shared one until it learns otherwise; see shared.go.
type ladder struct {
	probeAfter time.Duration // between the first two probes
	best       form
	// shared is the ladder that this one follows; nil for the shared ladder itself.
	shared  *ladder
	session string

	mu      sync.Mutex // protects all fields below, and is locked before the mu of shared
	current form
	// left records that the session has left the form of the shared ladder.
	left bool
	// votes are the last sessions that have left the form of this shared ladder, the oldest first.
	votes []vote
	// prober is the session that made the last probe of this shared ladder.
	prober string
	// unusable counts the unusable answers in a row.
	unusable      int
	nextProbe     time.Time
	probeInterval time.Duration
	// answerTime is the moving average of the time that an answer takes; 0 before the first answer.
	answerTime time.Duration
	// probes counts the probes since the last one that succeeded.
	probes int
	// proven records that a call in the current form got a usable answer.
	proven bool
	// temperatureProven is proven for a call with a temperature.
	temperatureProven bool
	// doubtful counts the refusals in a row that may be one session's fault.
	doubtful int
}

// maxDoubtful doubtful refusals in a row end a proven form: one session must not change how the
// others ask.
const maxDoubtful = 3

func newLadder(best form, probeAfter time.Duration) *ladder {
	return &ladder{probeAfter: probeAfter, best: best, current: best}
}

func (l *ladder) form() form {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.follow()
	return l.current
}

// probe returns a better form if it is time for one. succeeded or probeFailed gets the result.
func (l *ladder) probe(now time.Time) (form, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.follow() {
		return l.shared.probeFor(l.session, now)
	}
	return l.nextForm(now)
}

// nextForm returns the form of the next probe, if it is time for one. The caller holds mu.
func (l *ladder) nextForm(now time.Time) (form, bool) {
	better := l.current.better(l.best)
	if len(better) == 0 || now.Before(l.nextProbe) {
		return form{}, false
	}
	l.nextProbe = now.Add(l.probeInterval) // no other call probes meanwhile
	next := better[l.probes%len(better)]
	l.probes++
	return next, true
}

// usualTime returns the time within which most answers come: one and a half times the average, of
// the session's own answers if it has any.
func (l *ladder) usualTime() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.answerTime == 0 && l.shared != nil {
		return l.shared.usualTime()
	}
	return l.answerTime + l.answerTime/2
}

// succeeded records a usable answer after the time d. A successful probe makes its form current.
func (l *ladder) succeeded(used form, probe, hadTemperature bool, d time.Duration, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared != nil {
		l.shared.succeeded(used, probe && l.follow(), hadTemperature, d, now)
		l.follow()
	}
	if l.answerTime == 0 {
		l.answerTime = d
	}
	l.answerTime += (d - l.answerTime) / averagedAnswers
	if probe && (l.left || l.shared == nil) {
		l.current, l.probeInterval, l.probes, l.votes = used, l.probeAfter, 0, nil
		l.nextProbe = now.Add(l.probeInterval)
		if l.shared != nil {
			l.shared.vote(l.session, used, now)
			l.follow()
		}
	}
	if used.rung == l.current.rung {
		l.unusable = 0
	}
	if used == l.current {
		l.proven, l.doubtful, l.votes = true, 0, nil
		l.temperatureProven = l.temperatureProven || hadTemperature
	}
}

// probeFailed doubles the time to the next probe. bySession says that the session may be at fault;
// then the probes for all sessions do not become rarer.
func (l *ladder) probeFailed(bySession bool, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.follow() {
		if !bySession {
			l.shared.probeFailed(false, now)
		}
		return
	}
	l.probeInterval = min(2*l.probeInterval, maxProbeInterval)
	l.nextProbe = now.Add(l.probeInterval)
}

// refused records a refusal. It reports whether there is another form to try. A proven form stays,
// unless the server says what is wrong or keeps refusing. If nothing more can be left out, the
// request is at fault, and the ladder goes back to the others' form.
func (l *ladder) refused(used form, r refusal, role RoleConfig, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.follow(); used != l.current {
		return true // another call has changed the form meanwhile
	}
	// The server has accepted another temperature, so only the one of this session may be wrong.
	sessionTemperature := l.temperatureProven && len(r.parts) == 1 && r.names(partTemperature)
	if sessionTemperature || l.proven && r.vague {
		if l.doubtful++; l.doubtful < maxDoubtful {
			return false
		}
	}
	if l.proven && len(r.parts) == 0 && !r.vague && !r.tooLong {
		return false // the server has taken this form, and says that something else is wrong
	}
	next, ok := used.without(r, role)
	switch {
	case ok:
	case len(r.parts) > 0 || r.tooLong:
		return false
	default:
		if next = l.best; l.shared != nil {
			next = l.shared.form()
		}
		next.thinkingTokens = used.thinkingTokens
	}
	l.learn(next, now)
	return ok
}

// answerUnusable reports whether the next call has another form. thinkingUsedCap says that the
// model's thinking used up the cap.
func (l *ladder) answerUnusable(used form, thinkingUsedCap bool, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.follow(); used != l.current {
		return true
	}
	if thinkingUsedCap {
		l.learn(used.moreThinking(), now)
		return l.current != used
	}
	l.unusable++
	if l.unusable < maxUnusable || used.rung == plainText {
		return false
	}
	used.rung++
	l.learn(used, now)
	return true
}

// capIgnored takes the cap's other name, since an answer was longer than its cap.
func (l *ladder) capIgnored(used form, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.follow(); used == l.current && used.refusedCapField == noCapField {
		l.learn(used.otherCapField(), now)
	}
}

// learn makes a form the current one, with a vote at the shared ladder. The caller holds mu.
func (l *ladder) learn(next form, now time.Time) {
	l.votes = nil
	if l.shared != nil {
		l.left = true
		l.shared.vote(l.session, next, now)
		defer l.follow()
	}
	l.current, l.unusable, l.proven, l.temperatureProven, l.doubtful = next, 0, false, false, 0
	l.probeInterval = l.probeAfter
	l.nextProbe = now.Add(l.probeInterval)
}
