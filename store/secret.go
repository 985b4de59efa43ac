package store

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"
)

const (
	insertSecret = `INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING`
	selectSecret = `SELECT value FROM secrets WHERE name = ?`
	dropSecrets  = `DELETE FROM secrets WHERE name >= ? AND name < ?`
	revokePublic = `REVOKE ALL ON secrets FROM PUBLIC`
	publicReads  = `SELECT has_table_privilege('public', 'secrets', 'SELECT')`

	// secretBytes is the length of a secret, and of a key made of one.
	secretBytes = 32
)

// BellKey returns the key of the servers on these tables. A copy has another, if Postgres says
// which database it is.
func (s *Store) BellKey(ctx context.Context) ([]byte, error) {
	secret, err := s.Secret(ctx, "bell")
	if err != nil {
		return nil, err
	}
	_, here, err := s.readOrigin(ctx)
	if err != nil {
		return nil, err
	}
	return hkdf.Key(sha256.New, secret, nil, fmt.Sprint("ringer bell ", here), secretBytes)
}

// Secret returns a secret, which the first caller draws, unless everybody may read the table.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	public := false
	if s.dialect.remote {
		if err := s.get(ctx, &public, publicReads); err != nil {
			return nil, fault("read who may read the table secrets", err)
		}
	}
	if public {
		return nil, errors.New("store: everybody who may connect to the database may read the table secrets; run REVOKE ALL ON secrets FROM PUBLIC")
	}
	drawn := make([]byte, secretBytes)
	rand.Read(drawn) // never fails
	var value string
	err := s.write(ctx, "use the table secrets, for which the role of the server needs SELECT and INSERT", func(ctx context.Context, tx *sqlx.Tx) error {
		if _, err := execute(ctx, tx, insertSecret, name, hex.EncodeToString(drawn)); err != nil {
			return err
		}
		return tx.GetContext(ctx, &value, tx.Rebind(selectSecret), name)
	})
	if err != nil {
		return nil, err
	}
	return hex.DecodeString(value)
}

// DropSecrets removes the secrets with names from one up to another, which stays.
func (s *Store) DropSecrets(ctx context.Context, from, to string) error {
	_, err := s.change(ctx, "remove old secrets", dropSecrets, from, to)
	return err
}
