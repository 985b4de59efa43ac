package api_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"ringer/api"
	"ringer/engine/journal"
	"ringer/store"
)

// TestReadinessSaysWhy lets the database store nothing, for each cause. /readyz names the cause.
// Posts get unavailable with the cause in the detail, and /healthz stays 200.
func TestReadinessSaysWhy(t *testing.T) {
	for _, c := range []struct {
		cause error
		code  string
		says  string // what the detail of a post says
	}{
		{journal.ErrFull, "database_full", "The operator frees space on the disk"}, {journal.ErrReadOnly, "database_read_only", "names the primary server in DATABASE_URL"},
		{journal.ErrLocked, "database_locked", "ends the transaction"}, {journal.ErrReplaced, "database_replaced", "puts the right file in place"}, {io.EOF, "unavailable", "nothing was stored; wait a moment"},
	} {
		t.Run(c.code, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				db := &unready{outage: outage{Store: store.NewMemory()}}
				s, e := bubbleServer(t, db)
				defer e.Close()
				id := open(t, e)
				time.Sleep(2 * time.Second) // the new session proves nothing any more
				db.cause = fmt.Errorf("%w: %w", journal.ErrUnavailable, c.cause)
				db.away(db.cause)
				for range 2 {
					direct(s, "GET", "/readyz", "").waits(t, c.code)
					direct(s, "POST", "/v1/sessions/"+id+"/messages", `{"sender":"b","text":"hi"}`).is(t, 503, c.says).waits(t, "unavailable")
				}
				direct(s, "GET", "/healthz", "").is(t, 200)
			})
		})
	}
}

// waits checks that a refusal says when to try again.
func (a answer) waits(t *testing.T, code string) {
	t.Helper()
	if a.refused(t, "503 "+code); a.Header.Get("Retry-After") == "" {
		t.Errorf("%s: no Retry-After", a.Request)
	}
}

// unready is a store whose pings say why nothing is stored.
type unready struct {
	outage
	cause error
}

func (u *unready) Ping(context.Context) error { return u.cause }

// TestNotStorable posts a value that the database refuses for what it is.
func TestNotStorable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &outage{Store: store.NewMemory()}
		s, e := bubbleServer(t, db)
		defer e.Close()
		id := open(t, e)
		synctest.Wait()
		db.away(fmt.Errorf("%w: no emoji", journal.ErrValueRefused))
		direct(s, "POST", "/v1/sessions/"+id+"/messages", `{"sender":"b","text":"hi"}`).refused(t, "422 not_storable")
		db.back()
	})
}

// TestWarnings asks a server that is ready but shares its database.
func TestWarnings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, e := bubbleServer(t, store.NewMemory())
		defer e.Close()
		s := api.New(e, api.Options{Log: slog.New(slog.DiscardHandler), Warnings: func(context.Context) []string { return []string{"two"} }})
		direct(s, "GET", "/readyz", "").is(t, 200, `"status":"ready"`, `"warnings":["two"]`)
	})
}
