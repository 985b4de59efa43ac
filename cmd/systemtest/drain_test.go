package systemtest

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ringer/engine/session"
)

// drainRate is how many posts a second there are during a shutdown.
const drainRate = 100

// TestDrain stops three servers one after the other under a steady load, and starts each again. A
// client that tries a second server notices nothing. The homes and streams of a server go to the
// others, and it ends with 0. If it may drain, /readyz answers 503 before.
func TestDrain(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]time.Duration{"AtOnce": 0, "LaterThanUnready": 500 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := onThree
			s.drain = d
			drain(t, s)
		})
	}
}

func drain(t *testing.T, s setup) {
	r := startTarget(t, s, nil)
	ctx, cancel := context.WithTimeout(t.Context(), roundLimit)
	defer cancel()
	front := newFront(t)
	for _, v := range r.replicas {
		front.add(v.process)
	}
	poster := front.platform(t)
	poster.client.Timeout = 2 * patience // for both tries
	ids := openMany(ctx, r.platform, 12, 10)
	streams := followEach(ctx, r.platform, ids)
	stop := make(chan struct{})
	posted := &ledger{}
	var posting sync.WaitGroup
	posting.Go(func() {
		for n, tick := 0, time.NewTicker(time.Second/drainRate); ; n++ {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			posting.Go(func() {
				id, name := ids[n%len(ids)], fmt.Sprint("m-", n)
				if r, a := poster.post(ctx, id+"/messages", map[string]any{"id": name, "sender": "Blue", "text": name}); a != accepted {
					t.Errorf("post %d: %v, %+v", n, a, r)
					return
				}
				posted.add(id, name)
			})
		}
	})
	for _, victim := range r.replicas {
		pause(ctx, time.Second)
		victim.drain(ctx, r)
		victim.start()
		if status := victim.awaitReady(ctx); status != http.StatusOK {
			t.Errorf("%s answers /readyz with %d", victim.name, status)
		}
	}
	for _, id := range ids { // however long a busy machine takes
		for _, b := range r.blows {
			until(t, func() bool { return !b.struck(id) || b.actedAfter(r.platform.log(ctx, id)) }, "the bot of %s acts after its server has stopped", id)
		}
	}
	close(stop)
	posting.Wait()
	for _, id := range ids {
		r.platform.insist(ctx, id+"/end", map[string]any{})
	}
	var n tally
	for i, seen := range streams() {
		log := r.platform.log(ctx, ids[i])
		posted.check(t, ids[i], log)
		n.countGaps("a stream of "+ids[i], seen, int64(len(log)), t.Errorf)
	}
	r.watches.Wait()
	t.Logf("%d posts; %d homes of servers that stopped; until they belonged to another: p50 %s, worst %s", posted.n, len(r.taken), quantile(r.taken, 0.5), quantile(r.taken, 1))
}

// actedAfter reports whether a log has an act after the blow.
func (b blow) actedAfter(log []session.Event) bool {
	return slices.ContainsFunc(log, func(e session.Event) bool { return session.IsAct(e.Data) && steady(e).After(b.at) })
}

// struck reports whether a session belonged to the struck replica.
func (b blow) struck(address string) bool {
	return slices.ContainsFunc(b.homes, func(home string) bool { return strings.HasSuffix(address, "/"+home) })
}

// drain stops a replica with SIGTERM, and watches it.
func (r *replica) drain(ctx context.Context, of *target) {
	ended := make(chan struct{})
	statuses := make(chan []int, 1)
	go func() { // ends with the process
		var all []int
		for {
			select {
			case <-ended:
				statuses <- all
				return
			default:
				all = append(all, r.ready(ctx))
				pause(ctx, time.Millisecond)
			}
		}
	}()
	of.watch(r)
	r.process.end(syscall.SIGTERM)
	close(ended)
	if !r.process.cmd.ProcessState.Success() {
		r.t.Errorf("the server ended with %s", r.process.cmd.ProcessState)
	}
	unready := false
	for _, status := range <-statuses {
		if status == http.StatusOK && unready {
			r.t.Error("/readyz answers 200 again after the signal")
		}
		// 0 says that nobody listens any more.
		unready = unready || status == http.StatusServiceUnavailable || status == 0 && of.setup.drain == 0
	}
	if !unready {
		r.t.Error("/readyz did not say that the server stops")
	}
	if left, err := of.db.orphans(of.blows[len(of.blows)-1].homes); err != nil || left > 0 {
		r.t.Errorf("the server has left %d homes behind, error %v", left, err)
	}
}

// openMany opens sessions of three whose bots answer fast, and returns their addresses.
func openMany(ctx context.Context, p *platform, n, speed int) []string {
	config := trio("scheduler")
	config["speed"] = speed
	addresses := make([]string, n)
	spread(n, 32, func(i int) {
		created, a := p.insist(ctx, "/v1/sessions", config)
		if a != accepted {
			p.t.Errorf("no session was created: %+v", created)
		}
		addresses[i] = "/v1/sessions/" + created.ID
	})
	return addresses
}

// followEach follows one stream of each session. The function that it returns waits for their ends.
func followEach(ctx context.Context, p *platform, addresses []string) (wait func() [][]int64) {
	all := followAll(ctx, addresses, []listener{{p, func(session.Event) {}}})
	return func() (seen [][]int64) {
		for _, each := range all() {
			seen = append(seen, each[0])
		}
		return seen
	}
}
