package store

import (
	"errors"
	"testing"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// throughProxy opens a Postgres with one session twice: s through a proxy, and direct.
func throughProxy(t *testing.T) (s, direct *Store, p *storetest.Proxy) {
	t.Helper()
	t.Parallel()
	address := storetest.Postgres(t)
	through, p := storetest.Through(t, address, storetest.Sieve{})
	return setup(t, through, "a"), openAgain(t, address), p
}

const marker = "this append is cut off"

// marked is an append that the proxy recognizes.
func marked(key string) journal.Append {
	return journal.Append{Session: "a", Events: []session.Event{{Key: key, Data: &session.TypingStarted{PlanID: marker}}}}
}

// eachCut loses the connection of an append before and after its commit. stored is how many appends
// are stored by then.
func eachCut(t *testing.T, run func(t *testing.T, s *Store, cut func() (struck <-chan struct{}), stored int64)) {
	t.Helper()
	t.Parallel()
	for name, mode := range map[string]storetest.Mode{"BeforeCommit": storetest.CutBefore, "AfterCommit": storetest.CutAfter} {
		t.Run(name, func(t *testing.T) {
			s, _, p := throughProxy(t)
			run(t, s, func() <-chan struct{} { return p.Set(mode, marker) }, int64(mode-storetest.CutBefore))
		})
	}
}

// wantUnknown checks that an error does not say that nothing was stored.
func wantUnknown(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, journal.ErrOutcomeUnknown) || errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("error %v, want journal.ErrOutcomeUnknown alone", err)
	}
}

// TestLostAndThenRefused loses an append with a key. The next try waits too long for a lock, and
// was certainly not stored. But the first may have been.
func TestLostAndThenRefused(t *testing.T) {
	s, direct, p := throughProxy(t)
	lockRow(t, direct)
	p.Set(storetest.CutBefore, marker)
	_, err := s.Append(t.Context(), marked("m:1"))
	wantUnknown(t, err)
}

// TestLostAndKeyed cuts off an append with a key. It is tried again, and new to its caller.
func TestLostAndKeyed(t *testing.T) {
	eachCut(t, func(t *testing.T, s *Store, cut func() <-chan struct{}, stored int64) {
		struck := cut()
		done, err := s.Append(t.Context(), marked("m:1"))
		if err != nil || done.Known[0] || done.Events[0].Seq != 2 {
			t.Errorf("got %+v, error %v; want seq 2, new", done, err)
		}
		<-struck // or nothing was tested
		if done, err = s.Append(t.Context(), marked("m:1")); err != nil || !done.Known[0] {
			t.Errorf("the same append again: %+v, error %v; want known", done, err)
		}
		wantLength(t, s, "a", 2)
	})
}

// TestLostWithoutKey cuts off an append without a key. It is never tried again.
func TestLostWithoutKey(t *testing.T) {
	eachCut(t, func(t *testing.T, s *Store, cut func() <-chan struct{}, stored int64) {
		cut()
		_, err := s.Append(t.Context(), marked(""))
		wantUnknown(t, err)
		wantLength(t, s, "a", 1+stored)
	})
}

// TestLostBarrier cuts off a barrier. Its own retry is not refused, even if it was stored.
func TestLostBarrier(t *testing.T) {
	eachCut(t, func(t *testing.T, s *Store, cut func() <-chan struct{}, stored int64) {
		a := marked("a:once")
		a.Guard, a.Barrier = journal.Guard{Kind: journal.BarrierFact, Barrier: 1}, true
		struck := cut()
		done, err := s.Append(t.Context(), a)
		if err != nil || done.Known[0] || done.Events[0].Seq != 2 {
			t.Errorf("got %+v, error %v; want seq 2, new", done, err)
		}
		<-struck
		row, err := s.Session(t.Context(), "a")
		if err != nil || row.Barrier != 2 || row.LastSeq != 2 {
			t.Errorf("row %+v, error %v; want barrier and last seq 2", row, err)
		}
	})
}

// TestLostAct cuts off acts. After a new claim, a second try is known if the first was stored, else
// refused.
func TestLostAct(t *testing.T) {
	eachCut(t, func(t *testing.T, s *Store, cut func() <-chan struct{}, stored int64) {
		epoch := claim(t, s, "a", "me")
		a := marked("a:1")
		a.Guard = actsOf("me", epoch)
		a.Events = append(a.Events, event(""))
		cut()
		_, err := s.Append(t.Context(), a)
		wantUnknown(t, err)
		claim(t, s, "a", "me")
		done, err := s.Append(t.Context(), a) // as if the lost try arrived now
		_, refused := errors.AsType[*journal.Refused](err)
		if stored > 0 && (err != nil || len(done.Known) != 2) || stored == 0 && !refused {
			t.Errorf("got %+v, error %v; want known if it was stored, else refused", done, err)
		}
		wantLength(t, s, "a", 1+2*stored)
	})
}

// TestLaterAppendsWaitForALostOne appends after a lost append, which must get the earlier seq.
func TestLaterAppendsWaitForALostOne(t *testing.T) {
	s, _, p := throughProxy(t)
	struck := p.Set(storetest.CutBefore, marker)
	first := make(chan int64, 1)
	go func() {
		done, err := s.Append(t.Context(), marked("m:1"))
		if err != nil {
			t.Error(err)
			done.Events = []session.Event{{}}
		}
		first <- done.Events[0].Seq
	}()
	<-struck
	done := sessiontest.Must(s.Append(t.Context(), keyed("a", "")))(t)
	if lost := <-first; lost != 2 || done.Events[0].Seq != 3 {
		t.Errorf("the lost append got seq %d, the later one %d; want 2 and 3", lost, done.Events[0].Seq)
	}
}

// TestAway appends while the database cannot be reached. Nothing is stored, and the errors say so.
func TestAway(t *testing.T) {
	s, direct, p := throughProxy(t)
	p.Close()
	_, _ = s.Append(t.Context(), keyed("a", "")) // finds that its connection is gone
	for range 3 {
		if _, err := s.Append(t.Context(), keyed("a", "m:2")); !errors.Is(err, journal.ErrUnavailable) {
			t.Errorf("append: error %v, want journal.ErrUnavailable", err)
		}
	}
	if err := s.Ping(t.Context()); !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("ping: error %v, want journal.ErrUnavailable", err)
	}
	if _, err := s.Claim(t.Context(), "a", "me"); !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("claim: error %v, want journal.ErrUnavailable", err)
	}
	wantLength(t, direct, "a", 1)
}

// TestSilentNetwork appends while nothing gets through. The calls must end by themselves.
func TestSilentNetwork(t *testing.T) {
	s, direct, p := throughProxy(t)
	p.Set(storetest.Silent, "")
	unknown := make(chan error, 1)
	go func() {
		_, err := s.Append(t.Context(), keyed("a", ""))
		unknown <- err
	}()
	if err := s.Ping(t.Context()); !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("ping: error %v, want journal.ErrUnavailable", err)
	}
	if err := <-unknown; !errors.Is(err, journal.ErrOutcomeUnknown) && !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("append: error %v, want journal.ErrOutcomeUnknown or journal.ErrUnavailable", err)
	}
	p.Set(storetest.Passing, "")
	if _, err := s.Append(t.Context(), keyed("a", "m:2")); err != nil {
		t.Errorf("after the silence: %v", err)
	}
	wantLength(t, direct, "a", 2)
}
