package replay_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ringer/cmd/internal/clitest"
	"ringer/cmd/internal/replay"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

const games = "../../../engine/recording/testdata/games.jsonl"

func command(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	return clitest.Run(t, nil, args...)
}

// The ways of playing a game. At speed 100, a game takes two seconds, in which the bot of a busy
// machine may say nothing. So the tests play it again, ever slower, until the bot has kept up.
var (
	live    = []string{"--speed=100", "--speed=20", "--speed=4"}
	virtual = []string{"--virtual"}
)

func keepUp(t *testing.T, ways []string, play func(way string) (kept bool)) {
	t.Helper()
	for _, way := range ways {
		if play(way) {
			return
		}
		t.Logf("%s: the bot did not keep up", way)
	}
	t.Error("the bot did not keep up with the game")
}

// bothWays replays a file through a real server and in the simulator. It checks what is printed,
// the figures and the events.
func bothWays(t *testing.T, speed string, args, printed []string, check func(t *testing.T, figures, events string)) {
	t.Helper()
	t.Parallel()
	for name, way := range map[string][]string{"Live": {"--speed", speed}, "Virtual": {"--virtual"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			figures, events := filepath.Join(t.TempDir(), "figures.json"), filepath.Join(t.TempDir(), "events.ndjson")
			out, progress, err := command(t, slices.Concat([]string{"replay"}, args, way, []string{"--json", figures, "--events", events})...)
			if err != nil {
				t.Fatalf("%v\n%s", err, progress)
			}
			sessiontest.Contains(t, out, printed...)
			check(t, figures, events)
		})
	}
}

// TestReplayPrints reads what replays of several games, and with options, print.
func TestReplayPrints(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct{ args, wants []string }{
		"All":        {[]string{games, "--all"}, []string{"2 games in 3 plays", "own-001", "own-002"}},
		"FourMind":   {[]string{games, "--strategy", "fourmind", "--option", "paths=3", "--option", "reading=lookahead", "--option", "speak_threshold=0.6", "--option", "objective=adaptive"}, []string{"the bot (fourmind) in the seat of Red", "fourmind.lookahead ", "fourmind.analysis ", "messages annotated: "}},
		"Guesses":    {[]string{quests, "--all", "--strategy", "recon"}, []string{"A game is played once in each seat", "what players wrote down"}},
		"Variants":   {[]string{quests, "--all", "--compare", "recon", "--compare", "scheduler"}, []string{"2 games in 11 plays", "role right  side right  of the same: role", "  scheduler  "}},
		"Accusation": {[]string{accusations, "--all", "--as", "Red"}, []string{"votes asked for 1; 1 of 2 games"}},
		"OddVotes":   {[]string{"../../../engine/recording/testdata/accusations_odd.jsonl", "--all"}, []string{"votes asked for 3; 1 of 3 games hold no vote", " humans      2      0      –"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, _, err := command(t, append([]string{"replay", "--virtual"}, x.args...)...)
			sessiontest.NoError(t, err)
			sessiontest.Contains(t, out, x.wants...)
		})
	}
}

// TestReplay plays a recorded game through a real server, and in the simulator.
func TestReplay(t *testing.T) {
	t.Parallel()
	for name, ways := range map[string][]string{"Live": live, "Virtual": virtual} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			keepUp(t, ways, func(way string) (kept bool) {
				figures, events := filepath.Join(t.TempDir(), "figures.json"), filepath.Join(t.TempDir(), "events.ndjson")
				out, progress, err := command(t, "replay", games, "--game", "own-002", "--as", "Purple", "--seed", "5", way, "--json", figures, "--events", events)
				if err != nil {
					t.Fatalf("%v\n%s", err, progress)
				}
				sessiontest.Contains(t, out, "As it happened", "Yellow: which river", "> ", "Withheld: what Purple said", "Purple: leftovers, some rice", "share of talk", "style distance", "lateness p50", "a message by task: ")
				if name == "Live" && !strings.Contains(progress, "own-002") {
					t.Errorf("no progress was shown: %q", progress)
				}
				checkEvents(t, events)
				res := readResult(t, figures)
				bot := res.Talk[0]
				if name == "Virtual" && bot.Style == nil {
					t.Errorf("the bot said %d lines, but has no style distance", bot.Messages)
				}
				return bot.Messages > 0 && res.Work.Tasks["scheduler.what"] > 0 && strings.Contains(out, "scheduler.what ")
			})
		})
	}
}

func readResults(t *testing.T, figures string) (results []replay.Result) {
	t.Helper()
	b := sessiontest.Must(os.ReadFile(figures))(t)
	if err := json.Unmarshal(b, &results); err != nil {
		t.Fatalf("figures %s: %v", b, err)
	}
	return results
}

func readEvents(t *testing.T, file string) (events []recording.Event) {
	t.Helper()
	b := sessiontest.Must(os.ReadFile(file))(t)
	for line := range strings.Lines(string(b)) {
		h := sessiontest.Must(recording.ParseEvent([]byte(line)))(t)
		events = append(events, h)
	}
	return events
}

