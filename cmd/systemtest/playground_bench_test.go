package systemtest

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// watchTasks is a script that collects how long the page was busy at a time, in milliseconds. The
// browser tells of tasks over 50 ms.
const watchTasks = `window.tasks = []; new PerformanceObserver(list => { for (const e of list.getEntries()) tasks.push(e.duration); }).observe({type: "longtask", buffered: true}); true`

// BenchmarkPlayground reports how long a person needs to the first line of a game, and the longest
// tasks of a page that loads a chat of 500 messages and scrolls through it.
func BenchmarkPlayground(b *testing.B) {
	s := start(b, filepath.Join(b.TempDir(), "ringer.db"))
	slowest, loads, longest := time.Duration(0), 0.0, 0.0
	for b.Loop() {
		p := newPage(b)
		began := time.Now()
		p.open(s.url + "/playground/")
		p.click("link", "Play Turing Game")
		p.click("button", "Start the game")
		p.say("hi all")
		p.said("hi all")
		slowest = max(slowest, time.Since(began))
		loading, scrolling := p.scroll(s.chat(b, 500))
		loads, longest = max(loads, loading), max(longest, scrolling)
	}
	b.ReportMetric(slowest.Seconds(), "s-to-first-line")
	b.ReportMetric(loads, "ms-longest-task-of-the-load")
	b.ReportMetric(longest, "ms-longest-task-of-scrolling")
}

// chat makes a chat of so many messages, and returns the address of its page.
func (p *process) chat(b *testing.B, messages int) string {
	var created struct{ ID string }
	players := []string{"Red", "Blue", "Green", "Pink"}
	p.call("POST", "/v1/games", map[string]any{"game": map[string]any{"players": players}, "bots": []any{}}, &created)
	for i := range messages {
		text := fmt.Sprint("message number ", i, ", which is about as long as those that people write")
		if status := p.call("POST", "/v1/games/"+created.ID+"/messages", map[string]any{"sender": players[i%len(players)], "text": text}, nil); status != 202 {
			b.Fatal("a message got ", status)
		}
	}
	return p.url + "/playground/#/play/" + created.ID
}

// scroll loads a chat and scrolls through it. It returns the longest task over 50 ms of each, in
// milliseconds, 0 if there was none.
func (p *page) scroll(address string) (loading, scrolling float64) {
	p.onLoad(watchTasks)
	p.do("leave", chromedp.Navigate("about:blank"))
	p.open(address)
	p.await("the whole chat", `document.querySelector(".log[aria-busy=false]") !== null && document.querySelectorAll(".log .line").length === 500`)
	loading = eval[float64](p, "Math.max(0, ...tasks.splice(0))")
	script := `(async () => {
		const log = document.querySelector(".log");
		for (let i = 0; i <= 100; i++) {
			log.scrollTop = log.scrollHeight * (i <= 50 ? 1 - i / 50 : i / 50 - 1);
			await new Promise(requestAnimationFrame);
		}
		await new Promise(resolve => setTimeout(resolve, 200));
		return Math.max(0, ...tasks);
	})()`
	return loading, eval[float64](p, script)
}
