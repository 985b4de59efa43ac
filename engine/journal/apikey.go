package journal

import (
	"context"
	"time"
)

// Key is the row of an API key. Its times are steady time; zero stands for never.
type Key struct {
	// ID is the public part of the key.
	ID     string
	Tenant string
	// Name says what the key is for.
	Name string
	// Hash is the SHA-256 of the whole key.
	Hash []byte
	// Scopes are what the key may do; package tenant knows them.
	Scopes []string
	// Rate is how many requests a second the key may send; 0 means no limit.
	Rate                                    int
	CreatedAt, ExpiresAt, RevokedAt, UsedAt time.Time
	// Successor is the key that a rotation has put in the place of this one; empty for none.
	Successor string
	// Request is the idempotency key of the request that made the key; empty for none.
	Request string
}

// Keys is the part of a database that keeps the API keys. Package store implements it.
type Keys interface {
	// AddKey stores a key, and its tenant if that is new. If the tenant has a key of the same
	// request, it returns that one and stores nothing.
	AddKey(ctx context.Context, k Key) (known *Key, err error)
	// Key returns a key, or ErrNotFound.
	Key(ctx context.Context, id string) (Key, error)
	// Keys returns the keys of a tenant, the oldest first.
	Keys(ctx context.Context, tenant string) ([]Key, error)
	// AllKeys returns the keys of all tenants, by tenant and age.
	AllKeys(ctx context.Context) ([]Key, error)
	// HasKeys reports whether a key was ever made. A revoked one counts.
	HasKeys(ctx context.Context) (bool, error)
	// RevokeKey revokes a key at a time, unless it is revoked already.
	RevokeKey(ctx context.Context, id string, at time.Time) error
	// RotateKey stores the successor of a key, and ends the key at a time unless it ends before. Of
	// a known request it returns the key, as AddKey does.
	RotateKey(ctx context.Context, id string, ends time.Time, successor Key) (known *Key, err error)
	// NoteUse notes when keys were used last. Earlier times change nothing.
	NoteUse(ctx context.Context, used map[string]time.Time) error
	// Secret returns a secret that all servers of the database share. The first caller draws it.
	Secret(ctx context.Context, name string) ([]byte, error)
	// DropSecrets removes the secrets with names from one up to another, which stays.
	DropSecrets(ctx context.Context, from, to string) error
}
