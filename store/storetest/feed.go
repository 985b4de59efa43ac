package storetest

import (
	"fmt"
	"slices"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// growths returns what a tenant's feed has after a mark, without the numbers, which differ.
func (f *fixture) growths(tenant string, after journal.Mark, limit int) (spans [][]journal.Span, mark journal.Mark) {
	f.Helper()
	list := must(f.store.Growths(f.Context(), tenant, after, limit))(f)
	last := int64(0)
	for _, g := range list {
		if g.N <= last || g.N <= after[g.Slot] {
			f.Fatalf("growth %d of slot %d follows %d, after %v", g.N, g.Slot, last, after)
		}
		last, after[g.Slot] = g.N, g.N
		spans = append(spans, g.Spans)
	}
	return spans, after
}

func (f *fixture) fed(tenant string, after journal.Mark, want ...[]journal.Span) journal.Mark {
	f.Helper()
	got, mark := f.growths(tenant, after, 100)
	f.equal(got, append([][]journal.Span(nil), want...))
	return mark
}

func span(id string, after, upTo int64) []journal.Span {
	return []journal.Span{{Log: id, After: after, UpTo: upTo}}
}

var feedTests = []test{
	{"SaysWhatHasGrown", inGame(func(f *fixture, ids []string) {
		mark := f.fed("acme", journal.Mark{}, []journal.Span{{Log: "gam_a", UpTo: 1}, {Log: "ses_a", UpTo: 1}, {Log: "ses_b", UpTo: 1}})
		f.append(fact("ses_b", message("", "one"), message("m:1", "two")))
		mark = f.fed("acme", mark, span("ses_b", 1, 3))
		must(f.store.AppendAll(f.Context(), toAll(ids, "m:2", "hi")))(f)
		got, after := f.growths("acme", mark, 10)
		f.equal(len(got), 1)
		slices.SortFunc(got[0], func(a, b journal.Span) int { return int(a.After - b.After) })
		f.equal(got[0][2], journal.Span{Log: "ses_b", After: 3, UpTo: 4})
		f.equal(must(f.store.FeedEnd(f.Context(), "acme"))(f), after)
		f.fed("acme", after)
	})},
	{"KnownAndRefusedAppendsAreNotInIt", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("m:1", "hi")))
		mark := must(f.store.FeedEnd(f.Context(), "acme"))(f)
		f.append(fact(id, message("m:1", "hi")))
		f.refuses(barrier(id, 7), journal.Refused{Status: journal.Open, Barrier: 1})
		f.fed("acme", mark)
		f.append(fact(id, message("m:1", "hi"), message("m:2", "hi")))
		f.fed("acme", mark, span(id, 2, 3))
	})},
	{"EachTenantHasItsOwn", func(f *fixture) {
		a, b := newRow("ses_a"), newRow("ses_b")
		b.Tenant = ""
		f.create(a, b)
		f.append(fact("ses_b", message("", "hi")))
		f.fed("acme", journal.Mark{}, span("ses_a", 0, 1))
		f.fed("", journal.Mark{}, span("ses_b", 0, 1), span("ses_b", 1, 2))
		f.fed("other", journal.Mark{})
		f.equal(must(f.store.FeedEnd(f.Context(), "other"))(f), journal.Mark{})
	}},
	{"IsReadInParts", inSession(func(f *fixture, id string) {
		for range 5 {
			f.append(fact(id, message("", "hi")))
		}
		var mark journal.Mark
		for seq := int64(0); seq < 6; {
			got, after := f.growths("acme", mark, 2)
			for _, spans := range got {
				f.equal(spans, span(id, seq, seq+1))
				seq++
			}
			mark = after
		}
		f.fed("acme", mark)
	})},
	{"ADeletionIsInIt", inSession(func(f *fixture, id string) {
		mark := must(f.store.FeedEnd(f.Context(), "acme"))(f)
		f.append(fact(id, message("", "hi")))
		f.ok(f.store.Delete(f.Context(), id))
		spans := []journal.Span{{Log: id, After: 1, UpTo: 2}, {Log: id, After: 2, UpTo: 3, Deleted: journal.OfSession}}
		f.fed("acme", mark, spans[:1], spans[1:])
		events, whole, err := f.store.SpanEvents(f.Context(), spans, nil)
		if len(events) > 0 || !whole || err != nil {
			f.Errorf("events %v, whole %t, error %v of a log that is gone", events, whole, err)
		}
	})},
	{"SpanEvents", func(f *fixture) {
		f.create(newRow("ses_a"), newRow("ses_b"))
		f.append(fact("ses_a", message("m:1", "one"), thought(""), message("", "two")))
		f.append(fact("ses_b", message("", "three")))
		spans := []journal.Span{{Log: "ses_b", After: 1, UpTo: 2}, {Log: "ses_a", After: 1, UpTo: 3}}
		list := func(types ...session.Type) (seqs [][2]int64) {
			events, whole, err := f.store.SpanEvents(f.Context(), spans, types)
			f.ok(err)
			f.equal(whole, true)
			for _, e := range events {
				seqs = append(seqs, [2]int64{int64(e.Span), e.Seq})
				stored := must(f.store.Events(f.Context(), spans[e.Span].Log, e.Seq-1, 1))(f)
				f.equal(unsized([]session.Event{e.Event}), unsized(stored))
			}
			return seqs
		}
		f.equal(list(), [][2]int64{{0, 2}, {1, 2}, {1, 3}})
		f.equal(list("typing.started", "message.sent"), [][2]int64{{1, 3}})
	}},
	{"SpanEventsEndAtTheirBytes", inSession(func(f *fixture, id string) {
		text := fmt.Sprintf("%020000d", 1)
		for range 6 {
			f.append(fact(id, message("", text)))
		}
		spans := []journal.Span{{Log: id, After: 1, UpTo: 4}, {Log: id, After: 4, UpTo: 7}}
		events, whole, err := f.store.SpanEvents(f.Context(), spans, nil)
		f.ok(err)
		f.equal([]any{len(events), whole, events[3].Seq, events[3].Span}, []any{4, false, int64(5), 1})
	})},
	{"Prune", inSession(func(f *fixture, id string) {
		f.append(fact(id, message("", "hi")))
		end := must(f.store.FeedEnd(f.Context(), "acme"))(f)
		f.equal(must(f.store.FeedStart(f.Context(), "acme"))(f), journal.Mark{})
		f.equal(must(f.store.PruneFeed(f.Context(), time.Hour))(f), int64(0))
		f.equal(must(f.store.PruneFeed(f.Context(), -time.Hour))(f), int64(2))
		f.equal(must(f.store.PruneFeed(f.Context(), -time.Hour))(f), int64(0))
		pruned := must(f.store.Growths(f.Context(), "acme", journal.Mark{}, 10))(f)
		for _, g := range pruned {
			if !g.Pruned || g.Spans != nil {
				f.Errorf("growth %+v is not marked", g)
			}
		}
		f.equal(len(pruned) > 0, true)
		f.fed("acme", end)
		f.equal(must(f.store.FeedEnd(f.Context(), "acme"))(f), end)
		f.append(fact(id, message("", "hi")))
		f.fed("acme", end, span(id, 2, 3))
		start := must(f.store.FeedStart(f.Context(), "acme"))(f)
		f.fed("acme", start, span(id, 2, 3))
	})},
}
