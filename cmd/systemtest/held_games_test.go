package systemtest

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// heldGames is what users of a database hold: the database, as a server of some version of the
// tables left it when it was killed, and the requests that follow.
type heldGames struct {
	// At is when the server was killed.
	At    time.Time  `json:"at"`
	Steps []heldStep `json:"steps"`
}

// TestHeldGames opens databases of earlier versions, and compares what this version answers. The
// users go on with their cursors and tokens.
func TestHeldGames(t *testing.T) {
	recordings(t, func(t *testing.T, r heldRelease, differs func(where, what string)) {
		games := r.matching("tables/*.json")
		if len(games) == 0 {
			t.Fatal("no database is recorded")
		}
		for name, b := range games {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				var h heldGames
				sessiontest.NoError(t, json.Unmarshal(b, &h))
				d := restore(t, name, r.files["tables/"+name])
				d.migrate(t, release{}, h.At)
				_, url := startHeld(t, release{}, d.env)
				for where, what := range (heldScene{name, h.Steps}).compare(t, url) {
					differs(where, what)
				}
			})
		}
	})
}

// heldDatabase is a database that a test may change.
type heldDatabase struct {
	// env is the setting of a server.
	env             string
	driver, address string
}

func newHeldDatabase(t *testing.T, kind string) heldDatabase {
	if kind == ".sql" {
		address := storetest.Postgres(t)
		return heldDatabase{"DATABASE_URL=" + address, "postgres", address}
	}
	file := filepath.Join(t.TempDir(), "ringer.db")
	return heldDatabase{"RINGER_DB=" + file, "sqlite", file}
}

// exec executes statements.
func (d heldDatabase) exec(t *testing.T, statements string) {
	t.Helper()
	db := sessiontest.Must(sql.Open(d.driver, d.address))(t)
	defer db.Close()
	sessiontest.Must(db.Exec(statements))(t)
}

// schema returns the schema of a database of Postgres.
func (d heldDatabase) schema(t *testing.T) string {
	u := sessiontest.Must(url.Parse(d.address))(t)
	return u.Query().Get("search_path")
}

const anySchema = "t_0000000000000000"

