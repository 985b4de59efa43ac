package store

import (
	"context"
	"slices"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// memoryFeed is the feed of a tenant. All its growths have slot 0.
type memoryFeed []journal.Growth

// feed adds a growth to the feed of a tenant. It needs the lock.
func (m *Memory) feed(tenant string, spans ...journal.Span) {
	m.growths++
	m.feeds[tenant] = append(m.feeds[tenant], journal.Growth{N: m.growths, At: storedTime(time.Now()), Spans: spans})
}

func (m *Memory) Growths(_ context.Context, tenant string, after journal.Mark, limit int) ([]journal.Growth, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.feeds[tenant]
	from := slices.IndexFunc(all, func(g journal.Growth) bool { return g.N > after[0] })
	if from < 0 {
		return nil, nil
	}
	return slices.Clone(all[from:min(from+limit, len(all))]), nil
}

func (m *Memory) FeedStart(_ context.Context, tenant string) (mark journal.Mark, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if all := m.feeds[tenant]; len(all) > 0 && all[0].Pruned {
		mark[0] = all[0].N
	}
	return mark, nil
}

func (m *Memory) FeedEnd(_ context.Context, tenant string) (mark journal.Mark, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if all := m.feeds[tenant]; len(all) > 0 {
		mark[0] = all[len(all)-1].N
	}
	return mark, nil
}

func (m *Memory) SpanEvents(_ context.Context, spans []journal.Span, types []session.Type) (events []journal.SpanEvent, whole bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	bytes := 0
	for i, span := range spans {
		s := m.sessions[span.Log]
		if s == nil {
			continue
		}
		for _, e := range s.after(span.After, int(span.UpTo-span.After)) {
			if types != nil && !slices.Contains(types, e.Data.Type()) {
				continue
			}
			if bytes >= journal.PageBytes {
				return events, false, nil
			}
			e.Size = session.PayloadBytes(e.Data)
			bytes += e.Size
			events = append(events, journal.SpanEvent{Event: e, Span: i})
		}
	}
	return events, bytes < journal.PageBytes, nil
}

func (m *Memory) PruneFeed(_ context.Context, age time.Duration) (n int64, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before := time.Now().Add(-age)
	for tenant, all := range m.feeds {
		old := 0
		for old < len(all) && all[old].At.Before(before) {
			old++
		}
		if old == 0 {
			continue
		}
		last := &all[old-1]
		if n += int64(old - 1); !last.Pruned {
			n++
		}
		last.Spans, last.Pruned = nil, true
		m.feeds[tenant] = all[old-1:]
	}
	return n, nil
}
