package feed

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// scattered is a store whose growths are in several slots, and are committed in another order than
// their numbers, as several writers do. Growths of one slot, and those of one log, keep their
// order.
type scattered struct {
	Store
	*rand.Rand
	growths []journal.Growth
	visible []bool
	sizes   map[string]int64
}

// commit makes growths visible.
func (s *scattered) commit() {
	for i, g := range s.growths {
		if s.visible[i] || s.IntN(2) == 0 {
			continue
		}
		earlier := func(k int) bool {
			return !s.visible[k] && (s.growths[k].Slot == g.Slot || slices.ContainsFunc(s.growths[k].Spans, func(a journal.Span) bool {
				return slices.ContainsFunc(g.Spans, func(b journal.Span) bool { return a.Log == b.Log })
			}))
		}
		blocked := false
		for k := range i {
			blocked = blocked || earlier(k)
		}
		s.visible[i] = !blocked
	}
}

func (s *scattered) add() {
	g := journal.Growth{Slot: s.IntN(journal.FeedSlots), N: int64(len(s.growths) + 1)}
	for _, log := range s.Perm(4)[:1+s.IntN(3)] {
		id := fmt.Sprint("ses_", log)
		n := 1 + s.Int64N(5)
		g.Spans = append(g.Spans, journal.Span{Log: id, After: s.sizes[id], UpTo: s.sizes[id] + n})
		s.sizes[id] += n
	}
	s.growths, s.visible = append(s.growths, g), append(s.visible, false)
}

func (s *scattered) Growths(_ context.Context, _ string, after journal.Mark, limit int) (list []journal.Growth, _ error) {
	for i, g := range s.growths {
		if s.visible[i] && g.N > after[g.Slot] && len(list) < limit {
			list = append(list, g)
		}
	}
	return list, nil
}

func (s *scattered) SpanEvents(_ context.Context, spans []journal.Span, types []session.Type) (events []journal.SpanEvent, whole bool, err error) {
	for i, span := range spans {
		for seq := span.After + 1; seq <= span.UpTo; seq++ {
			e := session.Event{Seq: seq, Data: &session.TypingStarted{}}
			if seq%3 == 0 {
				e.Data = &session.TypingStopped{}
			}
			if types != nil && !slices.Contains(types, e.Data.Type()) {
				continue
			}
			if s.IntN(20) == 0 { // as if it had very many bytes
				return events, false, nil
			}
			events = append(events, journal.SpanEvent{Event: e, Span: i})
		}
	}
	return events, true, nil
}

func (s *scattered) Heads(_ context.Context, ids []string) (heads []journal.Head, _ error) {
	for _, id := range ids {
		heads = append(heads, journal.Head{Session: id, Home: id})
	}
	return heads, nil
}

// TestTenantReadsEachEventOnce lets a reader with random limits follow a feed that others write.
// Its place goes through the text that clients keep.
func TestTenantReadsEachEventOnce(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		s := &scattered{Rand: rand.New(rand.NewPCG(seed, 7)), sizes: map[string]int64{}}
		reader := NewHub(s, true).ListenTenant("", nil)
		types := []session.Type(nil)
		if seed%2 == 1 {
			types = []session.Type{"typing.started"}
		}
		f := Filter{Types: func(journal.LogKind) []session.Type { return types }}
		var place Place
		last := map[string]int64{}
		read := func() (more bool) {
			limit := 1 + s.IntN(9)
			items, next, more, err := reader.Read(t.Context(), place, f, limit)
			if err != nil || len(items) > limit {
				t.Fatalf("%d items, error %v", len(items), err)
			}
			for _, item := range items {
				want := last[item.Log] + 1
				if types != nil && want%3 == 0 {
					want++
				}
				if item.Seq != want {
					t.Fatalf("seed %d: log %s has the event %d, want %d", seed, item.Log, item.Seq, want)
				}
				last[item.Log] = item.Seq
				if s.IntN(9) == 0 { // the reader breaks off here
					next, more = item.After, true
					break
				}
			}
			place, err = ParsePlace(next.String())
			if err != nil {
				t.Fatal(err)
			}
			return more || len(items) > 0
		}
		for range 60 {
			if s.IntN(2) == 0 {
				s.add()
			}
			s.commit()
			read()
		}
		for i := range s.visible {
			s.visible[i] = true
		}
		for read() {
		}
		for id, size := range s.sizes {
			if types != nil && size%3 == 0 {
				size--
			}
			if last[id] != size {
				t.Fatalf("seed %d: log %s ended at %d, want %d", seed, id, last[id], size)
			}
		}
	}
}

func TestParsePlace(t *testing.T) {
	t.Parallel()
	for _, p := range []Place{{}, {Mark: journal.Mark{1, 2, 3, 4, 5, 6, 7, 1 << 62}, N: 9, Done: 3}} {
		if got, err := ParsePlace(p.String()); err != nil || got != p {
			t.Errorf("%v became %v, error %v", p, got, err)
		}
	}
	for _, text := range []string{"", "AA", "AQ", "A", "!", Place{}.String() + "AA", "Av__________8BAAAAAAAAAA"} {
		if p, err := ParsePlace(text); err == nil {
			t.Errorf("%q is the place %v", text, p)
		}
	}
}
