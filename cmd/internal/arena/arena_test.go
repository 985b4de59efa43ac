package arena_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/cmd/internal/cli"
	"ringer/cmd/internal/clitest"
	"ringer/engine/contest"
	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
)

// chat are the arguments of short games of three bots.
func chat(more ...string) []string {
	return append([]string{"arena", "--rules", "reverse_turing", "--seats", "scheduler,tom:tom=off", "--option", "chat_ms=60000"}, more...)
}

func run(t *testing.T, args ...string) string {
	t.Helper()
	out, errs, err := clitest.Run(t, nil, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, errs)
	}
	return out
}

func read(t *testing.T, path string) (games []contest.Game) {
	t.Helper()
	b := sessiontest.Must(os.ReadFile(path))(t)
	for _, line := range bytes.Split(bytes.TrimSpace(b), []byte("\n"))[1:] { // after the header
		var g contest.Game
		sessiontest.NoError(t, json.Unmarshal(line, &g))
		games = append(games, g)
	}
	return games
}

func TestRun(t *testing.T) {
	t.Parallel()
	page := filepath.Join(t.TempDir(), "page.html")
	out := run(t, chat("--games", "6", "--judge", "offline", "--report", page)...)
	if b, err := os.ReadFile(page); err != nil || !bytes.Contains(b, []byte("persuasiveness")) || !bytes.Contains(b, []byte("Waits at a bound")) {
		t.Errorf("%v: the page of %d bytes lacks the speeches or the bars", err, len(b))
	}
	sessiontest.Contains(t, out, "orders disagree", "6 games of reverse_turing with 3 players", "machine  scheduler", "person  tom:tom=off", "Barnard", "rules broken", "for others  unseen 2nd")
}

// TestEveryRules plays a game of each kind. No bot breaks a rule, and somebody has won it.
func TestEveryRules(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	for rules, option := range map[string]string{"mafia": "day_ms=60000", "turing": "chat_ms=120000", "avalon": "talk_ms=40000", "reverse_turing": "chat_ms=120000", "gameshow": "rounds=1"} {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "games.jsonl")
			run(t, "arena", "--rules", rules, "--seats", "tom", "--games", "1", "--option", option, "--out", file)
			g := read(t, file)[0]
			won, said := 0, 0
			for _, s := range g.Seats {
				if s.Broken > 0 || s.Role == "" || s.Side == "" || s.Variant != "tom" || s.Spent.Calls == 0 {
					t.Errorf("%+v", s)
				}
				if s.Won {
					won++
				}
				said += s.Messages
			}
			if won == 0 || said == 0 || len(g.Lines) < said || len(g.Ballots) == 0 || g.Outcome == "" || g.Lasted == 0 {
				t.Errorf("%d have won, %d lines of players, %d lines, %d ballots: %s", won, said, len(g.Lines), len(g.Ballots), g.Outcome)
			}
		})
	}
}

// TestRotation: each variant has each seat and each role equally often, and each deal is played
// with every arrangement.
func TestRotation(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.jsonl")
	run(t, "arena", "--rules", "reverse_turing", "--seats", "scheduler,tom:tom=off×2,tom", "--players", "4", "--option", "chat_ms=60000", "--games", "5", "--out", file)
	games := read(t, file)
	if len(games) != 8 {
		t.Fatalf("%d games; 5 are rounded up to two deals with four arrangements", len(games))
	}
	seats, roles, deals := map[string]int{}, map[string]int{}, map[int64]int{}
	for _, g := range games {
		deals[g.Seed]++
		for _, s := range g.Seats {
			seats[s.Variant+" "+s.Name]++
			roles[s.Variant+" "+s.Role]++
		}
	}
	for of, n := range seats {
		if want := 2; strings.HasPrefix(of, "tom:tom=off") && n != 2*want || !strings.HasPrefix(of, "tom:tom=off") && n != want {
			t.Errorf("%s: %d times", of, n)
		}
	}
	if roles["scheduler person"] != 2 || roles["tom:tom=off person"] != 4 || roles["tom person"] != 2 || deals[1] != 4 || deals[2] != 4 {
		t.Errorf("roles %v, deals %v", roles, deals)
	}
}

