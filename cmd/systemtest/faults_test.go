package systemtest

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"ringer/engine/game"
	"ringer/store/storetest"
)

var (
	faultRounds = flag.Int("faults", 0, "rounds of each fault that TestFaults plays; 0 skips it")
	faultSeed   = flag.Uint64("faultseed", uint64(time.Now().UnixNano()), "seed of TestFaults")
)

// fault is one way in which things go wrong under a server.
type fault struct {
	database, name string
	// strike causes the fault. It returns when the fault is over, with the time when it last
	// struck.
	strike func(r *target, rng *rand.Rand) (last time.Time)
	// needs is a variable. If it is not set, the fault is skipped.
	needs string
	// alone says that it disturbs others who use the same database server.
	alone bool
}

var faults = []fault{
	{database: "sqlite", name: "kill -9", strike: kill},
	{database: "postgres", name: "kill -9", strike: kill},
	{database: "postgres", name: "backends killed", strike: terminate},
	{database: "postgres", name: "cut before commit", strike: cutting(storetest.CutBefore)},
	{database: "postgres", name: "cut after commit", strike: cutting(storetest.CutAfter)},
	{database: "postgres", name: "silent network", strike: silence},
	{database: "postgres", name: "restart", strike: restart, needs: stopVariable, alone: true},
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
	play := func(t *testing.T, alone bool) {
		for i, f := range faults {
			if f.alone != alone {
				continue
			}
			t.Run(f.database+" "+f.name, func(t *testing.T) {
				if !alone {
					t.Parallel()
				}
				f.skipWithout(t)
				rows[i] = &faultRow{fault: f}
				rows[i].play(t, *faultRounds, *faultSeed+uint64(i))
			})
		}
	}
	t.Run("together", func(t *testing.T) { play(t, false) })
	t.Run("alone", func(t *testing.T) { play(t, true) })
	t.Logf("\n%s", faultTable(rows))
}

// faultTable shows counts over all rounds, and the worst of all times. "server back" is from the
// fault to the first accepted post, of the slowest session. "bot back" is from the fault to the
// first thought about that post. "slowest" is the longest time to the answer to a post.
func faultTable(rows []*faultRow) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "database\tfault\trounds\taccepted\trepeated\tknown\tunknown\tstored\tplanned\tsent\tcancelled\treplaced\tat end\t"+
		"lost\tdoubled\tgaps\tlateness\telsewhere\tserver back\tbot back\tslowest\t")
	for _, r := range rows {
		if r == nil || r.rounds == 0 {
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t", r.database, r.name)
		for _, n := range []int{
			r.rounds, r.posts, r.repeated, r.known, r.unknown, r.stored, r.planned, r.sent, r.cancelled, r.replaced, r.atEnd, r.lost, r.doubled, r.gaps,
		} {
			fmt.Fprintf(w, "%d\t", n)
		}
		for _, d := range []time.Duration{r.worst, r.worstElsewhere, r.serverBack, r.botBack, r.slowest} {
			fmt.Fprintf(w, "%s\t", d.Round(time.Millisecond))
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // a strings.Builder returns no error
	return b.String()
}

// play plays rounds on one database and one server, which keeps running between the rounds.
func (r *faultRow) play(t *testing.T, rounds int, seed uint64) {
	r.target = startTarget(t, r.database, cuttable)
	for n := range rounds {
		r.round(n, seed)
		r.rounds++
	}
	if r.slowest > answerLimit {
		r.t.Errorf("a post got no answer for %s", r.slowest)
	}
	r.db.check(r.target)
}

// roundLimit is far longer than a round takes. A round that hangs must not hold up the others.
const roundLimit = 3 * time.Minute

func (r *faultRow) round(n int, seed uint64) {
	ctx, cancel := context.WithTimeout(r.t.Context(), roundLimit)
	defer cancel()
	wrong := func(format string, args ...any) {
		r.t.Errorf("round %d (-faultseed %d): %s", n, *faultSeed, fmt.Sprintf(format, args...))
	}
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	c := startCrowd(ctx, r.platform, n, rng.Uint64(), nil)
	streams := followAll(ctx, c)
	// the moment of the fault is random
	pause(ctx, 300*time.Millisecond+time.Duration(rng.Int64N(int64(time.Second))))
	first := time.Now()
	last := r.strike(r.target, rng)
	outages := make([]outage, len(c.sessions))
	for i, id := range c.sessions {
		outages[i] = outage{first, r.awaitBack(ctx, c, id, last, wrong)}
	}
	if status := r.platform.ready(ctx); status != 200 {
		wrong("/readyz answers %d though the fault is over", status)
	}
	c.leave()
	for _, id := range c.sessions {
		if reply, a := r.platform.insist(ctx, id+"/end", map[string]any{}); a != accepted && reply.Code != "session_ended" {
			wrong("the session could not be ended: %+v", reply)
		}
	}
	seen := streams()
	for i, id := range c.sessions {
		wrong := func(format string, args ...any) { wrong("%s: "+format, append([]any{id}, args...)...) }
		log := r.platform.log(ctx, id)
		r.judge(log, c.of(id), outages[i], wrong)
		for _, seqs := range seen[i] {
			r.countGaps("a stream", seqs, int64(len(log)), wrong)
		}
	}
}

// streamsEach is how many readers follow each session.
const streamsEach = 2

// followAll starts readers of all sessions. The function that it returns waits for them.
func followAll(ctx context.Context, c *crowd) (wait func() [][streamsEach][]int64) {
	seen := make([][streamsEach][]int64, len(c.sessions))
	var readers sync.WaitGroup
	for i, id := range c.sessions {
		for j := range streamsEach {
			readers.Go(func() {
				for _, h := range c.platform.follow(ctx, id+"/events?types=*", func(game.Event) {}) {
					seen[i][j] = append(seen[i][j], h.Event.Seq)
				}
			})
		}
	}
	return func() [][streamsEach][]int64 { readers.Wait(); return seen }
}

// awaitBack waits until a session accepts posts again and its bot has considered one. It records
// how long that took, and returns the time of the bot's thought.
func (r *faultRow) awaitBack(ctx context.Context, c *crowd, id string, struck time.Time, wrong func(string, ...any)) time.Time {
	post, ok := c.acceptedSince(struck, id)
	for ; !ok && ctx.Err() == nil; post, ok = c.acceptedSince(struck, id) {
		pause(ctx, time.Millisecond)
	}
	for ok && ctx.Err() == nil {
		events, _ := r.platform.page(ctx, id, fmt.Sprintf("types=thought.completed&wait=1s&limit=1&after=%d", post.seq))
		if len(events) > 0 {
			r.serverBack = max(r.serverBack, post.done.Sub(struck))
			r.botBack = max(r.botBack, events[0].At.Sub(struck))
			return events[0].At
		}
	}
	wrong("%s did not come back", id)
	return time.Now()
}
