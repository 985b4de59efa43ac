package systemtest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// hostileLine would be markup if a page took it for such.
const hostileLine = `red? <img src=x onerror="console.log(1)"> where are you from`

// TestWatch reads the mind of a bot of each strategy, after a line and at the first event.
func TestWatch(t *testing.T) {
	skipShort(t)
	t.Parallel()
	s := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	for strategy, mind := range map[string][]string{
		"scheduler": {"Asked whether to speak", "Told to"},
		"fourmind":  {"Objective", "Looked ahead"},
		"tom":       {"Phase of play", "Means to", "Would side with the bot"},
		"recon":     {"Last contemplation", "Steps"},
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
			p.press("[aria-labelledby=thoughts-title] li:last-child summary", " ")
			p.picture("mind")
			p.click("button", "Go to this moment")
			p.back()
			s.call("POST", "/v1/sessions/"+id+"/end", map[string]any{}, nil)
			p.checkTraffic(s.url)
		})
	}
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