func TestSides(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.jsonl")
	out := run(t, "arena", "--rules", "mafia", "--fix", "mafia=tom:tom=off,bystander=scheduler", "--fix", "mafia=scheduler,bystander=tom:tom=off", "--option", "day_ms=20000", "--games", "2", "--out", file)
	games := read(t, file)
	if len(games) != 2 || games[0].Seed != games[1].Seed || !strings.Contains(out, "Barnard") {
		t.Fatalf("%d games:\n%s", len(games), out)
	}
	for i, mafia := range []string{"tom:tom=off", "scheduler"} {
		for _, s := range games[i].Seats {
			if (s.Side == "mafia") != (s.Variant == mafia) {
				t.Errorf("game %d: %+v", i+1, s)
			}
		}
	}
}

type breaker struct {
	text string
	stop context.CancelFunc
}

func (b *breaker) Write(p []byte) (int, error) {
	if strings.Contains(string(p), b.text) {
		b.stop()
	}
	return len(p), nil
}

// TestResume: a run that was interrupted, and one that was killed while it wrote, go on to the same
// file as a run in one go. The number of games played at once changes nothing.
func TestResume(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole, halves := filepath.Join(dir, "whole.jsonl"), filepath.Join(dir, "halves.jsonl")
	table := run(t, chat("--games", "6", "--parallel", "1", "--out", whole)...)
	ctx, stop := context.WithCancel(t.Context())
	std := cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &breaker{"2 of 6", stop}}
	err := cli.Run(ctx, chat("--games", "6", "--parallel", "3", "--out", halves), func(string) string { return "" }, std)
	if err == nil || !strings.Contains(err.Error(), "run the same command again") {
		t.Fatalf("interrupted: %v", err)
	}
	if n := len(read(t, halves)); n < 2 || n == 6 {
		t.Fatalf("%d games after the interruption", n)
	}
	f := sessiontest.Must(os.OpenFile(halves, os.O_APPEND|os.O_WRONLY, 0))(t)
	sessiontest.Must(f.WriteString(`{"game":6,"seed":2,"arr`))(t)
	f.Close()
	if again := run(t, chat("--games", "6", "--parallel", "3", "--out", halves)...); again != table {
		t.Errorf("in one go:\n%s\ninterrupted:\n%s", table, again)
	}
	want := sessiontest.Must(os.ReadFile(whole))(t)
	if got, err := os.ReadFile(halves); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v: the files differ: %d and %d bytes", err, len(got), len(want))
	}
}

// TestAvalonRepeats: bots of Avalon read a lot of each other.
func TestAvalonRepeats(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	var files [2][]byte
	for i, parallel := range []string{"1", "3"} {
		path := filepath.Join(t.TempDir(), "games.jsonl")
		run(t, "arena", "--rules", "avalon", "--seats", "recon,scheduler", "--players", "6", "--games", "2", "--parallel", parallel, "--out", path)
		var err error
		if files[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Errorf("the files differ: %d and %d bytes", len(files[0]), len(files[1]))
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.jsonl")
	run(t, chat("--games", "1", "--seed", "5", "--out", file)...)
	for name, c := range map[string]struct {
		want string
		args []string
	}{
		"UnknownRules":     {"--rules", []string{"--rules", "chess", "--seats", "tom"}},
		"UnknownStrategy":  {"--seats eliza", []string{"--rules", "mafia", "--seats", "eliza"}},
		"UnknownOption":    {"--seats tom:x=1", []string{"--rules", "mafia", "--seats", "tom:x=1"}},
		"NoSeats":          {"--seats", []string{"--rules", "mafia"}},
		"SeatsAndSides":    {"not with both", []string{"--rules", "mafia", "--seats", "tom", "--fix", "mafia=tom,bystander=tom"}},
		"TooFewPlayers":    {"--players 3 does not fit", []string{"--rules", "mafia", "--seats", "tom", "--players", "3"}},
		"MoreSeats":        {"take 4 players", []string{"--rules", "reverse_turing", "--seats", "tom×4", "--players", "3"}},
		"UnknownSide":      {"the rules mafia have bystander and mafia", []string{"--rules", "mafia", "--fix", "good=tom,evil=tom"}},
		"NotASide":         {"such as good=recon", []string{"--rules", "mafia", "--fix", "tom"}},
		"WrongRulesOption": {"--option day_ms", []string{"--rules", "mafia", "--seats", "tom", "--option", "day_ms=-1"}},
		"OtherArguments":   {"seed 5 instead of 6", chat("--games", "1", "--seed", "6", "--out", file)[1:]},
		"GuestInMafia":     {"the rules reverse_turing", []string{"--rules", "mafia", "--seats", "tom", "--guest"}},
		"RecordInAFile":    {"--out DIR", chat("--record")[1:]},
		"NotOurFile":       {"not a file of the arena", chat("--out", "arena_test.go")[1:]},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := clitest.Run(t, nil, append([]string{"arena"}, c.args...)...)
			sessiontest.Fails(t, err, c.want)
		})
	}
}

