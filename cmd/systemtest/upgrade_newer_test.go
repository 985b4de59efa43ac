package systemtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ringer/cmd/internal/repotest"
	"ringer/engine/logtest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// laterType is a type of events that only the newer version knows.
const laterType = "later.happened"

// laterEdits are what the newer version has other than this one, as old and new texts in files.
var laterEdits = []struct{ file, old, new string }{
	{"engine/session/event_kind.go", "\tact(func(s *State, _ Event, p *StrategyRecovered)", "\tother(func(*State, Event, *Later) {}),\n\tact(func(s *State, _ Event, p *StrategyRecovered)"},
	{"engine/session/state.go", "const StateVersion = ", "const StateVersion = 1"},
}

// laterEvent is the new event of the newer version.
const laterEvent = `package session

type Later struct{}

func (*Later) Type() Type { return "` + laterType + `" }
`

// laterMigration is the new migration of the newer version. It only adds something.
const laterMigration = `-- +goose Up
CREATE TABLE later (id TEXT NOT NULL PRIMARY KEY);
`

// buildNewer builds the program of a newer version: these sources with a few changes, which the
// compiler reads in place of the files. It returns its file, and the version of its tables.
func buildNewer(t *testing.T) (file string, games int) {
	t.Helper()
	root, folder := repotest.Root(t), t.TempDir()
	migrations, err := filepath.Glob(filepath.Join(root, "store/migrations/*.sql"))
	if err != nil || len(migrations) == 0 {
		t.Fatal("no migrations", err)
	}
	games = len(migrations) + 1
	changed := map[string]string{"engine/session/later.go": laterEvent, fmt.Sprintf("store/migrations/%04d_later.sql", games): laterMigration}
	for _, e := range laterEdits {
		text, ok := changed[e.file]
		if !ok {
			text = repotest.Read(t, e.file)
		}
		if !strings.Contains(text, e.old) {
			t.Fatalf("%s has no %q to change", e.file, e.old)
		}
		changed[e.file] = strings.Replace(text, e.old, e.new, 1)
	}
	replace := map[string]string{}
	for name, text := range changed {
		at := filepath.Join(folder, strings.ReplaceAll(name, "/", "_"))
		sessiontest.NoError(t, os.WriteFile(at, []byte(text), 0o600))
		replace[filepath.Join(root, name)] = at
	}
	overlay := sessiontest.Must(json.Marshal(map[string]any{"Replace": replace}))(t)
	sessiontest.NoError(t, os.WriteFile(filepath.Join(folder, "overlay.json"), overlay, 0o600))
	file = filepath.Join(folder, "ringer")
	build := exec.Command("go", "build", "-C", root, "-overlay", filepath.Join(folder, "overlay.json"), "-o", file, "./cmd/ringer")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file, games
}

// mixed are three replicas of this version, and one of a newer version that comes and goes.
type mixed struct {
	*upgradeRow
	newer release
	older []*process
	logs  []*logtest.Buffer
	// votes counts the votes that were asked for.
	votes int
}

// startOlder starts a replica of this version in a place, for the first time or again.
func (m *mixed) startOlder(place int) {
	env := append([]string{fmt.Sprint("RINGER_REPLICA=older-", place), fmt.Sprint("PORT=", quietPort(m.t))}, m.env...)
	m.older[place] = startLogged(m.t, m.logs[place], env)
}

// vote asks for a vote at a replica, and waits for the answer.
func (m *mixed) vote(p *process, sessionID string) {
	m.t.Helper()
	m.votes++
	q := session.VoteRequest{ID: fmt.Sprint("vote-", m.votes), Kind: session.ChooseOne, Question: "Who is the machine?", Within: 1500}
	if status := p.call("POST", "/v1/sessions/"+sessionID+"/votes", q, nil); status != http.StatusAccepted {
		m.t.Fatalf("vote: status %d", status)
	}
	await(p, sessionID, func(c *session.VoteCast) bool { return c.VoteID == q.ID })
}

