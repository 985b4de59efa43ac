package webhook

import (
	"context"
	"errors"
	"time"

	"ringer/engine/feed"
	"ringer/engine/journal"
	"ringer/engine/session"
)

const (
	// lanes bounds the attempts of a webhook at the same time. A receiver that answers after 50 ms
	// takes 640 events a second.
	lanes = 32
	// held bounds the pending deliveries of a webhook. What follows stays in the feed.
	held = 2000
	// readEvery is how often a worker reads the feed without a signal.
	readEvery = 5 * time.Second
	// eventsPerRead bounds the deliveries that one transaction stores.
	eventsPerRead = 200
	// databasePause is the pause after an error of the database.
	databasePause = time.Second
)

// worker sends the deliveries of one webhook. Only its goroutine uses it.
type worker struct {
	*Sender
	hook   journal.Webhook
	filter feed.Filter
	log    *feed.Tenant
	// place is how far the feed was read. The database has the place stored, since storedAt.
	place, stored feed.Place
	storedAt      time.Time
	// pending are the deliveries that wait, by number.
	pending []journal.Delivery
	// flying holds the lanes with an attempt under way.
	flying map[string]bool
	done   chan attempt
	// away says that the last attempt failed. Then only one is made at a time.
	away bool
	// hurried holds the deliveries that were tried before their time, since another one arrived.
	// That happens once to each: the receiver may refuse one event for ever, and take the others.
	hurried map[int64]bool
	// behind says that the feed has more.
	behind bool
}

func newWorker(s *Sender, w journal.Webhook) *worker {
	k := &worker{Sender: s, hook: w, flying: map[string]bool{}, hurried: map[int64]bool{}, done: make(chan attempt, lanes), behind: true}
	k.filter.Types = s.Types
	if w.Types != nil {
		k.filter.Types = func(journal.LogKind) []session.Type { return w.Types }
	}
	if logs := append(append([]string(nil), w.Sessions...), w.Games...); len(logs) > 0 {
		k.filter.Logs = logs
	}
	return k
}

// run works until its context ends, or the webhook belongs to another.
func (k *worker) run(ctx context.Context) {
	k.log = k.Listen(k.hook.Tenant, nil)
	defer k.log.Close()
	defer k.land()
	for loaded := false; ctx.Err() == nil; {
		var err error
		if !loaded {
			if err = k.load(ctx); err == nil {
				loaded = true
			}
		}
		if err == nil {
			err = k.fill(ctx)
		}
		if errors.Is(err, journal.ErrNotOwner) || errors.Is(err, journal.ErrNotFound) {
			return
		}
		wait := k.dispatch(ctx)
		if err != nil {
			wait = databasePause
		}
		if err := k.wait(ctx, wait); err != nil {
			return
		}
	}
}

func (k *worker) load(ctx context.Context) (err error) {
	if k.place, err = feed.ParsePlace(k.hook.Place); err != nil {
		return err
	}
	k.stored, k.storedAt = k.place, k.Now()
	if k.hook.Test {
		if err := k.addTest(ctx); err != nil {
			return err
		}
	}
	k.pending, err = k.Webhooks.PendingDeliveries(ctx, k.hook.ID)
	return err
}

// addTest stores a delivery that tries the webhook, in a lane of its own.
func (k *worker) addTest(ctx context.Context) error {
	d := journal.Delivery{Type: TestType, Seq: 1, At: k.Now(), NextAt: k.Now(), State: journal.Pending}
	err := k.Webhooks.AddDeliveries(ctx, k.hook, k.hook.Place, []journal.Delivery{d})
	k.hook.Test = err != nil
	return err
}

// fill stores deliveries of what the feed has, together with the place behind it. A place without
// deliveries is stored now and then: most events may be of types that the webhook does not want.
func (k *worker) fill(ctx context.Context) error {
	for k.behind && len(k.pending) < held {
		items, place, more, err := k.log.Read(ctx, k.place, k.filter, eventsPerRead)
		if errors.Is(err, feed.ErrPruned) { // it was inactive for longer than the feed goes back
			k.Log.Warn("a webhook has missed events that the feed does not have any more", "webhook", k.hook.ID)
			place, err = k.log.Start(ctx)
			items, more = nil, true
		}
		if err != nil {
			return err
		}
		var list []journal.Delivery
		for _, item := range items {
			list = append(list, k.delivery(item))
		}
		if len(list) > 0 || place != k.stored && k.Now().Sub(k.storedAt) >= readEvery {
			if err := k.Webhooks.AddDeliveries(ctx, k.hook, place.String(), list); err != nil {
				return err
			}
			k.stored, k.storedAt = place, k.Now()
		}
		k.pending, k.place, k.behind = append(k.pending, list...), place, more
	}
	return nil
}

func (k *worker) delivery(item feed.Item) journal.Delivery {
	d := journal.Delivery{Lane: item.Home, Log: item.Log, Kind: item.Kind, Seq: item.Seq, At: item.At, State: journal.Pending, NextAt: k.Now()}
	if d.Type = feed.DeletedType(item.Kind); !item.Deleted {
		d.Type = item.Data.Type()
	}
	return d
}

// dispatch begins the attempts that are due, and returns when the next one is.
func (k *worker) dispatch(ctx context.Context) time.Duration {
	due, wait := k.due()
	if len(due) == 0 {
		return wait
	}
	bodies, err := k.bodies(ctx, due)
	if err != nil {
		if ctx.Err() == nil {
			k.Log.Warn("events for a webhook could not be read", "webhook", k.hook.ID, "error", err)
		}
		return databasePause
	}
	hook := k.hook
	for _, d := range due {
		body, read := bodies[d.N]
		if !read {
			wait = min(wait, databasePause)
			continue
		}
		k.flying[d.Lane] = true
		go func() { k.done <- k.try(ctx, &hook, d, body) }() // done has room for all
	}
	return wait
}

// due returns the deliveries to try now, one of each lane, and when the next one is due.
func (k *worker) due() (due []journal.Delivery, wait time.Duration) {
	limit := lanes
	if k.away {
		limit = 1
	}
	now, passed := k.Now(), map[string]bool{}
	wait = readEvery
	for _, d := range k.pending {
		if len(k.flying)+len(due) >= limit {
			break
		}
		if k.flying[d.Lane] || passed[d.Lane] {
			continue
		}
		passed[d.Lane] = true
		if left := d.NextAt.Sub(now); left > 0 {
			wait = min(wait, left)
			continue
		}
		due = append(due, d)
	}
	return due, wait
}

// wait waits for something to do. It returns an error if the webhook belongs to another.
func (k *worker) wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-k.log.C:
		k.behind = true
	case <-timer.C:
		k.behind = true
	case a := <-k.done:
		return k.settle(ctx, k.landed(a))
	}
	return nil
}

// land waits for the attempts that are under way, whose context has ended.
func (k *worker) land() {
	for range k.flying {
		<-k.done
	}
}
