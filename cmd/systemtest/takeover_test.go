package systemtest

import (
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ringer/engine/game"
)

// takeOverVariable says how many sessions TestTakeOver opens. By hand it may be 100000.
const takeOverVariable = "RINGER_TAKEOVER_SESSIONS"

// TestTakeOver kills one of three servers that share many live sessions. It measures until each of
// its homes belongs to another, and how late the messages are that its bots had planned.
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
	config := trio("scheduler")
	config["speed"] = 3 // the bots answer within the next seconds
	ids := make([]string, n)
	spread(n, 32, func(i int) {
		created, a := r.platform.insist(t.Context(), "/v1/sessions", config)
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
	pause(t.Context(), time.Second) // by now some plans are due soon
	victim := r.replicas[0]
	var id string
	if err := r.db.admin.QueryRow("SELECT id FROM replicas WHERE name = $1", victim.name).Scan(&id); err != nil {
		t.Fatalf("the server has no row: %v", err)
	}
	// Many sessions take so long to open that the first have left memory. For the database the
	// server gets these back.
	if _, err := r.db.admin.Exec("UPDATE homes SET owner = $1, epoch = epoch + 1 WHERE owner = ''", id); err != nil {
		t.Fatal(err)
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
	pause(t.Context(), 5*time.Second)
	late := lateness(r, began)
	t.Logf("%d messages of its bots later; late: p50 %s, p90 %s, worst %s", len(late), quantile(late, 0.5), quantile(late, 0.9), quantile(late, 1))
}

// lateSample bounds the logs that are read for lateness.
const lateSample = 1000

// lateness returns how late the messages after a moment were in the homes of the server that was
// struck.
func lateness(r *target, since time.Time) (all []time.Duration) {
	homes := r.blows[0].homes
	for _, home := range homes[:min(lateSample, len(homes))] {
		for _, e := range r.platform.log(r.t.Context(), "/v1/sessions/"+home) {
			if sent, ok := e.Data.(*game.MessageSent); ok && e.At.After(since) {
				all = append(all, e.At.Sub(sent.DueAt))
			}
		}
	}
	return all
}
