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
	// Server is the model server that the tenant brings; nil for none.
	Server *ModelServer
}

// ModelServer is a model server that a tenant brings.
type ModelServer struct {
	// BaseURL is its address, with /v1.
	BaseURL string `json:"base_url"`
	// Key opens it. It is stored as it is, since it must be sent.
	Key string `json:"key,omitempty"`
	// Models are those that may be asked. The first one answers where a session chooses none.
	Models []ServedModel `json:"models"`
}

// ServedModel is a model of a tenant's server.
type ServedModel struct {
	// Name is its name at the server.
	Name string `json:"name"`
	// Price is what it costs; without it nobody knows.
	Price *ModelPrice `json:"price,omitempty"`
}

// ModelPrice is what a million tokens cost, in any currency.
type ModelPrice struct {
	// Prompt is for tokens of prompts; 0 when it is left out.
	Prompt float64 `json:"prompt" validate:"optional"`
	// Answer is for tokens of answers; 0 when it is left out.
	Answer float64 `json:"answer" validate:"optional"`
	// Cached is for tokens of prompts that the server has in its cache; without it they cost the
	// same as others.
	Cached float64 `json:"cached,omitempty"`
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
	// SetModelServer stores the model server of a tenant, which is made if it is new. Nil takes the
	// server away.
	SetModelServer(ctx context.Context, tenant string, m *ModelServer) error
	// AddUsage adds to what is stored of each tenant, day, strategy and model.
	AddUsage(ctx context.Context, used []Usage) error
	// UsageOn returns what tenants have used on a day, as one sum each.
	UsageOn(ctx context.Context, day int64) ([]Usage, error)
	// Usage returns what a tenant has used from one day to another, both included.
	Usage(ctx context.Context, tenant string, from, to int64) ([]Usage, error)
}
