package replay

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"ringer/engine/game"
)

// playedByPage is what the playground would do with a game, as playground.mjs prints it.
type playedByPage struct {
	Config game.Config `json:"config"`
	Cues   []struct {
		At   game.Millis     `json:"at"`
		Path string          `json:"path"`
		Body json.RawMessage `json:"body"`
		Wait string          `json:"wait"`
	} `json:"cues"`
}

// TestPlaygroundPlaysTheSame compares the cues of the playground's page with those of this package,
// in each seat of each recorded game of the tests. Node.js runs the modules of the page.
func TestPlaygroundPlaysTheSame(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded games", err)
	}
	for _, file := range files {
		games, err := Load(file)
		if err != nil {
			t.Fatal(err)
		}
		plays := runPage(t, file)
		for i := range games {
			for _, seat := range games[i].Players {
				p := &play{&games[i], seat, &Variant{Strategy: "scheduler"}}
				got := plays[0]
				plays = plays[1:]
				same(t, p, pageCues(t, p, &got), p.cues(seat, 10))
				want := p.config(&Settings{Speed: 10, Seed: 1})
				same(t, p, []any{got.Config.Game, got.Config.Bot}, []any{want.Game, want.Bot})
			}
		}
		if len(plays) > 0 {
			t.Errorf("%s: the page has %d plays too many", file, len(plays))
		}
	}
}

// runPage returns what the page would do with each game of a file, in each seat.
func runPage(t *testing.T, file string) (plays []playedByPage) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal("this test needs Node.js; .ci/run installs it")
	} else if err != nil {
		t.Skip("this test needs Node.js")
	}
	out, err := exec.CommandContext(t.Context(), node, "testdata/playground.mjs", file).Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	if err := json.Unmarshal(out, &plays); err != nil {
		t.Fatal(err)
	}
	return plays
}

// pageCues returns the cues of the page without the ids that make its retries safe.
func pageCues(t *testing.T, p *play, page *playedByPage) (all []cue) {
	t.Helper()
	for _, from := range page.Cues {
		c := cue{at: from.At, await: from.Wait}
		var err error
		switch from.Path {
		case "messages":
			err = json.Unmarshal(from.Body, &c.post)
			c.post.ID = ""
		case "observations":
			err = json.Unmarshal(from.Body, &c.observe)
			c.observe.ID = ""
			if c.observe.Player != nil {
				c.observe.Player.Name = "" // reading completes it
			}
		case "votes":
			err = json.Unmarshal(from.Body, &c.ask)
		}
		if err != nil {
			t.Fatalf("%s as %s: %v", p.ID, p.seat.Name, err)
		}
		all = append(all, c)
	}
	return all
}

// same compares two lists, and shows the first difference.
func same[T any](t *testing.T, p *play, got, want []T) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		var g, w string
		if i < len(got) {
			g = spelled(got[i])
		}
		if i < len(want) {
			w = spelled(want[i])
		}
		if g != w {
			t.Errorf("%s as %s, %d: the page has\n%s, want\n%s", p.ID, p.seat.Name, i, g, w)
			return
		}
	}
}

// spelled returns a value as JSON.
func spelled(v any) string {
	if c, ok := v.(cue); ok {
		v = []any{c.at, c.post, c.observe, c.ask, c.await}
	}
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
