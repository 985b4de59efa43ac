// Package child runs a Ringer server and the example programs in tests.
package child

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Build compiles a program of a module, and returns its path.
func Build(t testing.TB, module, name string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	if out, err := exec.Command("go", "build", "-C", module, "-o", program, name).CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v\n%s", name, err, out)
	}
	return program
}

// Server is a Ringer server.
type Server struct{ URL, program string }

// Check fails the test for what the platform of a session does wrong.
func (s *Server) Check(t testing.TB, session string) {
	t.Helper()
	if out, err := exec.Command(s.program, "check", session, "--url", s.URL).CombinedOutput(); err != nil {
		t.Errorf("ringer check: %v\n%s", err, out)
	}
}

// Ringer starts a server with the built-in player.
func Ringer(t testing.TB) *Server {
	t.Helper()
	program := Build(t, "../..", "./cmd/ringer")
	serve := exec.Command(program, "serve")
	serve.Env = append(os.Environ(), "PORT=0", "RINGER_DB="+filepath.Join(t.TempDir(), "ringer.db"), "RINGER_API_KEY=")
	out, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, serve)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if url, ok := strings.CutPrefix(lines.Text(), "ringer serves on "); ok {
			go io.Copy(io.Discard, out) // ends with the server
			return &Server{url, program}
		}
	}
	t.Fatal("the server has not started")
	return nil
}

func start(t testing.TB, c *exec.Cmd) {
	t.Helper()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
}

// Program is a program that runs.
type Program struct {
	cmd   *exec.Cmd
	mu    sync.Mutex
	log   bytes.Buffer
	wrote chan struct{} // gets something whenever the log grows
}

// Start runs a program against a Ringer server.
func Start(t testing.TB, program, ringer string, args ...string) *Program {
	t.Helper()
	p := &Program{cmd: exec.Command(program, args...), wrote: make(chan struct{}, 1)}
	p.cmd.Env = append(os.Environ(), "RINGER_URL="+ringer, "RINGER_API_KEY=", "TURINGGAME_API_KEY="+Key)
	p.cmd.Stderr = p
	start(t, p.cmd)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the program's log:\n%s", p.Log())
		}
	})
	return p
}

// Patience is how long a test waits for what must come. It is so long that a busy machine does not
// matter.
const Patience = 3 * time.Minute

// Key is the key that the programs get.
const Key = "0b5e6c1e-2f50-4b8a-9c53-5d0f7c2f3a11"

// Write takes the log of the program.
func (p *Program) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case p.wrote <- struct{}{}:
	default:
	}
	return p.log.Write(b)
}

// Log returns what the program has logged.
func (p *Program) Log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// Says waits until the program has logged a text.
func (p *Program) Says(t testing.TB, text string) {
	t.Helper()
	for !strings.Contains(p.Log(), text) {
		select {
		case <-p.wrote:
		case <-time.After(Patience):
			t.Fatalf("the program has not logged %q", text)
		}
	}
}

// Kill ends the program as kill -9 does.
func (p *Program) Kill() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// Wait waits until the program ends, and returns its exit code.
func (p *Program) Wait() int {
	p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode()
}
