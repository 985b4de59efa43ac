package systemtest

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ringer/engine/logtest"
	"ringer/store/storetest"
)

var upgradeFrom = flag.String("upgradefrom", "", "the programs from which TestUpgrade upgrades, oldest first, as TABLES=FILE with commas between them; empty skips it")

// release is a program of some version.
type release struct {
	// tables is the version of its tables; 0 for this program.
	games int
	file  string
}

const (
	// gamesOfHosted is the first version of the tables whose servers run the rules of games.
	gamesOfHosted = 6
	// gamesOfPeople is the first one whose servers answer every line that a person may not say.
	gamesOfPeople = 7
	// sameDecisions is the one since which docs/changes.md lists no decision that differs.
	sameDecisions = 7
)

// since reports whether a program has at least a version of the tables.
func (r release) since(games int) bool { return r.games == 0 || r.games >= games }

func (r release) String() string {
	if r.games == 0 {
		return "this"
	}
	return fmt.Sprint("tables ", r.games)
}

// command returns a command of the program.
func (r release) command(t *testing.T, log io.Writer, env []string, word string) *exec.Cmd {
	if r.games == 0 {
		return program(t, log, env, word)
	}
	cmd := exec.Command(r.file, word)
	cmd.Env, cmd.Stderr = env, log
	return cmd
}

// releases returns the programs of the flag.
func releases(t *testing.T) (list []release) {
	if *upgradeFrom == "" {
		t.Skip("make upgrade runs this, with programs of earlier versions")
	}
	return readReleases(t, *upgradeFrom)
}

// readReleases reads programs as TABLES=FILE with commas between them.
func readReleases(t *testing.T, flag string) (list []release) {
	for part := range strings.SplitSeq(flag, ",") {
		games, file, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(games)
		if err != nil || file == "" {
			t.Fatalf("%q is no program; write TABLES=FILE", part)
		}
		list = append(list, release{n, file})
	}
	return list
}

// TestUpgrade upgrades servers while games are played on them: from each earlier version to this
// one, and through all of them. The next server starts beside the old one and migrates the tables,
// and then the old one gets SIGTERM. At last there are two servers of this version. The logs must
// be as if nothing had been. It prints a table. The last row replaces this version by itself.
func TestUpgrade(t *testing.T) {
	earlier := releases(t)
	t.Logf("seed %d", *faultSeed)
	var rows []*upgradeRow
	for i, first := range earlier {
		path := []release{first, {}}
		rows = append(rows, runUpgrade(t, path, *faultSeed+uint64(i)))
	}
	if len(earlier) > 1 {
		rows = append(rows, runUpgrade(t, append(earlier, release{}), *faultSeed+uint64(len(earlier))))
	}
	rows = append(rows, runUpgrade(t, []release{{}, {}}, *faultSeed+uint64(len(earlier))+1))
	t.Logf("\n%s", upgradeTable(rows))
}

// runUpgrade upgrades along a path, as a test of its own.
func runUpgrade(t *testing.T, path []release, seed uint64) (r *upgradeRow) {
	var names []string
	for _, p := range path {
		names = append(names, p.String())
	}
	t.Run(strings.Join(names, " to "), func(t *testing.T) {
		r = &upgradeRow{t: t, path: path, seed: seed, log: &logtest.Buffer{}, now: &logtest.Buffer{}, front: newFront(t)}
		r.play()
	})
	return r
}

// upgradeRow is an upgrade along a path, and what the logs show.
type upgradeRow struct {
	t    *testing.T
	path []release
	seed uint64
	env  []string
	// log is what all servers say, and now what those of this version say.
	log, now *logtest.Buffer
	db       *sql.DB
	*front
	hostedTally
	votesLate, asked int
	// voteLate is the most that an answer came after its deadline.
	voteLate time.Duration
	// driven is the time from SIGTERM to the moment when living replicas own all open homes.
	driven time.Duration
	// stopping is the longest time from SIGTERM to the end of a server.
	stopping time.Duration
}

// upgradeTable shows counts of all logs, and the worst of all times.
func upgradeTable(rows []*upgradeRow) string {
	var cells [][]any
	for _, r := range rows {
		if r == nil {
			continue
		}
		cells = append(cells, []any{
			r.t.Name()[len("TestUpgrade/"):], r.posts, r.front.repeated, len(r.seen), r.uncertain, r.stored, r.planned, r.sent, r.cancelled, r.replaced, r.atEnd, r.asked, r.votesLate,
			r.games, r.lost, r.doubled, r.gaps, r.broken, r.worst, r.voteLate, r.stopping, r.driven, r.botBack,
		})
	}
	return table("upgrade\taccepted\tsent again\tfailures seen\tuncertain\tstored\tplanned\tsent\tcancelled\treplaced\tat end\tvotes\tlate votes\tgames\tlost\tdoubled\tgaps\tbroken rules\t"+
		"lateness\tof votes\tstopping\tdriven after\tbot back\t", cells)
}

// start starts a server of a release, and lets it take turns.
func (r *upgradeRow) start(of release) *process {
	r.t.Helper()
	env := append([]string{fmt.Sprint("PORT=", quietPort(r.t))}, r.env...)
	fmt.Fprintf(r.log, "--- a server of %s starts\n", of)
	log := io.Writer(r.log)
	if of.games == 0 {
		log = io.MultiWriter(r.log, r.now)
	}
	p := startProgram(r.t, of.command(r.t, log, env, "serve"))
	r.front.add(p)
	return p
}

// open opens an empty database.
func (r *upgradeRow) open() {
	address := storetest.Postgres(r.t)
	r.db, r.env = openAdmin(r.t, address), []string{"DATABASE_URL=" + address}
	r.t.Cleanup(func() {
		for _, word := range []string{"panic", "level=ERROR"} {
			for _, line := range r.now.Containing(word) {
				r.t.Errorf("a server says %s", line)
			}
		}
		if r.t.Failed() {
			r.t.Logf("the servers said:\n%s", r.log)
		}
	})
}

// stop ends a server as an upgrade does.
func (r *upgradeRow) stop(p *process) {
	began := time.Now()
	p.end(syscall.SIGTERM)
	r.stopping = max(r.stopping, time.Since(began))
	if !p.cmd.ProcessState.Success() {
		r.t.Errorf("a server ended with %s", p.cmd.ProcessState)
	}
	r.front.remove(p)
}

// orphans counts the homes with open sessions that no living replica owns.
const orphans = `SELECT count(*) FROM homes h WHERE EXISTS (SELECT 1 FROM sessions s WHERE s.home = h.id AND s.status = 'open')
	AND NOT EXISTS (SELECT 1 FROM replicas r WHERE r.id = h.owner)`

// awaitDriven waits until living replicas own all homes.
func (r *upgradeRow) awaitDriven(ctx context.Context, since time.Time) {
	n := 0
	for ctx.Err() == nil {
		if err := r.db.QueryRowContext(ctx, orphans).Scan(&n); err != nil {
			r.t.Error(err)
			return
		}
		if n == 0 {
			r.driven = max(r.driven, time.Since(since))
			return
		}
		pause(ctx, 20*time.Millisecond)
	}
	r.t.Errorf("nobody owns %d homes", n)
}
