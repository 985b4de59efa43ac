package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// TestFeedSkipsNothing lets writers append to shared logs and to their own, create and delete,
// while readers follow the feed in parts. Each reader must get each event once, and those of a log
// in order.
func TestFeedSkipsNothing(t *testing.T) { databases(t, feedSkipsNothing) }

func feedSkipsNothing(t *testing.T, address string) {
	rounds := 700
	if testing.Short() {
		rounds = 60
	}
	stores := []*Store{setup(t, address, "a", "b", "c")}
	for range 2 {
		s := stores[0]
		if IsPostgres(address) { // one process uses a file
			s = openAgain(t, address)
		}
		stores = append(stores, s)
	}
	done := make(chan struct{})
	var readers sync.WaitGroup
	for i, limit := range []int{1, 7, 200} {
		readers.Go(func() { followFeed(t, stores[i], limit, done) })
	}
	var writers sync.WaitGroup
	for w, s := range stores {
		for range 5 {
			writers.Go(func() { writeAtRandom(t, s, rand.New(rand.NewPCG(uint64(w), 1)), rounds) })
		}
	}
	writers.Wait()
	close(done)
	readers.Wait()
}

// writeAtRandom stores events in many ways.
func writeAtRandom(t *testing.T, s *Store, r *rand.Rand, rounds int) {
	ids := []string{"a", "b", "c"}
	for range rounds {
		id := ids[r.IntN(len(ids))]
		var err error
		switch n := r.IntN(20); {
		case n == 0:
			id = fmt.Sprintf("l%x", rand.Uint64())
			ids = append(ids, id)
			err = s.Create(context.Background(), journal.Session{ID: id, Home: id}, event(""))
		case n < 4:
			var all []journal.Append
			for _, i := range r.Perm(3) {
				all = append(all, keyed(ids[i], ""))
			}
			_, err = s.AppendAll(context.Background(), all)
		default:
			_, err = s.Append(context.Background(), keyed(id, make([]string, 1+r.IntN(4))...))
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// followFeed reads the feed until the writers are done and nothing is left. Then it compares what
// it has got with the logs.
func followFeed(t *testing.T, s *Store, limit int, done chan struct{}) {
	var mark journal.Mark
	last := map[string]int64{}
	for over := false; ; {
		select {
		case <-done:
			over = true
		default:
		}
		list, err := s.Growths(context.Background(), "", mark, limit)
		if err != nil {
			t.Error(err)
			return
		}
		for _, g := range list {
			mark[g.Slot] = g.N
			for _, span := range g.Spans {
				if last[span.Log] != span.After {
					t.Errorf("log %s: the events after %d come after %d", span.Log, span.After, last[span.Log])
				}
				last[span.Log] = span.UpTo
			}
		}
		if over && len(list) == 0 {
			break
		}
	}
	var rows []journal.Head
	sessiontest.NoError(t, s.find(context.Background(), &rows, `SELECT id AS session, home, last_seq AS lastseq FROM sessions`))
	for _, row := range rows {
		if last[row.Session] != row.LastSeq {
			t.Errorf("log %s has %d events, and the feed %d", row.Session, row.LastSeq, last[row.Session])
		}
		delete(last, row.Session)
	}
	if len(last) > 0 {
		t.Errorf("the feed has logs that do not exist: %v", last)
	}
}

// TestAGroupIsOneRow counts the rows that a group of appends adds to the feed, and the dead rows
// that it leaves.
func TestAGroupIsOneRow(t *testing.T) {
	t.Parallel()
	s := setupGame(t)
	count := func() (n int) {
		sessiontest.NoError(t, s.reads.Get(&n, "SELECT count(*) FROM feed"))
		return n
	}
	before := count()
	if got := countStatements(t, s, func(i int) []journal.Append { return []journal.Append{post(fmt.Sprint("ses_", i), "")} }); got != 1 {
		t.Errorf("%d statements", got)
	}
	if got := count() - before; got != 1 {
		t.Errorf("%d rows", got)
	}
	var slots []string
	sessiontest.NoError(t, s.reads.Select(&slots, "SELECT ctid::text FROM feed_slots ORDER BY slot"))
	if want := "(0,1) (0,2) (0,3) (0,4) (0,5) (0,6) (0,7) (0,8)"; strings.Join(slots, " ") != want {
		t.Errorf("the slots are at %v: an append has written a new version", slots)
	}
}

// TestFeedWaitsForItsSlot: an append whose connection is lost goes on in the server, and its retry
// comes on another connection. A reader must not see a later number of that slot before.
func TestFeedWaitsForItsSlot(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	s, other := setup(t, address, "a", "b"), openAgain(t, address)
	end := sessiontest.Must(s.FeedEnd(t.Context(), ""))(t)
	tx, process := lockRow(t, s) // of "a"
	first := make(chan error, 1)
	go func() {
		_, err := other.Append(context.Background(), keyed("a", "m:1"))
		first <- err
	}()
	waitBehind(t, s, process)
	// It waits for a row, and has no number yet.
	sessiontest.Must(s.Append(t.Context(), keyed("b", "m:1")))(t)
	list := sessiontest.Must(s.Growths(t.Context(), "", end, 10))(t)
	sessiontest.NoError(t, tx.Rollback())
	sessiontest.NoError(t, <-first)
	for _, g := range list {
		end[g.Slot] = g.N
	}
	list = append(list, sessiontest.Must(s.Growths(t.Context(), "", end, 10))(t)...)
	logs := []string{}
	for _, g := range list {
		logs = append(logs, g.Spans[0].Log)
	}
	if !slices.Equal(logs, []string{"b", "a"}) {
		t.Errorf("a reader got the logs %v", logs)
	}
}

// TestFeedSlotIsHeld: in a slot nobody draws a number before the last one was committed. All other
// slots are taken, so that the two need the same one.
func TestFeedSlotIsHeld(t *testing.T) {
	t.Parallel()
	s := setup(t, storetest.Postgres(t), "a", "b")
	end := sessiontest.Must(s.FeedEnd(t.Context(), ""))(t)
	tx := sessiontest.Must(s.writes.Beginx())(t)
	defer tx.Rollback()
	sessiontest.Must(tx.Exec("SET LOCAL idle_in_transaction_session_timeout = 0"))(t)
	var process int
	sessiontest.NoError(t, tx.Get(&process, "SELECT pg_backend_pid()"))
	var slots []int
	sessiontest.NoError(t, tx.Select(&slots, "SELECT slot FROM feed_slots FOR NO KEY UPDATE"))
	sessiontest.NoError(t, s.feed(t.Context(), tx, "", journal.Span{Log: "a", After: 1, UpTo: 2}))
	later := make(chan error, 1)
	go func() {
		_, err := s.Append(context.Background(), keyed("b", "m:1"))
		later <- err
	}()
	waitBehind(t, s, process)
	if list := sessiontest.Must(s.Growths(t.Context(), "", end, 10))(t); len(list) > 0 {
		t.Errorf("a reader sees %+v before the commit", list)
	}
	sessiontest.NoError(t, tx.Commit())
	sessiontest.NoError(t, <-later)
	list := sessiontest.Must(s.Growths(t.Context(), "", end, 10))(t)
	if len(list) != 2 || list[0].Spans[0].Log != "a" || list[1].Spans[0].Log != "b" {
		t.Errorf("the feed has %+v", list)
	}
}

// TestPruneFeedInParts prunes more rows than one transaction deletes.
func TestPruneFeedInParts(t *testing.T) { databases(t, pruneFeedInParts) }

func pruneFeedInParts(t *testing.T, address string) {
	s := setup(t, address)
	const rows = 2*feedPage + 7
	sessiontest.NoError(t, s.write(t.Context(), "fill", func(ctx context.Context, tx *sqlx.Tx) error {
		for slot := range 2 {
			_, err := execute(ctx, tx, `WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?)
				INSERT INTO feed (tenant, slot, n, at, logs) SELECT ?, ?, n, n, 'a 1 1' FROM c`, rows, fmt.Sprint("tenant ", slot), slot)
			if err != nil {
				return err
			}
		}
		return nil
	}))
	if n := sessiontest.Must(s.PruneFeed(t.Context(), time.Hour))(t); n != 2*rows {
		t.Errorf("%d rows were pruned, want %d", n, 2*rows)
	}
	var left int
	sessiontest.NoError(t, s.get(t.Context(), &left, "SELECT count(*) FROM feed WHERE logs IS NULL"))
	if left != 2 {
		t.Errorf("%d marks are left, want one for each slot", left)
	}
}
