package webhook

import (
	"context"

	"ringer/engine/feed"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// bodies returns what is sent of deliveries, by number; nil for an event that is gone. It reads all
// events at once. Those that it cannot return now are left out.
func (s *Sender) bodies(ctx context.Context, list []journal.Delivery) (map[int64][]byte, error) {
	all := map[int64][]byte{}
	render := func(n int64, item feed.Item) {
		if body, err := s.Render(item); err != nil {
			s.Log.Warn("an event for a webhook could not be written", "log", item.Log, "seq", item.Seq, "error", err)
		} else {
			all[n] = body
		}
	}
	var spans []journal.Span
	var items []feed.Item
	var numbers []int64
	for _, d := range list {
		item := feed.Item{Log: d.Log, Kind: d.Kind, Event: session.Event{Seq: d.Seq, At: d.At}}
		switch d.Type {
		case TestType:
			item.Data = &session.Unknown{Name: TestType, Raw: []byte("{}")}
			render(d.N, item)
		case feed.DeletedType(d.Kind):
			item.Deleted = true
			render(d.N, item)
		default:
			spans = append(spans, journal.Span{Log: d.Log, After: d.Seq - 1, UpTo: d.Seq})
			items, numbers = append(items, item), append(numbers, d.N)
		}
	}
	if len(spans) == 0 {
		return all, nil
	}
	events, whole, err := s.Store.SpanEvents(ctx, spans, nil)
	if err != nil {
		return nil, err
	}
	if whole {
		for _, n := range numbers {
			all[n] = nil
		}
	}
	for _, e := range events {
		delete(all, numbers[e.Span])
		items[e.Span].Event = e.Event
		render(numbers[e.Span], items[e.Span])
	}
	return all, nil
}
