package store

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
	"ringer/engine/sessiontest"
	"ringer/engine/stats"
	"ringer/store/storetest"
)

var (
	scaleSizes     = flag.String("scale", "0,0,1000", "how many sessions the databases of TestScale hold, with commas; the first is what the others are compared with")
	scaleRounds    = flag.Int("scalerounds", 1, "how often TestScale measures each database, after a first time that does not count")
	scaleTime      = flag.Duration("scaletime", 20*time.Millisecond, "how long TestScale appends in each round")
	scaleLive      = flag.Int("scalelive", 200, "how many sessions are in use in each database of TestScale")
	scalePage      = flag.String("scalepage", "", "the page that gets the table of TestScale, between its marks")
	scaleScattered = flag.Bool("scalescattered", false, "let the ids of TestScale not begin with the time of creation")
	scaleLimit     = flag.Duration("scalelimit", time.Hour, "after this time TestScale begins no further round")
)

// TestScale prints how much slower tables of several sizes are, and judges no figure. By default
// they are tiny; make scale fills them with millions of sessions.
func TestScale(t *testing.T) {
	var list []*scaleDatabase
	began := time.Now()
	for _, size := range strings.Split(*scaleSizes, ",") {
		sessions := sessiontest.Must(strconv.Atoi(size))(t)
		sessions -= sessions % 100 // the last digits of live sessions say what they are for
		list = append(list, openScale(t, sessions))
	}
	// After a checkpoint, each page that changes is written whole once. All databases begin so.
	sessiontest.Must(list[0].raw.Exec("CHECKPOINT"))(t)
	r := newScaleReport(list)
	for round := range *scaleRounds + 1 {
		if round > 1 && time.Since(began) > *scaleLimit {
			break
		}
		for _, work := range works {
			for i := range list { // each goes first in turn
				place, f := (i+round)%len(list), figures{}
				work.run(t, list[place], f)
				if round > 0 { // the first round only warms up
					r.add(work.name, place, f)
				}
			}
		}
		r.rounds = round
		t.Logf("after %.1f min: round %d of %d", time.Since(began).Minutes(), round, *scaleRounds)
	}
	table := r.table() + "\n" + sizeTable(t, list[len(list)-1])
	t.Log("\n" + table)
	if *scalePage != "" {
		r.write(t, *scalePage, table)
	}
}

type scaleDatabase struct {
	*Store
	// raw has no timeouts.
	raw      *sqlx.DB
	sessions int
	// live are the sessions in use; asleep are open ones whose homes belong to nobody, a twentieth
	// of all.
	live, asleep []string
	owner, taker string
	// claimed is the home that was claimed last, and woken are those that a sweep finds.
	claimed journal.Lease
	woken   []string
	made    []string
	mu      sync.Mutex // protects made
	// marks numbers rounds of appends, and snapshots. Two runs have different ones.
	marks int
}

func openScale(t *testing.T, sessions int) *scaleDatabase {
	t.Helper()
	d := &scaleDatabase{sessions: sessions, owner: "gone", taker: "taker", marks: int(time.Now().Unix())}
	address := storetest.Postgres(t)
	d.raw = sessiontest.Must(sqlx.Open("postgres", address))(t)
	d.raw.SetMaxOpenConns(1)
	t.Cleanup(func() { d.raw.Close() })
	d.Store = openAgain(t, address)
	began := time.Now()
	fill(t, d.raw, sessions, *scaleLive, time.Now().UnixMicro())
	sessiontest.NoError(t, errors.Join(d.raw.Select(&d.live, fillList, *scaleLive, sessions), d.raw.Select(&d.asleep, fillAsleep)))
	t.Logf("%d sessions: filled in %.0f s", sessions, time.Since(began).Seconds())
	return d
}

type scaleReport struct {
	databases []*scaleDatabase
	// rounds counts those that are measured.
	rounds int
	// rows are the names of the figures, in the order of the table.
	rows []string
	// all holds the figures of each database by row, one for each round.
	all []map[string][]float64
}

func newScaleReport(databases []*scaleDatabase) *scaleReport {
	r := &scaleReport{databases: databases}
	for range databases {
		r.all = append(r.all, map[string][]float64{})
	}
	return r
}

func (r *scaleReport) add(work string, place int, f figures) {
	for _, kind := range figureKinds {
		if value, ok := f[kind]; ok {
			row := work + kind
			if !slices.Contains(r.rows, row) {
				r.rows = append(r.rows, row)
			}
			r.all[place][row] = append(r.all[place][row], value)
		}
	}
}

// table returns the figures in Markdown: the first database's as they are, the others' as ratios in
// the same round, the median with its quartiles.
func (r *scaleReport) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Rounds: %d.\n\n| work |", r.rounds)
	for i, d := range r.databases {
		fmt.Fprintf(&b, " %s |", header(i, d.sessions, r.databases[0].sessions))
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(r.databases)) + "\n")
	for _, row := range r.rows {
		base := r.all[0][row]
		fmt.Fprintf(&b, "| %s | %s |", row, plain(row, stats.Median(base)))
		for _, values := range r.all[1:] {
			fmt.Fprintf(&b, " %s |", ratios(values[row], base))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func header(place, sessions, base int) string {
	switch {
	case place > 0 && sessions == base:
		return "the same again"
	case sessions == 0:
		return "none stored"
	}
	return grouped(sessions)
}

func plain(row string, value float64) string {
	switch {
	case strings.HasSuffix(row, walBytes):
		return fmt.Sprintf("%.0f B", value)
	case value < 10_000:
		return fmt.Sprintf("%.0f µs", value)
	}
	return fmt.Sprintf("%.0f ms", value/1000)
}

// ratios returns the median ratio of the values of each round, and its quartiles.
func ratios(values, base []float64) string {
	list := make([]float64, len(values))
	for i := range values {
		list[i] = values[i] / base[i]
	}
	return fmt.Sprintf("%.2f (%.2f–%.2f)", stats.Median(list), stats.Quantile(list, 0.25), stats.Quantile(list, 0.75))
}

func sizeTable(t *testing.T, d *scaleDatabase) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| table | rows | bytes of a row | with its indexes | all |\n|---|--:|--:|--:|--:|\n")
	for _, table := range []string{"homes", "sessions", "events", "snapshots"} {
		var rows, heap, all float64
		sessiontest.NoError(t, d.raw.QueryRow(`SELECT (SELECT count(*) FROM `+table+`), pg_table_size($1), pg_total_relation_size($1)`, table).Scan(&rows, &heap, &all))
		fmt.Fprintf(&b, "| `%s` | %s | %.0f | %.0f | %.1f GB |\n", table, grouped(int(rows)), heap/rows, all/rows, all/1e9)
	}
	return b.String()
}

// grouped writes a number with a comma after each three digits.
func grouped(n int) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// The lines of a page between which its tables stand.
const (
	scaleBegin = "<!-- make scale writes this -->\n"
	scaleEnd   = "<!-- end -->\n"
)

func (r *scaleReport) write(t *testing.T, page, tables string) {
	text := sessiontest.Must(os.ReadFile(page))(t)
	before, rest, begins := strings.Cut(string(text), scaleBegin)
	_, after, ends := strings.Cut(rest, scaleEnd)
	if !begins || !ends {
		t.Fatalf("%s lacks the line %q or %q", page, scaleBegin, scaleEnd)
	}
	sessiontest.NoError(t, os.WriteFile(page, []byte(before+scaleBegin+"\n"+tables+"\n"+scaleEnd+after), 0o644))
}