// readResult reads the figures of one play. How much the bot did depends on the machine.
func readResult(t *testing.T, figures string) replay.Result {
	t.Helper()
	results := readResults(t, figures)
	if len(results) != 1 || len(results[0].Withheld) != 5 || len(results[0].Talk) != 4 || results[0].Work.Calls == 0 ||
		(results[0].Talk[0].Style == nil) != (results[0].Talk[0].Messages < session.StyleLines) || results[0].Talk[1].Style == nil || *results[0].Talk[1].Style > 1 {
		t.Fatalf("figures %+v", results)
	}
	return results[0]
}

func checkEvents(t *testing.T, events string) {
	t.Helper()
	b := sessiontest.Must(os.ReadFile(events))(t)
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	for i, line := range lines {
		h, err := recording.ParseEvent([]byte(line))
		if err != nil || h.Event.Seq != int64(i+1) {
			t.Fatalf("event %d: %s, %v", i+1, line, err)
		}
	}
	if !strings.Contains(lines[len(lines)-1], "session.ended") {
		t.Errorf("the last event is %s", lines[len(lines)-1])
	}
}

// TestLatency gives each model call of the simulator the same latency. So each thought takes a
// multiple of it, also in a comparison.
func TestLatency(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--strategy", "tom"}, {"--compare", "tom"}} {
		events := filepath.Join(t.TempDir(), "events.ndjson")
		if _, _, err := command(t, append([]string{"replay", games, "--virtual", "--latency", "1.7s", "--events", events}, args...)...); err != nil {
			t.Fatal(err)
		}
		thoughts := 0
		for _, h := range readEvents(t, events) {
			if p, ok := h.Event.Data.(*session.ThoughtCompleted); ok && p.Began != nil {
				if thoughts++; p.Began.Took%1700 != 0 {
					t.Errorf("%v: %s took %d ms", args, p.Kind, p.Began.Took)
				}
			}
		}
		if thoughts == 0 {
			t.Errorf("%v: no thought", args)
		}
	}
}

func TestReplayRefuses(t *testing.T) {
	t.Parallel()
	broken := filepath.Join(t.TempDir(), "broken.jsonl")
	sessiontest.NoError(t, os.WriteFile(broken, []byte("{\n"), 0o600))
	for want, args := range map[string][]string{
		`no game "nope"`:            {games, "--game", "nope"},
		`no player "Nobody"`:        {games, "--as", "Nobody"},
		"line 1":                    {broken},
		"exclude each other":        {games, "--virtual", "--server", "http://127.0.0.1:1"},
		"knows no limit of a":       {games, "--virtual", "--session-max-calls", "3"},
		"--latency is for":          {games, "--latency", "1s"},
		"--latency must be":         {games, "--virtual", "--latency", "6m"},
		"must be name=value":        {games, "--option", "wpm"},
		"--speed must be from":      {games, "--speed", "0"},
		"is not a strategy":         {games, "--virtual", "--strategy", "telepathy"},
		"is not an option of":       {games, "--virtual", "--option", "volume=11"},
		"unknown_option":            {games, "--option", "volume=11"},
		"/options/target: ":         {games, "--virtual", "--strategy", "fourmind", "--option", "objective=adaptive", "--option", "target=Blue"},
		"/options/wpm: ":            {games, "--virtual", "--option", "wpm=9"},
		"connection refused":        {games, "--server", "http://127.0.0.1:1"},
		"leave out --strategy":      {games, "--strategy", "scheduler", "--compare", "fourmind"},
		"is given twice":            {games, "--compare", "fourmind", "--compare", "fourmind"},
		"such as tom:":              {games, "--compare", "fourmind:"},
		"--compare paths must":      {games, "--compare", "fourmind:paths"},
		"--chart and --gaps draw":   {games, "--chart", "chart.svg"},
		"draw what --compare finds": {games, "--gaps", "gaps.svg"},
		"scheduler:paths=3: ":       {games, "--virtual", "--compare", "scheduler:paths=3"},
	} {
		_, _, err := command(t, append([]string{"replay"}, args...)...)
		sessiontest.Fails(t, err, want)
	}
}

// TestReplayMendsRecordings plays a game of unknown rules, with the mistakes that recordings have.
func TestReplayMendsRecordings(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "odd.jsonl")
	odd := `{"game_id":"odd","rules":"charades","players":[{"name":"Ann","kind":"bot"}],"messages":[
		{"at":9,"sender":"Bob","kind":"player","text":"ann?"},{"at":2,"sender":"Bob","kind":"player","text":"hi"},{"at":3,"sender":"Bob","kind":"player","text":" "},
		{"at":1,"sender":"Host","kind":"system","text":"begin"},{"at":12,"sender":"Cem","kind":"player","text":"` + strings.Repeat("long ", 1000) + `"}]}`
	sessiontest.NoError(t, os.WriteFile(file, []byte(strings.ReplaceAll(odd, "\n", "")), 0o600))
	out, _, err := command(t, "replay", file, "--virtual")
	if err != nil || !strings.Contains(out, "#   0:01  Host: begin") || !strings.Contains(out, "Cem") || strings.Index(out, "Bob: hi") > strings.Index(out, "Bob: ann?") {
		t.Errorf("%v\n%s", err, out)
	}
}