// TestNewerVersion runs three replicas while a replica of a newer version comes, changes the tables
// and writes an event that they do not know. They leave that session to the newer replica, take its
// facts, and go on with the other one. One of them starts again meanwhile. When the newer replica
// has gone, the bot of the session is silent until it comes again.
func TestNewerVersion(t *testing.T) {
	if *upgradeFrom == "" {
		t.Skip("make upgrade runs this")
	}
	m := &mixed{upgradeRow: &upgradeRow{t: t, log: &logtest.Buffer{}, now: &logtest.Buffer{}, front: newFront(t)}, older: make([]*process, 3)}
	m.newer.file, m.newer.games = buildNewer(t)
	m.open()
	for i := range m.older {
		m.logs = append(m.logs, &logtest.Buffer{})
		m.startOlder(i)
	}
	t.Cleanup(func() {
		for i, log := range m.logs {
			if t.Failed() {
				t.Logf("older-%d said:\n%s", i, log)
			}
		}
	})
	marked, other := m.older[0].create(`{}`), m.older[1].create(`{}`)
	m.vote(m.older[1], marked)
	newer := m.start(m.newer)
	for _, p := range m.older {
		m.vote(p, marked)
		m.vote(p, other)
	}
	m.restart()
	m.mark(marked)
	for _, p := range m.older {
		m.vote(p, marked) // the newer replica drives it
		m.vote(p, other)
	}
	if owner := m.owner(marked); strings.HasPrefix(owner, "older") {
		t.Errorf("%s owns the session with the newer event", owner)
	}
	m.stop(newer)
	m.leaveAlone(marked, other)
	newer = m.start(m.newer)
	m.vote(m.older[2], marked)
	m.stop(newer)
}

// restart starts a replica again, on the newer tables.
func (m *mixed) restart() {
	m.older[2].end(syscall.SIGTERM)
	m.startOlder(2)
	want := fmt.Sprintf("the tables have version %d, and this program knows version %d", m.newer.games, m.newer.games-1)
	if len(m.logs[2].Containing(want)) != 1 {
		m.t.Errorf("its start does not say that %s", want)
	}
}

// mark stores an event of the newer version, as its replica would.
func (m *mixed) mark(session string) {
	m.t.Helper()
	_, err := m.db.Exec(`WITH s AS (UPDATE sessions SET last_seq = last_seq + 1, unsettled = true WHERE id = $1 RETURNING id, last_seq)
		INSERT INTO events (session_id, seq, at, v, type, data) SELECT id, last_seq, $2, 1, $3, '{}' FROM s`, session, time.Now().UnixMicro(), laterType)
	if err != nil {
		m.t.Fatal(err)
	}
}

// owner returns the name of the replica that owns a session; empty if none does.
func (m *mixed) owner(session string) (name string) {
	m.t.Helper()
	err := m.db.QueryRow(`SELECT COALESCE(MAX(r.name), '') FROM homes h JOIN replicas r ON r.id = h.owner WHERE h.id = $1`, session).Scan(&name)
	if err != nil {
		m.t.Fatal(err)
	}
	return name
}

// leaveAlone posts to both sessions at each replica. Only the other session's bot may act.
func (m *mixed) leaveAlone(marked, other string) {
	m.t.Helper()
	before := int64(len(m.older[0].log(marked)))
	for i, p := range m.older {
		seq := p.say(marked, "Blue", "red, who are you?")
		m.vote(p, other)
		if log := p.log(marked); log[len(log)-1].Seq != seq {
			m.t.Errorf("older-%d reads up to %d, and the last line is %d", i, log[len(log)-1].Seq, seq)
		}
	}
	said := 0
	for _, log := range m.logs {
		said += len(log.Containing("a home is left to newer replicas"))
	}
	if said == 0 || said > len(m.older) {
		m.t.Errorf("%d lines say that the session is left alone; want one of each replica that had it", said)
	}
	for _, e := range m.older[1].log(marked)[before:] {
		if session.IsAct(e.Data) {
			m.t.Errorf("event %d is %s: an older replica has acted", e.Seq, e.Data.Type())
		}
	}
}
