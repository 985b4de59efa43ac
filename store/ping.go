package store

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// pingLimit is above lock_timeout, so that Postgres can say what a ping waits for.
const pingLimit = 3 * time.Second

// pingText is what a ping writes. Longer values would go into another table of Postgres, and a
// shorter one may find room on a full disk.
var pingText = strings.Repeat("x", 1800)

// Ping implements journal.Store. It stores an event of no session and deletes it in one
// transaction. On Postgres, where appends have a connection of their own, it also makes an append
// that stores nothing, since its session does not exist.
func (s *Store) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingLimit)
	defer cancel()
	id, now := "ping_"+rand.Text(), time.Now()
	err := s.write(ctx, "ping", func(ctx context.Context, tx *sqlx.Tx) error {
		_, err := execute(ctx, tx, insertEvent, id, 1, now.UnixMicro(), session.EventVersion, "ping", id, pingText, nil, nil)
		if err == nil {
			_, err = execute(ctx, tx, deleteEvents, id, 0, 1)
		}
		return err
	})
	if err != nil || !s.dialect.remote {
		return err
	}
	_, err = s.Append(ctx, journal.Append{Session: id, Events: []session.Event{{At: now, Data: &session.MessageReceived{}}}})
	if errors.Is(err, journal.ErrNotFound) {
		return nil
	}
	return err
}
