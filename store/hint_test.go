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
	"ringer/engine/sessiontest"
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
	u := sessiontest.Must(url.Parse(address))(t)
	for parameter, want := range map[string]string{
		"search_path=nowhere": "search_path in DATABASE_URL", "foo=bar": "remove it", "statement_timeout=soon": "correct the value",
	} {
		u.RawQuery = "sslmode=disable&" + parameter
		_, err := Open(t.Context(), u.String())
		sessiontest.Fails(t, err, want)
	}
	t.Run("NoRights", func(t *testing.T) {
		db, role := openAgain(t, address).writes, fmt.Sprintf("r_%016x", rand.Uint64())
		if _, err := db.Exec("CREATE ROLE " + role + " LOGIN"); err != nil {
			t.Skip("this user may not create roles: ", err)
		}
		t.Cleanup(func() { db.Exec("DROP ROLE " + role) })
		u := sessiontest.Must(url.Parse(address))(t)
		u.User = url.User(role)
		if _, err := Open(t.Context(), u.String()); err == nil || !strings.Contains(err.Error(), "GRANT") && !strings.Contains(err.Error(), "search_path") {
			t.Error(err)
		}
	})
}

// TestCheckURL checks URLs as consoles, templates and the docs of other drivers give them. Each
// error names the cause. None repeats a secret.
func TestCheckURL(t *testing.T) {
	t.Parallel()
	const password, parameter, driver = "write # as %23", "of another driver", "write postgres:// in place"
	for address, want := range map[string]string{
		"postgres://me:se#cret@h/x":                               password,
		"postgres://me:12#34@h/x":                                 password, // 12 could be a port
		"postgres://me:12/34@h/x":                                 password,
		"postgres://me:12?34@h/x":                                 password,
		"postgres://me:se/cret@h:5432/x?sslmode=require":          password,
		"postgres://me:se@c#ret@h/x":                              password,
		"postgres://me:se@c/ret@h/x":                              password,
		"postgres://me:se@c?ret@h/x":                              password,
		"postgres://me:$(SECRET)@h/x":                             "placeholder",
		"postgres://me:se%cret@h/x":                               password,
		"postgres://me:se cret@h/x":                               password,
		"postgres://me:se[cret@h/x":                               password,
		"postgres://me:se^cret@h/x":                               password,
		`postgres://me:se\cret@h/x`:                               password,
		"postgres://me:se\"cret@h/x":                              password,
		"postgres://me:${SECRET}@h/x":                             "placeholder",
		"postgres://me.ref:[YOUR-PASSWORD]@h:6543/x":              "placeholder",
		"postgres://me:<db_password>@h/x":                         "placeholder",
		"postgres://me:{{ .secret }}@h/x":                         "placeholder",
		"\"postgres://me:secret@h/x\"":                            "quotes",
		"'postgres://me:secret@h/x'":                              "quotes",
		"postgres://me:secret@h/x'":                               "quotes",
		"postgres://me:secret@h/x\n":                              "line break",
		"\r\npostgres://me:secret@h/x":                            "line break",
		" postgres://me:secret@h/x":                               "space",
		"postgres://me:secret@h\n/x":                              "line break",
		"postgresql+asyncpg://me:secret@h/x":                      driver,
		"postgres+psycopg2://me:secret@h/x":                       driver,
		"prisma+postgres://me:secret@h/x":                         driver,
		"jdbc:postgresql://h/x?user=me&password=secret":           driver,
		"pgsql://me:secret@h/x":                                   driver,
		"PostgreSQL://me:secret@h/x":                              driver,
		"postgres://me:secret@h/x?schema=public":                  "write search_path",
		"postgres://me:secret@h/x?currentSchema=public":           "write search_path",
		"postgres://me:secret@h/x?pgbouncer=true":                 parameter,
		"postgres://me:secret@h/x?connection_limit=1":             parameter,
		"postgres://me:secret@h/x?ssl=true":                       "write sslmode=require",
		"postgres://me:secret@h/x?sslmode=require&charset=utf8":   parameter,
		"postgres://me:secret@h/x?sslmode=no-verify":              "sslmode that does not exist",
		"“postgres://me:secret@h/x”":                              "quotes",
		"<postgres://me:secret@h/x>":                              "quotes",
		"\ufeffpostgres://me:secret@h/x":                          "invisible",
		"\u200bpostgres://me:secret@h/x":                          "invisible",
		"export DATABASE_URL=postgres://me:secret@h/x":            "text",
		"postgress://me:secret@h/x":                               driver,
		"postgre://me:secret@h/x":                                 driver,
		"postgres://me:secret@h/x?ssl-mode=REQUIRED":              "write sslmode=require",
		"psql postgres://me:secret@h/x":                           "has a text",
		"DATABASE_URL=postgres://me:secret@h/x":                   "has a text",
		"host=h user=me password=secret dbname=x":                 "list of keywords",
		"mysql://me:secret@h/x":                                   "for SQLite",
		"/var/lib/ringer.db":                                      "for SQLite",
		"postgres://me:secret@h:port/x":                           "host or a port",
		"postgres://me:secret@[/x":                                "host or a port",
		"postgres://me:secret@h/x?schema=a&pgbouncer=true&ssl=no": "schema of another driver",
	} {
		err := CheckURL(address)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", address, err, want)
			continue
		}
		for _, secret := range []string{"secret", "cret", "34", "me:"} {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("%s: the error repeats %s: %v", address, secret, err)
			}
		}
	}
}

// TestGoodURLs checks URLs that work.
func TestGoodURLs(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"postgres://ringer:secret@localhost/ringer", "postgresql://ringer@localhost:5432/ringer?sslmode=verify-full&sslrootcert=/etc/ca.pem",
		"postgres://me:p%23%2F%3F%40%25@h/x", "postgres://me:a:b!$&'()*+,;=-._~@h/x", "postgres:///ringer?host=/var/run/postgresql", "postgres://h/x?user=me@tenant&password=secret",
		"postgres://me%40tenant:secret@h/x", "postgres://[::1]:5432/x", "postgres://h", "postgres://me:secret@h/x?search_path=ringer&statement_timeout=9000&my.own=1",
		"postgres://me:secret@h/x?options=-csearch_path%3Dringer&application_name=a@b", "postgres://me:secret@h/a@b",
		"postgres://me:se@cret@h/x", "postgres://me@tenant:secret@h/x", "postgres://me:se$(cret@h/x", "postgres://me:secret@h/x#comment",
	} {
		if err := CheckURL(address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}
