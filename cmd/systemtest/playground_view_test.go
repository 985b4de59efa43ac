package systemtest

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPlaygroundViews opens the views that need no game, with a window of a desktop and with one of
// a phone.
func TestPlaygroundViews(t *testing.T) {
	slow(t)
	s := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	views := []struct{ name, address, text string }{
		{"start", "", "Play against the bots"}, {"new", "new/avalon", "Start the game"}, {"open", "open", "By id or link"}, {"replay", "replay", "File of recorded games"},
		{"arena", "arena", "New contest"}, {"help", "help/model", "The model is down"}, {"admin", "admin", "Nothing was used in 30 days."},
	}
	for _, window := range []string{"desktop", "phone"} {
		t.Run(window, func(t *testing.T) {
			t.Parallel()
			p := newPage(t)
			if window == "phone" {
				p.phone()
			}
			for _, v := range views {
				p.open(s.url + "/playground/#/" + v.address)
				p.await(v.name, fmt.Sprintf(`document.querySelector("main").innerText.includes(%q)`, v.text))
				p.eval(`for (const d of document.querySelectorAll("details")) d.open = true`)
				p.checkAccess(v.name)
			}
			p.checkTraffic(s.url)
		})
	}
}

// TestPlaygroundArena plans a contest and plays it. The page says how many games it will have
// before it starts, and keeps what was typed while another view is shown. In the end it draws the
// report.
func TestPlaygroundArena(t *testing.T) {
	slow(t)
	s, p := openPlayground(t, "#/arena")
	p.see("21 games will be played: 3 deals")
	p.fill("Games", "4")
	p.see("7 games will be played: 1 deal with 7 arrangements of the variants each.")
	p.click("link", "Help")
	p.see("When something goes wrong")
	p.click("link", "Arena")
	p.see("7 games will be played")
	p.click("button", "Start")
	p.see("Shares of won seats, with 95 % intervals")
	p.await("all games", `document.querySelector("main").innerText.includes("7 of 7")`)
	p.checkAccess("report")
	p.click("link", "Arena")
	p.click("button", "Rate the games of this server")
	p.see("Fewer than 20 deals: the interval is too narrow.")
	p.checkTraffic(s.url)
}

// TestPlaygroundCurl runs what the page shows as a curl command: it opens the same game. Without a
// seed in the form none is sent, and a long one keeps all its digits.
func TestPlaygroundCurl(t *testing.T) {
	slow(t)
	s, p := openPlayground(t, "#/new/avalon")
	p.fill("Your name", "It's me")
	p.click("button", "Copy as curl")
	p.await("the command", `document.querySelector(".copy pre") !== null`)
	out, err := exec.Command("bash", "-c", p.text(".copy pre")).CombinedOutput()
	if err != nil || !gameIDs.Match(out) || !strings.Contains(string(out), `"name":"It's me"`) {
		t.Errorf("%v: %s", err, out)
	}
	if command := p.text(".copy pre"); strings.Contains(command, "seed") {
		t.Errorf("the page sends a seed of its own: %s", command)
	}
	p.click("button", "Rules, speed, seed")
	p.fill("Seed", "9007199254740993")
	p.click("button", "Copy as curl")
	p.await("the long seed", `document.querySelector(".copy pre").innerText.includes('"seed":9007199254740993,')`)
	p.checkTraffic(s.url)
}

// TestPlaygroundOverBudget plays with a bot that may make three model calls. The page says that it
// has spent them.
func TestPlaygroundOverBudget(t *testing.T) {
	slow(t)
	s, p := openPlayground(t, "")
	var created struct{ ID string }
	s.call("POST", "/v1/games", map[string]any{
		"host": "ringer", "speed": 20, "rules_options": map[string]any{"chat_ms": 3_600_000}, "roles": map[string]string{"Ann": "person", "Bob": "machine", "Cleo": "person"},
		"game": map[string]any{"rules": "turing", "players": []string{"Ann", "Bob", "Cleo"}}, "bots": []any{map[string]any{"seat": "Bob", "limits": map[string]any{"max_calls": 3}}},
	}, &created)
	p.open(s.url + "/playground/#/play/" + created.ID + "/as/Ann")
	p.say("bob where are you from")
	p.see("A bot has spent what it may spend")
	p.click("link", "What to do")
	p.checkTraffic(s.url)
}

// firstLoad is the most that the first screen may take over the network, in bytes.
const firstLoad = 40_000

