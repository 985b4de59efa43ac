package webhook

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

type hooks journal.Webhooks

// stored counts the places that are stored without a delivery, and with some.
type stored struct {
	hooks
	empty, full atomic.Int64
}

func (s *stored) AddDeliveries(ctx context.Context, w journal.Webhook, place string, list []journal.Delivery) error {
	if len(list) == 0 {
		s.empty.Add(1)
	} else {
		s.full.Add(1)
	}
	return s.hooks.AddDeliveries(ctx, w, place, list)
}

// TestUnwantedEventsAreNotStored: events of other types cost no transaction while the time stands.
func TestUnwantedEventsAreNotStored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	counted := &stored{hooks: w.db}
	w.hooks = counted
	p := newPlatform(t, nil)
	w.hook(p.URL)
	w.create("ses_a")
	now := time.Now()
	w.send("own_1", true, func() time.Time { return now })
	for i := range 20 {
		e := session.Event{At: time.UnixMicro(2), Data: &session.TypingStarted{}}
		w.hub.Publish("ses_a", sessiontest.Must(w.db.Append(t.Context(), journal.Append{Session: "ses_a", Events: []session.Event{e}}))(t).Events)
		w.post("ses_a", "hi")
		p.await(t, fmt.Sprint("evt_ses_a_", 2*i+3))
	}
	if empty, full := counted.empty.Load(), counted.full.Load(); empty > 0 || full == 0 || full > 20 {
		t.Errorf("%d places were stored alone, and %d with deliveries", empty, full)
	}
}

// spans counts the reads of bodies.
type spans struct {
	journal.Store
	n atomic.Int64
}

func (s *spans) SpanEvents(ctx context.Context, of []journal.Span, types []session.Type) ([]journal.SpanEvent, bool, error) {
	s.n.Add(1)
	return s.Store.SpanEvents(ctx, of, types)
}

// TestBodiesAreReadTogether: what is due at one time costs one read.
func TestBodiesAreReadTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	counted := &spans{Store: w.db}
	w.logs = counted
	p := newPlatform(t, nil)
	w.hook(p.URL)
	var ids []string
	for i := range lanes {
		id := fmt.Sprint("ses_", i)
		w.create(id)
		w.post(id, "hi")
		ids = append(ids, "evt_"+id+"_2")
	}
	w.send("own_1", true, nil)
	p.await(t, ids...)
	if n := counted.n.Load(); n != 1 {
		t.Errorf("%d events were read %d times", lanes, n)
	}
}
