package storetest

import (
	"fmt"
	"slices"

	"ringer/engine/journal"
)

var dueTests = []test{
	{"OK", func(f *fixture) {
		id := f.settledSession("ses_a", 60)
		f.due(59, 10)
		f.due(60, 10, id)
		f.due(61, 10, id)
	}},
	{"NoEndedSession", func(f *fixture) {
		id := f.settledSession("ses_a", 60)
		f.append(end(id, 1))
		f.due(1000, 10)
	}},
	{"NoSessionWithoutADueTime", func(f *fixture) {
		f.open()
		f.due(1000, 10)
	}},
	{"EachHomeOnce", func(f *fixture) {
		for i := range 3 {
			row := newRow(fmt.Sprint("ses_", i))
			row.Home, row.DueAt = "gam_1", at(10+i)
			f.create(row)
		}
		f.due(60, 10, "gam_1")
	}},
	{"LongestOverdueFirst", func(f *fixture) {
		f.settledSession("ses_a", 40)
		f.settledSession("ses_b", 10)
		f.settledSession("ses_c", 20)
		f.settledSession("ses_d", 30)
		f.due(60, 10, "ses_b", "ses_c", "ses_d", "ses_a")
		f.due(60, 1, "ses_b")
		f.due(60, 2, "ses_b", "ses_c")
	}},
}

var unsettledTests = []test{
	{"OK", inSession(func(f *fixture, id string) {
		f.unsettled(10, id) // its creation is not settled either
		f.checkpoint(id, f.guard(id), journal.Checkpoint{Settled: 1})
		f.unsettled(10)
		f.append(fact(id, message("", "hi")))
		f.unsettled(10, id)
		f.append(journal.Append{Session: id, Guard: f.guard(id), Events: numbered(0, thought("a:2")), Settled: 2})
		f.unsettled(10, id) // the session's own act is not settled
		f.checkpoint(id, f.guard(id), journal.Checkpoint{Settled: 3})
		f.unsettled(10)
	})},
	{"NoEndedSession", func(f *fixture) {
		f.append(end(f.open(), 1))
		f.unsettled(10)
	}},
	{"EachHomeOnce", func(f *fixture) {
		for i := range 3 {
			row := newRow(fmt.Sprint("ses_", i))
			row.Home = "gam_1"
			f.create(row)
		}
		f.unsettled(10, "gam_1")
	}},
	{"AtMostTheLimit", func(f *fixture) {
		f.create(newRow("ses_c"), newRow("ses_a"), newRow("ses_d"), newRow("ses_b"))
		f.settledSession("ses_bb", 0)
		f.unsettled(2, "ses_a", "ses_b")
		f.unsettled(10, "ses_a", "ses_b", "ses_c", "ses_d")
	}},
	{"NotOfAReplica", func(f *fixture) {
		f.enter("you", "there")
		f.claim(f.open(), "you")
		f.unsettled(10)
		f.due(1000, 10)
	}},
}

// settledSession creates a settled session, due some seconds after opened; 0 is never.
func (f *fixture) settledSession(id string, due int) string {
	f.Helper()
	row := newRow(id)
	row.Settled = 1
	if due > 0 {
		row.DueAt = at(due)
	}
	f.create(row)
	return id
}

// due checks which homes can be taken some seconds after opened.
func (f *fixture) due(seconds, limit int, want ...string) {
	f.Helper()
	f.took(f.take("me", journal.Selection{Kind: journal.Due, Before: at(seconds), Examined: 100, Limit: limit}), want...)
}

// unsettled checks which homes that are not settled can be taken.
func (f *fixture) unsettled(limit int, want ...string) {
	f.Helper()
	f.took(f.take("me", journal.Selection{Kind: journal.Unsettled, Limit: limit}), want...)
}

func (f *fixture) take(owner string, homes journal.Selection) []journal.Taken {
	f.Helper()
	taken := must(f.store.Take(f.Context(), owner, homes))(f)
	return taken
}

// took checks which homes were taken. Each lease must be valid.
func (f *fixture) took(homes []journal.Taken, want ...string) {
	f.Helper()
	got := []string{}
	for _, h := range homes {
		got = append(got, h.Home)
		f.ok(f.store.Give(f.Context(), h.Lease, ""))
	}
	slices.Sort(got)
	slices.Sort(want)
	f.equal(got, append([]string{}, want...))
}
