package storetest

import (
	"ringer/engine/journal"
	"ringer/engine/session"
)

var appendTests = []test{
	{"OK", inSession(func(f *fixture, id string) {
		events := []session.Event{message("m:1", "one"), message("", "two"), message("", "two")}
		done := f.append(fact(id, events...))
		f.equal(done, journal.Appended{Events: numbered(2, events...), Known: []bool{false, false, false}})
		f.equal(f.log(id), append([]session.Event{firstEvent()}, done.Events...))
		want := newRow(id)
		want.LastSeq = 4
		f.equal(f.row(id), want)
	})},
	{"NumbersWithoutGaps", inSession(func(f *fixture, id string) {
		for seq := int64(2); seq < 20; seq += 2 {
			done := f.append(fact(id, message("", "one"), message("", "two")))
			f.equal([]int64{done.Events[0].Seq, done.Events[1].Seq}, []int64{seq, seq + 1})
		}
		f.equal(f.row(id).LastSeq, int64(19))
	})},
	{"ManyEventsAtOnce", inSession(func(f *fixture, id string) {
		events := make([]session.Event, 100) // a full post
		for i := range events {
			events[i] = message("", "line")
		}
		f.append(fact(id, events...))
		f.equal(f.log(id)[1:], numbered(2, events...))
	})},
	{"ErrNoEvents", inSession(func(f *fixture, id string) {
		if _, err := f.store.Append(f.Context(), fact(id)); err == nil {
			f.Fatal("an append without events was taken")
		}
	})},
	{"BarrierIsItsLastEvent", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("", "one")))
		f.append(barrier(id, 1, message("", "two"), message("", "three")))
		f.equal(f.row(id).Barrier, int64(4))
		f.append(fact(id, message("", "four")))
		f.equal(f.row(id).Barrier, int64(4))
	})},
	{"BarrierReplacesTheRoster", inSession(func(f *fixture, id string) {
		a, after := barrier(id, 1), roster
		after.Phase, after.Muted, after.Players = "night", true, append(roster.Players[:2:2], session.Player{ID: "green", Name: "Green"})
		a.Roster = &after
		f.append(a)
		f.equal(f.row(id).Roster, after)
	})},
	{"BarrierWithoutARosterKeepsIt", inSession(func(f *fixture, id string) {
		f.append(barrier(id, 1))
		f.equal(f.row(id).Roster, roster)
	})},
	{"EndEndsTheSession", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(journal.Append{Session: id, Guard: guard, Events: []session.Event{thought("a:1")}, Settled: 1, DueAt: at(60)})
		f.append(end(id, 1))
		row := f.row(id)
		want := newRow(id)
		// DueAt stays unset.
		want.Status, want.LastSeq, want.Barrier, want.Settled = journal.Ended, 3, 3, 1
		f.equal(row, want)
	})},
	{"EndIsABarrier", inSession(func(f *fixture, id string) {
		a := end(id, 1)
		a.Barrier = false
		f.append(a)
		f.equal(f.row(id).Barrier, int64(2))
	})},
}

var guardTests = []test{
	{"ErrRefusedAfterBarrier", inSession(func(f *fixture, id string) {
		epoch := f.claim(id, "me")
		f.append(barrier(id, 1))
		f.refuses(barrier(id, 1), journal.Refused{Status: journal.Open, Barrier: 2, Owner: "me", Epoch: epoch})
		f.append(barrier(id, 2))
	})},
	{"BarrierFactNeedsNoOwner", inSession(func(f *fixture, id string) {
		f.append(barrier(id, 1))
		f.claim(id, "me")
		f.append(barrier(id, 2))
	})},
	{"OrdinaryFactsNeedNoBarrier", inSession(func(f *fixture, id string) {
		f.append(barrier(id, 1))
		f.append(fact(id, message("", "judged before that")))
	})},
	{"OrdinaryFactsMoveNoBarrier", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("", "one")))
		f.append(barrier(id, 1))
	})},
	{"TrailingEventsMoveNoBarrier", inSession(func(f *fixture, id string) {
		a := barrier(id, 1, message("", "red is out"), message("", "the night begins"))
		a.Trailing = 1
		f.append(a)
		f.equal(f.row(id).Barrier, int64(2))
		f.append(barrier(id, 2))
	})},
	{"NothingAfterTheEnd", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(end(id, 1))
		guard.Barrier = 2
		want := journal.Refused{Status: journal.Ended, Barrier: 2, Owner: "me", Epoch: guard.Epoch}
		f.refuses(fact(id, message("", "hello?")), want)
		f.refuses(barrier(id, 2), want)
		f.refuses(act(id, guard, thought("a:2")), want)
	})},
}
