package systemtest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"ringer/store/storetest"
)

var (
	faultRounds = flag.Int("faults", 0, "rounds of each fault that TestFaults plays; 0 skips it")
	faultSeed   = flag.Uint64("faultseed", uint64(time.Now().UnixNano()), "seed of TestFaults")
)

// fault is one way in which things go wrong under servers.
type fault struct {
	setup setup
	name  string
	// strike causes the fault. It returns when the fault is over, with the time when it last
	// struck.
	strike func(r *target, rng *rand.Rand) (last time.Time)
	// needs is a variable. If it is not set, the fault is skipped.
	needs string
	// always says that at least one round is played, however few rounds are asked for.
	always bool
	// alone says that it disturbs others who use the same database server.
	alone bool
}

var (
	onSQLite   = setup{database: "sqlite"}
	onPostgres = setup{database: "postgres"}
	onThree    = setup{database: "postgres", replicas: 3}
	onNATS     = setup{database: "postgres", replicas: 3, nats: true}
	onOwn      = setup{database: ownPostgres, replicas: 3}
	onDated    = setup{database: datedPostgres, replicas: 3}
	onClock    = setup{database: "sqlite", clocks: true}
	onClocks   = setup{database: "postgres", replicas: 3, clocks: true}
	onSlow     = setup{database: "postgres", replicas: 3, slowReaders: true}
)

var faults = []fault{
	{setup: onSQLite, name: "kill -9", strike: kill},
	{setup: onClock, name: "clock set", strike: setClocks(1), always: true},
	{setup: onPostgres, name: "kill -9", strike: kill},
	{setup: onPostgres, name: "backends killed", strike: terminate},
	{setup: onPostgres, name: "cut before commit", strike: cutting(storetest.CutBefore)},
	{setup: onPostgres, name: "cut after commit", strike: cutting(storetest.CutAfter)},
	{setup: onPostgres, name: "silent network", strike: silence},
	{setup: onThree, name: "replicas killed", strike: killReplicas, always: true},
	{setup: onThree, name: "replica stopped", strike: stopOwner},
	{setup: onThree, name: "replica cut off, silent", strike: cutOff(storetest.Silent)},
	{setup: onThree, name: "replica cut off, refused", strike: cutOff(storetest.Refusing)},
	{setup: onThree, name: "cut after commit", strike: cutting(storetest.CutAfter)},
	{setup: onThree, name: "rolling restart", strike: restartReplicas},
	{setup: onThree, name: "replica deaf and mute", strike: isolate},
	{setup: onThree, name: "half the rings lost", strike: loseRings(0.5)},
	{setup: onThree, name: "all rings lost", strike: loseRings(1)},
	{setup: onSlow, name: "killed, slow readers", strike: killReplicas},
	{setup: onClocks, name: "clock of one set", strike: setClocks(1)},
	{setup: onClocks, name: "clocks of all set", strike: setClocks(3)},
	{setup: onDated, name: "database's clock set", strike: setDatabaseClock, needs: fakeTimeVariable},
	{setup: onOwn, name: "fail-over", strike: failOver, needs: binVariable},
	{setup: onNATS, name: "replicas killed", strike: killReplicas},
	{setup: onNATS, name: "replica cut off from NATS", strike: cutOffNATS, always: true},
	{setup: onNATS, name: "half the rings lost", strike: loseRings(0.5)},
	{setup: onNATS, name: "NATS servers stopped", strike: stopNATS},
	{setup: onPostgres, name: "restart", strike: restart, needs: stopVariable, alone: true},
	{setup: onThree, name: "restart", strike: restart, needs: stopVariable, alone: true},
}

// title names the fault among tests.
func (f fault) title() string { return f.setup.String() + " " + f.name }

// clusterShare is the share of the rounds that are played with several servers, or with clocks that
// are set. These rounds are longer.
const clusterShare = 5

// of returns how many rounds of the fault are played.
func (f fault) of(rounds int) int {
	if f.setup.replicas == 0 && !f.setup.clocks {
		return rounds
	}
	if rounds < clusterShare && f.always {
		return 1
	}
	return rounds / clusterShare
}

// faultRow is a row of the table: a fault, the server that it strikes, and the counts of the logs.
type faultRow struct {
	fault
	*target
	rounds int
	tally
}

// TestFaults plays busy games while something goes wrong, and then checks the logs. It prints a
// table.
func TestFaults(t *testing.T) {
	if *faultRounds == 0 {
		t.Skip("make faults runs this, on a binary without the race detector")
	}
	t.Logf("seed %d", *faultSeed)
	rows := make([]*faultRow, len(faults))
	eachFault(t, func(t *testing.T, i int, f fault) {
		rounds := f.of(*faultRounds)
		if rounds == 0 {
			t.Skipf("with several servers a fault is played from %d rounds on", clusterShare)
		}
		rows[i] = &faultRow{fault: f}
		rows[i].play(t, rounds, *faultSeed+uint64(i))
	})
	t.Logf("\n%s", faultTable(rows))
}

// eachFault plays all faults whose needs are met, as tests of their own. Those that disturb others
// come last.
func eachFault(t *testing.T, play func(t *testing.T, i int, f fault)) {
	for _, alone := range []bool{false, true} {
		t.Run(map[bool]string{false: "together", true: "alone"}[alone], func(t *testing.T) {
			for i, f := range faults {
				if f.alone != alone {
					continue
				}
				t.Run(f.title(), func(t *testing.T) {
					if !alone {
						t.Parallel()
					}
					f.skipWithout(t)
					play(t, i, f)
				})
			}
		})
	}
}

// faultTable shows counts over all rounds, and the worst of all times. "server back" is from the
// fault to the first accepted post, of the slowest session. "bot back" is from the fault to the
// first thought about that post. "slowest" is the longest time to the answer to a post.
// "unanswered" counts posts that ran into the client's patience. "operations" counts what histories
// are made of. "taken" counts the homes of replicas that were struck. The two times after it are
// from the blow until a home belonged to another. "failed starts" counts the starts of servers that
// had to be repeated.
func faultTable(rows []*faultRow) string {
	var cells [][]any
	for _, r := range rows {
		if r == nil || r.rounds == 0 {
			continue
		}
		cells = append(cells, []any{
			r.fault.setup, r.name, r.rounds, r.posts, r.repeated, r.known, r.unknown, r.stored, r.planned, r.sent, r.cancelled, r.replaced, r.atEnd, r.lost, r.doubled, r.gaps,
			r.worst, r.worstElsewhere, r.serverBack, r.botBack, r.slowest, r.stalls, r.operations, len(r.taken), quantile(r.taken, 0.5), quantile(r.taken, 1), r.failedStarts,
		})
	}
	return table("database\tfault\trounds\taccepted\trepeated\tknown\tunknown\tstored\tplanned\tsent\tcancelled\treplaced\tat end\t"+
		"lost\tdoubled\tgaps\tlateness\telsewhere\tserver back\tbot back\tslowest\tunanswered\toperations\ttaken\tp50\tworst\tfailed starts\t", cells)
}

// table returns rows of cells below a head, aligned. Durations are in milliseconds.
func table(head string, rows [][]any) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, head)
	for _, row := range rows {
		for _, cell := range row {
			if d, ok := cell.(time.Duration); ok {
				cell = d.Round(time.Millisecond)
			}
			fmt.Fprintf(w, "%v\t", cell)
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // a strings.Builder returns no error
	return b.String()
}
