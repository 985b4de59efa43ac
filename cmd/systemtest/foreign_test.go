package systemtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// foreign is the folder with the clients that other people wrote: a package of npm and a Go module.
const foreign = "foreign"

// installed is a copy of the folder foreign with the packages of npm; empty until they are needed.
// TestMain removes it.
var installed struct {
	once sync.Once
	dir  string
	err  error
}

// foreignNode returns a folder with the files of foreign and all packages of npm. Without node it
// skips the test. If the variable CI is set it fails instead, because nobody would notice the skip.
func foreignNode(t *testing.T) (dir string) {
	t.Helper()
	for _, name := range []string{"node", "npm"} {
		if _, err := exec.LookPath(name); err != nil && os.Getenv("CI") != "" {
			t.Fatalf("this test needs %s; .ci/run installs it", name)
		} else if err != nil {
			t.Skipf("this test needs %s; install Node.js 18 or newer to run it", name)
		}
	}
	installed.once.Do(func() {
		if installed.dir, installed.err = os.MkdirTemp("", "ringer-foreign-"); installed.err != nil {
			return
		}
		if installed.err = os.CopyFS(installed.dir, os.DirFS(foreign)); installed.err == nil {
			installed.err = tool(installed.dir, "npm", "ci", "--no-audit", "--no-fund").Run()
		}
	})
	if installed.err != nil {
		t.Fatal(installed.err)
	}
	return installed.dir
}

// tool returns a command that runs in a folder and shows what it says on stderr.
func tool(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	return cmd
}

// foreignGo builds a command of the Go module foreign, and returns its path.
func foreignGo(t *testing.T, name string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-C", foreign, "-o", program, "./"+name).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}
