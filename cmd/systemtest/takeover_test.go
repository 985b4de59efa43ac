package systemtest

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/lib/pq"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
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
	ids := openMany(t.Context(), r.platform, n, 3) // the bots answer within the next seconds
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
	// For the database all homes are its own: also those that have left memory, since many sessions
	// take long to open, and those of the other servers.
	sessiontest.Must(r.db.admin.Exec("UPDATE homes SET owner = $1, epoch = epoch + 1 WHERE owner <> $1", id))(t)
	began := r.struck(victim)
	victim.process.end(syscall.SIGKILL)
	all := len(r.blows[0].homes)
	if all == 0 {
		t.Error("the server owned nothing")
	}
	var half time.Duration
	for left := all; left > 0; pause(t.Context(), 5*time.Millisecond) {
		sessiontest.NoError(t, r.db.admin.QueryRow("SELECT count(*) FROM homes WHERE owner = $1", id).Scan(&left))
		if half == 0 && left <= all/2 {
			half = time.Since(began)
		}
		if time.Since(began) > roundLimit {
			t.Fatalf("%d of %d homes still belong to a dead server", left, all)
		}
	}
	worst := time.Since(began)
	t.Logf("%d sessions, %d posts; %d homes of the dead server; taken: p50 %s, worst %s", n, posted.Load(), all, half.Round(time.Millisecond), worst.Round(time.Millisecond))
	if overdue := r.awaitNothingDue(); len(overdue) > 0 {
		t.Errorf("%d sessions are overdue: %s", len(overdue), strings.Join(overdue[:min(len(overdue), 5)], "; "))
	}
	quiet := time.Since(began)
	late := r.lateness(began)
	t.Logf("%d messages of its bots later; late: p50 %s, p90 %s, worst %s; nothing is overdue after %s",
		len(late), quantile(late, 0.5), quantile(late, 0.9), quantile(late, 1), quiet.Round(time.Second))
}

// selectOverdue says of each session that has been due for more than a second whose it is, how far
// its log is, and when it last grew.
const selectOverdue = `SELECT COALESCE(array_agg(concat_ws(' ', s.id, 'late by', ($1 - s.due_at) / 1000, 'ms, owner', h.owner, EXISTS (SELECT 1 FROM replicas r WHERE r.id = h.owner), 'epoch', h.epoch,
	'settled', s.settled_seq, 'of', s.last_seq, 'last', (SELECT concat(e.type, ' ', ($1 - e.at) / 1000, ' ms ago') FROM events e WHERE e.session_id = s.id ORDER BY e.seq DESC LIMIT 1)) ORDER BY s.due_at), '{}')
	FROM sessions s JOIN homes h ON h.id = s.home WHERE s.status = 'open' AND s.due_at < $1 - 1000000`

// awaitNothingDue waits until no session has been due for more than a second. It describes those
// that still have when the time is over.
func (r *target) awaitNothingDue() (overdue []string) {
	for end := time.Now().Add(roundLimit); ; pause(r.t.Context(), 500*time.Millisecond) {
		if err := r.db.admin.QueryRow(selectOverdue, time.Now().UnixMicro()).Scan(pq.Array(&overdue)); err != nil {
			r.t.Fatal(err)
		}
		if len(overdue) == 0 || time.Now().After(end) {
			return overdue
		}
	}
}

// lateness returns how late the bots' messages after a moment were. For those that were due before
// it counts from the moment. It reads them from the database: through the API that would take
// minutes for many sessions.
func (r *target) lateness(since time.Time) (all []time.Duration) {
	rows, err := r.db.admin.Query("SELECT at, data FROM events WHERE type = $1 AND at > $2", (&session.MessageSent{}).Type(), since.UnixMicro())
	if err != nil {
		r.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var at int64
		var data []byte
		var sent session.MessageSent
		if err := errors.Join(rows.Scan(&at, &data), json.Unmarshal(data, &sent)); err != nil {
			r.t.Fatal(err)
		}
		due := sent.DueAt
		if due.Before(since) {
			due = since
		}
		all = append(all, time.UnixMicro(at).Sub(due))
	}
	if err := rows.Err(); err != nil {
		r.t.Fatal(err)
	}
	return all
}
