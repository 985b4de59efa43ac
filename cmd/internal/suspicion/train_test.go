package suspicion

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
	"ringer/engine/suspicion"
)

var fixture = []string{"testdata/games.jsonl"}

// TestTrain trains twice. The whole takes some seconds, because each of 2 folds needs 6 networks.
func TestTrain(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	dir := t.TempDir()
	var first []byte
	for _, name := range []string{"first", "second"} {
		var out bytes.Buffer
		s := Settings{Files: fixture, Out: filepath.Join(dir, name), Report: filepath.Join(dir, name+".html"), Seed: 3, Folds: 2}
		sessiontest.NoError(t, s.Train(&out, &bytes.Buffer{}))
		file := sessiontest.Must(os.ReadFile(s.Out))(t)
		if first == nil {
			first = file
			checkReport(t, out.String())
			checkPage(t, s.Report)
		} else if !bytes.Equal(first, file) {
			t.Error("the same games and seed give another file")
		}
	}
	w := sessiontest.Must(suspicion.Read(bytes.NewReader(first)))(t)
	if w.Version() == suspicion.Embedded().Version() {
		t.Error("the file has the version of the embedded weights")
	}
}

func checkReport(t *testing.T, text string) {
	t.Helper()
	sessiontest.Contains(t, text, "8 games, 84 lines", "Figures", "reverse_turing", "Confusion", "formal", "Reliability", "Accusations", "own-001", "What weighs most")
}

func checkPage(t *testing.T, name string) {
	t.Helper()
	page := sessiontest.Must(os.ReadFile(name))(t)
	for _, want := range []string{"<circle", "<h2>Accusations</h2>", "own-001"} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page does not contain %q", want)
		}
	}
}

func TestTrainErrors(t *testing.T) {
	t.Parallel()
	people := filepath.Join(t.TempDir(), "people.jsonl")
	content := `{"game_id":"a","rules":"turing","players":[{"name":"Red","kind":"human"}],"messages":[{"at":0,"sender":"Red","kind":"player","text":"hi"}]}` + "\n"
	sessiontest.NoError(t, os.WriteFile(people, []byte(content+content), 0o600))
	for name, c := range map[string]struct {
		settings Settings
		want     string
	}{
		"ErrFolds":  {Settings{Files: fixture, Folds: 9}, "--folds"},
		"ErrNoBots": {Settings{Files: []string{people}, Folds: 2}, "people and of bots"},
		"ErrOut":    {Settings{Files: fixture, Folds: 2, Out: "testdata/missing/file"}, "--out"},
		"ErrReport": {Settings{Files: fixture, Folds: 2, Report: "testdata/missing/file"}, "--report"},
		"ErrNoFile": {Settings{Files: []string{"testdata/missing"}, Folds: 2}, "recorded games"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sessiontest.Fails(t, c.settings.Train(&bytes.Buffer{}, &bytes.Buffer{}), c.want)
		})
	}
}

func TestLeftOut(t *testing.T) {
	t.Parallel()
	s := Settings{Files: fixture, Seed: 1, Folds: 2}
	study := sessiontest.Must(newStudy(&s, &bytes.Buffer{}))(t)
	study.temperature = 1
	bots := sessiontest.Must(study.leaveBotsOut())(t)
	if len(bots) != 2 || bots[0].name != "casual" || bots[0].lines != 48 {
		t.Errorf("bots %+v, want casual and formal with 24 lines of each and 24 of people", bots)
	}
	domains := sessiontest.Must(study.leaveDomainsOut())(t)
	if len(domains) != 2 || domains[0].name != "avalon" || domains[0].lines != 12 {
		t.Errorf("domains %+v, want avalon with 12 lines, and reverse_turing", domains)
	}
}
