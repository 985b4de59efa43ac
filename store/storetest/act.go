package storetest

import (
	"ringer/engine/journal"
	"ringer/engine/session"
)

var actTests = []test{
	{"ActSetsSettledAndDueAt", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(fact(id, message("", "one"), message("", "two")))
		a := journal.Append{Session: id, Guard: guard, Events: []session.Event{thought("a:3"), thought("")}, Settled: 3, DueAt: at(60)}
		done := f.append(a)
		f.equal(done, journal.Appended{Events: numbered(4, a.Events...), Known: []bool{false, false}})
		want := newRow(id)
		want.LastSeq, want.Settled, want.DueAt = 5, 3, at(60)
		f.equal(f.row(id), want)
	})},
	{"ActWithoutADueTimeClearsIt", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(journal.Append{Session: id, Guard: guard, Events: []session.Event{thought("a:1")}, DueAt: at(60)})
		f.append(act(id, guard, thought("a:2")))
		f.equal(f.row(id).DueAt.IsZero(), true)
	})},
	{"ActNeverSettlesBackwards", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(fact(id, message("", "one"), message("", "two")))
		f.append(journal.Append{Session: id, Guard: guard, Events: []session.Event{thought("a:3")}, Settled: 3})
		f.append(journal.Append{Session: id, Guard: guard, Events: []session.Event{thought("a:2")}, Settled: 2})
		f.equal(f.row(id).Settled, int64(3))
	})},
	{"FactsChangeNeither", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(journal.Append{Session: id, Guard: guard, Events: []session.Event{thought("a:1")}, Settled: 1, DueAt: at(60)})
		f.append(fact(id, message("", "one")))
		f.append(barrier(id, 1))
		row := f.row(id)
		f.equal(row.Settled, int64(1))
		f.equal(row.DueAt, at(60))
	})},
	{"ActAfterFacts", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(fact(id, message("", "one")))
		f.append(act(id, guard, thought("a:1")))
	})},
	{"ActAfterBarrier", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(barrier(id, 1))
		a := journal.Append{Session: id, Guard: guard, Events: []session.Event{thought("a:1")}, Settled: 1, DueAt: at(60)}
		f.refuses(a, journal.Refused{Status: journal.Open, Barrier: 2, Owner: "me", Epoch: guard.Epoch})
	})},
	{"ActOfAnOldEpoch", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		now := f.claim(id, "me")
		a := journal.Append{Session: id, Guard: guard, Events: []session.Event{thought("a:1")}, Settled: 1, DueAt: at(60)}
		f.refuses(a, journal.Refused{Status: journal.Open, Barrier: 1, Owner: "me", Epoch: now})
	})},
	{"ActOfAnotherOwner", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		guard.Owner = "you"
		a := act(id, guard, thought("a:1"))
		f.refuses(a, journal.Refused{Status: journal.Open, Barrier: 1, Owner: "me", Epoch: guard.Epoch})
	})},
	{"ActThatEnds", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		over := session.Event{At: at(4), Data: &session.SessionEnded{Reason: session.EndedByTTL}}
		f.append(journal.Append{
			Session: id, Guard: guard, Events: []session.Event{thought("a:1"), over}, Barrier: true, End: true, Settled: 1, DueAt: at(60),
		})
		want := newRow(id)
		want.Status, want.LastSeq, want.Barrier, want.Settled = journal.Ended, 3, 3, 1
		f.equal(f.row(id), want)
	})},
	{"ActKnownByItsFirstKey", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		a := journal.Append{Session: id, Guard: guard, Events: []session.Event{thought("p:1"), thought(""), thought("b:1")}, Settled: 1, DueAt: at(60)}
		first := f.append(a)
		f.append(fact(id, message("", "later")))
		f.append(barrier(id, 1))
		f.claim(id, "you")
		row := f.row(id)
		a.Settled, a.DueAt = 4, at(90)
		f.equal(f.append(a), journal.Appended{Events: first.Events, Known: []bool{true, true, true}})
		f.equal(f.row(id), row)
	})},
	{"ActKnownDespiteOtherContent", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		a := act(id, guard, thought("p:1"), thought(""))
		first := f.append(a)
		a.Events = []session.Event{message("p:1", "the same sending, decided at another time"), thought("")}
		f.equal(f.append(a), journal.Appended{Events: first.Events, Known: []bool{true, true}})
	})},
	{"ActKnownAfterTheEnd", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		a := act(id, guard, thought("a:1"))
		first := f.append(a)
		f.append(end(id, 1))
		f.equal(f.append(a), journal.Appended{Events: first.Events, Known: []bool{true}})
	})},
	{"ActKnownUpToTheEndOfTheLog", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		first := f.append(act(id, guard, thought("a:1")))
		a := act(id, guard, thought("a:1"), thought(""), thought(""))
		f.equal(f.append(a), journal.Appended{Events: first.Events, Known: []bool{true}})
	})},
	{"ActWithALaterKeyKnown", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(act(id, guard, thought("p:1")))
		f.reuses(act(id, guard, thought("a:9"), thought("p:1")), "p:1")
		f.reuses(act(id, guard, thought(""), thought("p:1")), "p:1")
	})},
	{"ActWithAKeyTwice", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.reuses(act(id, guard, thought("a:1"), thought("a:1")), "a:1")
	})},
}
