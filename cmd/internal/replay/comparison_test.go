package replay_test

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/cmd/internal/replay"
)

// TestReplayCompares plays the same games with several strategies, in the simulator and through a
// server.
func TestReplayCompares(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"Virtual": {"--all", "--virtual"},
		"Live":    {"--game", "own-001", "--game", "own-002", "--speed", "200"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			figures, chart, events := filepath.Join(folder, "figures.json"), filepath.Join(folder, "chart.svg"), filepath.Join(folder, "events.ndjson")
			args := append([]string{"replay", games, "--compare", "scheduler:wpm=120,floor_ms=2000", "--compare", "fourmind", "--json", figures, "--chart", chart, "--events", events}, args...)
			out, progress, err := command(t, args...)
			if err != nil {
				t.Fatalf("%v\n%s", err, progress)
			}
			for _, want := range []string{"the same for each row\n", " scheduler:wpm=120,floor_ms=2000  ", " fourmind  ", " recorded  ", "overtaken"} {
				if !strings.Contains(out, want) {
					t.Errorf("the output lacks %q:\n%s", want, out)
				}
			}
			if !strings.Contains(progress, "fourmind: played ") || name == "Live" && !strings.Contains(progress, "fourmind: own-001") {
				t.Errorf("no progress was shown: %q", progress)
			}
			checkComparison(t, figures)
			if b, err := os.ReadFile(chart); err != nil || xml.Unmarshal(b, new(any)) != nil || !strings.Contains(string(b), ">fourmind</text>") {
				t.Errorf("chart %s, %v", b, err)
			}
			if b, err := os.ReadFile(events); err != nil || strings.Count(string(b), "session.ended") == 0 {
				t.Errorf("events %s, %v", b, err)
			}
		})
	}
}

// readComparisons reads what --json wrote.
func readComparisons(t *testing.T, figures string) (rows []replay.Comparison) {
	t.Helper()
	b, err := os.ReadFile(figures)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// checkComparison checks the figures of the two strategies.
func checkComparison(t *testing.T, figures string) {
	t.Helper()
	rows := readComparisons(t, figures)
	if len(rows) != 2 || rows[0].Strategy != "scheduler" || rows[0].Options["wpm"] != 120. || rows[1].Name != "fourmind" || len(rows[0].Plays) != len(rows[1].Plays) {
		t.Fatalf("figures %+v", rows)
	}
	for _, r := range rows {
		sent := 0
		for _, n := range r.Work.Classes {
			sent += n
		}
		if r.Messages == 0 || r.Messages != r.Work.Sent || r.Messages != sent || r.Work.Calls == 0 || r.Share == 0 || r.Plays[0].Strategy != r.Strategy {
			t.Errorf("%s: %+v", r.Name, r.Work)
		}
	}
	if rows[0].Work.Tasks["scheduler.when"] == 0 || rows[1].Work.Tasks["fourmind.lookahead"] == 0 {
		t.Error("the strategies were not played")
	}
}

// TestToMOverTheWire plays the Theory of Mind through a server in all its forms. Every call of each
// form is answered.
func TestToMOverTheWire(t *testing.T) {
	t.Parallel()
	figures := filepath.Join(t.TempDir(), "figures.json")
	if out, progress, err := command(t, "replay", games, "--speed", "100", "--compare", "tom", "--compare", "tom:cycle=fused", "--compare", "tom:tom=off", "--json", figures); err != nil {
		t.Fatalf("%v\n%s%s", err, progress, out)
	}
	rows := readComparisons(t, figures)
	for i, task := range []string{"tom.goal", "tom.state", "tom.single"} {
		if w := rows[i].Work; w.Failed > 0 || w.Sent == 0 || w.Tasks[task] == 0 || w.AnswerTokens == 0 {
			t.Errorf("%s: %+v", rows[i].Name, w)
		}
	}
}

// TestReplayOfSeveralGames plays the named games and prints a line for each.
func TestReplayOfSeveralGames(t *testing.T) {
	t.Parallel()
	out, _, err := command(t, "replay", games, "--game", "own-002", "--game", "own-001", "--virtual")
	if err != nil || strings.Count(out, "own-") != 3 || strings.Index(out, "own-002") > strings.Index(out, "own-001") || !strings.Contains(out, "2 games in 3 plays") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestReplayFindsMistakesBeforeItPlays, since games can take hours, and models cost money.
func TestReplayFindsMistakesBeforeItPlays(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "missing", "file")
	for want, args := range map[string][]string{
		"tom:foo=1: /options/foo: is not an option": {"--compare", "tom:foo=1"},
		"nobody: /strategy: is not a strategy":      {"--compare", "nobody"},
		"--chart: open " + missing:                  {"--chart", missing},
		"--json: open " + missing:                   {"--json", missing},
		"--events: open " + missing:                 {"--events", missing},
	} {
		for _, mode := range [][]string{{"--virtual"}, {"--speed", "1000"}} {
			args := append(append([]string{"replay", games, "--compare", "tom"}, args...), mode...)
			if out, progress, err := command(t, args...); err == nil || !strings.Contains(err.Error(), want) || out != "" || progress != "" {
				t.Errorf("%v: %v, and %q", args, err, progress)
			}
		}
	}
}
