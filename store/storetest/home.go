package storetest

import (
	"errors"
	"fmt"

	"ringer/engine/journal"
	"ringer/engine/session"
)

var claimTests = []test{
	{"RaisesTheEpoch", inSession(func(f *fixture, id string) {
		for i, owner := range []string{"me", "you", "you", "me"} {
			f.equal(f.claim(id, owner), int64(i+1))
		}
	})},
	{"IsForOneHome", func(f *fixture) {
		f.create(newRow("ses_a"), newRow("ses_b"))
		f.claim("ses_a", "me")
		f.claim("ses_a", "me")
		f.equal(f.claim("ses_b", "me"), int64(1))
	}},
	{"IsForEverySessionOfTheHome", func(f *fixture) {
		a, b := newRow("ses_a"), newRow("ses_b")
		a.Home, b.Home = "gam_1", "gam_1"
		f.create(a)
		epoch := f.claim("gam_1", "me")
		f.create(b) // the home has an owner by now
		for _, id := range []string{"ses_a", "ses_b"} {
			guard := journal.Guard{Kind: journal.Act, Barrier: 1, Owner: "me", Epoch: epoch}
			f.append(act(id, guard, thought("a:1")))
		}
	}},
}

var homeTests = []test{
	{"OpenSessionsOldestFirst", func(f *fixture) {
		for i, seconds := range []int{2, 1, 3, 1} {
			row := newRow(fmt.Sprintf("ses_%d", i))
			row.Home, row.CreatedAt = "gam_1", at(seconds)
			f.create(row)
		}
		f.create(newRow("ses_elsewhere"))
		f.append(end("ses_0", 1))
		got := []string{}
		for _, row := range f.home("gam_1") {
			f.equal(row, f.row(row.ID))
			got = append(got, row.ID)
		}
		f.equal(got, []string{"ses_1", "ses_3", "ses_2"})
	}},
	{"WithTheirSnapshots", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		snapshot := []byte(`{"v":1,"state":"ünïcode \u0000"}`)
		f.checkpoint(id, guard, journal.Checkpoint{Settled: 1, DueAt: at(5), Snapshot: snapshot, SnapshotSeq: 1})
		want := f.row(id)
		want.Snapshot, want.SnapshotSeq = snapshot, 1
		f.equal(f.home(id), []journal.Session{want})
		data, seq, err := f.store.Snapshot(f.Context(), id)
		f.ok(err)
		f.equal(string(data), string(snapshot))
		f.equal(seq, int64(1))
	})},
	{"WithoutASnapshot", func(f *fixture) {
		data, seq, err := f.store.Snapshot(f.Context(), f.open())
		f.ok(err)
		f.equal(len(data), 0)
		f.equal(seq, int64(0))
	}},
	{"EmptyWhenAllHaveEnded", inSession(func(f *fixture, id string) {
		f.append(end(id, 1))
		f.equal(len(f.home(id)), 0)
	})},
}

func (f *fixture) home(home string) []journal.Session {
	f.Helper()
	rows := must(f.store.Home(f.Context(), home))(f)
	return rows
}

var checkpointTests = []test{
	{"ShowsPathAndSpent", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		spent := session.Spent{Calls: 2, PromptTokens: 30, AnswerTokens: 4, CostMicros: 500}
		f.checkpoint(id, guard, journal.Checkpoint{Path: "sparse", Spent: spent})
		row := f.listed(journal.SessionQuery{Tenant: "acme", Limit: 9}, id)[0]
		f.equal(row.Path, "sparse")
		f.equal(row.Spent, spent)
		f.checkpoint(id, guard, journal.Checkpoint{})
		f.equal(f.row(id), newRow(id))
	})},
	{"OK", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(fact(id, message("", "one")))
		f.checkpoint(id, guard, journal.Checkpoint{Settled: 2, DueAt: at(60)})
		want := newRow(id)
		want.LastSeq, want.Settled, want.DueAt = 2, 2, at(60)
		f.equal(f.row(id), want)
	})},
	{"NeverBackwards", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(fact(id, message("", "one"), message("", "two")))
		f.checkpoint(id, guard, journal.Checkpoint{Settled: 3, Snapshot: []byte(`"new"`), SnapshotSeq: 3})
		f.checkpoint(id, guard, journal.Checkpoint{Settled: 2, Snapshot: []byte(`"old"`), SnapshotSeq: 2})
		f.equal(f.row(id).Settled, int64(3))
		f.snapshot(id, `"new"`, 3)
	})},
	{"DueAtMovesEitherWay", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		for _, seconds := range []int{60, 30, 90} {
			f.checkpoint(id, guard, journal.Checkpoint{DueAt: at(seconds)})
			f.equal(f.row(id).DueAt, at(seconds))
		}
		f.checkpoint(id, guard, journal.Checkpoint{})
		f.equal(f.row(id).DueAt.IsZero(), true)
	})},
	{"WithoutASnapshotKeepsIt", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.checkpoint(id, guard, journal.Checkpoint{Snapshot: []byte(`"one"`), SnapshotSeq: 1})
		f.checkpoint(id, guard, journal.Checkpoint{SnapshotSeq: 9})
		f.snapshot(id, `"one"`, 1)
	})},
	{"SnapshotOfTheSameSeqReplaces", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.checkpoint(id, guard, journal.Checkpoint{Snapshot: []byte(`"version 1"`), SnapshotSeq: 1})
		f.checkpoint(id, guard, journal.Checkpoint{Snapshot: []byte(`"version 2"`), SnapshotSeq: 1})
		f.snapshot(id, `"version 2"`, 1)
	})},
	{"ErrRefusedToAnother", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		row := f.row(id)
		for _, r := range []journal.Checkpoint{{Owner: "you", Epoch: guard.Epoch}, {Owner: "me", Epoch: guard.Epoch - 1}, {Owner: "me", Epoch: guard.Epoch + 1}} {
			r.Session, r.Settled, r.DueAt, r.Snapshot, r.SnapshotSeq = id, 1, at(60), []byte(`"theirs"`), 1
			err := f.store.Checkpoint(f.Context(), r)
			refused, ok := errors.AsType[*journal.Refused](err)
			if !ok {
				f.Fatalf("error %v, want *journal.Refused", err)
			}
			f.equal(*refused, journal.Refused{Status: journal.Open, Barrier: 1, Owner: "me", Epoch: guard.Epoch})
		}
		f.equal(f.row(id), row)
		f.snapshot(id, "", 0)
	})},
	{"AnEndedSessionIsNeverDue", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.append(end(id, 1))
		f.checkpoint(id, guard, journal.Checkpoint{Settled: 2, DueAt: at(60)})
		f.equal(f.row(id).DueAt.IsZero(), true)
		f.equal(f.row(id).Settled, int64(2))
	})},
}

func (f *fixture) checkpoint(id string, guard journal.Guard, c journal.Checkpoint) {
	f.Helper()
	c.Session, c.Owner, c.Epoch = id, guard.Owner, guard.Epoch
	f.ok(f.store.Checkpoint(f.Context(), c))
}

// snapshot checks the snapshot of a session that is alone in its home.
func (f *fixture) snapshot(id, data string, seq int64) {
	f.Helper()
	row := f.home(id)[0]
	f.equal(string(row.Snapshot), data)
	f.equal(row.SnapshotSeq, seq)
}
