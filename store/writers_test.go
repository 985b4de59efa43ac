package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/store/storetest"
)

// TestWaitingTogether lets a phase change, a message judged before it and an act of a dead epoch wait at the same moment, in
// every order: the first two are stored, the act never is.
func TestWaitingTogether(t *testing.T) { databases(t, waitingTogether) }

func waitingTogether(t *testing.T, address string) {
	s := setup(t, address, "a0", "a1", "a2", "a3", "a4", "a5")
	for i, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		id := fmt.Sprint("a", i)
		dead, err := s.Claim(t.Context(), id, "me")
		if err != nil {
			t.Fatal(err)
		}
		epoch, err := s.Claim(t.Context(), id, "you")
		if err != nil {
			t.Fatal(err)
		}
		phase, said, act := keyed(id, "o:1"), keyed(id, ""), keyed(id, "a:1")
		phase.Guard, phase.Barrier = journal.Guard{Kind: journal.BarrierFact, Barrier: 1}, true
		act.Guard = journal.Guard{Kind: journal.Act, Barrier: 1, Owner: "me", Epoch: dead}
		three := requests(t, phase, said, act)
		s.groups.mu.Lock()
		for _, k := range order {
			s.groups.waiting = append(s.groups.waiting, three[k])
		}
		s.groups.changed.Signal()
		s.groups.mu.Unlock()
		for _, r := range three {
			<-r.done
		}
		var refused *journal.Refused
		if three[0].err != nil || three[1].err != nil || !errors.As(three[2].err, &refused) || refused.Owner != "you" || refused.Epoch != epoch {
			t.Errorf("order %v: %v, %v, %v; want the act refused alone", order, three[0].err, three[1].err, three[2].err)
		}
		row, err := s.Session(t.Context(), id)
		if err != nil || row.LastSeq != 3 || row.Barrier != three[0].appended.Events[0].Seq {
			t.Errorf("order %v: %+v, %v", order, row, err)
		}
	}
}

// TestAnotherReplica appends what another program has stored already in the same database.
func TestAnotherReplica(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	here, there := setup(t, address, "a"), another(t, address)
	first, err := there.Append(t.Context(), keyed("a", "m:1"))
	if err != nil {
		t.Fatal(err)
	}
	done, err := here.Append(t.Context(), keyed("a", "m:1"))
	if err != nil || !done.Known[0] || done.Events[0].Seq != first.Events[0].Seq {
		t.Errorf("%+v, %v; want what is known: %+v", done, err, first)
	}
	other := keyed("a", "m:1")
	other.Events[0].Data = &game.TypingStarted{PlanID: "pln_2"}
	var reused *journal.Reused
	if _, err := here.Append(t.Context(), other); !errors.As(err, &reused) {
		t.Errorf("error %v, want that the key is known with another content", err)
	}
}

