package systemtest

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var (
	hostedRounds = flag.Int("hosted", 0, "rounds of each fault that TestHostedGames plays; 0 skips it")
	hostedFaults = flag.String("hostedfaults", "kill -9,3 × postgres replicas killed", "the faults of TestHostedGames, with commas between them, or all; a name alone means each setup")
)

// hostedRow is a row of the table of TestHostedGames.
type hostedRow struct {
	fault
	*target
	rounds, strikes int
	hostedTally
}

// TestHostedGames plays games of Mafia whose rules the server runs, several at once, while
// something goes wrong again and again. Then it compares what the streams showed, the logs of the
// games, the logs of the bots, and what the people posted. It prints a table.
func TestHostedGames(t *testing.T) {
	if *hostedRounds == 0 {
		t.Skip("make faults runs this, on a binary without the race detector")
	}
	t.Logf("seed %d", *faultSeed)
	rows := make([]*hostedRow, len(faults))
	eachFault(t, func(t *testing.T, i int, f fault) {
		if !f.among(*hostedFaults) {
			t.Skip("-hostedfaults does not name it")
		}
		rows[i] = &hostedRow{fault: f, target: startTarget(t, f.setup, hostedCuttable)}
		for n := range *hostedRounds {
			rows[i].round(n, *faultSeed+uint64(i))
			rows[i].rounds++
		}
		rows[i].db.check(rows[i].target)
	})
	t.Logf("\n%s", hostedTable(rows))
}

// among reports whether the fault is in a list, with its setup or by its name alone.
func (f fault) among(list string) bool {
	names := strings.Split(list, ",")
	return list == "all" || slices.Contains(names, f.name) || slices.Contains(names, f.title())
}

// hostedCuttable are words of the appends of a hosted game: lines of bots and people, votes, and
// orders of the rules.
var hostedCuttable = []string{"message.sent", "thought.completed", markTag, markTag, "vote.cast", "referee:"}

// hostedTable shows counts over all rounds, and the worst of all times. "silent" counts the bots
// that did not answer a vote in time. "late" is the longest time from the end of a talk to its
// vote, "elsewhere" the longest of those that no fault has touched, and "of ready" the longest from
// the moment when the server was ready again.
func hostedTable(rows []*hostedRow) string {
	var cells [][]any
	for _, r := range rows {
		if r == nil || r.rounds == 0 {
			continue
		}
		cells = append(cells, []any{
			r.fault.setup, r.name, r.rounds, r.strikes, r.games, r.events, r.lines, r.posts, r.repeated, r.known, r.unknown, r.votes, r.byBots, r.byPeople, r.lateVotes, r.silent, r.departed,
			r.lost, r.doubled, r.gaps, r.disordered, r.strange, r.phaseTwice, r.voteTwice, r.outTwice, r.ends, r.broken, r.late, r.lateElsewhere, r.lateReady,
		})
	}
	return table("database\tfault\trounds\tstrikes\tgames\tevents\tbots' lines\taccepted\trepeated\tknown\tunknown\tvotes\tby bots\tby people\ttoo late\tsilent\tleft\t"+
		"lost\tdoubled\tgaps\tdisordered\tstrange\tphase twice\tvote twice\tout twice\tends\tbroken rules\tlate\telsewhere\tof ready\t", cells)
}

// round plays some games to their ends. Meanwhile the fault strikes several times, at random
// moments.
func (r *hostedRow) round(n int, seed uint64) {
	ctx, cancel := context.WithTimeout(r.t.Context(), roundLimit)
	defer cancel()
	wrong := func(format string, args ...any) {
		r.t.Errorf("round %d (-faultseed %d): %s", n, *faultSeed, fmt.Sprintf(format, args...))
	}
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	r.over = make(chan struct{})
	games := make([]*hostedGame, len(hostedKinds))
	for i, kind := range hostedKinds {
		games[i] = openHosted(ctx, r.platform, kind, fmt.Sprintf("%s%dh%dr%d", markTag, seed%1e6, i, n), rng)
	}
	var playing sync.WaitGroup
	for _, g := range games {
		playing.Go(g.play)
	}
	go func() { playing.Wait(); close(r.over) }() // ends with the round: the context bounds all games
	outages := r.strikeAll(ctx, rng)
	<-r.over
	r.watches.Wait()
	for _, g := range games {
		r.judge(ctx, g, outages, func(format string, args ...any) { wrong("%s: "+format, append([]any{g.address}, args...)...) })
	}
}

// maxStrikes bounds the strikes of a round, so that its games come to an end.
const maxStrikes = 8

// strikeAll lets the fault strike until the games are over. It returns the times of trouble.
func (r *hostedRow) strikeAll(ctx context.Context, rng *rand.Rand) (outages []outage) {
	for range maxStrikes {
		select {
		case <-r.over:
			return outages
		case <-ctx.Done():
			return outages
		case <-time.After(200*time.Millisecond + time.Duration(rng.Int64N(int64(3*time.Second)))):
		}
		began := time.Now()
		r.fault.strike(r.target, rng)
		for r.ready(ctx) != 200 && ctx.Err() == nil {
			pause(ctx, retryDelay)
		}
		outages, r.strikes = append(outages, outage{began, time.Now()}), r.strikes+1
	}
	return outages
}
