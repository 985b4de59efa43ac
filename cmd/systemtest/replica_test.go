package systemtest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// replica is one of the servers of a target. It keeps its port when it is started again.
type replica struct {
	t       *testing.T
	log     io.Writer
	name    string
	env     []string
	process *process
	line    *databaseLine
	// bells are the ways to the NATS servers.
	bells []*bellLine
	// clock is the wall clock of the server; nil for the machine's.
	clock *wallClock
	// failed is called after a start that failed.
	failed func()
}

// newReplica starts a replica of a target.
func newReplica(s *target, name string) *replica {
	r := &replica{t: s.t, log: s.log, name: name, line: s.db.connect(s.t), failed: func() { s.failedStarts++ }}
	r.env = slices.Concat(r.line.env, []string{fmt.Sprint("PORT=", quietPort(s.t)), "RINGER_REPLICA=" + name, fmt.Sprint("RINGER_DRAIN=", s.setup.drain)})
	if s.setup.clocks {
		r.clock = newWallClock(s.t)
		r.env = append(r.env, clockVariable+"="+r.clock.path)
	}
	level := "warn"
	if s.nats != nil {
		level = "info" // a server says there that NATS answers again
		var urls []string
		for _, server := range s.nats.servers {
			bell := server.connect(s.t, r.line.ears)
			r.bells, urls = append(r.bells, bell), append(urls, bell.url)
		}
		r.env = append(r.env, "NATS_URL="+strings.Join(urls, ","))
	}
	r.env = append(r.env, "LOG_LEVEL="+level)
	r.start()
	return r
}

// starts is how often a server may fail to start in a row. On a busy machine Postgres may take
// longer to answer a new connection than a server waits for it.
const starts = 5

// start starts the server until it runs, as the system of a server does.
func (r *replica) start() {
	for n := range starts {
		if r.process = tryProgram(r.t, program(r.t, r.log, r.env, "serve")); r.process != nil {
			return
		}
		r.failed()
		r.t.Logf("start %d of %s has failed", n+1, r.name)
		pause(r.t.Context(), 500*time.Millisecond)
	}
	r.t.Fatalf("%s has failed to start %d times", r.name, starts)
}

// host returns the address of the replica, without a scheme.
func (r *replica) host() string { return strings.TrimPrefix(r.process.url, "http://") }

// ready returns the status of /readyz, or 0 if nobody answers.
func (r *replica) ready(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.process.url+"/readyz", nil)
	if err != nil {
		return 0
	}
	response, err := r.process.client.Do(request)
	if err != nil {
		return 0
	}
	defer discard(response)
	return response.StatusCode
}

// awaitReady waits until /readyz answers 200 or the context ends. It returns the last answer.
func (r *replica) awaitReady(ctx context.Context) (status int) {
	for status = r.ready(ctx); status != http.StatusOK && ctx.Err() == nil; status = r.ready(ctx) {
		pause(ctx, retryDelay)
	}
	return status
}

// awaitUnready waits until /readyz answers 503.
func (r *replica) awaitUnready() {
	began := time.Now()
	for r.ready(r.t.Context()) != http.StatusServiceUnavailable {
		if time.Since(began) > answerLimit {
			r.t.Errorf("/readyz does not answer 503 within %s of the fault", answerLimit)
			break
		}
		pause(r.t.Context(), time.Millisecond)
	}
	r.t.Logf("/readyz answered 503 after %s", time.Since(began).Round(time.Millisecond))
}

// signal sends a signal, and does not wait for its effect.
func (r *replica) signal(s syscall.Signal) {
	if err := r.process.cmd.Process.Signal(s); err != nil {
		r.t.Errorf("%s: %v", s, err)
	}
}
