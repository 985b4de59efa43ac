package systemtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"ringer/engine/sessiontest"
)

// choose selects the option of a field whose text begins so, with the keyboard.
func (p *page) choose(name, option string) {
	p.t.Helper()
	at := p.find("field", name)
	p.do("choose "+option, chromedp.Focus(chromedp.CSS(at)), chromedp.KeyEvent(option))
	p.await(option+" at "+name, fmt.Sprintf(`document.querySelector(%q).selectedOptions[0].text.startsWith(%q)`, at, option))
}

// upload gives a file to the page.
func (p *page) upload(file string) {
	p.t.Helper()
	path, err := filepath.Abs(file)
	if err != nil {
		p.t.Fatal(err)
	}
	p.do("upload "+file, chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{path}))
}

// keepFiles makes the page keep the text of what it saves in the variable saved.
const keepFiles = `const create = URL.createObjectURL; URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return create(blob); }`

// TestPlaygroundReplay plays recorded games with two strategies in one seat. The page shows the
// lines, the votes and the figures of both, and can read the games that it saves.
func TestPlaygroundReplay(t *testing.T) {
	slow(t)
	s := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	for _, g := range []struct{ name, file, game, seat, vote string }{
		{"Turing", "accusations", "own-013", "Blue", "Who is a machine? Red (bot), right"},
		{"Mafia", "mafia", "own-mafia-1", "Eve", "day 1 Dan (mafia), right"},
		{"Avalon", "quests", "own-avalon-1", "Ben", "Who is Merlin? –"},
		{"Resistance", "quests", "own-resistance-1", "Lou", "roles after quest 4 –"},
	} {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			p := newPage(t)
			p.open(s.url + "/playground/#/replay")
			p.see("Replay a recorded game")
			p.eval(keepFiles)
			p.upload("../../engine/recording/testdata/" + g.file + ".jsonl")
			p.choose("Game", g.game)
			p.choose("Seat of the bot", g.seat)
			p.click("field", "Compare with a second strategy")
			p.choose("Strategy B", "tom")
			p.fill("Speed", "50")
			p.checkAccess("settings")
			p.click("button", "Play")
			p.await("two played games", `document.body.innerText.split("has played to the end").length === 3`)
			p.checkAccess("played")
			p.seeVotes(g.vote)
			if rows := p.lines("[aria-label='Table of figures'] tbody th"); len(rows) < 4 || rows[0] != "A: scheduler" || rows[1] != "B: tom" || !strings.HasPrefix(rows[2], g.seat+" (") {
				t.Errorf("the figures are those of %q", rows)
			}
			p.click("button", "Save the played games")
			p.await("a saved file", `window.saved !== undefined`)
			p.reload(g.game)
			p.checkTraffic(s.url)
		})
	}
}

// seeVotes checks that both bots have answered each vote, and what the last column says of one.
func (p *page) seeVotes(recorded string) {
	p.t.Helper()
	found := false
	for _, row := range p.lines("[aria-label='Table of votes'] tbody tr") {
		cells := strings.Split(row, "\t")
		if cells[2] == "–" || cells[3] == "–" {
			p.t.Errorf("a bot has not answered: %q", cells)
		}
		found = found || cells[0]+" "+cells[4] == recorded
	}
	if !found {
		p.t.Errorf("the votes are %q, without %q", p.lines("[aria-label='Table of votes'] tbody tr"), recorded)
	}
}

// reload loads what the page has saved: the game as each of the bots has played it.
func (p *page) reload(game string) {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), "played.jsonl")
	if err := os.WriteFile(file, []byte(p.eval("window.saved")), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.upload(file)
	p.await("the saved games", fmt.Sprintf(`[...document.querySelectorAll("select option")].filter(o => o.text.startsWith(%q)).length === 2`, game))
	p.await("the seat of Ringer's bot", `[...document.querySelectorAll("select option")].some(o => o.text.includes("(ringer"))`)
}

// TestPlaygroundReplayBadFile shows at the field what is wrong with a file. A right file then takes
// its place.
func TestPlaygroundReplayBadFile(t *testing.T) {
	slow(t)
	s, p := openPlayground(t, "#/replay")
	p.see("Replay a recorded game")
	for text, want := range map[string]string{
		"": "holds no game", `{"messages":[]}` + "\n{": "line 2: is not JSON", `[]`: "line 1: a game cannot be",
	} {
		file := filepath.Join(t.TempDir(), "games.jsonl")
		sessiontest.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		p.upload(file)
		p.see(want)
	}
	p.checkAccess("wrong file")
	p.upload("../../engine/recording/testdata/games.jsonl")
	p.see("The game own-001")
	p.await("no error", `document.querySelector("[aria-invalid]") === null`)
	p.checkTraffic(s.url, "400 (Bad Request)", "413 (Request Entity Too Large)")
}