// TestPlaygroundFirstLoad checks how much a browser gets that has nothing in its cache.
func TestPlaygroundFirstLoad(t *testing.T) {
	slow(t)
	_, p := openPlayground(t, "")
	p.see("Play against the bots")
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bytes > firstLoad || p.bytes < 1000 {
		t.Errorf("the first screen takes %d bytes, more than %d", p.bytes, firstLoad)
	}
	t.Logf("the first screen takes %d bytes", p.bytes)
}

// TestPlaygroundBadInput types what the server refuses. Each mistake is shown at its field, and
// what was typed stays.
func TestPlaygroundBadInput(t *testing.T) {
	slow(t)
	s, p := openPlayground(t, "#/new/mafia")
	p.fill("Name of seat 3", "Ann")
	p.click("button", "How Ann plays")
	p.click("button", "Rules, speed, seed")
	p.mistake(map[string][2]string{
		"Batch": {"many", "must be a whole number"}, "Speed": {"fast", "must be a number"}, "Seed": {"1.5", "must be a whole number"},
	})
	p.checkAccess("errors")
	p.fill("Batch", "5")
	p.fill("Speed", "1")
	p.fill("Seed", "4") // it decides which of two equal names comes second
	p.mistake(map[string][2]string{
		"Your name": {"Bl\u202eue", "contains a control or direction character"}, "Name of seat 2": {strings.Repeat("long", 30), "longer than 80"}, "Name of seat 4": {"ann", "Ann"},
		"Language": {"klingon!", "no word list"},
	})
	p.fill("Your name", "Blue")
	p.fill("Name of seat 2", "Ben")
	p.fill("Name of seat 4", "Dan")
	p.fill("Language", "en")
	p.mistake(map[string][2]string{"Day (ms)": {"1", "10000"}})
	p.checkTraffic(s.url, "422 (Unprocessable Entity)")
}

// mistake fills in fields, by label, and starts the game. Each field must then show a part of its
// error.
func (p *page) mistake(fields map[string][2]string) {
	p.t.Helper()
	for label, field := range fields {
		p.fill(label, field[0])
	}
	p.click("button", "Start the game")
	for label, field := range fields {
		at := p.find("field", label)
		const shown = `(e => [e.value, document.getElementById(e.getAttribute("aria-describedby")?.split(" ").at(-1))?.innerText].join("\n"))(document.querySelector(%q))`
		p.await("an error at "+label, fmt.Sprintf(`document.querySelector(%q).getAttribute("aria-invalid") === "true"`, at))
		if got := p.eval(fmt.Sprintf(shown, at)); !strings.HasPrefix(got, field[0]) || !strings.Contains(got, field[1]) {
			p.t.Errorf("at %s the page says %q; want %q and an error with %q", label, got, field[0], field[1])
		}
	}
}

// hostile are names and lines that try to break the page.
var hostile = []string{
	`<img src=x onerror="document.title='broken'">`, `</script><script>document.title='broken'</script>`, "\u202etxet desrever\u202c", "{{7*7}} ${7*7} `x`",
	strings.Repeat("w", 4000), strings.Repeat("\u0301", 300) + "a", "\U0001F469\u200d\U0001F469\u200d\U0001F467 ok", "line\nbreak\ttab", "javascript:alert(1) https://example.com/x",
}

// TestPlaygroundHostileText plays with names and lines that try to break the page. All of it is
// shown as text, and the page keeps its width.
func TestPlaygroundHostileText(t *testing.T) {
	slow(t)
	s := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	var created struct{ ID string }
	players := []any{"Red", map[string]any{"id": "p1", "name": `<b onclick="x">Bold</b>`}, map[string]any{"id": "../..", "name": strings.Repeat("M", 78)}}
	status := s.call("POST", "/v1/games", map[string]any{"game": map[string]any{"rules": "freeform", "players": players}, "bots": []any{map[string]any{"seat": "Red"}}}, &created)
	if status != 201 {
		t.Fatal("no game: ", status)
	}
	for _, text := range hostile {
		if status := s.call("POST", "/v1/games/"+created.ID+"/messages", map[string]any{"sender": "p1", "text": text}, nil); status != 202 {
			t.Errorf("%.40q: status %d", text, status)
		}
	}
	p := newPage(t)
	p.phone()
	for _, view := range []string{"play", "watch"} {
		p.open(s.url + "/playground/#/" + view + "/" + created.ID)
		p.see("javascript:alert(1)")
		p.see(`<b onclick="x">Bold</b>`)
		for _, text := range hostile {
			p.await(text, `document.body.textContent.includes(`+quoteJS(text)+`)`)
		}
		if n := p.eval(`document.querySelectorAll("main img, main script, main b[onclick]").length`); n != "0" {
			t.Errorf("%s shows %s elements that players wrote", view, n)
		}
		p.checkAccess(view)
	}
	p.checkTraffic(s.url)
}

