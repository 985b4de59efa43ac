package systemtest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ringer/cmd/internal/follow"
	"ringer/cmd/internal/repotest"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// startNginx starts nginx with the configuration of deploy/nginx.conf, and returns its address. Its
// servers are replaced by others, each a host with a port. Without nginx it skips the test. If the
// variable CI is set it fails instead, because nobody would notice the skip.
func startNginx(t *testing.T, servers ...string) (url string) {
	t.Helper()
	return startNginxWith(t, strings.NewReplacer(), servers)
}

// startNginxWith also changes the configuration.
func startNginxWith(t *testing.T, change *strings.Replacer, servers []string) (url string) {
	t.Helper()
	path, err := exec.LookPath("nginx")
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/nginx") // Debian's place is not on every PATH
	}
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal("this test needs nginx; .ci/run installs it")
	} else if err != nil {
		t.Skip("this test needs nginx; install it to run the test")
	}
	listener := sessiontest.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := listener.Addr().String()
	file := filepath.Join(t.TempDir(), "nginx.conf")
	sessiontest.NoError(t, os.WriteFile(file, []byte(change.Replace(nginxConf(t, filepath.Dir(file), address, servers))), 0o644))
	socket := sessiontest.Must(listener.(*net.TCPListener).File())(t)
	defer socket.Close()
	// nginx takes over the socket, as from an older nginx. So clients need not wait until it
	// listens.
	cmd := exec.Command(path, "-c", file, "-e", "stderr", "-g", "daemon off; user root;")
	cmd.Env, cmd.ExtraFiles = append(os.Environ(), "NGINX=3;"), []*os.File{socket}
	cmd.Stdout, cmd.Stderr = testWriter{t}, testWriter{t}
	sessiontest.NoError(t, cmd.Start())
	c := &child{t: t, cmd: cmd}
	t.Cleanup(func() { c.end(syscall.SIGTERM) })
	// Go made the socket block when it passed it on. Then a worker of nginx would wait in accept
	// for ever, if another one was faster.
	sessiontest.NoError(t, syscall.SetNonblock(int(socket.Fd()), true))
	sessiontest.NoError(t, listener.Close())
	return "http://" + address
}

// nginxConf returns the project's configuration with another address, a folder for its files, and
// other servers. The address of a server needs no DNS.
func nginxConf(t *testing.T, folder, address string, servers []string) string {
	t.Helper()
	conf := repotest.Read(t, "deploy/nginx.conf")
	replace := func(pattern, by string) {
		r := regexp.MustCompile(`(?m)` + pattern)
		if !r.MatchString(conf) {
			t.Fatalf("deploy/nginx.conf holds nothing that matches %s", pattern)
		}
		conf = r.ReplaceAllString(conf, by)
	}
	replace(`^ *resolver .*\n`, "")
	replace(`/tmp/`, folder+"/")
	replace(`listen 8080;`, "listen "+address+";")
	replace(` resolve;`, ";")
	for i, server := range servers {
		replace(fmt.Sprintf(`ringer-%d:8080`, i+1), server)
	}
	replace(`^ *server ringer-.*\n`, "")
	return conf
}

// TestNginxRetries checks which requests nginx sends to the next server when the first one breaks
// the connection: never a POST or PATCH, since it may have been carried out.
func TestNginxRetries(t *testing.T) {
	t.Parallel()
	var seen atomic.Int32
	broken := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		seen.Add(1)
		panic(http.ErrAbortHandler)
	}))
	t.Cleanup(broken.Close)
	server := broken.Listener.Addr().String()
	for _, test := range []struct {
		method, path string
		sent         int32
		status       int
	}{
		{"GET", "/v1/sessions", 2, http.StatusBadGateway},
		{"POST", "/v1/sessions", 1, http.StatusBadGateway},
		{"PATCH", "/v1/sessions/ses_a", 1, http.StatusBadGateway},
		{"GET", "/v1/sessions/ses_a/stream", 2, 0}, // closed without an answer
		{"GET", "/v1/games/gam_a/events", 2, 0},
	} {
		url := startNginx(t, server, server)
		seen.Store(0)
		request := sessiontest.Must(http.NewRequest(test.method, url+test.path, strings.NewReader("{}")))(t)
		response, err := new(http.Transport).RoundTrip(request)
		status := 0
		if err == nil {
			status = response.StatusCode
			response.Body.Close()
		} else if !errors.Is(err, io.EOF) {
			t.Errorf("%s %s: %v", test.method, test.path, err)
		}
		if seen.Load() != test.sent || status != test.status {
			t.Errorf("%s %s was sent %d times and got %d, want %d and %d", test.method, test.path, seen.Load(), status, test.sent, test.status)
		}
	}
}

