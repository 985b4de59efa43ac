package systemtest

import (
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// takeOverVariable says how many sessions TestTakeOver opens. By hand it may be 100000.
const takeOverVariable = "RINGER_TAKEOVER_SESSIONS"

// TestTakeOver kills one of three servers that share many live sessions, and measures until each of
// its homes belongs to another.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	n := 90
	if text := os.Getenv(takeOverVariable); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	r := startTarget(t, onThree, nil)
	ids := make([]string, n)
	spread(n, 32, func(i int) {
		created, a := r.platform.insist(t.Context(), "/v1/sessions", trio("scheduler"))
		if a != accepted {
			t.Errorf("no session was created: %+v", created)
		}
		ids[i] = "/v1/sessions/" + created.ID
	})
	var posted atomic.Int64
	spread(n, 32, func(i int) { // each session is in memory afterwards
		if _, a := r.platform.insist(t.Context(), ids[i]+"/messages", map[string]any{"id": "m-1", "sender": "Blue", "text": "red, where are you from?"}); a == accepted {
			posted.Add(1)
		}
	})
	victim := r.replicas[0]
	var id string
	if err := r.db.admin.QueryRow("SELECT id FROM replicas WHERE name = $1", victim.name).Scan(&id); err != nil {
		t.Fatalf("the server has no row: %v", err)
	}
	began := r.struck(victim)
	victim.process.end(syscall.SIGKILL)
	all := len(r.blows[0].homes)
	if all == 0 {
		t.Error("the server owned nothing")
	}
	var half time.Duration
	for left := all; left > 0; pause(t.Context(), 5*time.Millisecond) {
		if err := r.db.admin.QueryRow("SELECT count(*) FROM homes WHERE owner = $1", id).Scan(&left); err != nil {
			t.Fatal(err)
		}
		if half == 0 && left <= all/2 {
			half = time.Since(began)
		}
		if time.Since(began) > roundLimit {
			t.Fatalf("%d of %d homes still belong to a dead server", left, all)
		}
	}
	worst := time.Since(began)
	t.Logf("%d sessions, %d posts; %d homes of the dead server; taken: p50 %s, worst %s", n, posted.Load(), all, half.Round(time.Millisecond), worst.Round(time.Millisecond))
}
