package store

import (
	"strings"
	"testing"
	"time"

	"ringer/store/storetest"
)

// warnings counts again, and returns what a server warns of.
func warnings(t *testing.T, s *Store) string {
	t.Helper()
	s.peers.mu.Lock()
	s.peers.counted = time.Time{}
	s.peers.mu.Unlock()
	return strings.Join(s.Warnings(t.Context()), "\n")
}

// TestPeers starts two servers on one Postgres. Both say so until one of them ends. A program that
// only opens the database, as a prune does, is not a server. Nor is a server in another schema.
func TestPeers(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	one, elsewhere := setup(t, address), setup(t, storetest.Postgres(t))
	openAgain(t, address) // as a prune does
	if w := warnings(t, one) + warnings(t, elsewhere); w != "" {
		t.Errorf("alone: %q", w)
	}
	two := openAgain(t, address)
	if w := warnings(t, two); !strings.Contains(w, "1 other") || !strings.Contains(w, "stop all but one") {
		t.Errorf("the second one: %q", w)
	}
	if w := warnings(t, one); !strings.Contains(w, "1 other") {
		t.Errorf("the first one: %q", w)
	}
	if w := warnings(t, elsewhere); w != "" {
		t.Errorf("in another schema: %q", w)
	}
	if err := two.Close(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; { // until Postgres has ended the session
		w := warnings(t, one)
		if w == "" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("alone again: %q", w)
		}
	}
}

// TestPeersAfterALostConnection ends the connection that marks a server. It marks itself again, and
// does not take its old mark for another server.
func TestPeersAfterALostConnection(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	one, two := setup(t, address), openAgain(t, address)
	warnings(t, one)
	if _, err := two.writes.Exec("SELECT pg_terminate_backend($1)", one.peers.backends[0]); err != nil {
		t.Fatal(err)
	}
	warnings(t, one) // finds that its connection is gone
	if w := warnings(t, one); w != "" {
		t.Errorf("alone: %q", w)
	}
	if w := warnings(t, two); !strings.Contains(w, "1 other") {
		t.Errorf("the other one: %q", w)
	}
}

// TestNoPeersOnSQLite asks a store on SQLite.
func TestNoPeersOnSQLite(t *testing.T) {
	t.Parallel()
	if w := setup(t, t.TempDir()+"/ringer.db").Warnings(t.Context()); w != nil {
		t.Errorf("%q", w)
	}
}
