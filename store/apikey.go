package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

const (
	keyColumns = `id, tenant, name, hash, scopes, rate, created_at, expires_at, revoked_at, used_at, COALESCE(successor, '') AS successor,
		COALESCE(request, '') AS request`
	selectKey        = `SELECT ` + keyColumns + ` FROM keys WHERE id = ?`
	selectRequest    = `SELECT ` + keyColumns + ` FROM keys WHERE tenant = ? AND request = ?`
	selectTenantKeys = `SELECT ` + keyColumns + ` FROM keys WHERE tenant = ? ORDER BY created_at, id`
	selectAllKeys    = `SELECT ` + keyColumns + ` FROM keys ORDER BY tenant, created_at, id`
	selectAnyKey     = `SELECT EXISTS (SELECT 1 FROM keys)`
	insertTenant     = `INSERT INTO tenants (id, created_at, quotas) VALUES (?, ?, '{}') ON CONFLICT DO NOTHING`
	insertKey        = `INSERT INTO keys (id, tenant, name, hash, scopes, rate, created_at, expires_at, request) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULLIF(?, ''))
		ON CONFLICT (tenant, request) WHERE request IS NOT NULL DO NOTHING`
	revokeKey  = `UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL`
	replaceKey = `UPDATE keys SET successor = ?, expires_at = CASE WHEN expires_at < ? THEN expires_at ELSE ? END WHERE id = ?`
	noteUse    = `UPDATE keys SET used_at = ? WHERE id = ? AND (used_at IS NULL OR used_at < ?)`
)

type keyRow struct {
	ID, Tenant, Name, Hash, Scopes, Successor, Request string
	Rate                                               int
	CreatedAt                                          int64         `db:"created_at"`
	ExpiresAt                                          sql.NullInt64 `db:"expires_at"`
	RevokedAt                                          sql.NullInt64 `db:"revoked_at"`
	UsedAt                                             sql.NullInt64 `db:"used_at"`
}

func (r *keyRow) key() (journal.Key, error) {
	hash, err := hex.DecodeString(r.Hash)
	k := journal.Key{
		ID: r.ID, Tenant: r.Tenant, Name: r.Name, Hash: hash, Rate: r.Rate, CreatedAt: time.UnixMicro(r.CreatedAt).UTC(),
		ExpiresAt: timeOf(r.ExpiresAt), RevokedAt: timeOf(r.RevokedAt), UsedAt: timeOf(r.UsedAt), Successor: r.Successor, Request: r.Request,
	}
	if err == nil {
		err = json.Unmarshal([]byte(r.Scopes), &k.Scopes)
	}
	return k, err
}

// timeOf returns the zero time for NULL.
func timeOf(micros sql.NullInt64) time.Time {
	if !micros.Valid {
		return time.Time{}
	}
	return time.UnixMicro(micros.Int64).UTC()
}

// nullTime returns NULL for the zero time.
func nullTime(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMicro(), Valid: !t.IsZero()}
}

var _ journal.Keys = (*Store)(nil)

func (s *Store) AddKey(ctx context.Context, k journal.Key) (known *journal.Key, err error) {
	err = s.write(ctx, "store a key", func(ctx context.Context, tx *sqlx.Tx) error {
		known, err = addKey(ctx, tx, k)
		return err
	})
	return known, err
}

func addKey(ctx context.Context, tx *sqlx.Tx, k journal.Key) (known *journal.Key, err error) {
	if _, err := execute(ctx, tx, insertTenant, k.Tenant, k.CreatedAt.UnixMicro()); err != nil {
		return nil, err
	}
	scopes, err := json.Marshal(k.Scopes)
	if err != nil {
		return nil, err
	}
	done, err := execute(ctx, tx, insertKey, k.ID, k.Tenant, k.Name, hex.EncodeToString(k.Hash), string(scopes), k.Rate, k.CreatedAt.UnixMicro(), nullTime(k.ExpiresAt), k.Request)
	if err != nil || done {
		return nil, err
	}
	var row keyRow
	if err := tx.GetContext(ctx, &row, tx.Rebind(selectRequest), k.Tenant, k.Request); err != nil {
		return nil, err
	}
	stored, err := row.key()
	return &stored, err
}

func (s *Store) Key(ctx context.Context, id string) (journal.Key, error) {
	var row keyRow
	if err := s.get(ctx, &row, selectKey, id); err != nil {
		return journal.Key{}, fault("read a key", err)
	}
	return row.key()
}

func (s *Store) Keys(ctx context.Context, tenant string) ([]journal.Key, error) {
	return s.keys(ctx, selectTenantKeys, tenant)
}

func (s *Store) AllKeys(ctx context.Context) ([]journal.Key, error) {
	return s.keys(ctx, selectAllKeys)
}

func (s *Store) keys(ctx context.Context, query string, args ...any) ([]journal.Key, error) {
	var rows []keyRow
	if err := s.find(ctx, &rows, query, args...); err != nil {
		return nil, fault("read the keys", err)
	}
	return decode(rows, (*keyRow).key)
}

func (s *Store) HasKeys(ctx context.Context) (found bool, err error) {
	if err := s.get(ctx, &found, selectAnyKey); err != nil {
		return false, fault("read whether there are keys", err)
	}
	return found, nil
}

func (s *Store) RevokeKey(ctx context.Context, id string, at time.Time) error {
	_, err := s.change(ctx, "revoke a key", revokeKey, at.UnixMicro(), id)
	return err
}

func (s *Store) RotateKey(ctx context.Context, id string, ends time.Time, successor journal.Key) (known *journal.Key, err error) {
	err = s.write(ctx, "rotate a key", func(ctx context.Context, tx *sqlx.Tx) error {
		if known, err = addKey(ctx, tx, successor); err != nil || known != nil {
			return err
		}
		done, err := execute(ctx, tx, replaceKey, successor.ID, ends.UnixMicro(), ends.UnixMicro(), id)
		if err == nil && !done {
			err = sql.ErrNoRows
		}
		return err
	})
	return known, err
}

func (s *Store) NoteUse(ctx context.Context, used map[string]time.Time) error {
	return s.write(ctx, "note the use of keys", func(ctx context.Context, tx *sqlx.Tx) error {
		for id, at := range used {
			if _, err := execute(ctx, tx, noteUse, at.UnixMicro(), id, at.UnixMicro()); err != nil {
				return err
			}
		}
		return nil
	})
}
