package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
	"ringer/engine/session"
)

const (
	webhookColumns     = `id, tenant, active, data, place, owner, epoch, created_at, COALESCE(request, '') AS request`
	selectWebhook      = `SELECT ` + webhookColumns + ` FROM webhooks WHERE id = ?`
	selectWebhooks     = `SELECT ` + webhookColumns + ` FROM webhooks WHERE tenant = ? ORDER BY created_at, id`
	selectOwnWebhooks  = `SELECT ` + webhookColumns + ` FROM webhooks WHERE owner = ? ORDER BY id`
	selectWebhookAsked = `SELECT ` + webhookColumns + ` FROM webhooks WHERE tenant = ? AND request = ?`
	insertWebhook      = `INSERT INTO webhooks (id, tenant, active, data, place, last, owner, epoch, created_at, request) VALUES (?, ?, ?, ?, ?, 0, '', 0, ?, NULLIF(?, ''))
		ON CONFLICT (tenant, request) WHERE request IS NOT NULL DO NOTHING`
	// A change ends the claim of the sender, which may just be sending to the old address.
	updateWebhook     = `UPDATE webhooks SET active = ?, data = ?, place = ?, owner = '', epoch = epoch + 1 WHERE id = ?`
	updateWebhookData = `UPDATE webhooks SET data = ? WHERE id = ?`
	deleteWebhook     = `DELETE FROM webhooks WHERE id = ?`
	claimWebhooks     = `UPDATE webhooks SET owner = ?, epoch = epoch + 1
		WHERE active AND owner <> ? AND (owner = '' OR NOT EXISTS (SELECT 1 FROM replicas r WHERE r.id = webhooks.owner))`
	releaseWebhooks = `UPDATE webhooks SET owner = '', epoch = epoch + 1 WHERE owner = ?`
	moveWebhook     = `UPDATE webhooks SET place = ?, last = last + ? WHERE id = ? AND owner = ? AND epoch = ? RETURNING last`
	holdWebhook     = `SELECT id FROM webhooks WHERE id = ? AND owner = ? AND epoch = ?`

	deliveryColumns  = `webhook, n, lane, log, kind, seq, type, at, state, attempts, next_at, tried_at, status, ms, error`
	oneDelivery      = `(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	upsertDeliveries = `INSERT INTO deliveries (` + deliveryColumns + `) VALUES %s ON CONFLICT (webhook, n) DO UPDATE SET state = excluded.state,
		attempts = excluded.attempts, next_at = excluded.next_at, tried_at = excluded.tried_at, status = excluded.status, ms = excluded.ms, error = excluded.error`
	selectPending    = `SELECT ` + deliveryColumns + ` FROM deliveries WHERE webhook = ? AND state = 'pending' ORDER BY n`
	deleteDeliveries = `DELETE FROM deliveries WHERE webhook = ?`
	deleteSettled    = `DELETE FROM deliveries WHERE (webhook, n) IN
		(SELECT webhook, n FROM deliveries WHERE state <> 'pending' AND tried_at < ? ORDER BY tried_at LIMIT ?)`
	countPending = `SELECT COUNT(*) AS pending, COALESCE(MIN(at), 0) AS oldest FROM deliveries WHERE state = 'pending'`
)

// selectDeliveries lists the deliveries of a state, or all. A query that names its state uses the
// index of that.
var selectDeliveries = map[journal.DeliveryState]string{
	"":                deliveriesBelow + lastFirst,
	journal.Pending:   deliveriesBelow + ` AND state = 'pending'` + lastFirst,
	journal.Delivered: deliveriesBelow + ` AND state = 'delivered'` + lastFirst,
	journal.Dead:      deliveriesBelow + ` AND state = 'dead'` + lastFirst,
	journal.Gone:      deliveriesBelow + ` AND state = 'gone'` + lastFirst,
}

const (
	deliveriesBelow = `SELECT ` + deliveryColumns + ` FROM deliveries WHERE webhook = ? AND n < ?`
	lastFirst       = ` ORDER BY n DESC LIMIT ?`
)

type webhookRow struct {
	ID, Tenant, Data, Place, Owner, Request string
	Active                                  bool
	Epoch                                   int64
	CreatedAt                               int64 `db:"created_at"`
}

func (r *webhookRow) webhook() (journal.Webhook, error) {
	w := journal.Webhook{
		ID: r.ID, Tenant: r.Tenant, Active: r.Active, Place: r.Place, Lease: journal.Lease{Owner: r.Owner, Epoch: r.Epoch}, CreatedAt: fromMicros(r.CreatedAt), Request: r.Request,
	}
	return w, json.Unmarshal([]byte(r.Data), &w.WebhookData)
}

type deliveryRow struct {
	Webhook, Lane, Log, Kind, Type, State, Error string
	N, Seq, At, Attempts, Status, MS             int64
	NextAt                                       int64 `db:"next_at"`
	TriedAt                                      int64 `db:"tried_at"`
}

func (r *deliveryRow) delivery() (journal.Delivery, error) {
	d := journal.Delivery{
		Webhook: r.Webhook, N: r.N, Lane: r.Lane, Log: r.Log, Kind: journal.LogKind(r.Kind), Seq: r.Seq, Type: session.Type(r.Type), At: fromMicros(r.At),
		State: journal.DeliveryState(r.State), Attempts: int(r.Attempts), NextAt: fromMicros(r.NextAt), Status: int(r.Status), Took: r.MS, Error: r.Error,
	}
	if r.TriedAt != 0 {
		d.TriedAt = fromMicros(r.TriedAt)
	}
	return d, nil
}

var _ journal.Webhooks = (*Store)(nil)

func (s *Store) AddWebhook(ctx context.Context, w journal.Webhook) (known *journal.Webhook, err error) {
	err = s.write(ctx, "store a webhook", func(ctx context.Context, tx *sqlx.Tx) error {
		data, err := json.Marshal(w.WebhookData)
		if err != nil {
			return err
		}
		if added, err := execute(ctx, tx, insertWebhook, w.ID, w.Tenant, w.Active, string(data), w.Place, w.CreatedAt.UnixMicro(), w.Request); err != nil || added {
			return err
		}
		var row webhookRow
		if err := tx.GetContext(ctx, &row, tx.Rebind(selectWebhookAsked), w.Tenant, w.Request); err != nil {
			return err
		}
		other, err := row.webhook()
		known = &other
		return err
	})
	return known, err
}

func (s *Store) Webhook(ctx context.Context, id string) (journal.Webhook, error) {
	var row webhookRow
	if err := s.get(ctx, &row, selectWebhook, id); err != nil {
		return journal.Webhook{}, fault("webhook "+id, err)
	}
	return row.webhook()
}

func (s *Store) Webhooks(ctx context.Context, tenant string) ([]journal.Webhook, error) {
	return s.listWebhooks(ctx, selectWebhooks, tenant)
}

func (s *Store) listWebhooks(ctx context.Context, query, of string) ([]journal.Webhook, error) {
	var rows []webhookRow
	if err := s.find(ctx, &rows, query, of); err != nil {
		return nil, fault("list webhooks", err)
	}
	return decode(rows, (*webhookRow).webhook)
}

func (s *Store) ChangeWebhook(ctx context.Context, id string, change func(w *journal.Webhook) error) (w journal.Webhook, err error) {
	err = s.write(ctx, "change the webhook "+id, func(ctx context.Context, tx *sqlx.Tx) error {
		var row webhookRow
		if err := tx.GetContext(ctx, &row, tx.Rebind(selectWebhook+s.dialect.lockRow), id); err != nil {
			return err
		}
		if w, err = row.webhook(); err == nil {
			err = change(&w)
		}
		if err != nil {
			return err
		}
		data, err := json.Marshal(w.WebhookData)
		if err == nil {
			_, err = execute(ctx, tx, updateWebhook, w.Active, string(data), w.Place, id)
		}
		return err
	})
	return w, err
}

func (s *Store) DeleteWebhook(ctx context.Context, id string) error {
	err := s.write(ctx, "delete the webhook "+id, func(ctx context.Context, tx *sqlx.Tx) error {
		if deleted, err := execute(ctx, tx, deleteWebhook, id); err != nil || !deleted {
			return errors.Join(err, sql.ErrNoRows)
		}
		_, err := execute(ctx, tx, deleteDeliveries, id)
		return err
	})
	if err == nil { // its secret and its address
		err = s.dialect.erase(ctx, s)
	}
	return err
}

func (s *Store) ClaimWebhooks(ctx context.Context, owner string) ([]journal.Webhook, error) {
	if _, err := s.change(ctx, "claim webhooks", claimWebhooks, owner, owner); err != nil {
		return nil, err
	}
	return s.listWebhooks(ctx, selectOwnWebhooks, owner)
}

func (s *Store) ReleaseWebhooks(ctx context.Context, owner string) error {
	_, err := s.change(ctx, "release webhooks", releaseWebhooks, owner)
	return err
}

func (s *Store) AddDeliveries(ctx context.Context, w journal.Webhook, place string, list []journal.Delivery) error {
	return s.write(ctx, "store deliveries", func(ctx context.Context, tx *sqlx.Tx) error {
		var last []int64
		if err := tx.SelectContext(ctx, &last, tx.Rebind(moveWebhook), place, len(list), w.ID, w.Owner, w.Epoch); err != nil {
			return err
		}
		if len(last) == 0 {
			return journal.ErrNotOwner
		}
		for i := range list {
			list[i].Webhook, list[i].N = w.ID, last[0]-int64(len(list)-1-i)
		}
		if len(list) == 0 {
			return nil
		}
		if w.Test { // the test is among the deliveries now
			w.Test = false
			data, err := json.Marshal(w.WebhookData)
			if err != nil {
				return err
			}
			if _, err := execute(ctx, tx, updateWebhookData, string(data), w.ID); err != nil {
				return err
			}
		}
		return storeDeliveries(ctx, tx, list)
	})
}

// storeDeliveries stores deliveries in one statement. What is known changes.
func storeDeliveries(ctx context.Context, tx *sqlx.Tx, list []journal.Delivery) error {
	var values []any
	for _, d := range list {
		tried := int64(0)
		if !d.TriedAt.IsZero() {
			tried = d.TriedAt.UnixMicro()
		}
		values = append(values, d.Webhook, d.N, d.Lane, d.Log, d.Kind, d.Seq, d.Type, d.At.UnixMicro(), d.State, d.Attempts, d.NextAt.UnixMicro(), tried, d.Status, d.Took, d.Error)
	}
	_, err := execute(ctx, tx, fmt.Sprintf(upsertDeliveries, oneDelivery+strings.Repeat(", "+oneDelivery, len(list)-1)), values...)
	return err
}

func (s *Store) SettleDeliveries(ctx context.Context, w journal.Webhook, list []journal.Delivery) error {
	return s.write(ctx, "settle deliveries", func(ctx context.Context, tx *sqlx.Tx) error {
		var ids []string
		if err := tx.SelectContext(ctx, &ids, tx.Rebind(holdWebhook+s.dialect.shareRow), w.ID, w.Owner, w.Epoch); err != nil {
			return err
		}
		if len(ids) == 0 {
			return journal.ErrNotOwner
		}
		return storeDeliveries(ctx, tx, list)
	})
}

func (s *Store) PendingDeliveries(ctx context.Context, id string) ([]journal.Delivery, error) {
	return s.listDeliveries(ctx, selectPending, id)
}

func (s *Store) Deliveries(ctx context.Context, id string, state journal.DeliveryState, below int64, limit int) ([]journal.Delivery, error) {
	if below == 0 {
		below = math.MaxInt64
	}
	query, known := selectDeliveries[state]
	if !known {
		return nil, fault("list deliveries", fmt.Errorf("there is no state %s", state))
	}
	return s.listDeliveries(ctx, query, id, below, limit)
}

func (s *Store) listDeliveries(ctx context.Context, query string, args ...any) ([]journal.Delivery, error) {
	var rows []deliveryRow
	if err := s.find(ctx, &rows, query, args...); err != nil {
		return nil, fault("list deliveries", err)
	}
	return decode(rows, (*deliveryRow).delivery)
}

func (s *Store) PruneDeliveries(ctx context.Context, before time.Time) (all int64, err error) {
	for n := int64(deleteChunk); n == deleteChunk; all += n {
		err := s.write(ctx, "prune deliveries", func(ctx context.Context, tx *sqlx.Tx) error {
			result, err := tx.ExecContext(ctx, tx.Rebind(deleteSettled), before.UnixMicro(), deleteChunk)
			if err == nil {
				n, err = result.RowsAffected()
			}
			return err
		})
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

func (s *Store) DeliveryCounts(ctx context.Context) (pending int64, oldest time.Time, err error) {
	var row struct{ Pending, Oldest int64 }
	if err := s.get(ctx, &row, countPending); err != nil {
		return 0, oldest, fault("count deliveries", err)
	}
	if row.Oldest > 0 {
		oldest = fromMicros(row.Oldest)
	}
	return row.Pending, oldest, nil
}
