package systemtest

import (
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// python returns a command that runs a Python program with the client of clients/python. Without
// Python it skips the test, and fails it if the variable CI is set.
func python(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal("this test needs python3; .ci/run installs it")
	} else if err != nil {
		t.Skip("this test needs python3; install Python 3.10 or newer to run it")
	}
	// A warning is an error: -X dev shows sockets that nobody has closed.
	cmd := exec.Command(path, append([]string{"-X", "dev", "-W", "error"}, args...)...)
	cmd.Stderr = os.Stderr
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH="+filepath.Join(repotest.Root(t), "clients/python"))
	return cmd
}

// pythonProgram returns the path of a program of the client's tests.
func pythonProgram(t *testing.T, name string) string {
	t.Helper()
	return filepath.Join(repotest.Root(t), "clients/python/tests", name)
}

// TestPythonUnits runs the client's own tests.
func TestPythonUnits(t *testing.T) {
	t.Parallel()
	output(t, python(t, "-m", "unittest", "discover", "-s", filepath.Dir(pythonProgram(t, "x"))))
}

// TestPythonPage checks the types of the client, of its tests, of the examples and of the programs
// of docs/clients.md, and runs the last. They reach the server without and with TLS.
func TestPythonPage(t *testing.T) {
	slow(t)
	section := repotest.Find(t, "docs/clients.md", "(?s)\n## Python\n(.*?)\n##? [A-Z]")[0]
	dir := t.TempDir()
	var programs []string
	for i, m := range regexp.MustCompile("(?s)```python\n(.*?)```").FindAllStringSubmatch(section, -1) {
		programs = append(programs, filepath.Join(dir, fmt.Sprintf("page%d.py", i)))
		sessiontest.NoError(t, os.WriteFile(programs[i], []byte(m[1]), 0o600))
		if n := strings.Count(m[1], "\n"); i == 0 && n > 12 {
			t.Errorf("the first program has %d lines, want at most 12", n)
		}
	}
	if len(programs) != 2 {
		t.Fatalf("docs/clients.md has %d programs of Python, want one that waits and one that awaits", len(programs))
	}
	examples := sessiontest.Must(filepath.Glob(filepath.Join(repotest.Root(t), "examples/*/*.py")))(t)
	t.Run("types", func(t *testing.T) {
		t.Parallel()
		checkPythonTypes(t, slices.Concat(programs, examples)...)
	})
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	target := sessiontest.Must(url.Parse(p.url))(t)
	secured := httptest.NewTLSServer(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }})
	t.Cleanup(secured.Close)
	trusted := filepath.Join(dir, "trusted.pem")
	sessiontest.NoError(t, os.WriteFile(trusted, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secured.Certificate().Raw}), 0o600))
	for i, program := range programs {
		for _, at := range []string{p.url, secured.URL} {
			t.Run(fmt.Sprint(i, " ", at[:5]), func(t *testing.T) {
				t.Parallel()
				cmd := python(t, program)
				cmd.Env = append(cmd.Env, "RINGER_URL="+at, "SSL_CERT_FILE="+trusted)
				if said := string(output(t, cmd)); !strings.HasPrefix(said, "Red: ") || strings.Count(said, "\n") != 1 {
					t.Errorf("the program printed %q, want a line of Red", said)
				}
			})
		}
	}
}

// checkPythonTypes checks the types of the client and of programs that use it, as strictly as
// pyright does.
func checkPythonTypes(t *testing.T, programs ...string) {
	t.Helper()
	dir := t.TempDir() // pyright ignores files that are not below its folder
	sessiontest.NoError(t, os.CopyFS(filepath.Join(dir, "client"), os.DirFS(filepath.Join(repotest.Root(t), "clients/python"))))
	for i, program := range programs {
		text := sessiontest.Must(os.ReadFile(program))(t)
		sessiontest.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("program%d.py", i)), text, 0o600))
	}
	config := []byte(`{"extraPaths": ["client"], "typeCheckingMode": "strict", "pythonVersion": "3.10"}`)
	sessiontest.NoError(t, os.WriteFile(filepath.Join(dir, "pyrightconfig.json"), config, 0o600))
	output(t, tool(foreignNode(t), "npx", "--no-install", "pyright", "--project", dir))
}

// lossy returns the address of a proxy of a server. It takes every fifth POST to the server, and
// then cuts the connection in place of an answer.
func lossy(t *testing.T, server string) string {
	t.Helper()
	var posts atomic.Int64
	proxy := httputil.NewSingleHostReverseProxy(sessiontest.Must(url.Parse(server))(t))
	proxy.ModifyResponse = func(r *http.Response) error {
		if r.Request.Method == http.MethodPost && posts.Add(1)%5 == 0 {
			return errors.New("the answer is lost")
		}
		return nil
	}
	proxy.ErrorHandler = func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) }
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)
	return front.URL
}

// TestPythonPosts kills a server again and again while a client posts, and loses answers. Every
// line is stored once.
func TestPythonPosts(t *testing.T) {
	slow(t)
	for _, way := range []string{"sync", "async"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			const lines, kills = 200, 4
			server := restarting(t)
			id := server.open(turing(map[string]any{"timing": "manual"}))
			_, printed := launch(t, python(t, pythonProgram(t, "post.py"), way, lossy(t, server.url)+"/v1/sessions/"+id, fmt.Sprint(lines)))
			n := 0
			for ; printed.Scan(); n++ {
				if n%(lines/kills) == lines/kills/2 {
					server.restart(syscall.SIGKILL)
				}
			}
			times := map[string]int{}
			for _, e := range server.process.log(id) {
				if m, ok := e.Data.(*session.MessageReceived); ok {
					times[m.Text]++
				}
			}
			lost, doubled := 0, 0
			for i := range lines {
				switch times[fmt.Sprint("line ", i)] {
				case 0:
					lost++
				case 1:
				default:
					doubled++
				}
			}
			t.Logf("%d posts, %d kills: lost %d, doubled %d", n, kills, lost, doubled)
			if n != lines || lost+doubled > 0 {
				t.Errorf("the client posted %d lines of %d; lost %d, doubled %d", n, lines, lost, doubled)
			}
		})
	}
}

// TestPythonPackage builds the package, and imports it from there alone.
func TestPythonPackage(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	sessiontest.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(repotest.Root(t), "clients/python"))))
	build := python(t, "-W", "ignore", "-c", "from setuptools import build_meta; print(build_meta.build_wheel('.'))")
	build.Dir = dir
	if _, err := exec.LookPath("/usr/bin/python3"); err == nil { // that of Debian has its packages
		build.Path = "/usr/bin/python3"
	}
	words := strings.Fields(string(output(t, build)))
	wheel := filepath.Join(dir, words[len(words)-1])
	t.Logf("%s has %d bytes", filepath.Base(wheel), sessiontest.Must(os.Stat(wheel))(t).Size())
	use := python(t, "-c", "import ringer, os; print(ringer.__file__, ringer.Ringer, __import__('pkgutil').get_data('ringer', 'py.typed'))")
	use.Env = append(os.Environ(), "PYTHONPATH="+wheel)
	if said := string(output(t, use)); !strings.HasPrefix(said, wheel) {
		t.Errorf("the package is imported from %s, want %s", said, wheel)
	}
}
