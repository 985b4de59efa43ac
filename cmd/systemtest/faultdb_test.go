package systemtest

import (
	"database/sql"
	"net/url"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/lib/pq"

	"ringer/store/storetest"
)

// faultDatabase is the database of a server under faults.
type faultDatabase struct {
	// env is the environment that tells the server where the database is.
	env []string
	// file is the SQLite file.
	file string
	// proxy stands between the server and Postgres.
	proxy *storetest.Proxy
	// admin is a connection that does not go through the proxy.
	admin *sql.DB
}

func openFaultDatabase(t *testing.T, kind string) *faultDatabase {
	if kind == "sqlite" {
		file := filepath.Join(t.TempDir(), "ringer.db")
		return &faultDatabase{env: []string{"RINGER_DB=" + file}, file: file}
	}
	address := storetest.Postgres(t)
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	d := &faultDatabase{proxy: storetest.StartProxy(t, u.Host)}
	if d.admin, err = sql.Open("postgres", address); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.admin.Close() })
	u.Host = d.proxy.Address()
	d.env = []string{"DATABASE_URL=" + u.String()}
	return d
}

// terminate kills the backends that serve the proxy's connections, and returns their number.
func (d *faultDatabase) terminate(t *testing.T) (n int) {
	err := d.admin.QueryRow("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE client_port = ANY($1)", pq.Array(d.proxy.Ports())).Scan(&n)
	if err != nil {
		t.Error(err)
	}
	return n
}

// check kills the server a last time and checks that an SQLite file is intact.
func (d *faultDatabase) check(r *target) {
	if d.file == "" {
		return
	}
	r.process.end(syscall.SIGKILL)
	db, err := sql.Open("sqlite", d.file)
	if err != nil {
		r.t.Fatal(err)
	}
	defer db.Close()
	var said string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&said); err != nil || strings.TrimSpace(said) != "ok" {
		r.t.Errorf("integrity_check says %q, %v", said, err)
	}
}