// TestNginxPassesRefusals checks that an answer of a server goes to the client, whatever its
// status.
func TestNginxPassesRefusals(t *testing.T) {
	t.Parallel()
	var seen atomic.Int32
	full := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		seen.Add(1)
		w.Header().Set("Retry-After", "1")
		http.Error(w, "the database is away", http.StatusServiceUnavailable)
	}))
	t.Cleanup(full.Close)
	server := full.Listener.Addr().String()
	url := startNginx(t, server, server)
	for range 5 {
		response := sessiontest.Must(http.Get(url + "/v1/sessions"))(t)
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") != "1" || !strings.Contains(string(body), "away") {
			t.Errorf("got %s with %q", response.Status, body)
		}
	}
	if seen.Load() != 5 {
		t.Errorf("5 requests were sent %d times", seen.Load())
	}
}

// TestNginxStreams follows a session through nginx. An event comes while the stream is open, so
// nothing buffers it. When the server stops, the reader sees a cut and not an end.
func TestNginxStreams(t *testing.T) {
	t.Parallel()
	server := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	url := startNginx(t, strings.TrimPrefix(server.url, "http://"))
	platform := at(t, url, "")
	id := platform.create(`{}`)
	stream := bufio.NewReader(platform.listenTo(id))
	platform.say(id, "Blue", "hi all")
	for line := ""; !strings.Contains(line, `"text":"hi all"`); {
		var err error
		if line, err = stream.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	server.end(syscall.SIGTERM)
	checkCut(t, stream)
}

// TestNginxFailover follows a session through nginx before two servers on one Postgres. Streams
// rotate every second. The server with the stream is killed, and later one is stopped. The platform
// sends a post again that gets no answer of Ringer. Nothing is lost and nothing is doubled.
func TestNginxFailover(t *testing.T) {
	t.Parallel()
	database := storetest.Postgres(t)
	const key = "key-of-the-platform"
	begin := func(port int) *process {
		p := start(t, "", "DATABASE_URL="+database, "RINGER_API_KEY="+key, "RINGER_STREAM_LIFE=1s", fmt.Sprint("PORT=", port))
		p.key = key
		return p
	}
	ports := []int{quietPort(t), quietPort(t)}
	servers := []*process{begin(ports[0]), begin(ports[1])}
	url := startNginx(t, fmt.Sprint("127.0.0.1:", ports[0]), fmt.Sprint("127.0.0.1:", ports[1]))
	platform := at(t, url, key)
	id := platform.open(turing(nil))
	path := "/v1/sessions/" + id

	heard := make(chan string)
	done := make(chan []recording.Event, 1)
	go func() { // ends with the session
		defer close(heard)
		all, err := follow.Listen(t.Context(), follow.New(url, key, http.DefaultTransport), path+"/stream?types=message.received,session.ended", func(e session.Event) {
			if m, ok := e.Data.(*session.MessageReceived); ok {
				heard <- m.ID
			}
		})
		if err != nil {
			t.Error(err)
		}
		done <- all
	}()
	want := make([]string, 15)
	for i := range want {
		switch i {
		case 5:
			holder := max(0, slices.IndexFunc(servers, func(p *process) bool { return scrape(t, p).value("streams_open") > 0 }))
			servers[holder].end(syscall.SIGKILL)
			for range 10 { // nginx tries the other server by itself
				if status := platform.call("GET", path, nil, nil); status != http.StatusOK {
					t.Errorf("a GET beside a dead server got %d", status)
				}
			}
			servers[holder] = begin(ports[holder])
		case 10:
			servers[0].end(syscall.SIGTERM)
			servers[0] = begin(ports[0])
		}
		want[i] = fmt.Sprint("m-", i)
		platform.insist(path+"/messages", map[string]any{"id": want[i], "sender": "Blue", "text": fmt.Sprint("line ", i)})
		if got := <-heard; got != want[i] {
			t.Errorf("the stream brought %q, want %q", got, want[i])
		}
	}
	platform.insist(path+"/end", map[string]any{})
	for extra := range heard {
		t.Errorf("the stream also brought %q", extra)
	}
	if n := len(<-done); n != len(want)+1 {
		t.Errorf("the stream brought %d events, want %d and the end", n, len(want))
	}
}

// insist sends a post that may be repeated, until Ringer has answered it. It pauses before each
// repetition, as a platform does.
func (p *process) insist(path string, body any) {
	p.t.Helper()
	for range 100 {
		switch status := p.call("POST", path, body, nil); {
		case status < 300:
			return
		case status != http.StatusBadGateway && status != http.StatusServiceUnavailable:
			p.t.Fatalf("POST %s: status %d", path, status)
		}
		time.Sleep(100 * time.Millisecond)
	}
	p.t.Fatalf("POST %s failed a hundred times", path)
}
