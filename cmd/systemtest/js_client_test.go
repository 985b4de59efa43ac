package systemtest

import (
	"bufio"
	"bytes"
	"encoding/json"
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
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ringer/cmd/internal/repotest"
	"ringer/engine/sessiontest"
)

// packed is the TypeScript client, as npm packs it and installs it beside the packages of others.
var packed struct {
	once sync.Once
	out  []byte
	err  error
}

// jsClient returns a folder in which programs find the TypeScript client: it is built with types of
// the document as it is now, packed, and installed. Three programs were compiled strictly with it:
// drive.ts of its tests, and first.ts and whole.ts of docs/clients.md.
func jsClient(t *testing.T) (dir string) {
	t.Helper()
	dir = foreignNode(t)
	packed.once.Do(func() {
		source := filepath.Join(dir, "ringer/clients/js")
		packed.err = os.CopyFS(source, os.DirFS(filepath.Join(repotest.Root(t), "clients/js")))
		for _, name := range []string{"openapi.yaml", "LICENSE"} {
			if packed.err == nil {
				packed.err = os.WriteFile(filepath.Join(dir, "ringer", name), []byte(repotest.Read(t, name)), 0o600)
			}
		}
		if packed.err == nil {
			packed.err = os.WriteFile(filepath.Join(dir, "first.ts"), []byte(pageProgram(t, 0)), 0o600)
		}
		if packed.err == nil {
			packed.err = os.WriteFile(filepath.Join(dir, "whole.ts"), []byte(pageProgram(t, 1)), 0o600)
		}
		if packed.err != nil {
			return
		}
		pack := exec.Command("bash", "-ec", `
			rm -rf node_modules dist src/api.ts *.tgz # what a developer has built
			ln -s ../../../node_modules
			npm ls openapi-typescript typescript >&2 # the versions of both package.json agree
			npm pack
			npm test
			mkdir ../../../node_modules/ringer-client
			tar -xzf *.tgz -C ../../../node_modules/ringer-client --strip-components 1
			cp test/drive.ts ../../..
			cd ../../..
			npx --no-install tsc --strict --noUnusedLocals --noUnusedParameters --noUncheckedIndexedAccess --exactOptionalPropertyTypes \
				--target es2022 --module nodenext --types node drive.ts first.ts whole.ts`)
		pack.Dir = source
		packed.out, packed.err = pack.CombinedOutput()
	})
	if packed.err != nil {
		t.Fatalf("%v\n%s", packed.err, packed.out)
	}
	return dir
}

// drive returns a command of the program drive.ts, at a server.
func drive(t *testing.T, url string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := tool(jsClient(t), "node", append([]string{"drive.js"}, args...)...)
	cmd.Env = append(os.Environ(), "RINGER_URL="+url)
	return cmd
}

// pageProgram returns a program of the section on TypeScript of docs/clients.md.
func pageProgram(t *testing.T, i int) string {
	return regexp.MustCompile("(?s)```ts\n(.*?)```").FindAllStringSubmatch(repotest.Read(t, "docs/clients.md"), -1)[i][1]
}

// TestJSWholeGame runs the second program of docs/clients.md: once until the bot has answered, when
// it is killed, and again. The people's lines are stored once, and the bot's are shown once.
func TestJSWholeGame(t *testing.T) {
	slow(t)
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	dir := jsClient(t)
	source := strings.Replace(string(sessiontest.Must(os.ReadFile(filepath.Join(dir, "whole.js")))(t)), "http://127.0.0.1:8080", p.url, 1)
	sessiontest.NoError(t, os.WriteFile(filepath.Join(dir, "whole_here.js"), []byte(source), 0o600))
	said := []string{"hi mia, where are you from?", "mia what do you do all day?"}
	first := tool(dir, "node", "whole_here.js")
	in := sessiontest.Must(first.StdinPipe())(t)
	killed, printed := launch(t, first)
	fmt.Fprintln(in, said[0])
	if !printed.Scan() || !strings.HasPrefix(printed.Text(), "Mia: ") {
		t.Errorf("it printed %q", printed.Text())
	}
	answer := printed.Text()
	for _, err := os.Stat(filepath.Join(dir, "table-7.json")); err != nil; _, err = os.Stat(filepath.Join(dir, "table-7.json")) {
		time.Sleep(10 * time.Millisecond) // it has noted how far it came, or the test ends at its limit
	}
	killed.end(syscall.SIGKILL)
	second := tool(dir, "node", "whole_here.js")
	second.Stdin = strings.NewReader(said[1])
	if out := string(output(t, second)); strings.Contains(out, answer+"\n") || !strings.Contains(out, "Mia votes for ") {
		t.Errorf("it printed %q after %q", out, answer)
	}
	var list struct{ Sessions []struct{ ID string } }
	p.call("GET", "/v1/sessions", nil, &list)
	var page struct {
		Events []struct{ Data struct{ Text string } }
	}
	p.call("GET", "/v1/sessions/"+list.Sessions[0].ID+"/events?types=message.received", nil, &page)
	if len(list.Sessions) != 1 || len(page.Events) != len(said) {
		t.Errorf("%d sessions, in which people said %v", len(list.Sessions), page.Events)
	}
}