// TestPlaygroundKey opens the page of a server with a key. The page asks for the key, and forgets
// it when it is loaded again.
func TestPlaygroundKey(t *testing.T) {
	slow(t)
	s, p := openPlayground(t, "#/new/turing", "RINGER_API_KEY="+testKey)
	p.see("This server needs its key")
	p.checkAccess("key")
	p.fill("Key", "wrong, but long enough")
	p.click("button", "Use this key")
	p.see("This key is wrong")
	p.fill("Key", testKey)
	p.click("button", "Use this key")
	p.see("Start the game")
	stored := p.eval(`JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])`)
	if strings.Contains(stored, testKey) || !strings.Contains(stored, "new/turing") {
		t.Errorf("the page keeps the key: %s", stored)
	}
	p.do("load again", chromedp.Reload())
	p.see("This server needs its key")
	p.click("link", "I have none")
	p.see("To play at somebody's table you need no key")
	p.await("no question for the key", `document.querySelector("[role=dialog]") === null`)
	p.checkTraffic(s.url, "401 (Unauthorized)")
}

// TestPlaygroundAmends shows a game whose platform edits and deletes messages, renames a player and
// pauses, as a spectator sees it and as the owner who watches the bot.
func TestPlaygroundAmends(t *testing.T) {
	slow(t)
	s, spectator := openPlayground(t, "#/open")
	var game struct {
		ID   string
		Bots []struct {
			Session string `json:"session_id"`
		}
	}
	s.call("POST", "/v1/games", map[string]any{"game": map[string]any{"players": []string{"Red", "Ann"}}, "bots": []any{map[string]any{"seat": "Red", "timing": "manual"}}}, &game)
	path := "/v1/games/" + game.ID
	for _, id := range []string{"m-1", "m-2"} {
		s.call("POST", path+"/messages", map[string]any{"id": id, "sender": "Ann", "text": "before of " + id}, nil)
	}
	owner := newPage(t)
	for p, view := range map[*page]string{spectator: "play/" + game.ID, owner: "watch/" + game.Bots[0].Session} {
		p.open(s.url + "/playground/#/" + view)
		p.see("before of m-2")
	}
	s.call("PATCH", path+"/messages/m-1", map[string]any{"text": "after of it"}, nil)
	s.call("DELETE", path+"/messages/m-2", nil, nil)
	s.call("POST", path+"/observations", map[string]any{"kind": "renamed", "player": map[string]any{"id": "Ann", "name": "Zoe"}}, nil)
	s.call("POST", path+"/pause", map[string]any{}, nil)
	for _, p := range []*page{spectator, owner} {
		for _, text := range []string{"after of it", "edited", "(deleted)", "Ann is now called Zoe", "The game is paused"} {
			p.see(text)
		}
		if text := p.text("main"); strings.Contains(text, "before of") {
			t.Errorf("the page shows a text that is gone:\n%s", text)
		}
		p.picture("amended")
		p.checkTraffic(s.url)
	}
}

