package store

import (
	"log/slog"
	"path/filepath"
	"slices"
	"testing"

	"ringer/engine/bell"
	"ringer/engine/bell/belltest"
	"ringer/engine/logtest"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// openBell opens a bell that ends with the test.
func openBell(t testing.TB, s *Store, hear func([]byte)) (bell.Bell, *logtest.Buffer) {
	t.Helper()
	log := &logtest.Buffer{}
	b := sessiontest.Must(s.Bell(t.Context(), hear, slog.New(slog.NewTextHandler(log, nil))))(t)
	t.Cleanup(func() { _ = b.Close() })
	return b, log
}

func TestBell(t *testing.T) {
	t.Parallel()
	s := setup(t, storetest.Postgres(t))
	belltest.Run(t, func(t *testing.T, hear func([]byte)) bell.Bell {
		b, _ := openBell(t, s, hear)
		return b
	})
}

// TestBellOfAnotherSchema rings bells of two schemas in one database.
func TestBellOfAnotherSchema(t *testing.T) {
	t.Parallel()
	ear, other := belltest.NewEar(), belltest.NewEar()
	ours, _ := openBell(t, setup(t, storetest.Postgres(t)), ear.Hear)
	theirs, _ := openBell(t, setup(t, storetest.Postgres(t)), other.Hear)
	belltest.Ring(t, theirs, "theirs")
	other.Want(t, "theirs")
	belltest.Ring(t, ours, "ours")
	ear.Want(t, "ours")
}

// TestBellRefusesAMessage rings texts that Postgres does not take. The bell rings on.
func TestBellRefusesAMessage(t *testing.T) {
	t.Parallel()
	ear := belltest.NewEar()
	b, _ := openBell(t, setup(t, storetest.Postgres(t)), ear.Hear)
	for _, text := range []string{"a\x00b", "\xff", string(make([]byte, 8000))} {
		if err := b.Ring(t.Context(), [][]byte{[]byte(text)}); err == nil {
			t.Errorf("%.10q: no error", text)
		}
	}
	belltest.Ring(t, b, "text")
	ear.Want(t, "text")
}

// TestBellAfterALostBackend ends the connections of two bells in Postgres while messages flow. They
// flow again, and the log has one line about the loss and one about the return.
func TestBellAfterALostBackend(t *testing.T) {
	t.Parallel()
	s := setup(t, storetest.Postgres(t))
	here, there := belltest.NewEar(), belltest.NewEar()
	one, log := openBell(t, s, here.Hear)
	openBell(t, s, there.Hear)
	latest := belltest.Flow(t, one)
	here.After(t, latest())
	there.After(t, latest())
	channel := one.(*postgresBell).channel
	var ringer int64
	sessiontest.NoError(t, one.(*postgresBell).pool.Get(&ringer, "SELECT pg_backend_pid()"))
	const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN "' || $1 || '"' OR pid = $2`
	var ended []bool
	if err := s.reads.Select(&ended, end, channel, ringer); err != nil || len(ended) != 3 {
		t.Fatalf("%d connections ended, error %v", len(ended), err)
	}
	for _, ear := range []belltest.Ear{here, there} {
		if heard := ear.After(t, latest()); !slices.IsSorted(heard) {
			t.Errorf("heard %d, want ascending numbers", heard)
		}
	}
	if len(log.Containing("does not hear the others")) != 1 || len(log.Containing("hears the others again")) != 1 {
		t.Errorf("the log says:\n%s\nwant one line about the loss, and one about the return", log)
	}
}

// bellThroughProxy opens a bell through a proxy.
func bellThroughProxy(t *testing.T, hear func([]byte)) (bell.Bell, *storetest.Proxy, *logtest.Buffer) {
	t.Helper()
	t.Parallel()
	address, p := storetest.Through(t, storetest.Postgres(t), storetest.Sieve{})
	b, log := openBell(t, setup(t, address), hear)
	return b, p, log
}

// TestBellOverASilentNetwork loses everything between a bell and Postgres, but no connection. The
// bell gives its connections up, and messages flow again when the network is back.
func TestBellOverASilentNetwork(t *testing.T) {
	ear := belltest.NewEar()
	b, p, log := bellThroughProxy(t, ear.Hear)
	latest := belltest.Flow(t, b)
	ear.After(t, latest())
	p.Set(storetest.Silent, "")
	for len(log.Containing("does not hear the others")) == 0 {
		_ = b.Ring(t.Context(), [][]byte{nil}) // fails after networkLimit
	}
	p.Set(storetest.Passing, "")
	ear.After(t, latest())
}

// TestCloseBellOverASilentNetwork closes a bell while it rings into a silent network. The ring
// ends, and Close returns.
func TestCloseBellOverASilentNetwork(t *testing.T) {
	b, p, _ := bellThroughProxy(t, belltest.NewEar().Hear)
	p.Set(storetest.Silent, "")
	rung := make(chan error)
	go func() { rung <- b.Ring(t.Context(), [][]byte{[]byte("text")}) }()
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if err := <-rung; err == nil {
		t.Error("a message was sent through a silent network")
	}
	p.Set(storetest.Passing, "")
}

// TestNoBellOnSQLite rings a bell of a database with one process.
func TestNoBellOnSQLite(t *testing.T) {
	t.Parallel()
	b, _ := openBell(t, setup(t, filepath.Join(t.TempDir(), "ringer.db")), nil)
	belltest.Ring(t, b, "text")
}
