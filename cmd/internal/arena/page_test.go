package arena

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"ringer/api/browsertest"
	"ringer/engine/contest"
	"ringer/engine/deceit"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
)

// hostile is what a player writes who wants to run a script on the page.
const hostile = `</span><script>document.title="taken"</script><img src=x onerror="document.title='taken'">`

// hostilePage writes a page of one game. Everything that a player or a model writes is hostile.
func hostilePage(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	a := &Arena{Contest: &contest.Contest{Settings: &contest.Settings{Rules: "mafia", Players: 2, Models: "offline", Record: true}, Names: []string{"Alex", "Casey"}}, Use: Use{Out: dir}}
	a.Seats = []strategy.Variant{{Name: "tom:preferences=" + hostile, Strategy: "tom"}, {Name: "scheduler", Strategy: "scheduler"}}
	a.Variants = a.Seats
	g := &contest.Game{
		Bout: contest.Bout{Number: 1, Seed: 1}, Outcome: hostile,
		Lines:   []contest.Line{{Phase: "day", Text: hostile}, {At: 5000, Sender: "Alex", Phase: "day", Text: hostile, Mind: &deceit.Mind{}, Marks: []deceit.Mark{{Kind: deceit.Omission, Reason: hostile, By: hostile}}}, {At: 9000, Sender: "Casey", Phase: "night", Turn: 1, Channel: hostile, Text: "ok"}},
		Ballots: []referee.Ballot{{Vote: "day-1", Answers: map[string]session.Answer{"Alex": {Option: hostile}, "Casey": {Labels: map[string]string{"Alex": hostile}}}, Chosen: hostile}},
		Seats: []contest.Seat{
			{ID: "Alex", Name: "Alex", Variant: a.Variants[0].Name, Role: hostile, Side: hostile, Won: true, Messages: 1},
			{ID: "Casey", Name: "Casey", Variant: "scheduler", Role: "mafia", Side: "mafia", Messages: 1},
		},
	}
	path := filepath.Join(dir, "report.html")
	sessiontest.NoError(t, a.writePage(path, a.Summarize(t.Context(), []*contest.Game{g}), []*contest.Game{g}))
	return path
}

// TestPageEscapes: what players write is text on the page, and never markup.
func TestPageEscapes(t *testing.T) {
	t.Parallel()
	b := sessiontest.Must(os.ReadFile(hostilePage(t)))(t)
	html := string(b)
	if strings.Contains(html, "<script") || strings.Contains(html, "<img") || strings.Count(html, "&lt;script&gt;") < 10 || !strings.Contains(html, ">omission</span>") {
		t.Errorf("the page holds markup of a player:\n%s", html)
	}
	if strings.Contains(html, "ZgotmplZ") || !strings.Contains(html, `href="exports/game-0001-Alex.ndjson"`) || !strings.Contains(html, `href="data:application/x-ndjson;base64,`) {
		t.Error("the page lacks its links")
	}
}

// TestPageInABrowser: the page asks for nothing, runs nothing, and fits on a phone.
func TestPageInABrowser(t *testing.T) {
	t.Parallel()
	tab := browsertest.Start(t)
	var mu sync.Mutex // protects asked
	var asked []string
	err := chromedp.Listen(tab, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		if e, ok := event.(*network.EventRequestWillBeSent); ok {
			asked = append(asked, e.Request.URL)
		}
	})
	if err == nil {
		err = chromedp.Do(tab, chromedp.EmulateViewport(390, 844), chromedp.Navigate("file://"+hostilePage(t)), chromedp.Evaluate[chromedp.Void](`document.querySelector("summary").click()`))
	}
	sessiontest.NoError(t, err)
	const look = `[document.title, document.scripts.length, document.images.length, document.querySelectorAll("details[open] .talk li").length,
		document.documentElement.scrollWidth <= innerWidth].join(" | ")`
	got, err := chromedp.Run(tab, chromedp.Evaluate[string](look))
	if want := "Ringer arena: mafia | 0 | 0 | 3 | true"; err != nil || got != want {
		t.Errorf("%v: %s, want %s", err, got, want)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(asked) != 1 || !strings.HasPrefix(asked[0], "file://") {
		t.Errorf("the page asks for %q", asked)
	}
}
