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

// pingLimit bounds a ping. It is longer than lock_timeout, so that Postgres can say what a ping
// waits for.
const pingLimit = 3 * time.Second

// pingText is the text of the event that a ping writes. Longer values of a row would go into
// another table of Postgres. A shorter one would find room on a full disk where posts find none.
var pingText = strings.Repeat("x", 1800)

// Ping implements journal.Store. It stores an event of no session and deletes it in one
// transaction, so that nobody sees it. On Postgres appends have a connection of their own, and need
// other tables, too. So it also makes an append there. That append stores nothing, since its
// session does not exist.
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
