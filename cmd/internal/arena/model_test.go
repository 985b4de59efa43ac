package arena_test

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/cmd/internal/clitest"
	"ringer/engine/enginetest"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// exported is a line of the export of a session.
type exported struct {
	Type string
	Data struct {
		Config session.Config
		Calls  []session.Call
		Began  session.Began
	}
	Call struct{ Model string }
}

func export(t *testing.T, dir, name string) (all []exported) {
	t.Helper()
	b := sessiontest.Must(os.ReadFile(filepath.Join(dir, "exports", "game-0001-"+name+".ndjson")))(t)
	for line := range bytes.Lines(b) {
		var e exported
		sessiontest.NoError(t, json.Unmarshal(line, &e))
		all = append(all, e)
	}
	return all
}

// TestModels: each variant is played by the model that it names, at the server of that model, and
// with its own fidelity and fields of the session.
func TestModels(t *testing.T) {
	t.Parallel()
	server := func() string {
		handler := sessiontest.Must(offline.NewServer(offline.ServerConfig{Model: offline.New(enginetest.Strategies(t).Skills())}))(t)
		s := httptest.NewServer(handler)
		t.Cleanup(s.Close)
		return s.URL + "/v1"
	}
	dir := filepath.Join(t.TempDir(), "out")
	run(t, "arena", "--rules", "reverse_turing", "--seats", "tom:model=big:precedence=class,scheduler:model=small:fidelity=paper,scheduler:model=offline", "--every", "accuse=never",
		"--seat-models", "big="+server()+",model=large:70b,timeout=9s;small="+server(), "--option", "chat_ms=30000", "--games", "1", "--latency", "700ms", "--record", "--out", dir)
	for name, want := range map[string]struct {
		model      string
		pace       session.Pace
		precedence session.Precedence
	}{"Alex": {"large:70b", session.PaceHuman, session.PrecedenceClass}, "Casey": {"small", session.PacePaper, session.PrecedenceClass}, "Eden": {"offline", session.PaceHuman, session.PrecedenceNewest}} {
		asked := 0
		all := export(t, dir, name)
		if c := all[0].Data.Config; c.Pace != want.pace || c.Precedence != want.precedence || c.Accuse != session.AccuseNever {
			t.Errorf("%s: pace %s, precedence %s, accuse %s", name, c.Pace, c.Precedence, c.Accuse)
		}
		for _, e := range all {
			if e.Call.Model == "" {
				continue
			}
			if asked++; e.Call.Model != want.model {
				t.Errorf("%s: asked %s, want %s", name, e.Call.Model, want.model)
			}
		}
		if asked == 0 {
			t.Errorf("%s: no model was asked", name)
		}
	}
}

// TestLatency: with --latency each call of a thought takes as long as told.
func TestLatency(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "out")
	run(t, chat("--games", "1", "--latency", "1300ms", "--record", "--out", dir)...)
	calls := 0
	for _, e := range export(t, dir, "Alex") {
		if n := len(e.Data.Calls); e.Type == "thought.completed" && n == 1 {
			if calls++; e.Data.Began.Took != 1300 {
				t.Errorf("a thought of one call took %d ms", e.Data.Began.Took)
			}
		}
	}
	if calls == 0 {
		t.Error("no thought has one call")
	}
}

// TestWatch: a single game is one game, whose lines are printed as they are said. Accusations are
// in the transcripts, with their time.
func TestWatch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, page := filepath.Join(dir, "games.jsonl"), filepath.Join(dir, "page.html")
	out := run(t, "arena", "--rules", "reverse_turing", "--seats", "tom:accuse_lead=0.5:accuse_after=threshold,scheduler", "--games", "1", "--watch", "--out", file, "--report", page)
	games := read(t, file)
	if len(games) != 1 || !strings.Contains(out, "1 deal with 1 arrangement each") {
		t.Fatalf("%d games:\n%s", len(games), out)
	}
	g := games[0]
	if len(g.Accusations) == 0 || len(g.Lines) == 0 {
		t.Fatalf("%d accusations, %d lines", len(g.Accusations), len(g.Lines))
	}
	html := string(sessiontest.Must(os.ReadFile(page))(t))
	for _, l := range g.Transcript() {
		if !strings.Contains(out, l.Told()+"\n") {
			t.Errorf("%s is not printed:\n%s", l.Told(), out)
		}
	}
	if a := g.Accusations[0]; a.At == 0 || a.At > g.Lasted || !strings.Contains(html, "<em>accuses "+a.Accuses+"</em>") {
		t.Errorf("%+v in a game of %d ms", a, g.Lasted)
	}
}

// TestTalkToTheEnd: bots that accuse in votes alone talk until the clock ends the chat, as in Table
// 2 of the Theory of Mind paper.
func TestTalkToTheEnd(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.jsonl")
	run(t, "arena", "--rules", "reverse_turing", "--seats", "tom,tom:tom=off", "--every", "accuse=on_request", "--guest", "--games", "2", "--option", "chat_ms=120000", "--out", file)
	for _, g := range read(t, file) {
		if g.Lasted < 120_000 || len(g.Accusations) > 0 || len(g.Ballots) != 1 {
			t.Errorf("game %d lasted %d ms, with %d accusations", g.Number, g.Lasted, len(g.Accusations))
		}
	}
}

// TestModelErrors: what no model answers for is refused before the first game.
func TestModelErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		want string
		args []string
	}{
		"NoServer":      {"--seats tom:model=gpt-9 has no server", chat("--seats", "tom:model=gpt-9")},
		"NoURL":         {"--seat-models big needs a server", chat("--seat-models", "big=,timeout=9s")},
		"NotAName":      {"must be NAME=URL", chat("--seat-models", "http://127.0.0.1:1")},
		"NotAURL":       {"must be the URL of a server", chat("--seat-models", "big=there")},
		"NotASetting":   {"not a setting of a role", chat("--seat-models", "big=http://127.0.0.1:1,colour=red")},
		"NotAField":     {"pace must be human or paper", chat("--every", "pace=fast")},
		"NotAText":      {"reread must be a text", chat("--every", "reread=1")},
		"NoSuchOption":  {"posterior", chat("--every", "posterior=off")},
		"LatencyOfReal": {"leave out --real", chat("--real", "http://127.0.0.1:1", "--latency", "1s")},
		"VirtualReal":   {"leave out --real", chat("--real", "http://127.0.0.1:1", "--virtual")},
		"LongLatency":   {"--latency must be from 0s to 5m", chat("--latency", "1h")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := clitest.Run(t, nil, c.args...)
			sessiontest.Fails(t, err, c.want)
		})
	}
}
