package store

import (
	"net/url"
	"testing"
	"time"

	"ringer/engine/slowtest"
	"ringer/store/storetest"
)

// TestSlowPostgres opens a Postgres under load, which takes long to answer each new connection.
func TestSlowPostgres(t *testing.T) {
	t.Parallel()
	slowtest.Skip(t)
	u, err := url.Parse(storetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	const authentication = 'R'
	slow := func(message []byte) bool {
		if message[0] == authentication {
			time.Sleep(beatNetworkLimit + 200*time.Millisecond)
		}
		return false
	}
	u.Host = storetest.StartSieve(t, u.Host, storetest.Sieve{Split: storetest.SplitPostgres, Drop: slow}).Address()
	s, err := Open(t.Context(), u.String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
