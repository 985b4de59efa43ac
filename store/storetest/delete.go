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
		f.missing("ses_a")
		f.unsettled(10)
		f.create(row) // id, home and external id are free
		f.equal(f.log("ses_a"), []session.Event{firstEvent()})
		f.recorded("ses_a", journal.Place{}, 10)
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
}