// TestThreeWriters lets three programs append to the same sessions of one Postgres in random order, with barriers that move
// and keys that come twice: no deadlock, no gap, no double, and nothing acknowledged is lost.
func TestThreeWriters(t *testing.T) {
	t.Parallel()
	const sessions, rounds = 12, 60
	address := storetest.Postgres(t)
	var ids []string
	for i := range sessions {
		ids = append(ids, fmt.Sprint("s", i))
	}
	stores := []*Store{setup(t, address, ids...), another(t, address), another(t, address)}
	for _, s := range stores {
		noDeadlock(t, s)
	}
	var mu sync.Mutex // protects seqs
	seqs := map[string]int64{}
	var wg sync.WaitGroup
	for w := range 12 {
		rng := rand.New(rand.NewPCG(uint64(w), 1))
		wg.Go(func() {
			for i := range rounds {
				key := fmt.Sprintf("m:%d-%d", w, i)
				if rng.IntN(5) == 0 {
					key = fmt.Sprintf("m:shared-%d", rng.IntN(rounds)) // another writer may have it under way
				}
				id := ids[rng.IntN(sessions)]
				seq := write(t, stores[w%3], rng, id, key)
				mu.Lock()
				if known, ok := seqs[id+key]; ok && known != seq && seq != 0 {
					t.Errorf("%s has seqs %d and %d in %s", key, known, seq, id)
				}
				if seq != 0 {
					seqs[id+key] = seq
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	var stored int
	for _, id := range ids {
		length(t, stores[0], id)
		events, err := stores[1].Events(t.Context(), id, 1, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if seqs[id+e.Key] != e.Seq {
				t.Errorf("event %d of %s was acknowledged as %d", e.Seq, id, seqs[id+e.Key])
			}
		}
		stored += len(events)
	}
	if stored != len(seqs) {
		t.Errorf("%d events are stored and %d acknowledged", stored, len(seqs))
	}
}

// noDeadlock fails the test when a group is given up for a lock, which the retries one by one would hide.
func noDeadlock(t *testing.T, s *Store) {
	carry := s.groups.carry
	s.groups.carry = func(group []*request) error {
		err := carry(group)
		if timedOut(err) || postgresCode(err) == "40P01" {
			t.Error(err)
		}
		return err
	}
}

// write appends one event, as a barrier at times, and returns its seq; 0 when a barrier came first.
func write(t *testing.T, s *Store, rng *rand.Rand, id, key string) int64 {
	a := keyed(id, key)
	if rng.IntN(4) == 0 {
		row, err := s.Session(t.Context(), id)
		if err != nil {
			t.Error(err)
		}
		a.Guard, a.Barrier = journal.Guard{Kind: journal.BarrierFact, Barrier: row.Barrier}, true
	}
	done, err := s.Append(t.Context(), a)
	var refused *journal.Refused
	if errors.As(err, &refused) {
		return 0
	}
	if err != nil {
		t.Error(err)
		return 0
	}
	return done.Events[0].Seq
}

// TestAClaimOvertakesAnAct lets an act wait for its session's row while somebody else claims the home: it has begun under its
// own epoch, and is refused all the same.
func TestAClaimOvertakesAnAct(t *testing.T) {
	t.Parallel()
	s := setup(t, storetest.Postgres(t), "a")
	epoch, err := s.Claim(t.Context(), "a", "me")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := s.writes.Beginx()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	var holder int
	if err := tx.Get(&holder, "SELECT pg_backend_pid() FROM sessions WHERE id = 'a' FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	act := keyed("a", "a:1")
	act.Guard = journal.Guard{Kind: journal.Act, Barrier: 1, Owner: "me", Epoch: epoch}
	outcome := make(chan error, 1)
	go func() {
		_, err := s.Append(t.Context(), act)
		outcome <- err
	}()
	for waits := 0; waits == 0; {
		err := s.reads.Get(&waits, "SELECT count(*) FROM pg_stat_activity WHERE $1::int = ANY(pg_blocking_pids(pid))", holder)
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Claim(t.Context(), "a", "you"); err != nil {
		t.Fatal(err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	var refused *journal.Refused
	if err := <-outcome; !errors.As(err, &refused) || refused.Owner != "you" {
		t.Errorf("error %v, want a refusal that names the new owner", err)
	}
}

// TestALockedSession appends while somebody else holds a session's row for longer than a statement waits: its appends are given
// up, those of the others are stored.
func TestALockedSession(t *testing.T) {
	t.Parallel()
	s := setup(t, storetest.Postgres(t), "a", "b")
	tx, err := s.writes.Beginx()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	// Its pause must not end the transaction before the test does.
	if _, err := tx.Exec("SET LOCAL idle_in_transaction_session_timeout = 0; SELECT 1 FROM sessions WHERE id = 'a' FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	group := requests(t, keyed("a", ""), keyed("b", ""), keyed("a", "m:1"))
	s.groups.carryOut(group)
	for i, want := range []error{journal.ErrUnavailable, nil, journal.ErrUnavailable} {
		if !errors.Is(group[i].err, want) {
			t.Errorf("append %d: error %v, want %v", i, group[i].err, want)
		}
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(t.Context(), keyed("a", "m:1")); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
