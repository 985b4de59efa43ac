package systemtest

import (
	"bytes"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/lib/pq"

	"ringer/store/storetest"
)

// faultDatabase is the database of servers under faults.
type faultDatabase struct {
	// file is the SQLite file.
	file string
	// address is the Postgres, without a proxy.
	address *url.URL
	// admin is a connection that does not go through a proxy.
	admin *sql.DB
	// own is the Postgres if it belongs to the test; otherwise nil.
	own *pgServer
	// loss is what happens to the rings of its servers.
	loss ringLoss
}

// databaseLine is how one server reaches the database.
type databaseLine struct {
	// env is the environment that tells the server where the database is.
	env []string
	// proxy stands between the server and Postgres; nil with SQLite.
	proxy *storetest.Proxy
	// ears is what the server hears through the proxy.
	ears *ears
}

func openFaultDatabase(t *testing.T, kind string) *faultDatabase {
	d := &faultDatabase{}
	address := ""
	switch kind {
	case "sqlite":
		d.file = filepath.Join(t.TempDir(), "ringer.db")
		return d
	case ownPostgres:
		d.own = newPostgres(t)
		address = d.own.address()
	case datedPostgres:
		d.own = newDatedPostgres(t)
		address = d.own.address()
	default:
		address = storetest.Postgres(t)
	}
	var err error
	if d.address, err = url.Parse(address); err != nil {
		t.Fatal(err)
	}
	d.admin = openAdmin(t, address)
	return d
}

// connect returns a line for one more server.
func (d *faultDatabase) connect(t *testing.T) *databaseLine {
	if d.file != "" {
		return &databaseLine{env: []string{"RINGER_DB=" + d.file}}
	}
	l := &databaseLine{ears: &ears{loss: &d.loss}}
	l.proxy = storetest.StartSieve(t, d.address.Host, storetest.Sieve{Split: storetest.SplitPostgres, Drop: l.ears.drop, Cuttable: isAppend})
	through := *d.address
	through.Host = l.proxy.Address()
	l.env = []string{"DATABASE_URL=" + through.String()}
	return l
}

// isAppend reports whether a chunk of a server is an append: it has a list of events' JSON. Rings
// have one, too, and hold the same texts. Queries name types and keys of events without JSON.
func isAppend(chunk []byte) bool {
	return bytes.Contains(chunk, []byte(`{"{\"`)) && !bytes.Contains(chunk, []byte(`\"rings\":`))
}

// terminate kills the backends that serve the line's connections, and returns their number.
func (d *faultDatabase) terminate(l *databaseLine) (n int, err error) {
	err = d.admin.QueryRow("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE client_port = ANY($1)", pq.Array(l.proxy.Ports())).Scan(&n)
	return n, err
}

// owned returns the homes of the replica with a name, and its ids: a process that was killed may
// still have its row.
func (d *faultDatabase) owned(name string) (owners, homes []string, err error) {
	err = d.admin.QueryRow(`WITH r AS (SELECT id FROM replicas WHERE name = $1)
		SELECT ARRAY(SELECT id FROM r), ARRAY(SELECT id FROM homes WHERE owner IN (SELECT id FROM r))`, name).Scan((*pq.StringArray)(&owners), (*pq.StringArray)(&homes))
	return owners, homes, err
}

// orphans counts those of some homes whose owner has no row.
func (d *faultDatabase) orphans(homes []string) (n int, err error) {
	err = d.admin.QueryRow("SELECT count(*) FROM homes WHERE id = ANY($1) AND owner <> '' AND owner NOT IN (SELECT id FROM replicas)", pq.Array(homes)).Scan(&n)
	return n, err
}

// check kills the servers a last time and checks that an SQLite file is intact.
func (d *faultDatabase) check(r *target) {
	if d.file == "" {
		return
	}
	for _, v := range r.replicas {
		v.process.end(syscall.SIGKILL)
	}
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

// failOver kills the Postgres and makes its standby the database of all lines.
func (d *faultDatabase) failOver(standby *pgServer, lines []*databaseLine) {
	d.own.kill()
	standby.promote()
	d.own, d.admin = standby, standby.db
	d.address.Host = standby.host()
	for _, l := range lines {
		l.proxy.Switch(fmt.Sprint(standby.host()))
	}
}
