package storetest

import (
	"errors"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// gone is a message as an erasure leaves it.
func gone(key string) session.Event {
	e := message(key, "")
	e.Seq = 2
	return e
}

var eraseTests = []test{
	{"AWithdrawalNeedsNoGuard", inGame(func(f *fixture, ids []string) {
		f.append(fact("gam_a", message("m:1", "secret")))
		f.append(end("gam_a", 1))
		before := f.row("gam_a")
		taken := toAll(ids, "d:1", "x")
		for i := range taken {
			taken[i].Guard = journal.Guard{Kind: journal.Withdrawal}
			taken[i].Barrier = true
		}
		for range 2 { // the second changes nothing
			must(f.store.AppendAll(f.Context(), taken))(f)
			before.LastSeq, before.Barrier = 4, 4
			f.equal(f.row("gam_a"), before)
			f.equal(f.row("ses_a").Barrier, int64(2))
		}
		_, err := f.store.Append(f.Context(), fact("gam_a", message("", "late")))
		_, refused := errors.AsType[*journal.Refused](err)
		f.equal(refused, true)
	})},
	{"OverwritesEventsInPlace", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("m:1", "secret"), message("m:2", "hi"), message("d:1", "x")))
		page := f.log(id)
		for range 2 { // the second changes nothing
			f.ok(f.store.Erase(f.Context(), journal.Erasure{Session: id, Seq: 4, Events: []session.Event{gone("m:1")}}))
		}
		want := append([]session.Event{page[0], gone("m:1")}, page[2:]...)
		f.equal(f.log(id), want)
		found, err := f.store.Find(f.Context(), id, "m:1")
		f.ok(err)
		f.equal(found.Data, want[1].Data)
		f.equal(page[1].Data, message("m:1", "secret").Data) // readers may hold it
		done := f.append(fact(id, message("m:1", "secret"))) // a late retry of the post
		f.equal(done.Known, []bool{true})
	})},
	{"TakesTheSnapshotOfTheTimeBefore", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(fact(id, message("m:1", "secret"), message("d:1", "x")))
		f.checkpoint(id, guard, journal.Checkpoint{Settled: 2, Snapshot: []byte(`"secret"`), SnapshotSeq: 2})
		f.ok(f.store.Erase(f.Context(), journal.Erasure{Session: id, Seq: 3}))
		f.snapshot(id, "", 3)
		f.checkpoint(id, guard, journal.Checkpoint{Settled: 2, Snapshot: []byte(`"secret"`), SnapshotSeq: 2}) // it was on its way
		f.snapshot(id, "", 3)
		f.checkpoint(id, guard, journal.Checkpoint{Settled: 3, Snapshot: []byte(`"clean"`), SnapshotSeq: 3})
		f.snapshot(id, `"clean"`, 3)
	})},
	{"ALaterSnapshotStays", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(fact(id, message("m:1", "secret"), message("d:1", "x"), message("m:2", "hi")))
		f.checkpoint(id, guard, journal.Checkpoint{Settled: 4, Snapshot: []byte(`"clean"`), SnapshotSeq: 4})
		f.ok(f.store.Erase(f.Context(), journal.Erasure{Session: id, Seq: 3}))
		f.snapshot(id, `"clean"`, 4)
	})},
	{"TakesTheCallsOfTheTimeBefore", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("m:1", "secret")))
		before, after := call(2, "tht_a", 1), call(3, "tht_b", 1)
		f.ok(f.store.Record(f.Context(), id, []journal.RecordedCall{before}))
		f.append(fact(id, message("d:1", "x")))
		f.ok(f.store.Erase(f.Context(), journal.Erasure{Session: id, Seq: 3}))
		f.recorded(id, journal.Place{}, 10)
		f.ok(f.store.Record(f.Context(), id, []journal.RecordedCall{before, after})) // it was on its way
		f.recorded(id, journal.Place{}, 10, after)
	})},
	{"OfOneSession", func(f *fixture) {
		f.create(newRow("ses_a"), newRow("ses_b"))
		for _, id := range []string{"ses_a", "ses_b"} {
			f.append(fact(id, message("m:1", "secret"), message("d:1", "x")))
		}
		other := f.log("ses_b")
		f.ok(f.store.Erase(f.Context(), journal.Erasure{Session: "ses_a", Seq: 3, Events: []session.Event{gone("m:1")}}))
		f.equal(f.log("ses_b"), other)
	}},
}