// TestPlaygroundAdmin looks at a server with a model that fails, as its operator does: which bots
// are ill and why, what was spent, and the keys. A key without the scope admin sees the rest.
func TestPlaygroundAdmin(t *testing.T) {
	slow(t)
	s, p := openPlayground(t, "#/admin", "RINGER_API_KEY="+testKey, "OPENAI_BASE_URL=http://127.0.0.1:1/v1", "OPENAI_API_KEY=x")
	s.key = testKey
	id := s.open(turing(nil))
	s.call("POST", "/v1/sessions/"+id+"/messages", map[string]any{"sender": "Blue", "text": "hi Red, canary of a text"}, nil)
	s.call("POST", "/v1/webhooks", map[string]any{"url": "https://platform.example/ringer"}, nil)
	p.fill("Key", testKey)
	p.click("button", "Use this key")
	p.see("Database")
	p.see("model unreachable")
	p.see("https://platform.example/ringer")
	p.await("the session that was used", `document.querySelector("[aria-label='Spend by day'] td:nth-child(3)")?.innerText === "1"`)
	p.fill("Name", "room server")
	p.click("button", "Make a key")
	p.see("Store it now")
	made := p.text("[role=status] pre")
	p.checkAccess("admin")
	p.click("button", "Rotate "+strings.Split(made, "_")[1])
	p.see("rotated, until")
	p.click("button", "Revoke "+strings.Split(made, "_")[1])
	p.click("button", "Revoke it now")
	p.see("revoked")
	if text := p.text("body"); strings.Contains(text, "canary") || strings.Contains(text, testKey) || strings.Contains(text, made) {
		t.Errorf("the page shows what was said, or a key:\n%s", text)
	}
	var reader struct{ Key string }
	s.call("POST", "/v1/keys", map[string]any{"name": "reader", "scopes": []string{"read", "stream"}}, &reader)
	p.do("load again", chromedp.Reload())
	p.fill("Key", reader.Key)
	p.click("button", "Use this key")
	p.see("model unreachable")
	p.see("admin")
	p.checkAccess("reader")
	p.checkTraffic(s.url, "401 (Unauthorized)", "403 (Forbidden)")
}

// TestPlaygroundClock plays with a clock that is an hour ahead of the server's, or behind it. The
// vote is open as long as on the server.
func TestPlaygroundClock(t *testing.T) {
	slow(t)
	s := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	for _, wrong := range []string{"3600e3", "-3600e3"} {
		p := newPage(t)
		p.onLoad("const right = Date.now; Date.now = () => right() + " + wrong)
		p.open(s.url + "/playground/#/new/turing")
		p.click("button", "Rules, speed, seed")
		p.fill("Speed", "20")
		p.fill("Chat (ms)", "10000")
		p.fill("Vote (ms)", "600000")
		p.click("button", "Start the game")
		p.await("the vote", `/^\D*[1-9]:\d\d$/.test(document.querySelector("form.vote legend")?.innerText ?? "")`)
	}
}

// TestPlaygroundAddresses goes through addresses. Each view has a title, and gets the focus as a
// new page does. An address that names no view leads to the help.
func TestPlaygroundAddresses(t *testing.T) {
	slow(t)
	s, p := openPlayground(t, "")
	p.see("Play against the bots")
	for _, v := range [][3]string{
		{"new/mafia", "New game", "Start the game"}, {"%", "When something goes wrong", "When something goes wrong"}, {"arena", "Arena", "New contest"},
		{"constructor", "When something goes wrong", "When something goes wrong"}, {"__proto__", "When something goes wrong", "When something goes wrong"},
	} {
		p.eval(`scrollTo(0, 1e6); location.hash = "#/` + v[0] + `"`)
		p.await(v[0], fmt.Sprintf(`document.title === %q + " – Ringer playground" && document.querySelector("main").innerText.includes(%q)`, v[1], v[2]))
		if at := p.eval(`document.activeElement.tagName + " " + scrollY`); at != "MAIN 0" {
			t.Errorf("%s: the focus is at %s", v[0], at)
		}
	}
	p.checkTraffic(s.url)
}

// TestPlaygroundWithoutAModel plays on a server whose model server is down. The page says so, and
// what to do.
func TestPlaygroundWithoutAModel(t *testing.T) {
	slow(t)
	s, p := openPlayground(t, "#/new/turing", fmt.Sprintf("OPENAI_BASE_URL=http://127.0.0.1:%d/v1", quietPort(t)))
	p.see("Every game costs money")
	p.click("button", "Rules, speed, seed")
	p.fill("Speed", "20")
	p.fill("Chat (ms)", "3600000")
	p.click("button", "Start the game")
	p.say("hi all")
	p.see("The model does not answer")
	p.checkAccess("trouble")
	p.open(s.url + "/playground/#/help/model")
	p.see("OPENAI_BASE_URL")
	p.checkTraffic(s.url)
}

// TestPlaygroundList types a list, one text a line.
func TestPlaygroundList(t *testing.T) {
	slow(t)
	_, p := openPlayground(t, "#/new/gameshow")
	p.click("button", "Rules, speed, seed")
	p.fill("Questions", "Why?")
	p.do("the second line", chromedp.KeyEvent("\r"), chromedp.KeyEvent("Where?"))
	if got := p.eval(`document.activeElement.value`); got != "Why?\nWhere?" {
		t.Errorf("the list is %q", got)
	}
}
