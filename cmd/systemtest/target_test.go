package systemtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lib/pq"

	"ringer/engine/logtest"
)

// setup is what a fault strikes.
type setup struct {
	// database is sqlite, postgres, ownPostgres or datedPostgres.
	database string
	// replicas is how many servers there are; 0 is one server without a cluster.
	replicas int
	// nats says that the replicas ring each other through NATS.
	nats bool
	// clocks says that each server has a clock that can be set.
	clocks bool
	// drain is how long a server that is asked to stop still takes requests.
	drain time.Duration
	// slowReaders says that more readers follow each session, and stall often.
	slowReaders bool
}

// The databases that belong to one test: one that may be killed, and one whose clock may be set.
const (
	ownPostgres   = "own postgres"
	datedPostgres = "dated postgres"
)

// String names the setup in tables.
func (s setup) String() string {
	name := s.database
	if s.replicas > 0 {
		name = fmt.Sprintf("%d × postgres", s.replicas)
	}
	if s.nats {
		name += ", nats"
	}
	return name
}

// target is one or more servers that faults strike, with their database.
type target struct {
	t        *testing.T
	platform *platform
	setup    setup
	db       *faultDatabase
	nats     *natsCluster
	log      *logtest.Buffer
	replicas []*replica
	// cuttable are words of appends.
	cuttable []string
	// over is closed when nothing more is appended. It may be nil.
	over chan struct{}
	// blows are the moments in this round at which a replica could no longer act.
	blows []blow
	// watches are the goroutines of watch.
	watches sync.WaitGroup

	mu sync.Mutex // protects the rest while watches go on
	// taken is how long the homes of struck replicas still belonged to these.
	taken []time.Duration
	// failedStarts counts the starts of servers that had to be repeated.
	failedStarts int
}

// blow is such a moment.
type blow struct {
	at time.Time
	// owners are the ids under which it owned homes.
	owners []string
	// homes are those that it owned.
	homes []string
}

// startTarget starts the servers of a setup.
func startTarget(t *testing.T, s setup, cuttable []string) *target {
	r := &target{t: t, setup: s, log: &logtest.Buffer{}, cuttable: cuttable}
	t.Cleanup(func() {
		if strings.Contains(r.log.String(), "panic") {
			t.Error("a server panicked")
		}
		if t.Failed() {
			t.Logf("the servers said:\n%s", r.log)
		}
	})
	r.db = openFaultDatabase(t, s.database)
	if s.nats {
		r.nats = startNATS(t)
	}
	for i := range max(s.replicas, 1) {
		r.replicas = append(r.replicas, newReplica(r, fmt.Sprint("replica-", i)))
	}
	r.platform = newPlatform(t, r.replicas[0].process.url)
	if s.replicas > 0 {
		r.platform.balance(r.replicas)
	}
	return r
}

// ready returns 200 if all servers are ready. Otherwise it returns the status of one that is not.
func (r *target) ready(ctx context.Context) int {
	for _, v := range r.replicas {
		if status := v.ready(ctx); status != http.StatusOK {
			return status
		}
	}
	return http.StatusOK
}

// awaitReady waits until all servers are ready, at most for answerLimit. It returns the last
// status.
func (r *target) awaitReady(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	for _, v := range r.replicas {
		if status := v.awaitReady(ctx); status != http.StatusOK {
			return status
		}
	}
	return http.StatusOK
}

// victim returns a server. If some own homes, it is one of these.
func (r *target) victim(rng *rand.Rand) *replica {
	if r.setup.replicas == 0 {
		return r.replicas[0]
	}
	order := rng.Perm(len(r.replicas))
	for _, i := range order {
		if _, homes, _ := r.db.owned(r.replicas[i].name); len(homes) > 0 {
			return r.replicas[i]
		}
	}
	return r.replicas[order[0]]
}

// struck notes which homes a server owns. The caller then makes it unable to act at once. struck
// returns the present time.
func (r *target) struck(v *replica) time.Time {
	b := blow{}
	if r.setup.replicas > 0 {
		var err error
		if b.owners, b.homes, err = r.db.owned(v.name); err != nil {
			r.t.Errorf("read the homes of %s: %v", v.name, err)
		}
	}
	b.at = time.Now()
	r.blows = append(r.blows, b)
	return b.at
}

// watch is struck, and also notes when the homes belong to others.
func (r *target) watch(v *replica) time.Time {
	at := r.struck(v)
	b := r.blows[len(r.blows)-1]
	r.watches.Go(func() {
		left, err := len(b.homes), error(nil)
		for ; left > 0; pause(r.t.Context(), 5*time.Millisecond) {
			var n int
			err = r.db.admin.QueryRow("SELECT count(*) FROM homes WHERE owner = ANY($1)", pq.Array(b.owners)).Scan(&n)
			took := time.Since(b.at)
			if took > troubleLimit {
				r.t.Errorf("after %s %d of %d homes still belong to %s; error %v", took, left, len(b.homes), v.name, err)
				return
			}
			r.mu.Lock()
			for ; err == nil && left > n; left-- {
				r.taken = append(r.taken, took)
			}
			r.mu.Unlock()
		}
	})
	return at
}

// databaseLines returns how the servers reach the database.
func (r *target) databaseLines() (all []*databaseLine) {
	for _, v := range r.replicas {
		all = append(all, v.line)
	}
	return all
}

// skipWithout skips the fault if what it needs is missing.
func (f fault) skipWithout(t *testing.T) {
	t.Helper()
	if f.needs != "" && os.Getenv(f.needs) == "" {
		t.Skipf("%s is not set; .ci/postgres sets it for the Postgres that it starts", f.needs)
	}
	if on := runtime.GOOS + "/" + runtime.GOARCH; f.setup.clocks && on != "linux/amd64" {
		t.Skipf("no clock of a process on %s can be set", on)
	}
}
