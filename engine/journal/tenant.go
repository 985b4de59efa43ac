package journal

import (
	"context"
	"fmt"

	"ringer/engine/session"
)

// Quotas bound what a tenant may use, on all servers together. Zero means no bound.
type Quotas struct {
	// OpenSessions bounds the sessions that are open at once; a game counts with those of its bots.
	OpenSessions int64 `json:"open_sessions,omitempty"`
	// MessagesPerMinute bounds the messages that are posted in a minute.
	MessagesPerMinute int64 `json:"messages_per_minute,omitempty"`
	// CallsPerDay bounds the model calls of a day in UTC.
	CallsPerDay int64 `json:"calls_per_day,omitempty"`
	// TokensPerDay bounds the tokens of these calls.
	TokensPerDay int64 `json:"tokens_per_day,omitempty"`
	// CostMicrosPerDay bounds what these calls cost, in millionths of the currency of the prices.
	CostMicrosPerDay int64 `json:"cost_micros_per_day,omitempty"`
}

// Tenant is the row of a tenant.
type Tenant struct {
	ID     string
	Quotas Quotas
}

// Usage is what a tenant has used on a day, by strategy and model.
type Usage struct {
	Tenant string
	// Day counts the days since 1970 in UTC.
	Day             int64
	Strategy, Model string
	// Sessions counts those that were created, and Messages those that were posted.
	Sessions, Messages int64
	Spent              session.Spent
}

// QuotaReached says that a tenant has as many open sessions as it may have.
type QuotaReached struct{ OpenSessions int64 }

func (q *QuotaReached) Error() string {
	return fmt.Sprintf("the tenant has %d open sessions and may have no more", q.OpenSessions)
}

// Tenants is the part of a database that keeps the tenants, and what they use.
type Tenants interface {
	// Tenants returns all tenants, by id.
	Tenants(ctx context.Context) ([]Tenant, error)
	// SetQuotas stores the quotas of a tenant, which is made if it is new.
	SetQuotas(ctx context.Context, t Tenant) error
	// AddUsage adds to what is stored of each tenant, day, strategy and model.
	AddUsage(ctx context.Context, used []Usage) error
	// UsageOn returns what tenants have used on a day, as one sum each.
	UsageOn(ctx context.Context, day int64) ([]Usage, error)
	// Usage returns what a tenant has used from one day to another, both included.
	Usage(ctx context.Context, tenant string, from, to int64) ([]Usage, error)
}
