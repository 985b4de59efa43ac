package suspicion

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
	"ringer/engine/suspicion"
)

type line struct {
	GameID  string  `json:"game_id"`
	Index   int     `json:"index"`
	Sender  string  `json:"sender"`
	Kind    string  `json:"kind"`
	LogOdds float64 `json:"log_odds"`
}

func scoreText(t *testing.T, games string) (all []line, err error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "games.jsonl")
	sessiontest.NoError(t, os.WriteFile(name, []byte(games), 0o600))
	var out bytes.Buffer
	if err := Score(&out, []string{name}, suspicion.Embedded()); err != nil {
		return nil, err
	}
	for text := range strings.Lines(out.String()) {
		var l line
		sessiontest.NoError(t, json.Unmarshal([]byte(text), &l))
		all = append(all, l)
	}
	return all, nil
}

func TestScore(t *testing.T) {
	t.Parallel()
	all, err := scoreText(t, `{"game_id":"a\"b","rules":"mafia","players":[{"name":"Red","kind":"ringer"},{"name":"Blue","kind":"human"}],"messages":[`+
		`{"at":0,"sender":"Master","kind":"gamemaster","text":"go"},{"at":1,"sender":"Red","kind":"player","text":"hi"},{"at":2,"sender":"Blue","kind":"player","text":""},`+
		`{"at":3,"sender":"Master","kind":"system","text":"night"},{"at":4,"sender":"Lime","kind":"player","text":"yo"}]}`)
	sessiontest.NoError(t, err)
	var got string
	for _, l := range all {
		got += fmt.Sprintf("%s %d %s %q\n", l.GameID, l.Index, l.Sender, l.Kind)
	}
	if want := "a\"b 1 Red \"bot\"\na\"b 2 Blue \"human\"\na\"b 4 Lime \"\"\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestScoreErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ games, want string }{
		"ErrUnknownField": {`{"game_id":"a","messages":[{"sender":"Red","kind":"player","txt":"hi"}]}`, `line 1: json: unknown field "txt"`},
		"ErrNoMessages":   {`{"game_id":"a","messages":[]}`, `game "a" has no messages`},
		"ErrNoGame":       {"\n\n", "holds no game"},
		"ErrCutShort":     {`{"game_id":"a","mess`, "line 1"},
		"ErrTwoObjects":   {`{"game_id":"a","messages":[{"text":"hi"}]} {}`, "one a line"},
		"ErrNotJSON":      {"hello", "line 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := scoreText(t, c.games)
			sessiontest.Fails(t, err, c.want)
		})
	}
}

// BenchmarkScore scores a file of games. A line takes 60 µs at most, for a million lines a minute.
func BenchmarkScore(b *testing.B) {
	content, err := os.ReadFile(fixture[0])
	if err != nil {
		b.Fatal(err)
	}
	name := filepath.Join(b.TempDir(), "games.jsonl")
	if err := os.WriteFile(name, bytes.Repeat(content, 50), 0o600); err != nil {
		b.Fatal(err)
	}
	lines := 0
	for b.Loop() {
		var out bytes.Buffer
		if err := Score(&out, []string{name}, suspicion.Embedded()); err != nil {
			b.Fatal(err)
		}
		lines += bytes.Count(out.Bytes(), []byte("\n"))
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(lines), "µs/line")
}
