package store

import (
	"errors"
	"net/url"
	"testing"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/store/storetest"
)

// throughProxy opens a Postgres with one session through a proxy, and one past it.
func throughProxy(t *testing.T) (s, past *Store, p *storetest.Proxy) {
	t.Helper()
	t.Parallel()
	address := storetest.Postgres(t)
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	p = storetest.StartProxy(t, u.Host)
	u.Host = p.Address()
	return setup(t, u.String(), "a"), another(t, address), p
}

const marker = "this append is cut off"

// marked is an append that the proxy knows.
func marked(key string) journal.Append {
	return journal.Append{Session: "a", Events: []game.Event{{Key: key, Data: &game.TypingStarted{PlanID: marker}}}}
}

// lostCuts are the ways of losing a connection, and how many events are stored by then.
var lostCuts = map[string]struct {
	mode   storetest.Mode
	stored int64
}{"BeforeCommit": {storetest.CutBefore, 0}, "AfterCommit": {storetest.CutAfter, 1}}

// isUnknown wants an error to say that nobody knows, and not that nothing was stored.
func isUnknown(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, journal.ErrOutcomeUnknown) || errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("error %v, want journal.ErrOutcomeUnknown alone", err)
	}
}

// TestLostAndThenRefused loses an append with a key whose next try waits for a lock in vain: that try was not stored, but of the
// first nobody knows.
func TestLostAndThenRefused(t *testing.T) {
	s, past, p := throughProxy(t)
	tx, err := past.writes.Beginx()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.Exec("SET LOCAL idle_in_transaction_session_timeout = 0; SELECT 1 FROM sessions WHERE id = 'a' FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	p.Set(storetest.CutBefore, marker)
	_, err = s.Append(t.Context(), marked("m:1"))
	isUnknown(t, err)
}

// TestLostAndKeyed cuts the connection while an append with a key is under way: it is tried again, stored once, and new to the caller.
func TestLostAndKeyed(t *testing.T) {
	t.Parallel()
	for name, cut := range lostCuts {
		t.Run(name, func(t *testing.T) {
			s, _, p := throughProxy(t)
			struck := p.Set(cut.mode, marker)
			done, err := s.Append(t.Context(), marked("m:1"))
			if err != nil || done.Known[0] || done.Events[0].Seq != 2 {
				t.Errorf("%+v, %v; want seq 2, new", done, err)
			}
			<-struck // else nothing was tested
			if done, err = s.Append(t.Context(), marked("m:1")); err != nil || !done.Known[0] {
				t.Errorf("once more: %+v, %v; want known", done, err)
			}
			if n := length(t, s, "a"); n != 2 {
				t.Errorf("%d events, want 2", n)
			}
		})
	}
}

// TestLostWithoutKey cuts the connection under an append without a key: nobody can know, and it is never tried again.
func TestLostWithoutKey(t *testing.T) {
	t.Parallel()
	for name, cut := range lostCuts {
		t.Run(name, func(t *testing.T) {
			s, _, p := throughProxy(t)
			p.Set(cut.mode, marker)
			_, err := s.Append(t.Context(), marked(""))
			isUnknown(t, err)
			if n := length(t, s, "a"); n != 1+cut.stored {
				t.Errorf("%d events, want %d", n, 1+cut.stored)
			}
		})
	}
}

// TestLostBarrier cuts the connection under a barrier: stored or not by then, it is no refusal of itself.
func TestLostBarrier(t *testing.T) {
	t.Parallel()
	for name, cut := range lostCuts {
		t.Run(name, func(t *testing.T) {
			s, _, p := throughProxy(t)
			a := marked("a:once")
			a.Guard, a.Barrier = journal.Guard{Kind: journal.BarrierFact, Barrier: 1}, true
			struck := p.Set(cut.mode, marker)
			done, err := s.Append(t.Context(), a)
			if err != nil || done.Known[0] || done.Events[0].Seq != 2 {
				t.Errorf("%+v, %v; want seq 2, new", done, err)
			}
			<-struck
			row, err := s.Session(t.Context(), "a")
			if err != nil || row.Barrier != 2 || row.LastSeq != 2 {
				t.Errorf("%+v, %v; want barrier and last seq 2", row, err)
			}
		})
	}
}

// TestLostAct cuts the connection under acts: their owner claims the home again, and from then on they are stored or refused for ever.
func TestLostAct(t *testing.T) {
	t.Parallel()
	for name, cut := range lostCuts {
		t.Run(name, func(t *testing.T) {
			s, _, p := throughProxy(t)
			epoch, err := s.Claim(t.Context(), "a", "me")
			if err != nil {
				t.Fatal(err)
			}
			a := marked("a:1")
			a.Guard = journal.Guard{Kind: journal.Act, Barrier: 1, Owner: "me", Epoch: epoch}
			a.Events = append(a.Events, event(""))
			p.Set(cut.mode, marker)
			_, err = s.Append(t.Context(), a)
			isUnknown(t, err)
			if _, err := s.Claim(t.Context(), "a", "me"); err != nil {
				t.Fatal(err)
			}
			done, err := s.Append(t.Context(), a) // as the lost try would, if it came now
			var refused *journal.Refused
			if cut.stored > 0 && (err != nil || len(done.Known) != 2) || cut.stored == 0 && !errors.As(err, &refused) {
				t.Errorf("%+v, %v; want it known if it was stored, else refused", done, err)
			}
			if n := length(t, s, "a"); n != 1+2*cut.stored {
				t.Errorf("%d events, want %d", n, 1+2*cut.stored)
			}
		})
	}
}

// TestLaterAppendsWaitForALostOne appends behind one whose outcome is not known: it comes after it.
func TestLaterAppendsWaitForALostOne(t *testing.T) {
	s, _, p := throughProxy(t)
	struck := p.Set(storetest.CutBefore, marker)
	first := make(chan int64, 1)
	go func() {
		done, err := s.Append(t.Context(), marked("m:1"))
		if err != nil {
			t.Error(err)
			done.Events = []game.Event{{}}
		}
		first <- done.Events[0].Seq
	}()
	<-struck
	done, err := s.Append(t.Context(), keyed("a", ""))
	if err != nil {
		t.Fatal(err)
	}
	if lost := <-first; lost != 2 || done.Events[0].Seq != 3 {
		t.Errorf("the lost one got seq %d, the one behind it %d; want 2 and 3", lost, done.Events[0].Seq)
	}
}

// TestAway appends while no connection can be had: nothing is stored, and that is certain.
func TestAway(t *testing.T) {
	s, past, p := throughProxy(t)
	p.Close()
	_, _ = s.Append(t.Context(), keyed("a", "")) // meets the connection that is gone
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
	if n := length(t, past, "a"); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
}

// TestSilentNetwork appends while nothing gets through and nothing is closed: the calls end by themselves.
func TestSilentNetwork(t *testing.T) {
	s, past, p := throughProxy(t)
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
		t.Errorf("append: error %v", err)
	}
	p.Set(storetest.Passing, "")
	if _, err := s.Append(t.Context(), keyed("a", "m:2")); err != nil {
		t.Errorf("after the silence: %v", err)
	}
	if n := length(t, past, "a"); n != 2 {
		t.Errorf("%d events, want 2", n)
	}
}
