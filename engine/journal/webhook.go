package journal

import (
	"context"
	"time"

	"ringer/engine/session"
)

// Webhook is an address to which the events of a tenant are sent.
type Webhook struct {
	ID, Tenant string
	// Active says that events are sent.
	Active bool
	WebhookData
	// Place is how far its sender has read the feed of the tenant.
	Place string
	// Lease is the claim of its sender. Home is empty.
	Lease
	CreatedAt time.Time
	// Request is the Idempotency-Key of the request that made it.
	Request string
}

// WebhookData is what a tenant has chosen, and the secrets.
type WebhookData struct {
	URL         string         `json:"url"`
	Description string         `json:"description,omitempty"`
	Types       []session.Type `json:"types,omitempty"`
	Sessions    []string       `json:"sessions,omitempty"`
	Games       []string       `json:"games,omitempty"`
	// Reason says why it is not active.
	Reason string `json:"reason,omitempty"`
	Secret string `json:"secret"`
	// OldSecret signs, too, until OldUntil.
	OldSecret string    `json:"old_secret,omitempty"`
	OldUntil  time.Time `json:"old_until,omitzero"`
	// Rotation is the Idempotency-Key of the request that rotated the secret last.
	Rotation string `json:"rotation,omitempty"`
	// Test asks the sender for an event that tries the webhook.
	Test bool `json:"test,omitempty"`
}

// DeliveryState says what has become of a delivery.
type DeliveryState string

// The states of a delivery.
const (
	Pending   DeliveryState = "pending"   // it waits for an attempt
	Delivered DeliveryState = "delivered" // the receiver has taken it
	Dead      DeliveryState = "dead"      // it was tried for three days, or refused for good
	Gone      DeliveryState = "gone"      // its log was deleted before it was sent
)

// Delivery is an event that is sent to a webhook. It holds no text of the event.
type Delivery struct {
	Webhook string
	// N numbers the deliveries of a webhook.
	N int64
	// Lane is the home of the log. The deliveries of a lane go out one after another.
	Lane string
	// Log is the log of the event, and Kind what it is; empty for a test.
	Log      string
	Kind     LogKind
	Seq      int64
	Type     session.Type
	At       time.Time
	State    DeliveryState
	Attempts int
	// NextAt is when a pending delivery is due.
	NextAt time.Time
	// TriedAt is when the last attempt ended, Status what it was answered with, 0 for no answer,
	// Took its time in milliseconds, and Error what was wrong.
	TriedAt time.Time
	Status  int
	Took    int64
	Error   string
}

// Webhooks is the part of a database that keeps webhooks and their deliveries. Package store
// implements it. Every method returns ErrNotFound for an unknown webhook.
type Webhooks interface {
	Deliveries
	// AddWebhook stores a webhook. If the tenant has one of the same request, it returns that one
	// and stores nothing.
	AddWebhook(ctx context.Context, w Webhook) (known *Webhook, err error)
	Webhook(ctx context.Context, id string) (Webhook, error)
	// Webhooks returns the webhooks of a tenant, the oldest first.
	Webhooks(ctx context.Context, tenant string) ([]Webhook, error)
	// ChangeWebhook changes Active, WebhookData and Place of a webhook, and returns it. Its sender
	// has to claim it again.
	ChangeWebhook(ctx context.Context, id string, change func(w *Webhook) error) (Webhook, error)
	// DeleteWebhook removes a webhook with its deliveries.
	DeleteWebhook(ctx context.Context, id string) error
	// ClaimWebhooks claims the active webhooks that belong to nobody, and returns all of an owner.
	ClaimWebhooks(ctx context.Context, owner string) ([]Webhook, error)
	// ReleaseWebhooks gives up all webhooks of an owner.
	ReleaseWebhooks(ctx context.Context, owner string) error
}

// Deliveries is the part of a database that keeps what is sent to webhooks.
type Deliveries interface {
	// AddDeliveries numbers deliveries and stores them, together with the place behind them. It
	// returns ErrNotOwner if the lease of the webhook is not valid any more.
	AddDeliveries(ctx context.Context, w Webhook, place string, list []Delivery) error
	// SettleDeliveries stores what has become of deliveries. It returns ErrNotOwner as
	// AddDeliveries does.
	SettleDeliveries(ctx context.Context, w Webhook, list []Delivery) error
	// PendingDeliveries returns the pending deliveries of a webhook, the first one first.
	PendingDeliveries(ctx context.Context, id string) ([]Delivery, error)
	// Deliveries returns deliveries of a webhook below a number, the last first; with a state only
	// those.
	Deliveries(ctx context.Context, id string, state DeliveryState, below int64, limit int) ([]Delivery, error)
	// PruneDeliveries deletes the deliveries that ended before a time, and counts them.
	PruneDeliveries(ctx context.Context, before time.Time) (int64, error)
	// DeliveryCounts counts the deliveries that are pending, and the time of the oldest of them.
	DeliveryCounts(ctx context.Context) (pending int64, oldest time.Time, err error)
}
