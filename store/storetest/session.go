package storetest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

var createTests = []test{
	{"OK", func(f *fixture) {
		row := newRow("ses_a")
		row.Home, row.External, row.DueAt = "gam_1", "round 7", at(60)
		f.create(row)
		f.equal(f.row("ses_a"), row)
		f.equal(f.log("ses_a"), []session.Event{firstEvent()})
	}},
	{"BeginsOpenWithSeqOne", func(f *fixture) {
		row, first := newRow("ses_a"), firstEvent()
		row.Status, row.LastSeq, row.Barrier, first.Seq = "", 0, 0, 0
		f.ok(f.store.Create(f.Context(), row, first))
		f.equal(f.row("ses_a"), newRow("ses_a"))
		f.equal(f.log("ses_a"), []session.Event{firstEvent()})
	}},
	{"KeepsTheKeyOfTheFirstEvent", func(f *fixture) {
		first := message("m:1", "hi")
		f.ok(f.store.Create(f.Context(), newRow("ses_a"), first))
		done := f.append(fact("ses_a", message("m:1", "hi")))
		f.equal(done, journal.Appended{Events: numbered(1, first), Known: []bool{true}})
	}},
	{"Taken", func(f *fixture) {
		first, second := newRow("ses_a"), newRow("ses_b")
		first.External, second.External = "round 7", "round 7"
		f.create(first)
		err := f.store.Create(f.Context(), second, firstEvent())
		if taken, ok := errors.AsType[*journal.ExternalIDTaken](err); !ok || taken.Session != "ses_a" {
			f.Fatalf("error %v, want *journal.Taken with ses_a", err)
		}
		f.missing("ses_b")
	}},
	{"TakenAlsoByAnEndedSession", func(f *fixture) {
		first, second := newRow("ses_a"), newRow("ses_b")
		first.External, second.External = "round 7", "round 7"
		f.create(first)
		f.append(end("ses_a", 1))
		err := f.store.Create(f.Context(), second, firstEvent())
		if _, ok := errors.AsType[*journal.ExternalIDTaken](err); !ok {
			f.Fatalf("error %v, want *journal.Taken", err)
		}
	}},
	{"ExternalIDsBelongToATenant", func(f *fixture) {
		first, second := newRow("ses_a"), newRow("ses_b")
		first.External, second.External, second.Tenant = "round 7", "round 7", "other"
		f.create(first, second)
	}},
	{"NoExternalIDIsNeverTaken", func(f *fixture) { f.create(newRow("ses_a"), newRow("ses_b")) }},
	{"ErrIDInUse", func(f *fixture) {
		f.create(newRow("ses_a"))
		second := newRow("ses_a")
		second.Strategy = "recon"
		if err := f.store.Create(f.Context(), second, firstEvent()); err == nil || errors.Is(err, journal.ErrUnavailable) {
			f.Fatalf("error %v, want an error that is not journal.ErrUnavailable, since the id is in use", err)
		}
		f.equal(f.row("ses_a"), newRow("ses_a"))
	}},
}

var sessionTests = []test{
	{"HasNoSnapshot", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.checkpoint(id, guard, journal.Checkpoint{Snapshot: []byte(`{}`), SnapshotSeq: 1})
		f.equal(f.row(id), newRow(id))
	})},
	{"KeepsTimesInMicroseconds", func(f *fixture) {
		row := newRow("ses_a")
		row.CreatedAt = opened.In(time.FixedZone("far", 7200)).Add(time.Nanosecond)
		row.DueAt = row.CreatedAt
		f.create(row)
		f.equal(f.row("ses_a").CreatedAt, opened)
		f.equal(f.row("ses_a").DueAt, opened)
	}},
	{"Ping", func(f *fixture) { f.ok(f.store.Ping(f.Context())) }},
}

