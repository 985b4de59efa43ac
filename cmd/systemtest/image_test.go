package systemtest

import (
	"debug/elf"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/sessiontest"
)

var testImage = flag.Bool("image", false, "let TestImage build the program as the Dockerfile does; false skips it")

// TestImage builds the program as the Dockerfile does, and runs it as a container would. It runs in
// a root folder without other files, with the image's environment, as a user whom the host does not
// know.
func TestImage(t *testing.T) {
	t.Parallel()
	if !*testImage {
		t.Skip(".ci/image runs this: it takes a minute")
	}
	if os.Getuid() != 0 {
		t.Skip("only root may change the root folder")
	}
	root := t.TempDir()
	build := exec.Command("sh", "-c", strings.Replace(repotest.Find(t, "Dockerfile", `\nRUN (CGO_ENABLED=0 .*)`)[0], "/image/", root+"/", 1))
	build.Dir = repotest.Root(t)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	program := sessiontest.Must(elf.Open(filepath.Join(root, "ringer")))(t)
	defer program.Close()
	if libraries, err := program.ImportedLibraries(); len(libraries) > 0 || program.Section(".interp") != nil {
		t.Errorf("the program is not static: %q, %v", libraries, err)
	}
	const user = 65532
	if want := repotest.Find(t, "Dockerfile", `\nUSER (\d+):(\d+)\n`); want[0] != "65532" || want[1] != "65532" {
		t.Errorf("the image runs as %q", want)
	}
	data := filepath.Join(root, "data")
	sessiontest.NoError(t, os.Mkdir(data, 0o755))
	sessiontest.NoError(t, os.Chown(data, user, user))
	for folder := root; len(folder) > len(os.TempDir()); folder = filepath.Dir(folder) {
		// the test's own folders are closed to others
		sessiontest.NoError(t, os.Chmod(folder, 0o755))
	}
	image := func(env []string, args ...string) *exec.Cmd {
		cmd := exec.Command("/ringer", args...)
		cmd.Env = append(strings.Fields(repotest.Find(t, "Dockerfile", `\nENV (.*)`)[0]), env...)
		cmd.Dir = "/data"
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: user, Gid: user}}
		return cmd
	}
	if out, err := image(nil, "serve").CombinedOutput(); err == nil || !strings.Contains(string(out), "RINGER_API_KEY") {
		t.Errorf("without a key it says %q, %v; want it to say what to set", out, err)
	}
	serves(t, image)
}

// serves starts the image's server, checks its health, and stops it.
func serves(t *testing.T, image func(env []string, args ...string) *exec.Cmd) {
	t.Helper()
	env := []string{"RINGER_API_KEY=a-key-of-a-test-only", fmt.Sprint("PORT=", quietPort(t))}
	cmd := image(env, "serve")
	cmd.Stderr = testWriter{t}
	server, lines := launch(t, cmd)
	defer func() {
		server.end(syscall.SIGTERM)
		if !cmd.ProcessState.Success() {
			t.Errorf("the server ended with %v", cmd.ProcessState)
		}
	}()
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "ringer serves on ") {
			break
		}
	}
	if out, err := image(env, "health").CombinedOutput(); err != nil {
		t.Errorf("health: %v, %s", err, out)
	}
	if out, err := image(env, "version").CombinedOutput(); err != nil || !strings.Contains(string(out), "ringer ") {
		t.Errorf("version: %v, %s", err, out)
	}
}
