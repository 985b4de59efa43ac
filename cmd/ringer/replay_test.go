package main

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/game"
)

const games = "testdata/games.jsonl"

// cli runs the program in this process and returns what it printed.
func cli(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	err = run(t.Context(), args, func(string) string { return "" }, &out, &errs)
	return out.String(), errs.String(), err
}

// TestReplay plays a recorded game through a real server, and in the simulator.
func TestReplay(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"Live":    {"replay", games, "--game", "own-002", "--as", "Purple", "--speed", "200"},
		"Virtual": {"replay", games, "--game", "own-002", "--as", "Purple", "--virtual"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			figures, events := filepath.Join(t.TempDir(), "figures.json"), filepath.Join(t.TempDir(), "events.ndjson")
			out, progress, err := cli(t, append(args, "--json", figures, "--events", events)...)
			if err != nil {
				t.Fatalf("%v\n%s", err, progress)
			}
			for _, want := range []string{"As it happened", "Yellow: which river", "> ", "Withheld: what Purple said", "Purple: leftovers, some rice", "share of talk", "style distance", "lateness p50", "a message by task: scheduler.when "} {
				if !strings.Contains(out, want) {
					t.Errorf("the output lacks %q:\n%s", want, out)
				}
			}
			if name == "Live" && !strings.Contains(progress, "own-002") {
				t.Errorf("no progress was shown: %q", progress)
			}
			if bot := checkFiles(t, figures, events); name == "Virtual" && bot.Style == nil {
				t.Errorf("the bot said %d lines, and stands without a style distance", bot.Messages)
			}
		})
	}
}

// checkFiles reads what --json and --events wrote, and returns what the bot did. How much that is hangs on the machine where time is real.
func checkFiles(t *testing.T, figures, events string) (bot talk) {
	t.Helper()
	b, err := os.ReadFile(figures)
	if err != nil {
		t.Fatal(err)
	}
	var results []result
	if err := json.Unmarshal(b, &results); err != nil {
		t.Fatal(err)
	}
	if len(results) != 1 || len(results[0].Withheld) != 5 || len(results[0].Talk) != 4 || results[0].Talk[0].Messages == 0 || results[0].Work.Calls == 0 ||
		(results[0].Talk[0].Style == nil) != (results[0].Talk[0].Messages < game.StyleLines) || results[0].Talk[1].Style == nil || *results[0].Talk[1].Style > 1 || results[0].Work.Tasks["scheduler.when"] == 0 {
		t.Errorf("figures %s", b)
	}
	if b, err = os.ReadFile(events); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	for i, line := range lines {
		h, err := parseEvent([]byte(line))
		if err != nil || h.Event.Seq != int64(i+1) {
			t.Fatalf("event %d: %s, %v", i+1, line, err)
		}
	}
	if !strings.Contains(lines[len(lines)-1], "session.ended") {
		t.Errorf("the last event is %s", lines[len(lines)-1])
	}
	return results[0].Talk[0]
}

// TestReplayThroughARunningServer uses --server, with an option for the strategy.
func TestReplayThroughARunningServer(t *testing.T) {
	t.Parallel()
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	out, _, err := cli(t, "replay", games, "--speed", "200", "--server", p.url, "--option", "wpm=120", "--option", "floor_ms=2000")
	if err != nil || !strings.Contains(out, "in the seat of Red") {
		t.Errorf("%v\n%s", err, out)
	}
	if _, _, err = cli(t, "replay", games, "--speed", "200", "--server", p.url, "--option", "wpm=fast"); err == nil || !strings.Contains(err.Error(), "invalid_option") {
		t.Errorf("a refused option: %v", err)
	}
}

