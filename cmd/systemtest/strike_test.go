package systemtest

import (
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"

	"ringer/store/storetest"
)

// kill kills the process once or twice in a row, and after a moment starts the next one on the same
// port.
func kill(r *target, rng *rand.Rand) (last time.Time) {
	for range 1 + rng.IntN(2) {
		last = time.Now()
		r.process.end(syscall.SIGKILL)
		pause(r.t.Context(), time.Duration(rng.Int64N(int64(200*time.Millisecond))))
		r.process = startLogged(r.t, r.log, r.env)
		pause(r.t.Context(), time.Duration(rng.Int64N(int64(200*time.Millisecond))))
	}
	return last
}

// terminate ends all connections of the server, through another connection.
func terminate(r *target, _ *rand.Rand) time.Time {
	now := time.Now()
	if n := r.db.terminate(r.t); n == 0 {
		r.t.Error("the server had no connection to kill")
	}
	return now
}

// stopVariable and startVariable hold shell commands. They stop the Postgres of TEST_DATABASE_URL
// as in a crash, and start it again.
const (
	stopVariable  = "TEST_POSTGRES_STOP"
	startVariable = "TEST_POSTGRES_START"
)

// restart stops Postgres until the server has said that it is not ready.
func restart(r *target, _ *rand.Rand) time.Time {
	now := time.Now()
	r.shell(stopVariable)
	r.awaitUnready()
	r.shell(startVariable)
	return now
}

// shell runs the command that an environment variable holds.
func (r *target) shell(variable string) {
	if out, err := exec.Command("sh", "-c", os.Getenv(variable)).CombinedOutput(); err != nil {
		r.t.Errorf("%s: %v: %s", variable, err, out)
	}
}

// cuttable are words that occur only in appends. The appends are of the bot's acts, of posts, and
// of the platform's receipts, commands and updates.
var cuttable = []string{
	"message.sent", "plan.created", "thought.completed", markTag, markTag, markTag, "plan.commanded", "message.receipt", "session.updated",
}

// cutting returns a fault that cuts up to three connections in a row, each during an append.
func cutting(m storetest.Mode) func(*target, *rand.Rand) time.Time {
	return func(r *target, rng *rand.Rand) (last time.Time) {
		for range 1 + rng.IntN(3) {
			select {
			case <-r.over:
				r.db.proxy.Set(storetest.Passing, "")
				return time.Now()
			case <-r.db.proxy.Set(m, r.cuttable[rng.IntN(len(r.cuttable))]):
			case <-time.After(time.Minute):
				r.t.Error("no append was under way that could be cut")
				return time.Now()
			}
			last = time.Now()
			pause(r.t.Context(), time.Duration(rng.Int64N(int64(100*time.Millisecond))))
		}
		return last
	}
}

// answerLimit is how long the server may leave a client without an answer. The server gives an
// append 15 seconds.
const answerLimit = 20 * time.Second

// silence drops everything on the network until the server has said that it is not ready.
func silence(r *target, _ *rand.Rand) time.Time {
	r.db.proxy.Set(storetest.Silent, "")
	began := time.Now()
	r.awaitUnready()
	r.db.proxy.Set(storetest.Passing, "")
	return began
}

// awaitUnready waits until /readyz answers 503.
func (r *target) awaitUnready() {
	began := time.Now()
	for r.platform.ready(r.t.Context()) != http.StatusServiceUnavailable {
		if time.Since(began) > answerLimit {
			r.t.Errorf("/readyz does not answer 503 within %s of the fault", answerLimit)
			break
		}
	}
	r.t.Logf("/readyz answered 503 after %s", time.Since(began).Round(time.Millisecond))
}
