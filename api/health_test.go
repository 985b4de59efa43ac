package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
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
					if status, code, after := ask(s, "GET", "/readyz", ""); status != 503 || code != c.code || after == "" {
						t.Errorf("/readyz: status %d, code %s, Retry-After %q; want 503 and %s", status, code, after, c.code)
					}
					status, code, detail, after := askWhy(s, "POST", "/v1/sessions/"+id+"/messages", `{"sender":"b","text":"hi"}`)
					if status != 503 || code != "unavailable" || after == "" || !strings.Contains(detail, c.says) {
						t.Errorf("a post: status %d, code %s, detail %q, Retry-After %q; want 503, unavailable and %q", status, code, detail, after, c.says)
					}
				}
				if status, _, _ := ask(s, "GET", "/healthz", ""); status != 200 {
					t.Errorf("/healthz: status %d", status)
				}
			})
		})
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
		if status, code, _ := ask(s, "POST", "/v1/sessions/"+id+"/messages", `{"sender":"b","text":"hi"}`); status != 422 || code != "not_storable" {
			t.Errorf("status %d, code %s; want 422 and not_storable", status, code)
		}
		db.back()
	})
}

// TestWarnings asks a server that is ready but shares its database.
func TestWarnings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, e := bubbleServer(t, store.NewMemory())
		defer e.Close()
		s := api.New(e, api.Options{Log: slog.New(slog.DiscardHandler), Warnings: func(context.Context) []string { return []string{"two"} }})
		response := httptest.NewRecorder()
		s.ServeHTTP(response, httptest.NewRequest("GET", "http://localhost/readyz", nil))
		var ready struct {
			Status   string
			Warnings []string
		}
		if err := json.Unmarshal(response.Body.Bytes(), &ready); err != nil || response.Code != 200 || ready.Status != "ready" || !slices.Equal(ready.Warnings, []string{"two"}) {
			t.Errorf("status %d, %s, %v", response.Code, response.Body, err)
		}
	})
}