func TestReplayAll(t *testing.T) {
	t.Parallel()
	out, _, err := cli(t, "replay", games, "--all", "--virtual")
	if err != nil || strings.Count(out, "own-") != 3 || !strings.Contains(out, "2 games in 3 plays") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestReplayOfFourMind plays with options of its own, and tells what it has asked for.
func TestReplayOfFourMind(t *testing.T) {
	t.Parallel()
	out, _, err := cli(t, "replay", games, "--virtual", "--strategy", "fourmind", "--option", "paths=3", "--option", "speak_threshold=0.6", "--option", "objective=adaptive")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the bot (fourmind) in the seat of Red", "fourmind.lookahead ", "fourmind.analysis ", "messages annotated: "} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
}

func TestReplayRefuses(t *testing.T) {
	t.Parallel()
	broken := filepath.Join(t.TempDir(), "broken.jsonl")
	if err := os.WriteFile(broken, []byte("{\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		`no game "nope"`:       {games, "--game", "nope"},
		`no player "Nobody"`:   {games, "--as", "Nobody"},
		"line 1":               {broken},
		"exclude each other":   {games, "--virtual", "--server", "http://127.0.0.1:1"},
		"must be name=value":   {games, "--option", "wpm"},
		"--speed must be from": {games, "--speed", "0"},
		"is not a strategy":    {games, "--virtual", "--strategy", "telepathy"},
		"is not an option of":  {games, "--virtual", "--option", "volume=11"},
		"unknown_option":       {games, "--option", "volume=11"},
		"/options/target: ":    {games, "--virtual", "--strategy", "fourmind", "--option", "objective=adaptive", "--option", "target=Blue"},
		"/options/wpm: ":       {games, "--virtual", "--option", "wpm=9"},
		"connection refused":   {games, "--server", "http://127.0.0.1:1"},
		"leave out --strategy": {games, "--strategy", "scheduler", "--compare", "fourmind"},
		"is given twice":       {games, "--compare", "fourmind", "--compare", "fourmind"},
		"such as tom:":         {games, "--compare", "fourmind:"},
		"--compare paths must": {games, "--compare", "fourmind:paths"},
		"--chart draws what":   {games, "--chart", "chart.svg"},
		"scheduler:paths=3: ":  {games, "--virtual", "--compare", "scheduler:paths=3"},
	} {
		if _, _, err := cli(t, append([]string{"replay"}, args...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
}

func TestServeRefuses(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { busy.Close() })
	_, port, _ := net.SplitHostPort(busy.Addr().String())
	text := filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"not a loopback address":     {"--host", "0.0.0.0"},
		"--port must be":             {"--port", "70000"},
		"--openai-base-url must be":  {"--openai-base-url", "localhost"},
		"--model-timeout must be":    {"--model-timeout", "1ms"},
		"there is no folder":         {"--db", filepath.Join(t.TempDir(), "no", "such.db")},
		"unknown flag":               {"--colour", "red"},
		"ringer --help shows what":   {"dance"},
		"cannot listen":              {"--db", filepath.Join(t.TempDir(), "a.db"), "--port", port},
		"is not an SQLite database;": {"--db", text},
	} {
		if _, _, err := cli(t, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{"replay <file>": {"--help"}, "$OPENAI_API_KEY": {"serve", "--help"}, "--virtual": {"replay", "--help"}} {
		if out, _, err := cli(t, args...); err != nil || !strings.Contains(out, want) {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
}

// TestReplayMendsRecordings plays a game of unknown rules with what recordings get wrong.
func TestReplayMendsRecordings(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "odd.jsonl")
	odd := `{"game_id":"odd","rules":"charades","players":[{"name":"Ann","kind":"bot"}],"messages":[
		{"at":9,"sender":"Bob","kind":"player","text":"ann?"},{"at":2,"sender":"Bob","kind":"player","text":"hi"},{"at":3,"sender":"Bob","kind":"player","text":" "},
		{"at":1,"sender":"Host","kind":"system","text":"begin"},{"at":12,"sender":"Cem","kind":"player","text":"` + strings.Repeat("long ", 1000) + `"}]}`
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(odd, "\n", "")), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, err := cli(t, "replay", file, "--virtual")
	if err != nil || !strings.Contains(out, "#   0:01  Host: begin") || !strings.Contains(out, "Cem") || strings.Index(out, "Bob: hi") > strings.Index(out, "Bob: ann?") {
		t.Errorf("%v\n%s", err, out)
	}
}
