package store

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/game"
	"ringer/engine/journal"
)

// pingLimit bounds a ping. It is longer than lock_timeout, so that Postgres can say what a ping
// waits for.
const pingLimit = 3 * time.Second

// pingText is the text of the event that a ping writes. Longer values of a row would go into
// another table of Postgres. A shorter one would find room on a full disk where posts find none.
var pingText = strings.Repeat("x", 1800)

// Ping implements journal.Store. It creates a session and deletes it in one transaction, which
// nobody sees. On Postgres appends have a connection of their own, so it also makes an append. That
// append stores nothing, since its session does not exist.
func (s *Store) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingLimit)
	defer cancel()
	id, now := "probe_"+rand.Text(), time.Now()
	err := s.write(ctx, "ping", func(ctx context.Context, tx *sqlx.Tx) error {
		for _, q := range []struct {
			query string
			args  []any
		}{
			{insertHome, []any{id, ""}},
			{insertSession, []any{id, id, journal.Open, 1, 1, 0, true, nil, "", "", "", now.UnixMicro(), "{}"}},
			{insertEvent, []any{id, 1, now.UnixMicro(), game.EventVersion, "probe", id, pingText, nil}},
			{deleteEvents, []any{id, 0, 1}},
			{deleteSession, []any{id}},
			{deleteHome, []any{id, id}},
		} {
			if _, err := tx.ExecContext(ctx, tx.Rebind(q.query), q.args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !s.dialect.remote {
		return err
	}
	_, err = s.Append(ctx, journal.Append{Session: id, Events: []game.Event{{At: now, Data: &game.MessageReceived{}}}})
	if errors.Is(err, journal.ErrNotFound) {
		return nil
	}
	return err
}
