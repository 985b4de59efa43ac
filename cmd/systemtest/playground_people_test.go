package systemtest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"
)

// say types a line and sends it with the Enter key.
func (p *page) say(text string) {
	p.t.Helper()
	p.fill("Your message", text)
	p.do("send", chromedp.KeyEvent("\r"))
}

// said waits until the page shows each of these lines, and shows it once.
func (p *page) said(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		p.await(fmt.Sprintf("%q once", text), fmt.Sprintf(`[...document.querySelectorAll(".line:not(.waiting) .text")].filter(e => e.textContent === %q).length === 1`, text))
	}
}

// TestPlaygroundReconnect kills the server while two tabs show a game, and a line is being sent.
// When the server is back, both tabs show each line once.
func TestPlaygroundReconnect(t *testing.T) {
	slow(t)
	db, port := filepath.Join(t.TempDir(), "ringer.db"), fmt.Sprint("PORT=", quietPort(t))
	s := start(t, db, port)
	p := newPage(t)
	p.open(s.url + "/playground/#/new/turing")
	p.fill("Your name", "Zoe")
	p.click("button", "Start the game")
	p.say("before the crash")
	p.said("before the crash")
	second := newPage(t)
	second.open(p.eval("location.href"))
	second.said("before the crash")

	s.end(syscall.SIGKILL)
	p.see("The connection is broken")
	p.say("while the server is away")
	p.say("and one more")
	p.see("The server does not answer")
	s = start(t, db, port)
	for _, tab := range []*page{p, second} {
		tab.said("before the crash", "while the server is away", "and one more")
		tab.await("no warning", `!document.body.innerText.includes("The connection is broken")`)
		tab.checkTraffic(s.url, "net::ERR_")
	}
	p.say("after it")
	p.said("after it")
	second.said("after it")
	mine := p.lines(".line.mine .text")
	if want := []string{"before the crash", "while the server is away", "and one more", "after it"}; !slices.Equal(mine, want) {
		t.Errorf("the lines are %q; want %q", mine, want)
	}
}

// TestPlaygroundShowsALineOnce types a line twice. The stream shows the first one before its
// request is answered. The second one waits for that answer, and stays in sight.
func TestPlaygroundShowsALineOnce(t *testing.T) {
	slow(t)
	_, p := openPlayground(t, "#/new/turing")
	p.fill("Your name", "Zoe")
	p.click("button", "Start the game")
	p.see("You are Zoe")
	p.eval(`(() => {
		const { fetch } = window, sent = new Promise(send => { window.send = send; });
		window.fetch = async (url, options) => {
			const line = String(url).endsWith("/messages");
			if (line) await sent;
			const answer = await fetch(url, options);
			return line ? new Promise(() => {}) : answer;
		};
		return "";
	})()`)
	p.say("the same")
	p.say("the same")
	p.eval(`window.send(), ""`)
	p.said("the same")
	if mine, waiting := p.lines(".line.mine .text"), p.lines(".line.waiting .text"); len(mine) != 2 || len(waiting) != 1 {
		t.Errorf("the lines are %q, of which %q wait", mine, waiting)
	}
}

// TestPlaygroundPeople plays with two people in two browsers, on a server with a key. One has the
// key, and invites the other and a spectator by links. Neither link shows who is a bot.
func TestPlaygroundPeople(t *testing.T) {
	slow(t)
	s, host := openPlayground(t, "#/new/turing", "RINGER_API_KEY="+testKey)
	host.fill("Key", testKey)
	host.click("button", "Use this key")
	host.fill("Your name", "Zoe")
	host.click("button", "Add a person, who joins by a link")
	host.fill("Name of seat 4", "Max")
	host.click("button", "Start the game")
	host.say("hello from the host")
	host.said("hello from the host")
	host.see("The links work for four hours")
	host.checkAccess("invite")
	link := func(name string) string {
		return host.eval(fmt.Sprintf(`document.querySelector(%q).href`, host.find("link", name)))
	}
	guest, spectator := newPage(t), newPage(t)
	guest.phone()
	guest.open(link("The seat of Max"))
	spectator.open(link("Spectators"))
	guest.see("You are Max.")
	guest.said("hello from the host")
	guest.say("hello from the guest")
	for _, p := range []*page{host, guest, spectator} {
		p.said("hello from the host", "hello from the guest")
	}
	if strings.Contains(spectator.text("main"), "You are ") {
		t.Errorf("a spectator has a seat: %s", spectator.text("main"))
	}
	owner := newPage(t)
	owner.open(link("Owner"))
	owner.see("hello from the guest")
	owner.see("Plan")
	// The guest watches the bots only with the key.
	guest.open(s.url + "/playground/#/open")
	guest.see("This server needs its key")
	for _, p := range []*page{host, guest, spectator, owner} {
		p.checkTraffic(s.url, "401 (Unauthorized)")
	}
}