// TestFolder: a folder gets the games, the page, the games as recorded ones, and the sessions of
// the bots. Other commands read them.
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "out")
	run(t, "arena", "--rules", "reverse_turing", "--seats", "tom", "--games", "1", "--out", dir, "--record")
	if page, err := os.ReadFile(filepath.Join(dir, "report.html")); err != nil || !bytes.Contains(page, []byte("Arena: reverse_turing")) {
		t.Errorf("%v: %s", err, page)
	}
	if out := run(t, "replay", filepath.Join(dir, "played.jsonl"), "--virtual", "--as", "Alex"); !strings.Contains(out, "game-0001") {
		t.Error(out)
	}
	exports, err := filepath.Glob(filepath.Join(dir, "exports", "game-0001-*.ndjson"))
	if err != nil || len(exports) != 3 {
		t.Fatalf("%v: %q", err, exports)
	}
	if out := run(t, "replay", "--recorded", exports[0]); !strings.Contains(out, "0 differ") {
		t.Error(out)
	}
}

// TestJudgementsAreKept: the file beside the games answers what the judge has answered before.
func TestJudgementsAreKept(t *testing.T) {
	t.Parallel()
	args := chat("--games", "2", "--judge", "offline", "--judge-lines", "3", "--out", filepath.Join(t.TempDir(), "games.jsonl"))
	first, again := run(t, args...), run(t, args...)
	if strings.Contains(first, "; 0 calls") || strings.Count(again, "; 0 calls") != 2 || !strings.Contains(again, "lines offline marks") {
		t.Errorf("at first:\n%s\nand again:\n%s", first, again)
	}
}

// TestGuest: a scripted person takes the seat of the person, talks, and accuses a bot in each game.
func TestGuest(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.jsonl")
	out := run(t, chat("--guest", "--games", "4", "--out", file)...)
	if !strings.Contains(out, "Accused by the guest") {
		t.Errorf("no table:\n%s", out)
	}
	for _, g := range read(t, file) {
		accused := 0
		for _, s := range g.Seats {
			if guest := s.Variant == "(guest)"; guest != (s.Role == "person") || guest && (s.Messages == 0 || s.Spent.Calls > 0) {
				t.Errorf("%+v", s)
			}
			accused += s.Accused
		}
		if accused != 3 {
			t.Errorf("%d accusations of three players", accused)
		}
	}
}

func TestTeams(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.jsonl")
	out := run(t, "arena", "--rules", "avalon", "--seats", "recon,scheduler", "--teams", "--players", "5", "--games", "4", "--option", "talk_ms=20000", "--out", file)
	if !strings.Contains(out, "Wins by arrangement") {
		t.Errorf("no table of the arrangements:\n%s", out)
	}
	met := map[string]int{}
	for _, g := range read(t, file) {
		of := map[string]string{}
		for _, s := range g.Seats {
			if of[s.Side] != "" && of[s.Side] != s.Variant {
				t.Errorf("game %d: the side %s has two variants", g.Number, s.Side)
			}
			of[s.Side] = s.Variant
		}
		met[of["good"]+" against "+of["evil"]]++
	}
	for _, want := range []string{"recon against recon", "recon against scheduler", "scheduler against recon", "scheduler against scheduler"} {
		if met[want] != 1 || len(met) != 4 {
			t.Errorf("%s: %d of %v", want, met[want], met)
		}
	}
}
