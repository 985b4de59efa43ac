package webhook

import (
	"context"
	"errors"
	"slices"
	"time"

	"ringer/engine/journal"
)

// landed returns an attempt with all others that have ended. They fly no more, whether or not what
// came of them can be stored.
func (k *worker) landed(a attempt) (list []attempt) {
	for {
		delete(k.flying, a.Lane)
		list = append(list, a)
		select {
		case a = <-k.done:
		default:
			return list
		}
	}
}

// settle stores what came of attempts. Until that is stored no delivery of their lanes is tried.
func (k *worker) settle(ctx context.Context, list []attempt) error {
	settled := make([]journal.Delivery, len(list))
	for i := range list {
		settled[i] = list[i].Delivery
	}
	for ctx.Err() == nil {
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
