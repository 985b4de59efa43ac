package store_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/store"
	"ringer/store/storetest"
)

// BenchmarkSQLite measures appends like the ones of posted messages: one message each, from many
// goroutines, with every commit on the disk.
func BenchmarkSQLite(b *testing.B) {
	benchmarkAppend(b, func(b *testing.B) string { return filepath.Join(b.TempDir(), "ringer.db") })
}

// BenchmarkPostgres measures the same on Postgres.
func BenchmarkPostgres(b *testing.B) {
	benchmarkAppend(b, func(b *testing.B) string { return storetest.Postgres(b) })
}

func benchmarkAppend(b *testing.B, address func(*testing.B) string) {
	for _, c := range []struct {
		writers, sessions int
		keys              bool
	}{{50, 1, false}, {50, 50, false}, {50, 50, true}, {200, 50, false}} {
		b.Run(fmt.Sprintf("writers=%d/sessions=%d/keys=%t", c.writers, c.sessions, c.keys), func(b *testing.B) {
			s, err := store.Open(b.Context(), address(b))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			ids := create(b, s, c.sessions)
			took := make([]time.Duration, b.N)
			var wg sync.WaitGroup
			b.ReportAllocs()
			b.ResetTimer()
			for w := range c.writers {
				wg.Go(func() {
					for i := w; i < b.N; i += c.writers {
						a := journal.Append{Session: ids[w%c.sessions], Events: []session.Event{message("are you all still there?")}}
						if c.keys {
							a.Events[0].Key = fmt.Sprintf("m:%d", i)
						}
						start := time.Now()
						if _, err := s.Append(context.Background(), a); err != nil {
							b.Error(err)
							return
						}
						took[i] = time.Since(start)
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
			slices.Sort(took)
			b.ReportMetric(float64(took[b.N*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// BenchmarkMemoryAppend measures appends like the ones of the simulator: three acts each, a hundred
// appends to a session.
func BenchmarkMemoryAppend(b *testing.B) {
	keys := make([]string, 100)
	for i := range keys {
		keys[i] = fmt.Sprintf("a:%d", i)
	}
	events := []session.Event{message("one"), message("two"), message("three")}
	var s *store.Memory
	var a journal.Append
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%len(keys) == 0 {
			s = store.NewMemory()
			id := create(b, s, 1)[0]
			epoch, err := s.Claim(b.Context(), id, "sim")
			if err != nil {
				b.Fatal(err)
			}
			a = journal.Append{Session: id, Guard: journal.Guard{Kind: journal.Act, Barrier: 1, Owner: "sim", Epoch: epoch}, Events: events}
		}
		a.Events[0].Key = keys[i%len(keys)]
		if _, err := s.Append(b.Context(), a); err != nil {
			b.Fatal(err)
		}
	}
}

var opened = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

func message(text string) session.Event {
	return session.Event{At: opened, Data: &session.MessageReceived{Post: session.Post{Sender: "blue", Kind: session.FromPlayer, Text: text}}}
}

// create opens n sessions, each in a home of its own.
func create(tb testing.TB, s journal.Store, n int) []string {
	tb.Helper()
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("ses_%04d", i)
		row := journal.Session{ID: ids[i], Home: ids[i], Strategy: "scheduler", Status: journal.Open, CreatedAt: opened, LastSeq: 1, Barrier: 1}
		first := session.Event{Seq: 1, At: opened, Data: &session.SessionCreated{}}
		if err := s.Create(tb.Context(), row, first); err != nil {
			tb.Fatal(err)
		}
	}
	return ids
}
