package systemtest

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"ringer/engine/sessiontest"
)

// child is a process that a test has started.
type child struct {
	t   testing.TB
	cmd *exec.Cmd
}

// program returns a command that runs the program. Its environment is empty except for env. A
// process with the race detector ends at the first race.
func program(t testing.TB, log io.Writer, env []string, args ...string) *exec.Cmd {
	t.Helper()
	exe := sessiontest.Must(os.Executable())(t)
	cmd := exec.Command(exe, args...)
	cmd.Env = append([]string{"RINGER_TEST_PROCESS=1", "GORACE=halt_on_error=1"}, env...)
	cmd.Stderr = log
	return cmd
}

// launch starts a command, which is killed at the end of the test. It returns the lines that the
// command prints.
func launch(t testing.TB, cmd *exec.Cmd) (*child, *bufio.Scanner) {
	t.Helper()
	out := sessiontest.Must(cmd.StdoutPipe())(t)
	sessiontest.NoError(t, cmd.Start())
	c := &child{t: t, cmd: cmd}
	t.Cleanup(func() { c.end(syscall.SIGKILL) })
	return c, bufio.NewScanner(out)
}

// startProgram starts a server, and waits until it listens.
func startProgram(t testing.TB, serve *exec.Cmd) *process {
	t.Helper()
	p := tryProgram(t, serve)
	if p == nil {
		t.Fatal("the server did not say where it listens")
	}
	return p
}

// endLimit is how long a process may take to end. A server gives its requests 10 s.
const endLimit = 15 * time.Second

// end sends a signal and waits for the process. One that takes too long is killed, and fails the
// test.
func (c *child) end(s syscall.Signal) {
	if c.cmd.ProcessState == nil {
		_ = c.cmd.Process.Signal(s) // it may have ended by itself
		overdue := time.AfterFunc(endLimit, func() {
			c.t.Errorf("%s: a process has not ended within %s", s, endLimit)
			_ = c.cmd.Process.Kill() // it may end just now
		})
		_ = c.cmd.Wait()
		overdue.Stop()
	}
}

// givenPorts are the ports that quietPort has returned. A server that was killed needs its port
// again.
var givenPorts sync.Map

// quietPort returns a free port that the system does not use for outgoing connections. Otherwise a
// client that dials the port of the dead server could be connected to itself. It returns each port
// once, and none that browsers refuse to open, such as 10080.
func quietPort(t *testing.T) int {
	for {
		port := 11_000 + rand.IntN(8_000)
		if _, given := givenPorts.LoadOrStore(port, true); given {
			continue
		}
		if listener, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port)); err == nil {
			sessiontest.NoError(t, listener.Close())
			return port
		}
	}
}