// dump returns the content of a database that no server uses.
func (d heldDatabase) dump(t *testing.T) []byte {
	if d.driver == "sqlite" {
		d.exec(t, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; VACUUM")
		b := sessiontest.Must(os.ReadFile(d.address))(t)
		return b
	}
	cmd := exec.Command(filepath.Join(os.Getenv("TEST_POSTGRES_BIN"), "pg_dump"), "--inserts", "--no-owner", "--no-privileges", "--schema", d.schema(t), os.Getenv("TEST_DATABASE_URL"))
	dump := strings.ReplaceAll(string(output(t, cmd)), d.schema(t), anySchema)
	// The schema is there already. A line with \ is for psql.
	return regexp.MustCompile(`(?m)^(CREATE SCHEMA|SET|--|\\|SELECT pg_catalog.set_config).*\n`).ReplaceAll([]byte(dump), nil)
}

// restore makes a database of a dump. The name ends with the kind of the database.
func restore(t *testing.T, name string, dump []byte) heldDatabase {
	d := newHeldDatabase(t, path.Ext(name))
	if d.driver == "postgres" {
		d.exec(t, strings.ReplaceAll(string(dump), anySchema, d.schema(t)))
		return d
	}
	sessiontest.NoError(t, os.WriteFile(d.address, dump, 0o600))
	return d
}

// migrate updates the tables. Then it sets the clock of the games to a moment, as if somebody had
// set the clock of the machine since then.
func (d heldDatabase) migrate(t *testing.T, to release, at time.Time) {
	var log bytes.Buffer
	if err := to.command(t, &log, []string{d.env}, "migrate").Run(); err != nil {
		t.Fatal(err, &log)
	}
	d.exec(t, fmt.Sprintf("UPDATE clock SET shift = shift + %d", time.Since(at).Microseconds()))
}

// recordGames records a database of each program: what it leaves when it is killed, and what the
// release answers then.
func recordGames(t *testing.T, of release, programs []release, files map[string][]byte) {
	for _, p := range programs {
		for _, kind := range []string{".db", ".sql"} {
			if kind == ".sql" && !slices.Contains(recordedPostgres, p.games) {
				continue
			}
			name := fmt.Sprint(p.games, kind)
			d, h := newHeldDatabase(t, kind), heldGames{}
			later := leave(t, p, d)
			h.At = time.Now()
			dump := d.dump(t)
			for run := range *recordRuns {
				d := restore(t, name, dump)
				d.migrate(t, of, h.At)
				if run == 0 {
					h.Steps = append(d.reads(t), later...)
				}
				c, url := startHeld(t, of, d.env)
				s := heldScene{name, slices.Clone(h.Steps)}
				s.record(t, url, run)
				if run > 0 {
					joinSteps(h.Steps, s.Steps)
				}
				h.Steps = s.Steps
				c.end(syscall.SIGKILL)
			}
			for i := len(h.Steps) - len(later); i < len(h.Steps); i++ {
				h.Steps[i].Answer = undecided(h.Steps[i].Answer, true)
			}
			// A release may fail to read an old database. That is nothing to hold.
			h.Steps = slices.DeleteFunc(h.Steps, func(s heldStep) bool { return s.Answer.(map[string]any)["status"] == json.Number("500") })
			files["tables/"+name], files["tables/"+name+".json"] = dump, marshal(h)
		}
	}
}

// recordedPostgres are the versions of the tables that are recorded on Postgres, too: the first
// one, one of the middle, and the newest.
var recordedPostgres = []int{2, 5, 8}

// leave plays on a server, and kills it. It returns what the users do later.
func leave(t *testing.T, p release, d heldDatabase) (later []heldStep) {
	c, url := startHeld(t, p, d.env)
	players := map[string]*heldPlayer{}
	for _, s := range readHeldScript(t, "tables.http") {
		name, isLater := strings.CutSuffix(s.Name, " later")
		if !isLater {
			players[name] = s.play(t, url, func(int, any) {})
			continue
		}
		for _, step := range s.Steps {
			step.Request = reference.ReplaceAllStringFunc(step.Request, players[name].value)
			if !strings.Contains(step.Request, missing) {
				later = append(later, step)
			}
		}
	}
	c.end(syscall.SIGKILL)
	return later
}

// reads returns requests that read all that a database holds.
func (d heldDatabase) reads(t *testing.T) (steps []heldStep) {
	db := sessiontest.Must(sql.Open(d.driver, d.address))(t)
	defer db.Close()
	rows := sessiontest.Must(db.Query("SELECT id, is_table, status, last_seq FROM sessions ORDER BY id"))(t)
	defer rows.Close()
	for rows.Next() {
		var id, status string
		var isGame bool
		var last int
		sessiontest.NoError(t, rows.Scan(&id, &isGame, &status, &last))
		noun, more := "sessions", []string{fmt.Sprint("/mind?at=", last)}
		if isGame {
			limit := map[string]int{"ended": 999}[status] + 1 // an open game goes on
			noun, more = "games", []string{fmt.Sprint("/events?as=Ann&limit=", limit), fmt.Sprint("/events?view=public&limit=", limit)}
		}
		more = append(more, "", "/votes", fmt.Sprint("/events?types=*&limit=", last),
			fmt.Sprintf("/stream?types=*\nLast-Event-ID: %d\nUntil: %d", last/2, last-last/2))
		switch {
		case status == "open":
		case isGame:
			more = append(more, "/result")
		default:
			more = append(more, "/messages", "/export")
		}
		for _, target := range more {
			steps = append(steps, heldStep{Request: fmt.Sprintf("GET /v1/%s/%s%s", noun, id, target)})
		}
	}
	sessiontest.NoError(t, rows.Err())
	return steps
}
