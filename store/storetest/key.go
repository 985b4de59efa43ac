package storetest

import (
	"ringer/engine/journal"
	"ringer/engine/session"
)

var keyTests = []test{
	{"KnownKeyReturnsTheFirst", inSession(func(f *fixture, id string) {
		first := f.append(fact(id, message("m:1", "hi")))
		f.append(fact(id, message("", "more")))
		again := message("m:1", "hi")
		again.At = at(50)
		f.equal(f.append(fact(id, again)), journal.Appended{Events: first.Events, Known: []bool{true}})
		f.equal(len(f.log(id)), 3)
		f.equal(f.row(id).LastSeq, int64(3))
	})},
	{"KnownAmongNew", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("m:1", "one"), message("m:2", "two")))
		done := f.append(fact(id, message("m:3", "three"), message("m:2", "two"), message("", "four")))
		f.equal(done.Known, []bool{false, true, false})
		f.equal(done.Events, []session.Event{
			numbered(4, message("m:3", "three"))[0], numbered(3, message("m:2", "two"))[0], numbered(5, message("", "four"))[0],
		})
		f.equal(f.log(id)[1:], numbered(2, message("m:1", "one"), message("m:2", "two"), message("m:3", "three"), message("", "four")))
	})},
	{"ManyKnownAtOnce", inSession(func(f *fixture, id string) {
		events := make([]session.Event, 77)
		for i := range events {
			events[i] = message("m:"+string(rune('0'+i)), "line")
		}
		first := f.append(fact(id, events...))
		again := f.append(fact(id, events...))
		f.equal(again.Events, first.Events)
		f.equal(len(f.log(id)), 78)
	})},
	{"KnownPayloadInAnotherShape", inSession(func(f *fixture, id string) {
		over := func(reveal map[string]string) session.Event {
			return session.Event{At: at(1), Key: "k", Data: &session.SessionEnded{Reason: session.EndedByPlatform, Reveal: reveal}}
		}
		f.append(fact(id, over(nil)))
		// Both are left out of the stored form.
		done := f.append(fact(id, over(map[string]string{})))
		f.equal(done.Known, []bool{true})
	})},
	{"KnownBeforeTheGuard", inSession(func(f *fixture, id string) {
		a := barrier(id, 1, message("o:1", "phase"))
		first := f.append(a)
		f.append(barrier(id, 2))
		row := f.row(id)
		f.equal(f.append(a), journal.Appended{Events: first.Events, Known: []bool{true}})
		f.equal(f.row(id), row)
	})},
	{"KnownAfterTheEnd", inSession(func(f *fixture, id string) {
		first := f.append(fact(id, message("m:1", "hi")))
		over := f.append(end(id, 1))
		f.equal(f.append(fact(id, message("m:1", "hi"))), journal.Appended{Events: first.Events, Known: []bool{true}})
		f.equal(f.append(end(id, 1)), journal.Appended{Events: over.Events, Known: []bool{true}})
	})},
	{"NewBesideKnownNeedsTheGuard", inSession(func(f *fixture, id string) {
		f.append(barrier(id, 1, message("o:1", "phase")))
		f.refuses(barrier(id, 1, message("o:1", "phase"), message("o:2", "next phase")), journal.Refused{Status: journal.Open, Barrier: 2})
	})},
	{"BarrierIsTheLastNewEvent", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("m:1", "one")))
		f.append(barrier(id, 1, message("o:1", "phase"), message("m:1", "one")))
		f.equal(f.row(id).Barrier, int64(3))
	})},
	{"ReusedKeyStoresNothing", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("m:1", "one")))
		f.reuses(fact(id, message("m:2", "new"), message("m:1", "another text"), message("m:3", "new")), "m:1")
		f.append(fact(id, message("m:2", "with another content, since it was not stored")))
	})},
	{"ReusedByAnotherType", inSession(func(f *fixture, id string) {
		f.append(fact(id, session.Event{At: at(1), Key: "k", Data: &session.TypingStarted{PlanID: "pln_1"}}))
		f.reuses(fact(id, session.Event{At: at(1), Key: "k", Data: &session.TypingStopped{PlanID: "pln_1"}}), "k")
	})},
	{"ReusedBeforeTheGuard", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("m:1", "one")))
		f.append(end(id, 1))
		f.reuses(fact(id, message("m:1", "another text")), "m:1")
	})},
	{"DuplicateInOneAppend", inSession(func(f *fixture, id string) {
		done := f.append(fact(id, message("m:1", "hi"), message("", "two"), message("m:1", "hi"), message("", "three")))
		f.equal(done.Known, []bool{false, false, true, false})
		f.equal(done.Events[2], done.Events[0])
		f.equal(f.log(id)[1:], numbered(2, message("m:1", "hi"), message("", "two"), message("", "three")))
	})},
	{"ReusedInOneAppend", inSession(func(f *fixture, id string) {
		f.reuses(fact(id, message("m:1", "hi"), message("m:1", "ho")), "m:1")
		f.append(fact(id, message("m:1", "ho")))
	})},
	{"KeysBelongToASession", func(f *fixture) {
		f.create(newRow("ses_a"), newRow("ses_b"))
		f.append(fact("ses_a", message("m:1", "one")))
		done := f.append(fact("ses_b", message("m:1", "another")))
		f.equal(done.Known, []bool{false})
	}},
	{"WithoutAKeyNothingIsKnown", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("", "hi")))
		f.equal(f.append(fact(id, message("", "hi"))).Known, []bool{false})
	})},
}
