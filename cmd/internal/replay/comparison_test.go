package replay_test

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/cmd/internal/replay"
	"ringer/engine/sessiontest"
)

// TestReplayCompares plays the same games with several strategies, in the simulator and through a
// server.
func TestReplayCompares(t *testing.T) {
	t.Parallel()
	for name, ways := range map[string][]string{"Live": live, "Virtual": virtual} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			keepUp(t, ways, func(way string) (kept bool) {
				folder := t.TempDir()
				figures, chart, events := filepath.Join(folder, "figures.json"), filepath.Join(folder, "chart.svg"), filepath.Join(folder, "events.ndjson")
				out, progress, err := command(t, "replay", games, "--all", way, "--compare", "scheduler:wpm=120,floor_ms=2000", "--compare", "fourmind", "--json", figures, "--chart", chart, "--events", events)
				if err != nil {
					t.Fatalf("%v\n%s", err, progress)
				}
				sessiontest.Contains(t, out, "the same for each row\n", " scheduler:wpm=120,floor_ms=2000  ", " fourmind  ", " recorded  ", "overtaken", "for others  unseen 2nd")
				if !strings.Contains(progress, "fourmind: played ") || name == "Live" && !strings.Contains(progress, "fourmind: own-001") {
					t.Errorf("no progress was shown: %q", progress)
				}
				if b, err := os.ReadFile(chart); err != nil || xml.Unmarshal(b, new(any)) != nil || !strings.Contains(string(b), ">fourmind</text>") {
					t.Errorf("chart %s, %v", b, err)
				}
				if b, err := os.ReadFile(events); err != nil || strings.Count(string(b), "session.ended") == 0 {
					t.Errorf("events %s, %v", b, err)
				}
				return checkComparison(t, figures)
			})
		})
	}
}

func readComparisons(t *testing.T, figures string) (rows []replay.Comparison) {
	t.Helper()
	b := sessiontest.Must(os.ReadFile(figures))(t)
	sessiontest.NoError(t, json.Unmarshal(b, &rows))
	return rows
}

// checkComparison checks the figures of the two strategies, and says whether both had time to play.
func checkComparison(t *testing.T, figures string) (kept bool) {
	t.Helper()
	rows := readComparisons(t, figures)
	if len(rows) != 2 || rows[0].Strategy != "scheduler" || rows[0].Options["wpm"] != 120. || rows[1].Name != "fourmind" || len(rows[0].Plays) != len(rows[1].Plays) {
		t.Fatalf("figures %+v", rows)
	}
	kept = rows[0].Work.Tasks["scheduler.what"] > 0 && rows[1].Work.Tasks["fourmind.lookahead"] > 0
	for _, r := range rows {
		sent := 0
		for _, n := range r.Work.Classes {
			sent += n
		}
		if r.Messages != r.Work.Sent || r.Messages != sent || (r.Messages == 0) != (r.Share == 0) || r.Work.Calls == 0 || r.Plays[0].Strategy != r.Strategy {
			t.Errorf("%s: %+v", r.Name, r.Work)
		}
		kept = kept && sent > 0
	}
	return kept
}

// TestToMOverTheWire plays the Theory of Mind through a server in all its forms. Every call of each
// form is answered.
func TestToMOverTheWire(t *testing.T) {
	t.Parallel()
	keepUp(t, live, func(way string) (kept bool) {
		figures := filepath.Join(t.TempDir(), "figures.json")
		if out, progress, err := command(t, "replay", games, way, "--compare", "tom:cycle=staged,calls=every", "--compare", "tom:calls=every", "--compare", "tom:tom=off", "--json", figures); err != nil {
			t.Fatalf("%v\n%s%s", err, progress, out)
		}
		kept = true
		for i, r := range readComparisons(t, figures) {
			if r.Work.Failed > 0 {
				t.Errorf("%s: %+v", r.Name, r.Work)
			}
			task := []string{"tom.goal", "tom.state", "tom.single"}[i]
			kept = kept && r.Work.Sent > 0 && r.Work.Tasks[task] > 0 && r.Work.AnswerTokens > 0
		}
		return kept
	})
}

// TestReplayOfLabelledGames says how well the lines were read.
func TestReplayOfLabelledGames(t *testing.T) {
	t.Parallel()
	for _, how := range [][]string{{"--all"}, {"--all", "--compare", "scheduler"}} {
		out, _, err := command(t, append([]string{"replay", "../../../engine/recording/testdata/readings.jsonl", "--virtual"}, how...)...)
		if err != nil || !strings.Contains(out, "labelled lines") {
			t.Errorf("%v: %v\n%s", how, err, out)
		}
	}
}

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
		`tom:foo=1: /options/foo: "foo" is not an option`: {"--compare", "tom:foo=1"},
		`nobody: /strategy: "nobody" is not a strategy`:   {"--compare", "nobody"},
		"--chart: open " + missing:                        {"--chart", missing},
		"--json: open " + missing:                         {"--json", missing},
		"--events: open " + missing:                       {"--events", missing},
	} {
		for _, mode := range [][]string{{"--virtual"}, {"--speed", "1000"}} {
			args := append(append([]string{"replay", games, "--compare", "tom"}, args...), mode...)
			if out, progress, err := command(t, args...); err == nil || !strings.Contains(err.Error(), want) || out != "" || progress != "" {
				t.Errorf("%v: %v, and %q", args, err, progress)
			}
		}
	}
}