var sessionsTests = []test{
	{"NewestFirst", func(f *fixture) {
		for i, seconds := range []int{2, 1, 3, 2} { // two were created at the same time
			row := newRow(fmt.Sprintf("ses_%d", i))
			row.CreatedAt = at(seconds)
			f.create(row)
		}
		f.listed(journal.SessionQuery{Tenant: "acme", Limit: 10}, "ses_2", "ses_3", "ses_0", "ses_1")
	}},
	{"PagesWithoutGapOrDouble", func(f *fixture) {
		want := []string{}
		for i := range 7 {
			row := newRow(fmt.Sprintf("ses_%d", i))
			row.CreatedAt = at(i / 3)
			f.create(row)
			want = append([]string{row.ID}, want...)
		}
		q := journal.SessionQuery{Tenant: "acme", Limit: 2}
		for len(want) > 0 {
			n := min(2, len(want))
			page := f.listed(q, want[:n]...)
			want = want[n:]
			q.BeforeTime, q.BeforeID = page[n-1].CreatedAt, page[n-1].ID
		}
		f.listed(q)
	}},
	{"TheCostliestFirst", func(f *fixture) {
		for i, spent := range []session.Spent{{}, {PromptTokens: 9}, {CostMicros: 5, AnswerTokens: 1}, {PromptTokens: 4, AnswerTokens: 5}, {CostMicros: 5, PromptTokens: 2}} {
			id := fmt.Sprintf("ses_%d", i)
			f.create(newRow(id))
			f.checkpoint(id, journal.Guard{Owner: "me", Epoch: f.claim(id, "me")}, journal.Checkpoint{Spent: spent})
		}
		q := journal.SessionQuery{Tenant: "acme", BySpent: true, Limit: 3}
		last := f.listed(q, "ses_4", "ses_2", "ses_3")[2]
		q.BeforeSpent, q.BeforeID = last.Spent, last.ID
		f.listed(q, "ses_1")
	}},
	{"CountsWhatIsOpen", func(f *fixture) {
		game, other := newRow("gam_a"), newRow("ses_c")
		game.IsGame, game.Strategy, other.Strategy = true, "", "tom"
		f.create(game, other, newRow("ses_a"), newRow("ses_b"), newRow("ses_d"))
		f.checkpoint("ses_a", journal.Guard{Owner: "me", Epoch: f.claim("ses_a", "me")}, journal.Checkpoint{Path: "silence"})
		f.append(end("ses_d", 1))
		counts := must(f.store.OpenCounts(f.Context()))(f)
		slices.SortFunc(counts, func(a, b journal.OpenCount) int {
			return cmp.Or(cmp.Compare(a.Strategy, b.Strategy), cmp.Compare(a.Path, b.Path))
		})
		usual := newRow("").Strategy
		f.equal(counts, []journal.OpenCount{{IsGame: true, N: 1}, {Strategy: usual, N: 1}, {Strategy: usual, Path: "silence", N: 1}, {Strategy: "tom", N: 1}})
	}},
	{"OfOneTenant", func(f *fixture) {
		other := newRow("ses_b")
		other.Tenant = "other"
		f.create(newRow("ses_a"), other)
		f.listed(journal.SessionQuery{Tenant: "other", Limit: 10}, "ses_b")
		f.listed(journal.SessionQuery{Tenant: "nobody", Limit: 10})
	}},
	{"OfOneStatus", func(f *fixture) {
		f.create(newRow("ses_a"), newRow("ses_b"))
		f.append(end("ses_a", 1))
		f.listed(journal.SessionQuery{Tenant: "acme", Status: journal.Ended, Limit: 10}, "ses_a")
		f.listed(journal.SessionQuery{Tenant: "acme", Status: journal.Open, Limit: 10}, "ses_b")
		f.listed(journal.SessionQuery{Tenant: "acme", Limit: 10}, "ses_b", "ses_a")
	}},
	{"OfOneExternalID", func(f *fixture) {
		a, b := newRow("ses_a"), newRow("ses_b")
		a.External, b.External = "one", "two"
		f.create(a, b, newRow("ses_c"))
		f.listed(journal.SessionQuery{Tenant: "acme", External: "two", Limit: 10}, "ses_b")
		f.listed(journal.SessionQuery{Tenant: "acme", External: "three", Limit: 10})
	}},
	{"RowsAreTheSameAsFromSession", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.checkpoint(id, guard, journal.Checkpoint{Settled: 1, DueAt: at(9), Snapshot: []byte(`{}`), SnapshotSeq: 1})
		rows := f.listed(journal.SessionQuery{Tenant: "acme", Limit: 10}, id)
		f.equal(rows[0], f.row(id))
	})},
}

// listed lists sessions, and checks their ids and their order.
func (f *fixture) listed(q journal.SessionQuery, want ...string) []journal.Session {
	f.Helper()
	rows := must(f.store.Sessions(f.Context(), q))(f)
	got := []string{}
	for _, row := range rows {
		got = append(got, row.ID)
	}
	f.equal(got, append([]string{}, want...))
	return rows
}
