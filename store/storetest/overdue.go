package storetest

import (
	"fmt"

	"ringer/engine"
	"ringer/engine/game"
)

var overdueTests = []test{
	{"WhatIsNotSettled", func(f *fixture) {
		id, guard := f.owned()
		f.overdue(0, 10, id) // not even its creation
		f.rest(engine.Rest{Session: id, Owner: guard.Owner, Epoch: guard.Epoch, Settled: 1})
		f.overdue(1000, 10)
		f.append(fact(id, said("", "hi")))
		f.overdue(0, 10, id)
	}},
	{"WhatIsDue", func(f *fixture) {
		id := f.settled("ses_a", 60)
		f.overdue(59, 10)
		f.overdue(60, 10, id)
		f.overdue(61, 10, id)
	}},
	{"NothingThatHasEnded", func(f *fixture) {
		id := f.settled("ses_a", 60)
		f.append(end(id, 1))
		f.overdue(1000, 10)
	}},
	{"HomesOnce", func(f *fixture) {
		for i := range 3 {
			row := created(fmt.Sprint("ses_", i))
			row.Home, row.DueAt = "gam_1", at(10)
			f.create(row)
		}
		f.overdue(60, 10, "gam_1")
	}},
	{"TheLongestOverdueFirst", func(f *fixture) {
		f.settled("ses_a", 40)
		f.settled("ses_b", 10)
		late := f.settled("ses_c", 50)
		event := said("", "not considered since 20")
		event.At = at(20)
		f.append(fact(late, event))
		f.settled("ses_d", 30)
		f.overdue(60, 10, "ses_b", "ses_c", "ses_d", "ses_a")
		f.overdue(60, 2, "ses_b", "ses_c")
	}},
	{"SinceTheFirstEventNotSettled", func(f *fixture) {
		f.settled("ses_a", 15)
		busy := f.settled("ses_b", 0)
		for _, seconds := range []int{10, 20} {
			event := said("", "hi")
			event.At = at(seconds)
			f.append(fact(busy, event))
		}
		f.overdue(60, 10, "ses_b", "ses_a")
		epoch := f.claim(busy, "me")
		guard := engine.Guard{Kind: engine.Act, Barrier: 1, Owner: "me", Epoch: epoch}
		act := thought("a:2")
		act.At = at(30)
		f.append(engine.Append{Session: busy, Guard: guard, Events: []game.Event{act}, Settled: 2}) // that at 10
		f.overdue(60, 10, "ses_a", "ses_b")
	}},
}

// settled creates a session of which everything is settled and that is due then; 0 is never.
func (f *fixture) settled(id string, due int) string {
	f.Helper()
	row := created(id)
	row.Settled = 1
	if due > 0 {
		row.DueAt = at(due)
	}
	f.create(row)
	return id
}

// overdue asks what is overdue so many seconds after the beginning, and wants these homes.
func (f *fixture) overdue(seconds, limit int, want ...string) {
	f.Helper()
	homes, err := f.store.Overdue(f.Context(), at(seconds), limit)
	f.ok(err)
	f.equal(append([]string{}, homes...), append([]string{}, want...))
}
