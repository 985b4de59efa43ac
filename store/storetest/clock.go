package storetest

import (
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

var clockTests = []test{
	{"Empty", func(f *fixture) { f.clock(journal.Clock{}) }},
	{"Shift", func(f *fixture) {
		before := time.Duration(0)
		for _, shift := range []time.Duration{40 * 24 * time.Hour, -time.Hour, 0} {
			f.ok2(f.store.SetShift(f.Context(), before, shift))
			f.clock(journal.Clock{Shift: shift})
			before = shift
		}
	}},
	{"ShiftOnlyOnce", func(f *fixture) {
		f.ok2(f.store.SetShift(f.Context(), 0, time.Hour))
		f.equal(must(f.store.SetShift(f.Context(), 0, time.Hour+time.Millisecond))(f), false)
		f.clock(journal.Clock{Shift: time.Hour})
	}},
	{"LastInSteadyTime", func(f *fixture) {
		id := f.settledSession("ses_a", 60)
		f.clock(journal.Clock{Last: opened})
		f.append(fact(id, session.Event{At: at(3605), Shift: time.Hour, Data: &session.MessageReceived{}}))
		f.clock(journal.Clock{Last: at(5)})
		other := f.settledSession("ses_b", 60)
		f.append(fact(other, session.Event{At: at(-3590), Shift: -time.Hour, Data: &session.MessageReceived{}}))
		f.clock(journal.Clock{Last: at(10)})
	}},
	{"LastOfOpenSessions", func(f *fixture) {
		id := f.settledSession("ses_a", 60)
		f.append(end(id, 1))
		f.clock(journal.Clock{})
	}},
}

// clock checks what the database knows of the time.
func (f *fixture) clock(want journal.Clock) {
	f.Helper()
	f.equal(must(f.store.Clock(f.Context()))(f), want)
}
