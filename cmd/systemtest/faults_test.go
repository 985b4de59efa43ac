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
	onSlow     = setup{database: "postgres", replicas: 3, slowReaders: true}
)

var faults = []fault{
	{setup: onSQLite, name: "kill -9", strike: kill},
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
	{setup: onThree, name: "clock of one set", strike: setClocks(1)},
	{setup: onThree, name: "clocks of all set", strike: setClocks(3)},
	{setup: onDated, name: "database's clock set", strike: setDatabaseClock, needs: fakeTimeVariable},
	{setup: onOwn, name: "fail-over", strike: failOver, needs: binVariable},
	{setup: onNATS, name: "replicas killed", strike: killReplicas},
	{setup: onNATS, name: "replica cut off from NATS", strike: cutOffNATS, always: true},
	{setup: onNATS, name: "half the rings lost", strike: loseRings(0.5)},
	{setup: onNATS, name: "NATS servers killed", strike: killNATS},
	{setup: onPostgres, name: "restart", strike: restart, needs: stopVariable, alone: true},
	{setup: onThree, name: "restart", strike: restart, needs: stopVariable, alone: true},
}

// title names the fault among tests.
func (f fault) title() string { return f.setup.String() + " " + f.name }

// clusterShare is the share of the rounds that are played with several servers. Their rounds are
// longer.
const clusterShare = 5

// of returns how many rounds of the fault are played.
func (f fault) of(rounds int) int {
	if f.setup.replicas == 0 {
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
	play := func(t *testing.T, alone bool) {
		for i, f := range faults {
			if f.alone != alone {
				continue
			}
			t.Run(f.title(), func(t *testing.T) {
				if !alone {
					t.Parallel()
				}
				f.skipWithout(t)
				rounds := f.of(*faultRounds)
				if rounds == 0 {
					t.Skipf("with several servers a fault is played from %d rounds on", clusterShare)
				}
				rows[i] = &faultRow{fault: f}
				rows[i].play(t, rounds, *faultSeed+uint64(i))
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
// "operations" counts what histories are made of. "taken" counts the homes of replicas that were
// struck. The two times after it are from the blow to the first act of another replica.
func faultTable(rows []*faultRow) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "database\tfault\trounds\taccepted\trepeated\tknown\tunknown\tstored\tplanned\tsent\tcancelled\treplaced\tat end\t"+
		"lost\tdoubled\tgaps\tlateness\telsewhere\tserver back\tbot back\tslowest\toperations\ttaken\tp50\tworst\t")
	for _, r := range rows {
		if r == nil || r.rounds == 0 {
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t", r.fault.setup, r.name)
		for _, n := range []int{
			r.rounds, r.posts, r.repeated, r.known, r.unknown, r.stored, r.planned, r.sent, r.cancelled, r.replaced, r.atEnd, r.lost, r.doubled, r.gaps,
		} {
			fmt.Fprintf(w, "%d\t", n)
		}
		for _, d := range []time.Duration{r.worst, r.worstElsewhere, r.serverBack, r.botBack, r.slowest} {
			fmt.Fprintf(w, "%s\t", d.Round(time.Millisecond))
		}
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\t\n", r.operations, len(r.taken), quantile(r.taken, 0.5), quantile(r.taken, 1))
	}
	_ = w.Flush() // a strings.Builder returns no error
	return b.String()
}

// play plays rounds on one database and one server, which keeps running between the rounds.
func (r *faultRow) play(t *testing.T, rounds int, seed uint64) {
	r.target = startTarget(t, r.fault.setup, cuttable)
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
	history := r.startHistory(ctx, n, rng.Uint64())
	streams := followAll(ctx, c, r.readersEach())
	r.blows = nil
	// the moment of the fault is random
	pause(ctx, 300*time.Millisecond+time.Duration(rng.Int64N(int64(time.Second))))
	first := time.Now()
	last := r.fault.strike(r.target, rng)
	outages := make([]outage, len(c.sessions))
	for i, id := range c.sessions {
		outages[i] = outage{first, r.awaitBack(ctx, c, id, last, wrong)}
	}
	if status := r.awaitReady(ctx); status != 200 {
		wrong("/readyz answers %d though the fault is over", status)
	}
	c.leave()
	history(wrong)
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
		r.noteTaken(log, id, r.blows)
		for _, seqs := range seen[i] {
			r.countGaps("a stream", seqs, int64(len(log)), wrong)
		}
	}
}

// startHistory lets more clients use a session of several servers. The function that it returns
// checks what they saw.
func (r *faultRow) startHistory(ctx context.Context, n int, seed uint64) (finish func(wrong func(string, ...any))) {
	if r.target.setup.replicas == 0 {
		return func(func(string, ...any)) {}
	}
	name := fmt.Sprintf("%s%dh%d", markTag, seed%1e6, n)
	h := startHistory(ctx, r.platform, name, 150*time.Millisecond, seed)
	return func(wrong func(string, ...any)) { r.operations += h.finish(name, wrong) }
}

// readersEach returns what the readers of each session do with an event.
func (r *target) readersEach() []func(game.Event) {
	each := swiftReaders()
	if r.setup.slowReaders {
		each = append(each, stall, stall)
	}
	return each
}

// swiftReaders returns two readers that do nothing with an event.
func swiftReaders() []func(game.Event) {
	swift := func(game.Event) {}
	return []func(game.Event){swift, swift}
}

// stall delays a reader often, for so long that events wait for it.
func stall(e game.Event) {
	if e.Seq%50 == 0 {
		time.Sleep(300 * time.Millisecond)
	}
}

// followAll starts readers of all sessions. The function that it returns waits for them, at most
// for answerLimit.
func followAll(ctx context.Context, c *crowd, each []func(game.Event)) (wait func() [][][]int64) {
	ctx, cancel := context.WithCancel(ctx)
	seen := make([][][]int64, len(c.sessions))
	var readers sync.WaitGroup
	for i, id := range c.sessions {
		seen[i] = make([][]int64, len(each))
		for j, hear := range each {
			readers.Go(func() {
				for _, h := range c.platform.follow(ctx, id+"/events?types=*", hear) {
					seen[i][j] = append(seen[i][j], h.Event.Seq)
				}
			})
		}
	}
	return func() [][][]int64 {
		limit := time.AfterFunc(answerLimit, cancel)
		defer limit.Stop()
		readers.Wait()
		cancel()
		return seen
	}
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
			r.botBack = max(r.botBack, steady(events[0]).Sub(struck))
			return steady(events[0])
		}
	}
	wrong("%s did not come back", id)
	return time.Now()
}
