package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// TestWaitingTogether puts a phase change, an older message and an act of an old epoch into the
// queue, in every order. The first two are always stored, and the act never is.
func TestWaitingTogether(t *testing.T) { databases(t, waitingTogether) }

func waitingTogether(t *testing.T, address string) {
	s := setup(t, address, "a0", "a1", "a2", "a3", "a4", "a5")
	for i, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		id := fmt.Sprint("a", i)
		old := claim(t, s, id, "me")
		epoch := claim(t, s, id, "you")
		phase, said, act := keyed(id, "o:1"), keyed(id, ""), keyed(id, "a:1")
		phase.Guard, phase.Barrier = journal.Guard{Kind: journal.BarrierFact, Barrier: 1}, true
		act.Guard = actsOf("me", old)
		three := requests(t, phase, said, act)
		s.grouper.mu.Lock()
		for _, k := range order {
			s.grouper.waiting = append(s.grouper.waiting, three[k])
		}
		s.grouper.changed.Signal()
		s.grouper.mu.Unlock()
		for _, r := range three {
			<-r.done
		}
		refused, ok := errors.AsType[*journal.Refused](three[2].err)
		if three[0].err != nil || three[1].err != nil || !ok || refused.Owner != "you" || refused.Epoch != epoch {
			t.Errorf("order %v: errors %v, %v, %v; want only the act refused", order, three[0].err, three[1].err, three[2].err)
		}
		row, err := s.Session(t.Context(), id)
		if err != nil || row.LastSeq != 3 || row.Barrier != three[0].appended.Events[0].Seq {
			t.Errorf("order %v: row %+v, error %v; want last seq 3, and the phase change as the barrier", order, row, err)
		}
	}
}

// TestAnotherReplica appends an event that another program has already stored in the same database.
func TestAnotherReplica(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	here, there := setup(t, address, "a"), openAgain(t, address)
	first := sessiontest.Must(there.Append(t.Context(), keyed("a", "m:1")))(t)
	done, err := here.Append(t.Context(), keyed("a", "m:1"))
	if err != nil || !done.Known[0] || done.Events[0].Seq != first.Events[0].Seq {
		t.Errorf("got %+v, error %v; want the known event: %+v", done, err, first)
	}
	other := keyed("a", "m:1")
	other.Events[0].Data = &session.TypingStarted{PlanID: "pln_2"}
	_, err = here.Append(t.Context(), other)
	if _, ok := errors.AsType[*journal.Reused](err); !ok {
		t.Errorf("error %v, want *journal.Reused", err)
	}
}

// TestAKeyStoredMeanwhile lets an append wait for its session's row while another program stores
// one of its two keys. The append must find that key, and store the other one.
func TestAKeyStoredMeanwhile(t *testing.T) {
	t.Parallel()
	s := setup(t, storetest.Postgres(t), "a")
	tx, holder := lockRow(t, s)
	outcomes := make(chan outcome)
	go func() {
		done, err := s.Append(t.Context(), keyed("a", "m:1", "m:2"))
		outcomes <- outcome{done, err}
	}()
	waitBehind(t, s, holder)
	for _, q := range []string{
		"UPDATE sessions SET last_seq = 2 WHERE id = 'a'",
		"INSERT INTO events (session_id, seq, at, v, type, key, data) SELECT session_id, 2, at, v, type, 'm:1', data FROM events WHERE session_id = 'a'",
	} {
		sessiontest.Must(tx.Exec(q))(t)
	}
	sessiontest.NoError(t, tx.Commit())
	done := <-outcomes
	if done.err != nil || !slices.Equal(done.appended.Known, []bool{true, false}) || done.appended.Events[1].Seq != 3 {
		t.Errorf("got %+v, error %v; want m:1 known, and m:2 stored with seq 3", done.appended, done.err)
	}
	wantLength(t, s, "a", 3)
}

// TestThreeWriters lets three programs append to the same sessions of one Postgres in random order.
// Barriers move, and keys come twice. There must be no deadlock, no gap and no duplicate, and no
// acknowledged event may be lost.
func TestThreeWriters(t *testing.T) {
	t.Parallel()
	const sessions, rounds = 12, 60
	address := storetest.Postgres(t)
	var ids []string
	for i := range sessions {
		ids = append(ids, fmt.Sprint("s", i))
	}
	stores := []*Store{setup(t, address, ids...), openAgain(t, address), openAgain(t, address)}
	for _, s := range stores {
		s.grouper.appender = deadlockCheck{s.grouper.appender, t}
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
					// Another writer may be storing this key.
					key = fmt.Sprintf("m:shared-%d", rng.IntN(rounds))
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
		events := sessiontest.Must(stores[1].Events(t.Context(), id, 1, 100_000))(t)
		for _, e := range events {
			if seqs[id+e.Key] != e.Seq {
				t.Errorf("event %d of %s was acknowledged as %d", e.Seq, id, seqs[id+e.Key])
			}
		}
		stored += len(events)
	}
	if stored != len(seqs) {
		t.Errorf("%d events are stored and %d were acknowledged", stored, len(seqs))
	}
}

// deadlockCheck fails the test when a group fails because of a lock. Without it the retries one by
// one would hide that.
type deadlockCheck struct {
	appender
	t *testing.T
}

func (c deadlockCheck) store(group []*request) error {
	err := c.appender.store(group)
	if timedOut(err) || postgresCode(err) == "40P01" {
		c.t.Error(err)
	}
	return err
}

// write appends one event, sometimes as a barrier. It returns the seq, or 0 when another barrier
// came first.
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
	if _, ok := errors.AsType[*journal.Refused](err); ok {
		return 0
	}
	if err != nil {
		t.Error(err)
		return 0
	}
	return done.Events[0].Seq
}

// TestAClaimOvertakesAnAct lets an act wait for its session's row while another owner claims the
// home. The act began under a valid epoch, and must be refused all the same.
func TestAClaimOvertakesAnAct(t *testing.T) {
	t.Parallel()
	s := setup(t, storetest.Postgres(t), "a")
	epoch := claim(t, s, "a", "me")
	tx, holder := lockRow(t, s)
	act := keyed("a", "a:1")
	act.Guard = actsOf("me", epoch)
	outcome := make(chan error, 1)
	go func() {
		_, err := s.Append(t.Context(), act)
		outcome <- err
	}()
	waitBehind(t, s, holder)
	claim(t, s, "a", "you")
	sessiontest.NoError(t, tx.Rollback())
	err := <-outcome
	if refused, ok := errors.AsType[*journal.Refused](err); !ok || refused.Owner != "you" {
		t.Errorf("error %v, want a refusal that names the new owner", err)
	}
}

// TestALockedSession appends while a session's row stays locked for longer than a statement waits.
// The appends of that session fail, and the appends of the others are stored. Pings do not care.
func TestALockedSession(t *testing.T) {
	t.Parallel()
	s := setup(t, storetest.Postgres(t), "a", "b")
	tx, _ := lockRow(t, s)
	group := requests(t, keyed("a", ""), keyed("b", ""), keyed("a", "m:1"))
	s.grouper.process(group)
	for i, want := range []error{journal.ErrUnavailable, nil, journal.ErrUnavailable} {
		if !errors.Is(group[i].err, want) {
			t.Errorf("append %d: error %v, want %v", i, group[i].err, want)
		}
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("ping: %v", err)
	}
	sessiontest.NoError(t, tx.Rollback())
	if _, err := s.Append(t.Context(), keyed("a", "m:1")); err != nil {
		t.Errorf("append after the lock: %v", err)
	}
}
