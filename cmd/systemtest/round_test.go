package systemtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// play plays rounds on one database and one server, which keeps running between the rounds.
func (r *faultRow) play(t *testing.T, rounds int, seed uint64) {
	r.target = startTarget(t, r.fault.setup, cuttable)
	r.clockSet = r.fault.setup == onClock || r.fault.setup == onDated
	for n := range rounds {
		r.round(n, seed)
		r.rounds++
	}
	if r.slowest > answerLimit {
		r.t.Errorf("a post got no answer for %s", r.slowest)
	}
	for what, took := range map[string]time.Duration{
		"a message was late without a fault": r.worstElsewhere, "a bot did not think": r.botBack, "a home was with a struck replica": slices.Max(append(r.taken, 0)),
	} {
		if took > troubleLimit {
			r.t.Errorf("%s for %s", what, took)
		}
	}
	r.db.check(r.target)
}

// troubleLimit bounds each time that the table shows. On an idle machine all are much shorter.
const troubleLimit = 30 * time.Second

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
	streams := followAll(ctx, c.sessions, r.listeners())
	r.blows = nil
	// the moment of the fault is random
	pause(ctx, 300*time.Millisecond+time.Duration(rng.Int64N(int64(time.Second))))
	first := time.Now()
	last := r.fault.strike(r.target, rng)
	over := time.Now()
	outages := make([]outage, len(c.sessions))
	for i, id := range c.sessions {
		outages[i] = outage{first, r.awaitBack(ctx, c, id, last, wrong)}
	}
	if status := r.awaitReady(ctx); status != 200 {
		wrong("/readyz answers %d though the fault is over", status)
	}
	r.playOn(ctx, c, over, wrong)
	c.leave()
	history(wrong)
	c.end(ctx, wrong)
	r.watches.Wait()
	seen := streams()
	r.judgeSilences(outages, first, over, wrong)
	for i, id := range c.sessions {
		wrong := func(format string, args ...any) { wrong("%s: "+format, append([]any{id}, args...)...) }
		log := r.platform.log(ctx, id)
		r.judge(log, c.of(id), outages[i], wrong)
		for _, seqs := range seen[i] {
			r.countGaps("a stream", seqs, int64(len(log)), wrong)
		}
	}
}

// judgeSilences checks that each request got an answer, except during the outage of a session.
func (r *faultRow) judgeSilences(outages []outage, first, over time.Time, wrong func(string, ...any)) {
	b, several := r.platform.client.Transport.(*balancer)
	if !several {
		return
	}
	during := outage{first, over}
	for _, o := range outages {
		during.to = later(during.to, o.to)
	}
	for _, began := range b.silent() {
		if !during.touches(began, began.Add(answerLimit)) {
			wrong("a request had no answer for %s, and was sent %s after the trouble had begun and %s after it was over", answerLimit, began.Sub(during.from), began.Sub(during.to))
		}
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// aftermath is how long a crowd plays on after a fault. By then the replicas that came back have
// beaten, and perhaps have homes again.
const aftermath = 3 * time.Second

// playOn lets the crowd play on after a fault of replicas. Then each replica takes a post to each
// session.
func (r *faultRow) playOn(ctx context.Context, c *crowd, over time.Time, wrong func(string, ...any)) {
	if r.target.setup.replicas == 0 {
		return
	}
	pause(ctx, time.Until(over.Add(aftermath)))
	for _, v := range r.replicas {
		direct := newPlatform(r.t, v.process.url)
		for i, id := range c.sessions {
			d := action{address: id, mark: fmt.Sprintf("%sdirect%s%d", markTag, v.name, i), keyed: true, answer: unknown}
			if c.doThrough(direct, &d, "/messages", map[string]any{"id": d.mark, "sender": "Player0", "text": d.mark}) != accepted || d.slowest > answerLimit {
				wrong("%s took no post to %s after the fault: %+v", v.name, id, d)
			}
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

// awaitBack waits until a session accepts posts again and its bot has considered one. It records
// how long that took, and returns the time of the bot's thought.
func (r *faultRow) awaitBack(ctx context.Context, c *crowd, id string, struck time.Time, wrong func(string, ...any)) time.Time {
	post, thought, ok := c.firstThought(ctx, id, struck)
	if !ok {
		wrong("%s did not come back", id)
		return time.Now()
	}
	r.serverBack = max(r.serverBack, post.done.Sub(struck))
	r.botBack = max(r.botBack, steady(thought).Sub(struck))
	return steady(thought)
}
