package systemtest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// hostileLine would be markup if a page took it for such.
const hostileLine = `red? <img src=x onerror="console.log(1)"> where are you from`

// TestWatch reads the mind of a bot of each strategy, after a line and at the first event.
func TestWatch(t *testing.T) {
	slow(t)
	s := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	for strategy, mind := range map[string][]string{
		"scheduler": {"Asked whether to speak", "Told to"},
		"fourmind":  {"Objective", "Looked ahead"},
		"tom":       {"Phase of play", "Means to", "Would side with the bot"},
		"recon":     {"Last contemplation", "First thought"},
	} {
		t.Run(strategy, func(t *testing.T) {
			t.Parallel()
			id := s.open(turing(map[string]any{"strategy": strategy, "seed": 7, "speed": 10, "record": true}))
			p := newPage(t)
			p.open(s.url + "/playground/#/watch/" + id)
			s.say(id, "Blue", hostileLine)
			p.see(hostileLine)
			p.await("a line of the bot", `document.querySelector(".line.mine") !== null`)
			for _, text := range mind {
				p.see(text)
			}
			p.press(".line.mine summary", " ")
			p.see("Model calls behind it")
			p.see("of game time: reading")
			p.press(".line.mine .found details summary", " ")
			p.see("What never changes")
			p.press("[aria-label^=Thoughts] li:last-child summary", " ")
			p.picture("mind")
			p.click("button", "Go to this moment")
			p.back()
			p.echo(s, id)
			s.call("POST", "/v1/sessions/"+id+"/end", map[string]any{}, nil)
			p.checkTraffic(s.url)
		})
	}
}

// echo posts a line of the bot again, as some platforms do. The page shows it once, and numbers the
// next line as prompts do.
func (p *page) echo(s *process, id string) {
	p.t.Helper()
	said := p.eval(`document.querySelector(".line.mine summary > .text").textContent`)
	s.say(id, "Red", said+"!")
	s.say(id, "Blue", "and after the echo")
	p.await("the number of the line", `[...document.querySelectorAll(".log .line")].some((l, i) => l.innerText.includes("after the echo") && l.innerText.includes("#" + (i + 1) + " "))`)
	if texts := p.lines(".line.mine summary > .text"); slices.Contains(texts, said+"!") {
		p.t.Errorf("the echo of %q is one of the bot's lines %q", said, texts)
	}
}

// TestWatchTwoBots goes from a game to the minds of two of its bots, side by side, and back. A list
// of all sessions does not name the bots.
func TestWatchTwoBots(t *testing.T) {
	slow(t)
	s := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	var created struct {
		ID   string
		Bots []struct {
			SessionID string `json:"session_id"`
		}
	}
	bots := []any{map[string]any{"seat": "Red", "strategy": "tom"}, map[string]any{"seat": "Blue", "strategy": "fourmind"}}
	players := []string{"Red", "Blue", "Green"}
	if status := s.call("POST", "/v1/games", map[string]any{"game": map[string]any{"rules": "reverse_turing", "players": players}, "bots": bots}, &created); status != 201 {
		t.Fatal("no game: ", status)
	}
	p := newPage(t)
	p.open(s.url + "/playground/#/play/" + created.ID + "//Green")
	p.see("You are Green.")
	p.open(s.url + "/playground/#/watch/" + created.ID)
	p.see("Back to your game")
	p.see("Spectate this game")
	p.do("choose Blue", chromedp.Focus(chromedp.CSS(p.find("field", "Beside it"))), chromedp.KeyEvent("Blue"))
	p.await("two minds", `document.querySelectorAll("[aria-label^='Mind of ']").length === 2`)
	s.call("POST", "/v1/games/"+created.ID+"/messages", map[string]any{"sender": "Green", "text": hostileLine}, nil)
	p.await("the line in both", `document.body.innerText.split("red? <img").length > 2`)
	p.await("its number", `[...document.querySelectorAll(".log .line")].some(l => l.innerText.startsWith("#1 "))`)
	p.checkAccess("two-bots")
	p.phone()
	p.checkAccess("two-bots-phone")
	p.click("link", "Back to your game")
	p.see("You are Green.")
	p.open(s.url + "/playground/#/open")
	p.see("No sessions here besides those of games.")
	if text := p.text("main"); strings.Contains(text, "fourmind") || strings.Contains(text, created.Bots[0].SessionID) {
		t.Errorf("the lists spoil the game: %s", text)
	}
	p.checkTraffic(s.url)
}

// back moves the slider to the first event with the keyboard, and forward to the second one.
func (p *page) back() {
	p.t.Helper()
	at := p.find("field", "Moment")
	p.tabTo(at)
	p.do("go to the first event", chromedp.KeyEvent(kb.Home))
	p.see("event 1 of ")
	if lines := p.lines(".log li"); len(lines) > 0 {
		p.t.Errorf("before anybody wrote, the page shows %s", strings.Join(lines, "\n"))
	}
	p.do("go to the next event", chromedp.KeyEvent(kb.ArrowRight))
	p.see("event 2 of ")
	p.click("button", "Live")
	p.await("the newest moment", fmt.Sprintf(`document.querySelector(%q).value === document.querySelector(%q).max && document.querySelector(".line.mine") !== null`, at, at))
}
