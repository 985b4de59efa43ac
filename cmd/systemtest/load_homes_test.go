package systemtest

import (
	"fmt"
	"net/http"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
	"ringer/engine/strategy"
	"ringer/store"
)

// BenchmarkIdle opens RINGER_BENCH_SESSIONS sessions and measures how much memory they take once
// they are idle.
func BenchmarkIdle(b *testing.B) {
	n := setting(b, "RINGER_BENCH_SESSIONS", 10_000)
	for range b.N {
		p := load(b)
		p.collect()
		before, began := p.rss(), time.Now()
		p.createMany(n, trio("scheduler"))
		b.ReportMetric(float64(n)/time.Since(began).Seconds(), "created/s")
		b.ReportMetric((p.rss()-before)/float64(n), "KiB/session-new")
		b.ReportMetric(p.awaitUnloaded().Seconds(), "s-until-rest")
		b.ReportMetric((p.rss()-before)/float64(n), "KiB/session-at-rest")
		p.end(syscall.SIGTERM)
	}
}

// BenchmarkOpen kills a server that has a session of 50,000 events. It measures how long the next
// owner needs to claim the home and to update its state. It works only with SQLite: it opens the
// file itself.
func BenchmarkOpen(b *testing.B) {
	const events, batch = 50_000, 100
	path := filepath.Join(b.TempDir(), "ringer.db")
	p := start(b, path)
	id := p.createMany(1, trio("scheduler"))[0]
	var messages [batch]map[string]string
	for n := 0; n < events; n += batch {
		for i := range messages {
			messages[i] = map[string]string{"sender": []string{"Blue", "Green"}[i%2], "text": fmt.Sprintf("this is what I say as number %d", n+i)}
		}
		if status := p.call("POST", "/v1/sessions/"+id+"/messages", map[string]any{"messages": messages}, nil); status != http.StatusAccepted {
			b.Fatalf("post: status %d", status)
		}
	}
	p.end(syscall.SIGKILL)
	db, err := store.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	strategies := enginetest.Strategies(b)
	b.ResetTimer()
	for i := range b.N {
		seat := claimHome(b, db, strategies, id, fmt.Sprint("owner ", i))
		if i == 0 {
			b.ReportMetric(float64(seat.Unsaved()), "events-after-snapshot")
			b.ReportMetric(float64(seat.State.Seq), "events")
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/open")
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	p = start(b, path)
	b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "ms-process-start")
	began = time.Now()
	if status := p.call("GET", "/v1/sessions/"+id+"/mind", nil, nil); status != http.StatusOK {
		b.Errorf("mind: status %d", status)
	}
	b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "ms-first-mind")
}

// clock is a clock that nobody sets.
type clock struct{}

func (clock) Now() session.Moment { return session.NewMoment(time.Now()) }

// claimHome claims a home and reads its session to the end of the log, as an owner does.
func claimHome(b *testing.B, db *store.Store, strategies *strategy.Registry, home, owner string) *step.Stepper {
	epoch, err := db.Claim(b.Context(), home, owner)
	if err != nil {
		b.Fatal(err)
	}
	rows, err := db.Home(b.Context(), home)
	if err != nil {
		b.Fatal(err)
	}
	seat := step.Open(db, rows[0], journal.Lease{Home: home, Owner: owner, Epoch: epoch}, strategies)
	if _, err := seat.Step(b.Context(), clock{}); err != nil {
		b.Fatal(err)
	}
	return seat
}
