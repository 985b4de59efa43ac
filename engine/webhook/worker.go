package webhook

import (
	"context"
	"errors"
	"slices"
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
	wait, now, passed := readEvery, k.Now(), map[string]bool{}
	for _, d := range k.pending {
		limit := lanes
		if k.away {
			limit = 1
		}
		if len(k.flying) >= limit {
			return wait
		}
		if k.flying[d.Lane] || passed[d.Lane] {
			continue
		}
		passed[d.Lane] = true
		if due := d.NextAt.Sub(now); due > 0 {
			wait = min(wait, due)
			continue
		}
		k.flying[d.Lane] = true
		hook := k.hook
		go func() { k.done <- k.try(ctx, &hook, d) }() // done has room for all
	}
	return wait
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

// landed returns an attempt with all others that have ended.
func (k *worker) landed(a attempt) []attempt {
	list := []attempt{a}
	for {
		select {
		case a := <-k.done:
			list = append(list, a)
		default:
			return list
		}
	}
}

// settle stores what came of attempts. Until that is stored no delivery of their lanes is tried.
func (k *worker) settle(ctx context.Context, list []attempt) error {
	var settled []journal.Delivery
	for i := range list {
		a := &list[i]
		if a.unread != nil {
			k.Log.Warn("an event for a webhook could not be read", "webhook", k.hook.ID, "log", a.Log, "seq", a.Seq, "error", a.unread)
			a.NextAt = k.Now().Add(databasePause)
			continue
		}
		settled = append(settled, a.Delivery)
	}
	for len(settled) > 0 && ctx.Err() == nil {
		err := k.Webhooks.SettleDeliveries(ctx, k.hook, settled)
		if errors.Is(err, journal.ErrNotOwner) {
			return err
		}
		if err == nil {
			break
		}
		k.Log.Warn("deliveries to a webhook could not be stored; they are stored later", "webhook", k.hook.ID, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(databasePause):
		}
	}
	for _, a := range list {
		delete(k.flying, a.Lane)
		k.replace(a.Delivery)
	}
	for _, a := range list {
		if err := k.note(ctx, a); err != nil {
			return err
		}
	}
	if len(k.pending) < held {
		k.behind = true
	}
	return nil
}

// replace puts a delivery in the place of its older self, or takes it away if it has ended.
func (k *worker) replace(d journal.Delivery) {
	i := slices.IndexFunc(k.pending, func(p journal.Delivery) bool { return p.N == d.N })
	if d.State == journal.Pending {
		k.pending[i] = d
		return
	}
	k.pending = slices.Delete(k.pending, i, i+1)
	delete(k.hurried, d.N)
}

// note notes how the receiver is. When it is back, all that waits is due.
func (k *worker) note(ctx context.Context, a attempt) error {
	switch {
	case a.disable:
		_, err := k.Webhooks.ChangeWebhook(ctx, k.hook.ID, func(w *journal.Webhook) error {
			w.Active, w.Reason = false, "the receiver answered 410"
			return nil
		})
		k.Log.Info("a webhook is stopped: its receiver answered 410", "webhook", k.hook.ID)
		k.count(failed)
		k.count(dead)
		return errors.Join(err, journal.ErrNotOwner)
	case a.failed:
		k.away = true
		if k.count(failed); a.State == journal.Dead {
			k.count(dead)
		}
	case a.State == journal.Delivered:
		k.count(delivered)
		if k.away {
			k.away = false
			k.hurry()
		}
	}
	return nil
}

// hurry makes all deliveries due.
func (k *worker) hurry() {
	for i := range k.pending {
		if d := &k.pending[i]; d.Attempts > 0 && !k.hurried[d.N] {
			d.NextAt, k.hurried[d.N] = k.Now(), true
		}
	}
}

// land waits for the attempts that are under way, whose context has ended.
func (k *worker) land() {
	for range k.flying {
		<-k.done
	}
}
