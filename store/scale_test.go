package store

import (
	"errors"
	"flag"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
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
		sessions, err := strconv.Atoi(size)
		if err != nil {
			t.Fatal(err)
		}
		sessions -= sessions % 100 // the last digits of live sessions say what they are for
		list = append(list, openScale(t, sessions))
	}
	// After a checkpoint, each page that changes is written whole once. All databases begin so.
	if _, err := list[0].raw.Exec("CHECKPOINT"); err != nil {
		t.Fatal(err)
	}
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
	var err error
	if d.raw, err = sqlx.Open("postgres", address); err != nil {
		t.Fatal(err)
	}
	d.raw.SetMaxOpenConns(1)
	t.Cleanup(func() { d.raw.Close() })
	d.Store = openAgain(t, address)
	began := time.Now()
	fill(t, d.raw, sessions, *scaleLive, time.Now().UnixMicro())
	if err := errors.Join(d.raw.Select(&d.live, fillList, *scaleLive, sessions), d.raw.Select(&d.asleep, fillAsleep)); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d sessions: filled in %.0f s", sessions, time.Since(began).Seconds())
	return d
}
