package store

import (
	"context"
	"fmt"
)

// selectIdentity tells databases apart, and the schemas in them. A standby has the identity of its
// primary.
const selectIdentity = `SELECT system_identifier || '.' || 'sessions'::regclass::oid FROM pg_control_system()`

// Identity returns a name that all processes on this Postgres have in common, and no others.
func (s *Store) Identity(ctx context.Context) (name string, err error) {
	if !s.dialect.remote {
		return "", fmt.Errorf("store: an SQLite file is used by one process")
	}
	if err := s.reads.GetContext(ctx, &name, selectIdentity); err != nil {
		return "", fault("read the identity of the database", err)
	}
	return name, nil
}