// TestJSFirstAnswer runs the program of docs/clients.md, which jsClient has compiled.
func TestJSFirstAnswer(t *testing.T) {
	slow(t)
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	if n := strings.Count(pageProgram(t, 0), "\n"); n > 12 {
		t.Errorf("the program has %d lines, want 12 or fewer", n)
	}
	first := tool(jsClient(t), "node", "first.js")
	first.Env = append(os.Environ(), "RINGER_URL="+p.url)
	if printed := string(output(t, first)); !strings.HasPrefix(printed, "Red: ") || !strings.Contains(printed, "\nRed suspects ") {
		t.Errorf("the program printed %q", printed)
	}
}

// TestJSPosts posts lines while the server is killed and started again, through a proxy that loses
// the answer to each third request. Each line is stored once.
func TestJSPosts(t *testing.T) {
	slow(t)
	server := restarting(t)
	path := "/v1/sessions/" + server.open(turing(map[string]any{"timing": "manual"}))
	post := drive(t, forgetful(t, server.url), "post", path, "60")
	_, lines := launch(t, post)
	for n := 0; lines.Scan(); n++ {
		if n == 20 {
			server.restart(syscall.SIGKILL)
		}
	}
	var page struct {
		Events []struct{ Data struct{ Text string } }
	}
	server.call("GET", path+"/events?limit=1000&types=message.received", nil, &page)
	var got, want []string
	for _, e := range page.Events {
		got = append(got, e.Data.Text)
	}
	for i := range 60 {
		want = append(want, fmt.Sprint("line ", i))
	}
	if !slices.Equal(got, want) {
		t.Errorf("stored %v", got)
	}
}

// forgetful returns the address of a proxy that cuts the connection in place of each third answer.
func forgetful(t *testing.T, server string) string {
	var answers atomic.Int64
	proxy := httputil.NewSingleHostReverseProxy(sessiontest.Must(url.Parse(server))(t))
	proxy.ModifyResponse = func(*http.Response) error {
		if answers.Add(1)%3 == 0 {
			panic(http.ErrAbortHandler)
		}
		return nil
	}
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)
	return front.URL
}

// TestJSWebhook receives deliveries of a webhook whose secret has been rotated. Both secrets verify
// them, and nothing else does.
func TestJSWebhook(t *testing.T) {
	slow(t)
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"), "RINGER_WEBHOOK_PRIVATE=true")
	var got []string
	for lines := bufio.NewScanner(bytes.NewReader(output(t, drive(t, p.url, "webhook")))); lines.Scan(); {
		var d struct {
			Type, Altered, Foreign string
			Verified               []string
		}
		sessiontest.NoError(t, json.Unmarshal(lines.Bytes(), &d))
		got = append(got, d.Type)
		if d.Altered != "refused" || d.Foreign != "refused" || !slices.Equal(d.Verified, []string{d.Type, d.Type}) {
			t.Errorf("a delivery: %s", lines.Bytes())
		}
	}
	if !slices.Equal(got, []string{"message.received", "session.ended"}) {
		t.Errorf("received %v", got)
	}
}

// TestJSInABrowser opens a session in a page of another origin, with a key, and follows it to its
// end.
func TestJSInABrowser(t *testing.T) {
	slow(t)
	site := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(jsClient(t), "node_modules/ringer-client"))))
	t.Cleanup(site.Close)
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"), "RINGER_API_KEY="+testKey, "RINGER_CORS_ORIGIN="+site.URL)
	tab := newPage(t)
	tab.open(site.URL + "/package.json")
	for _, poll := range []string{"false", "true"} {
		got := eval[string](tab, fmt.Sprintf(`(async () => {
			const { Ringer } = await import('/dist/index.js')
			const session = await new Ringer(%q, %q).open({ game: { players: ['Red', 'Blue'] }, bot: { seat: 'Red' }, timing: 'manual' })
			const events = session.events({ types: ['message.received', 'session.ended'], poll: %s }), types = []
			const first = events.next()
			await session.post('Blue', 'hi red')
			types.push((await first).value.type)
			await session.end()
			for await (const e of events) types.push(e.type)
			return types.join(' ')
		})()`, p.url, testKey, poll))
		if got != "message.received session.ended" {
			t.Errorf("with poll: %s, the page was given %s", poll, got)
		}
	}
}
