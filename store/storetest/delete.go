package storetest

import (
	"fmt"

	"ringer/engine/journal"
	"ringer/engine/session"
)

var deleteTests = []test{
	{"LeavesNothing", func(f *fixture) {
		row := newRow("ses_a")
		row.External = "round 7"
		f.create(row)
		epoch := f.claim("ses_a", "me")
		for i := range 60 {
			f.append(fact("ses_a", message(fmt.Sprint("m:", i), "hi"))) // a key each
		}
		f.ok(f.store.Record(f.Context(), "ses_a", []journal.RecordedCall{call(1, "tht_1", 1), call(61, "tht_2", 1)}))
		f.checkpoint("ses_a", journal.Guard{Owner: "me", Epoch: epoch}, journal.Checkpoint{Settled: 61, Snapshot: []byte(`{}`), SnapshotSeq: 61})
		f.ok(f.store.Delete(f.Context(), "ses_a"))
		_, err := f.store.Session(f.Context(), "ses_a")
		f.notFound(err)
		_, err = f.store.Events(f.Context(), "ses_a", 0, 10)
		f.notFound(err)
		_, err = f.store.RecordedCalls(f.Context(), "ses_a", journal.Place{}, 10)
		f.notFound(err)
		_, _, err = f.store.Snapshot(f.Context(), "ses_a")
		f.notFound(err)
		_, err = f.store.Claim(f.Context(), "ses_a", "me")
		f.notFound(err)
		f.unsettled(10)
		f.create(row) // id, home and external id are free
		f.equal(f.log("ses_a"), []session.Event{firstEvent()})
		f.recorded("ses_a", journal.Place{}, 10)
	}},
	{"NothingCanBeStoredAfterwards", func(f *fixture) {
		id, guard := f.ownedSession()
		f.ok(f.store.Delete(f.Context(), id))
		_, err := f.store.Append(f.Context(), fact(id, message("", "late")))
		f.notFound(err)
		_, err = f.store.Append(f.Context(), act(id, guard, thought("a:1")))
		f.notFound(err)
		f.notFound(f.store.Record(f.Context(), id, []journal.RecordedCall{call(1, "tht_1", 1)}))
		f.notFound(f.store.Checkpoint(f.Context(), journal.Checkpoint{Session: id, Owner: guard.Owner, Epoch: guard.Epoch}))
	}},
	{"OtherSessionsOfTheHomeStay", func(f *fixture) {
		a, b := newRow("ses_a"), newRow("ses_b")
		a.Home, b.Home = "gam_1", "gam_1"
		f.create(a, b)
		epoch := f.claim("gam_1", "me")
		f.ok(f.store.Delete(f.Context(), "ses_a"))
		f.equal(f.home("gam_1"), []journal.Session{b})
		f.equal(f.claim("gam_1", "me"), epoch+2) // the delete was a claim, too
	}},
	{"ErrNotFound", func(f *fixture) {
		f.open()
		f.notFound(f.store.Delete(f.Context(), "ses_b"))
	}},
}
