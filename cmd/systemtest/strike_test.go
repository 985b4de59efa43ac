package systemtest

import (
	"math/rand/v2"
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
		v := r.victim(rng)
		last = time.Now()
		v.process.end(syscall.SIGKILL)
		pause(r.t.Context(), time.Duration(rng.Int64N(int64(200*time.Millisecond))))
		v.start()
		pause(r.t.Context(), time.Duration(rng.Int64N(int64(200*time.Millisecond))))
	}
	return last
}

// terminate ends all connections of a server, through another connection.
func terminate(r *target, rng *rand.Rand) time.Time {
	now := time.Now()
	if n, err := r.db.terminate(r.victim(rng).line); n == 0 || err != nil {
		r.t.Errorf("%d connections of the server were killed, error %v", n, err)
	}
	return now
}

// stopVariable and startVariable hold shell commands. They stop the Postgres of TEST_DATABASE_URL
// as in a crash, and start it again.
const (
	stopVariable  = "TEST_POSTGRES_STOP"
	startVariable = "TEST_POSTGRES_START"
)

// restart stops Postgres until the servers have said that they are not ready.
func restart(r *target, _ *rand.Rand) time.Time {
	now := time.Now()
	r.shell(stopVariable)
	for _, v := range r.replicas {
		v.awaitUnready()
	}
	r.shell(startVariable)
	return now
}

// shell runs the command that an environment variable holds.
func (r *target) shell(variable string) {
	if out, err := exec.Command("sh", "-c", os.Getenv(variable)).CombinedOutput(); err != nil {
		r.t.Errorf("%s: %v: %s", variable, err, out)
	}
}

// cuttable are words of appends: of the bot's acts, of posts, and of the platform's receipts,
// commands and updates.
var cuttable = []string{
	"message.sent", "plan.created", "thought.completed", markTag, markTag, markTag, "plan.commanded", "message.receipt", "session.updated",
}

// cutting returns a fault that cuts up to three connections in a row, each during an append.
func cutting(m storetest.Mode) func(*target, *rand.Rand) time.Time {
	return func(r *target, rng *rand.Rand) (last time.Time) {
		for range 1 + rng.IntN(3) {
			proxy := r.victim(rng).line.proxy
			select {
			case <-r.over:
				proxy.Set(storetest.Passing, "")
				return time.Now()
			case <-proxy.Set(m, r.cuttable[rng.IntN(len(r.cuttable))]):
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
func silence(r *target, rng *rand.Rand) time.Time {
	v := r.victim(rng)
	v.line.proxy.Set(storetest.Silent, "")
	began := time.Now()
	v.awaitUnready()
	v.line.proxy.Set(storetest.Passing, "")
	return began
}
