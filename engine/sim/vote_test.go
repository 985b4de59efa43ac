package sim_test

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/recheck"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/slowtest"
	"ringer/engine/strategy"
	"ringer/engine/strategy/parrot"
	"ringer/engine/votetest"
	"ringer/store"
)

// voteGames is enough games for 1,000 votes, although some sessions end early.
const voteGames = 105

// withParrot returns the registry with parrot, which accuses.
func withParrot(t testing.TB) *strategy.Registry {
	t.Helper()
	r := enginetest.Strategies(t, append(strategy.All(), strategy.Entry{Name: parrot.Name, Schema: parrot.Schema(), New: parrot.New, Skills: parrot.Skills()})...)
	return r
}

// voteCounts counts the results of votes, by how the model fails and by kind.
type voteCounts struct {
	mu     sync.Mutex // protects counts
	counts map[string]int
}

func (x *voteCounts) count(row string, b *votetest.Vote) {
	x.counts[row+", asked"]++
	x.counts[row+", "+cmp.Or(string(b.Fate), "open")]++
	if b.Typing {
		x.counts[row+", while typing"]++
	}
	if b.Fate == votetest.Cast {
		x.counts[row+", by "+string(b.Cast.AnsweredBy)]++
	}
	if b.Fate == votetest.Cast && b.Left < 0 { // the deadline fell into an outage
		x.counts[row+", late"]++
	}
}

// TestVotes asks for 1,000 votes of all kinds, while models fail, players leave, and drivers are
// killed. Each vote has one legal answer, or none if it was cancelled. It is in time, unless nobody
// drove the session at the deadline. With -v it prints the counts.
func TestVotes(t *testing.T) {
	t.Parallel()
	strategies := withParrot(t)
	table := &voteCounts{counts: map[string]int{}}
	played := seeds(voteGames, int64(len(modelFaults)))
	t.Run("Games", func(t *testing.T) {
		for seed := range played {
			way := modelFaults[seed%int64(len(modelFaults))]
			t.Run(fmt.Sprint(seed, " ", way), func(t *testing.T) {
				t.Parallel()
				db := store.NewMemory()
				models := newFailing(t, strategies, way, uint64(seed))
				s := sim.New(db, strategies, models)
				models.slow(s)
				g := sessiontest.Must(openVoteGame(s, db, seed))(t)
				sessiontest.NoError(t, s.Run(sim.Epoch().Add(voteGameTime+2*mostWindow)))
				table.add(t, g, way)
				g.recheck(t, strategies)
			})
		}
	})
	t.Log(table.counts)
	if n := table.counts["all, asked"]; n < 1000*int(played)/voteGames {
		t.Errorf("%d votes were asked for", n)
	}
}

func (x *voteCounts) add(t *testing.T, g *voteGame, way string) {
	t.Helper()
	log := sessiontest.Must(g.Log(g.id))(t)
	l := votetest.Judge(log)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.counts["accusations"] += len(l.Accused)
	for _, id := range l.Order {
		b := l.Votes[id]
		for _, row := range []string{"all", way, string(b.Kind)} {
			x.count(row, b)
		}
		switch {
		case b.Fate == "":
			l.Wrong = append(l.Wrong, fmt.Sprintf("%s has no answer: %+v of %s until %s", id, b.VoteRequest, b.At, b.Deadline))
		case b.Fate == votetest.Cast && b.Left < 0 && !g.duringOutage(b):
			l.Wrong = append(l.Wrong, fmt.Sprintf("%s is answered %s after its deadline, %s, while its driver ran: %+v", id, -b.Left, b.Deadline, b.Cast))
		case b.Fate == votetest.Cast && b.Left < b.Margin()-g.rounding() && !g.away(b.Deadline.Add(-b.Margin())):
			l.Wrong = append(l.Wrong, fmt.Sprintf("%s is answered %s before its deadline, %s, which leaves too little: %+v", id, b.Left, b.Deadline, b.Cast))
		case b.Fate == votetest.Cast && g.hasty(b):
			l.Wrong = append(l.Wrong, fmt.Sprintf("%s is answered faster than a person is, after %s: %+v", id, b.Deadline.Add(-b.Left).Sub(b.At), b.Cast))
		}
	}
	x.counts["complaints"] += len(l.Wrong)
	for _, w := range l.Wrong {
		t.Error(w)
	}
	if t.Failed() {
		t.Logf("%s", stored(t, g.Sim, g.id))
	}
}

// duringOutage reports whether nobody drove the session from the last moment for an answer to the
// deadline.
func (g *voteGame) duringOutage(b *votetest.Vote) bool {
	return slices.ContainsFunc(g.outages, func(o outage) bool {
		return !o.from.After(b.Deadline.Add(-b.Margin())) && !o.to.Before(b.Deadline)
	})
}

func (g *voteGame) away(at time.Time) bool {
	return slices.ContainsFunc(g.outages, func(o outage) bool { return !o.from.After(at) && !o.to.Before(at) })
}

// rounding is how far a time may be off. The core counts milliseconds of game time, the log counts
// wall time.
func (g *voteGame) rounding() time.Duration {
	return time.Duration(float64(time.Millisecond)/g.config.Speed) + time.Millisecond
}

// hasty reports whether an answer came too soon although there was time left. Nobody decides and
// presses a button in less than 2.1 s of game time.
func (g *voteGame) hasty(b *votetest.Vote) bool {
	took, person := b.Deadline.Add(-b.Left).Sub(b.At), time.Duration(float64(2100*time.Millisecond)/g.config.Speed)
	return g.config.Timing == session.TimingHuman && took < min(person, b.Deadline.Sub(b.At)-b.Margin())-g.rounding()
}

func (g *voteGame) recheck(t *testing.T, strategies *strategy.Registry) {
	t.Helper()
	log := sessiontest.Must(g.Log(g.id))(t)
	calls := sessiontest.Must(g.store.RecordedCalls(t.Context(), g.id, journal.Place{}, 100_000))(t)
	again := sessiontest.Must(recheck.Run(&recheck.Recording{Session: g.id, Events: log, Calls: calls}, strategies, llm.Read))(t)
	if len(again.Differences)+len(again.Missing)+len(again.Changed) > 0 {
		t.Errorf("decided again: %+v", again)
	}
}

// TestOneSeedGivesOneLogOfVotes plays games with votes, accusations and kills twice.
func TestOneSeedGivesOneLogOfVotes(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := withParrot(t)
	for seed := range int64(12) {
		var logs [2][]byte
		for i := range logs {
			db := store.NewMemory()
			g := sessiontest.Must(openVoteGame(sim.New(db, strategies, offline.New(strategies.Skills())), db, 3000+seed))(t)
			sessiontest.NoError(t, g.Run(sim.Epoch().Add(voteGameTime+2*mostWindow)))
			logs[i] = stored(t, g.Sim, g.id)
		}
		if !bytes.Equal(logs[0], logs[1]) {
			t.Fatalf("seed %d gave two logs:\n%s\n%s", seed, logs[0], logs[1])
		}
	}
}
