package systemtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/sessiontest"
)

// exampleJS copies an example into a folder where it finds our client, and returns a function that
// runs a program of it at a server.
func exampleJS(t *testing.T, name, program string) (run func(server string, env ...string) *exec.Cmd) {
	t.Helper()
	dir := filepath.Join(jsClient(t), name)
	sessiontest.NoError(t, os.MkdirAll(dir, 0o700))
	source := filepath.Join(repotest.Root(t), "examples", name)
	for _, file := range sessiontest.Must(os.ReadDir(source))(t) {
		if !file.IsDir() {
			text := repotest.Read(t, filepath.Join("examples", name, file.Name()))
			sessiontest.NoError(t, os.WriteFile(filepath.Join(dir, file.Name()), []byte(text), 0o600))
		}
	}
	return func(server string, env ...string) *exec.Cmd {
		cmd := tool(dir, "node", program)
		cmd.Env = append(append(os.Environ(), "RINGER_URL="+server), env...)
		return cmd
	}
}

// TestRoom plays the example room: two people on phones, and two bots. While they talk, Ringer is
// killed and the room is stopped. Each page shows each line once, and in the end who was a bot.
func TestRoom(t *testing.T) {
	slow(t)
	server, port := restarting(t), quietPort(t)
	room := exampleJS(t, "room", "server.mjs")
	open := func() *child {
		c, lines := launch(t, room(server.url, fmt.Sprint("PORT=", port)))
		if !lines.Scan() {
			t.Fatal("the room did not open")
		}
		return c
	}
	running, url := open(), fmt.Sprint("http://127.0.0.1:", port)
	people := map[string]*page{"Ann": newPage(t), "Bob": newPage(t)}
	ann, bob := people["Ann"], people["Bob"]
	for name, p := range people {
		p.phone()
		p.open(url)
		p.see("Some of the players here are bots")
		p.fill("Your name", name)
		p.click("button", "Join")
		p.see("Waiting: ")
	}
	ann.await("both wait", `/(Ann, Bob|Bob, Ann)\./.test(document.body.innerText)`)
	ann.click("button", "Start the game")
	say := func(p *page, text string) {
		p.fill("Message", text)
		p.click("button", "Send")
		for _, p := range people {
			p.see(text)
		}
	}
	for _, p := range people {
		p.see("2 of the 4 players are bots")
	}
	say(ann, "hi all, where are you from?")
	bob.await("a line of a bot", `[...document.querySelectorAll("#lines li:not(.mine)")].some(e => !e.innerText.startsWith("Ann:"))`)
	server.restart(syscall.SIGKILL)
	say(bob, "i am from leeds")
	running.end(syscall.SIGTERM)
	open()
	say(ann, "<b>me too</b>")
	ann.checkAccess("talk")
	ann.click("button", "Vote now")
	for _, p := range people {
		p.see("Who is a bot?")
		if p == ann {
			p.checkAccess("vote")
		}
		p.press("#vote button", "\r") // whoever stands first
	}
	for name, p := range people {
		p.see("Votes: ")
		checkRoom(t, name, p)
	}
	ann.checkAccess("reveal")
	noMistakes(t, server.process)
}

// checkRoom checks what a page shows after a game.
func checkRoom(t *testing.T, name string, p *page) {
	t.Helper()
	lines := p.lines("#lines li")
	said := strings.Join(lines, "\n")
	for _, text := range []string{"hi all, where are you from?", "i am from leeds", "<b>me too</b>"} {
		if n := strings.Count(said, text); n != 1 {
			t.Errorf("%s sees %q %d times:\n%s", name, text, n, said)
		}
	}
	slices.Sort(lines)
	if n := len(slices.Compact(slices.Clone(lines))); n != len(lines) {
		t.Errorf("%s sees lines twice:\n%s", name, said)
	}
	rows := p.lines("#vote tr")
	slices.Sort(rows)
	bots := slices.DeleteFunc(slices.Clone(rows), func(row string) bool { return !strings.HasSuffix(row, "\tbot") })
	if len(rows) != 4 || len(bots) != 2 || !slices.Contains(rows, "Ann\tperson") || !slices.Contains(rows, "Bob\tperson") {
		t.Errorf("%s is told %q", name, rows)
	}
}
