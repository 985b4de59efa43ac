package systemtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"ringer/engine/sessiontest"
)

// TestLoadExample runs examples/load with small numbers, on a server of its own.
func TestLoadExample(t *testing.T) {
	slow(t)
	if _, err := exec.LookPath("curl"); err != nil && os.Getenv("CI") == "" {
		t.Skip("this test needs curl; install it to run the test")
	}
	cmd := exec.Command(filepath.Join("..", "..", "examples", "load", "load.sh"))
	exe := sessiontest.Must(os.Executable())(t)
	cmd.Env = append(os.Environ(), "RINGER_TEST_PROCESS=1", "RINGER="+exe, "RINGER_URL=", "RINGER_API_KEY=", "POSTS=60", "CLIENTS=6", "SESSIONS=3", "RATE=10", "DURATION=1s")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	sessiontest.Contains(t, string(out), "[202]\t60 responses", "accepted 60 of 60, and the log has 60", "0 lost, 0 doubled, 0 out of order", "errors     none")
}
