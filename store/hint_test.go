package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"

	"ringer/engine/journal"
	"ringer/store/storetest"
)

// TestHints gives errors of Postgres and of poolers the advice of their cause.
func TestHints(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ code, message, want string }{
		{"08P01", "unsupported startup parameter: jit", "ignore_startup_parameters = enable_bitmapscan,"},
		{"08P01", "unsupported startup parameter: synchronous_commit", "pool_mode = session"},
		{"08P01", "unsupported startup parameter: search_path", "remove this parameter from DATABASE_URL"},
		{"08P01", "bind message supplies 1 parameters, but prepared statement \"3\" requires 2", "pool_mode = session"},
		{"08P01", "no more connections allowed (max_client_conn)", "max_client_conn of pgbouncer"},
		{"08P01", "query_wait_timeout", "default_pool_size"},
		{"08P01", "password authentication failed", "%23"},
		{"08P01", "no such database: x", "create the database"},
		{"08P01", "bouncer config error", "(08P01)"}, // nothing is known
		{"53300", "sorry, too many clients already", "max_connections"},
		{"42P05", `prepared statement "1" already exists`, "pool_mode = session"},
		{"26000", `prepared statement "7" does not exist`, "pool_mode = session"},
		{"42704", `unrecognized configuration parameter "foo"`, "remove it"},
		{"42501", "permission denied for schema public", "GRANT USAGE, CREATE ON SCHEMA"},
		{"42501", "permission denied for table origin", "GRANT SELECT"},
		{"28P01", "password authentication failed", "%23"},
		{"28000", "no pg_hba.conf entry for host, no encryption", "sslmode=require"},
		{"3F000", "no schema has been selected to create in", "search_path"},
	} {
		if err := explainPostgres("", fmt.Errorf("open: %w", &pq.Error{Code: pqerror.Code(c.code), Message: c.message})); !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v; want %q", c.code, c.message, err, c.want)
		}
	}
	if err := fault("append", &pq.Error{Code: "26000"}); !errors.Is(err, journal.ErrUnavailable) || !strings.Contains(err.Error(), adviceOnPooler) {
		t.Errorf("in the log of a running server: %v", err)
	}
}

// TestMistakesOfAnAddress opens a Postgres with mistakes that only the server can notice.
func TestMistakesOfAnAddress(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	for parameter, want := range map[string]string{
		"search_path=nowhere": "search_path in DATABASE_URL", "foo=bar": "remove it", "statement_timeout=soon": "correct the value",
	} {
		u.RawQuery = "sslmode=disable&" + parameter
		if _, err := Open(t.Context(), u.String()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", parameter, err, want)
		}
	}
	t.Run("NoRights", func(t *testing.T) {
		db, role := openAgain(t, address).writes, fmt.Sprintf("r_%016x", rand.Uint64())
		if _, err := db.Exec("CREATE ROLE " + role + " LOGIN"); err != nil {
			t.Skip("this user may not create roles: ", err)
		}
		t.Cleanup(func() { db.Exec("DROP ROLE " + role) })
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		u.User = url.User(role)
		if _, err := Open(t.Context(), u.String()); err == nil || !strings.Contains(err.Error(), "GRANT") && !strings.Contains(err.Error(), "search_path") {
			t.Error(err)
		}
	})
}
