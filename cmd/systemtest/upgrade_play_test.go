package systemtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"ringer/engine/session"
	"ringer/engine/votetest"
)

const (
	// together is how long the servers of two versions run beside each other.
	together = 4 * time.Second
	// apart is how long there is one server.
	apart = 3 * time.Second
	// readable is the rhythm of a session that can be decided again within seconds.
	readable = 150 * time.Millisecond
)

// upgradeKinds are the hosted games. They outlast a step of the upgrade.
var upgradeKinds = []hostedKind{{7, 2, session.FloorFree, false, 6}, {9, 3, session.FloorFree, true, 6}}

// party is everybody who plays during an upgrade.
type party struct {
	*crowd
	streams func() [][][]int64
	hosted  []*hostedGame
	hosting sync.WaitGroup
	voting  sync.WaitGroup
}

// play upgrades along the path while games are played, and judges the logs.
func (r *upgradeRow) play() {
	ctx, cancel := context.WithTimeout(r.t.Context(), roundLimit)
	defer cancel()
	r.open()
	rng := rand.New(rand.NewPCG(r.seed, 1))
	now := r.start(r.path[0])
	p := r.gather(ctx, rng)
	r.host(ctx, p, r.path[0], rng)
	pause(ctx, apart)
	ended := time.Now()
	for _, next := range r.path[1:] {
		before := now
		now = r.start(next)
		pause(ctx, together)
		ended = time.Now()
		r.stop(before)
		if next.games == 0 {
			r.awaitDriven(ctx, ended)
		}
		r.host(ctx, p, next, rng)
	}
	r.start(release{})
	for _, id := range p.sessions {
		_, thought, ok := p.firstThought(ctx, id, ended)
		if !ok {
			r.t.Errorf("%s: the bot does not think again", id)
			continue
		}
		r.botBack = max(r.botBack, thought.At.Sub(ended))
	}
	pause(ctx, apart)
	r.part(ctx, p)
}

// gather opens sessions and lets people play in them.
func (r *upgradeRow) gather(ctx context.Context, rng *rand.Rand) *party {
	p := &party{crowd: startCrowd(ctx, r.front.platform(r.t), 0, rng.Uint64(), map[string]any{"record": true})}
	p.streams = followAll(ctx, p.sessions, swiftListeners(p.platform))
	for i, id := range p.sessions {
		rng := rand.New(rand.NewPCG(r.seed, uint64(i)))
		p.voting.Go(func() { p.askVotes(id, rng) })
	}
	return p
}

// askVotes asks for a vote from time to time.
func (p *party) askVotes(session string, rng *rand.Rand) {
	for n := 0; p.playing(); n++ {
		q := voteOverHTTP(n, longestOfFew, rng)
		q["within_ms"] = 2000 + rng.IntN(4000)
		if r, a := p.platform.insist(p.ctx, session+"/votes", q); a != accepted && p.ctx.Err() == nil {
			p.platform.t.Errorf("a vote was refused: %+v", r)
		}
		pause(p.ctx, time.Second+time.Duration(rng.Int64N(int64(time.Second))))
	}
}

// host opens the hosted games, once, when no server is left that does not know them.
func (r *upgradeRow) host(ctx context.Context, p *party, of release, rng *rand.Rand) {
	if len(p.hosted) > 0 || !of.since(gamesOfHosted) {
		return
	}
	for i, kind := range upgradeKinds {
		if !of.since(gamesOfPeople) {
			kind.people, kind.leaves = 0, false
		}
		g := openHosted(ctx, p.platform, kind, fmt.Sprintf("%s%dh%d", markTag, r.seed%1e6, i), rng)
		p.hosted = append(p.hosted, g)
		p.hosting.Go(g.play)
	}
}

// part ends all games and judges them.
func (r *upgradeRow) part(ctx context.Context, p *party) {
	wrong := func(format string, args ...any) { r.t.Errorf(format, args...) }
	p.hosting.Wait()
	p.leave()
	p.voting.Wait()
	p.end(ctx, wrong)
	seen := p.streams()
	for i, id := range p.sessions {
		wrong := func(format string, args ...any) { wrong("%s: "+format, append([]any{id}, args...)...) }
		log := p.platform.log(ctx, id)
		r.tally.judge(log, p.of(id), outage{}, wrong)
		r.judgeVotes(log, wrong)
		for _, seqs := range seen[i] {
			r.countGaps("a stream", seqs, int64(len(log)), wrong)
		}
		if sessionKinds[i].rhythm >= readable {
			r.recheck(p.platform, sessionKinds[i].strategy, id)
		}
	}
	for _, g := range p.hosted {
		r.hostedTally.judge(ctx, g, nil, func(format string, args ...any) { wrong("%s: "+format, append([]any{g.address}, args...)...) })
	}
	for _, s := range r.seen {
		wrong("a client that sends once more sees %s", s)
	}
}

// judgeVotes checks that each vote was answered at most once, and legally.
func (r *upgradeRow) judgeVotes(log []session.Event, wrong func(string, ...any)) {
	law := votetest.Judge(log)
	for _, w := range law.Wrong {
		wrong("%s", w)
	}
	for _, id := range law.Order {
		v := law.Votes[id]
		r.asked++
		switch {
		case v.Fate == votetest.Cast && v.Left < 0:
			r.votesLate++
			r.t.Logf("vote %s of %s until %s was cast %s later", id, v.At, v.Deadline, -v.Left)
			r.voteLate = max(r.voteLate, -v.Left)
			if r.path[0].games == 0 { // no earlier version is to blame
				wrong("vote %s was cast %s late", id, -v.Left)
			}
		case v.Fate != votetest.Cast && v.Fate != votetest.Ended:
			wrong("vote %s: %q", id, v.Fate)
		}
	}
}

// recheck decides a recorded session again. Acts of versions that decided like this one must not
// differ.
func (r *upgradeRow) recheck(p *platform, strategy, id string) {
	file := (&process{child: &child{t: r.t}, url: p.url, client: p.client}).export(id)
	out, _, err := command(r.t, nil, "replay", "--recorded", file)
	r.t.Logf("%s, decided again: %v\n%s", strategy, err, out)
	if err != nil && r.path[0].since(sameDecisions) {
		r.t.Errorf("%s (%s) is decided differently", id, strategy)
	}
}
