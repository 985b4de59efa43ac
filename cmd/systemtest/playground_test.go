package systemtest

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// kinds are the games that the playground offers, with a speed at which bots still say something.
var kinds = []struct {
	name, title, speed string
	// votes are the fields that say how long votes stay open.
	votes []string
	// spans are the fields with other times.
	spans []string
}{
	{"Turing", "Turing Game", "4", []string{"Vote (ms)"}, []string{"Chat (ms)"}},
	{"ReverseTuring", "Reverse Turing Game", "4", []string{"Vote (ms)"}, []string{"Chat (ms)"}},
	{"Mafia", "Mafia", "10", []string{"Vote (ms)"}, []string{"Day (ms)", "Night (ms)"}},
	{"GameShow", "Game show", "20", []string{"Label (ms)"}, []string{"Answer (ms)"}},
	{"Avalon", "Avalon", "20", []string{"Team (ms)", "Vote (ms)"}, []string{"Talk (ms)", "Assassin (ms)"}},
}

// TestPlayground plays a whole game of each kind: by clicks, and with the keyboard alone.
func TestPlayground(t *testing.T) {
	slow(t)
	s := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	for _, g := range kinds {
		for _, hand := range []string{"mouse", "keyboard"} {
			t.Run(g.name+"/"+hand, func(t *testing.T) {
				t.Parallel()
				p := newPage(t)
				p.keyboard = hand == "keyboard"
				p.open(s.url + "/playground/")
				p.see("Some or all of the other players are bots.")
				p.click("link", "Play "+g.title)
				p.click("button", "Rules, speed, seed")
				p.fill("Speed", g.speed)
				for _, vote := range g.votes {
					p.fill(vote, "600000") // it waits for the person
				}
				for _, span := range g.spans {
					p.fill(span, "10000")
				}
				p.picture("form")
				p.click("button", "Start the game")
				p.see("You are ")
				p.playOn()
				p.checkTraffic(s.url)
			})
		}
	}
}

// openPlayground starts a server, and opens a view of its playground.
func openPlayground(t *testing.T, view string, env ...string) (*process, *page) {
	t.Helper()
	s, p := start(t, filepath.Join(t.TempDir(), "ringer.db"), env...), newPage(t)
	p.open(s.url + "/playground/" + view)
	return s, p
}

// playOn says something when it can, and votes, until the game has ended. Then it fills in what the
// page asks, and reads who was who.
func (p *page) playOn() {
	p.t.Helper()
	p.say("hi all, who is it?")
	p.await("my line", `document.querySelector(".line.mine:not(.waiting)") !== null`)
	p.picture("talk")
	if !p.keyboard {
		p.checkAccess("talk")
	}
	for p.vote() {
	}
	p.picture("suspects")
	p.click("button", "Show who was who")
	p.see("Played by")
	p.await("the person's vote", `document.querySelector(".log").textContent.includes("Your vote: ")`)
	if !p.keyboard {
		p.checkAccess("end")
	}
	p.fill("Comment", "they were quick")
	p.click("button", "Send the survey")
	p.see("Your answers are stored")
}

// ballot is a vote as the page shows it: the radio buttons of each group, or how many of the
// choices may be chosen.
type ballot struct {
	Ended  bool
	Groups int
	Need   int
}

// openVote is a script that returns the ballot that is open, as JSON. It returns nothing while the
// game goes on without one.
const openVote = `(() => {
	if (document.querySelector("[aria-label='The end']")) return JSON.stringify({Ended: true});
	const form = document.querySelector("form.vote");
	if (!form || form.dataset.answered) return "";
	form.dataset.answered = "yes";
	return JSON.stringify({Groups: form.querySelectorAll("[role=radiogroup]").length, Need: Number(/Choose (\d+)/.exec(form.innerText)?.[1] ?? 1)});
})()`

// vote waits for a vote, and answers it. It returns false when the game has ended.
func (p *page) vote() bool {
	p.t.Helper()
	text, err := chromedp.Run(p.tab, chromedp.Poll[string](openVote, chromedp.WithPollingInterval(pollEach), chromedp.WithPollingTimeout(pageWait)))
	var b ballot
	if err == nil {
		err = json.Unmarshal([]byte(text), &b)
	}
	if err != nil {
		p.picture("failed")
		p.t.Fatalf("no vote, and no end: %v\n%s", err, p.text("body"))
	}
	if b.Ended {
		return false
	}
	p.picture("vote")
	for i := range b.Groups {
		p.press(fmt.Sprintf("form.vote [role=radiogroup]:nth-of-type(%d) label:first-of-type input", i+1), " ")
	}
	for i := range b.Need {
		if b.Groups == 0 {
			p.press(fmt.Sprintf("form.vote .choices label:nth-of-type(%d) input", i+1), " ")
		}
	}
	p.press("form.vote button.main", "\r")
	return true
}
