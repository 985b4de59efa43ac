package llm

import (
	"slices"
	"time"
)

// enoughSessions must find the same before the others believe it. Players can make a model answer,
// and a server refuse, anything, and two sessions may be of one game.
const enoughSessions = 3

// vote is the form in which a session asks after it has left the form of the shared ladder.
type vote struct {
	session string
	form    form
}

// follow takes over the shared form, unless the session has left it for another. It reports whether
// the ladder follows. The caller holds mu.
func (l *ladder) follow() bool {
	if l.shared == nil {
		return false
	}
	form := l.shared.form()
	if l.left = l.left && l.current != form; l.left {
		return false
	}
	if l.current != form {
		l.current, l.unusable, l.proven, l.temperatureProven, l.doubtful = form, 0, false, false, 0
	}
	return true
}

// probeFor returns a better form if it is time that a session tries one for all. The same session
// goes again only if no other does, so that one whose probes always fail cannot keep the others
// low.
func (l *ladder) probeFor(session string, now time.Time) (form, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if session != "" && session == l.prober && now.Before(l.nextProbe.Add(l.probeInterval)) {
		return form{}, false
	}
	next, ok := l.nextForm(now)
	if ok {
		l.prober = session
	}
	return next, ok
}

// vote records that a session asks in another form. Once enoughSessions have left, the ladder gives
// up what all of them have. Any answer in its own form ends the count.
func (l *ladder) vote(session string, next form, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.votes = slices.DeleteFunc(l.votes, func(v vote) bool { return v.session == session })
	if next == l.current {
		return
	}
	l.votes = append(l.votes, vote{session, next})
	if len(l.votes) < enoughSessions {
		return
	}
	if agreed := l.current.agreed(l.votes); agreed != l.current {
		votes := l.votes
		l.learn(agreed, now)
		// Some sessions have given up more.
		l.votes = slices.DeleteFunc(votes, func(v vote) bool { return v.form == agreed })
		return
	}
	l.votes = l.votes[1:]
}

// agreed returns the form without what the forms of all votes lack.
func (f form) agreed(votes []vote) form {
	all := func(lacks func(form) bool) bool {
		return !slices.ContainsFunc(votes, func(v vote) bool { return !lacks(v.form) })
	}
	least := func(of func(form) int) int {
		return of(slices.MinFunc(votes, func(a, b vote) int { return of(a.form) - of(b.form) }).form)
	}
	f.rung = max(f.rung, rung(least(func(v form) int { return int(v.rung) })))
	f.effort = max(f.effort, least(func(v form) int { return v.effort }))
	f.thinkingTokens = max(f.thinkingTokens, least(func(v form) int { return v.thinkingTokens }))
	f.noTemperature = f.noTemperature || all(func(v form) bool { return v.noTemperature })
	f.noSeed = f.noSeed || all(func(v form) bool { return v.noSeed })
	f.switchedOff = f.switchedOff || all(func(v form) bool { return v.switchedOff })
	f.noUsage = f.noUsage || all(func(v form) bool { return v.noUsage })
	f.stream = f.stream || all(func(v form) bool { return v.stream })
	if all(func(v form) bool { return v.context > 0 }) {
		f.context = slices.MaxFunc(votes, func(a, b vote) int { return a.form.context - b.form.context }).form.context
	}
	f.oneMessage = f.oneMessage || all(func(v form) bool { return v.oneMessage })
	first := votes[0].form
	if all(func(v form) bool { return v.capField == first.capField && v.refusedCapField == first.refusedCapField }) {
		f.capField, f.refusedCapField = first.capField, first.refusedCapField
	}
	return f
}
