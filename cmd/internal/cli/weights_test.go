package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
	"ringer/engine/suspicion"
)

// weightsIn writes a file of weights that differ from those in the program. It returns its name and
// their version.
func weightsIn(t *testing.T, dir string) (name, version string) {
	t.Helper()
	var n suspicion.Network
	n.B3[0] = 1
	w := sessiontest.Must(suspicion.New([]suspicion.Network{n}, 1))(t)
	var b bytes.Buffer
	sessiontest.NoError(t, w.Write(&b))
	name = filepath.Join(dir, "weights.bin")
	sessiontest.NoError(t, os.WriteFile(name, b.Bytes(), 0o600))
	return name, w.Version()
}

func TestSuspicionWeights(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, version := weightsIn(t, dir)
	t.Run("Flag", func(t *testing.T) {
		t.Parallel()
		var f modelFlags
		sessiontest.NoError(t, f.Suspicion.UnmarshalText([]byte(file)))
		if s, err := f.strategies(); err != nil || s.Classifier.Version() != version {
			t.Errorf("the classifier of the server has other weights, %v", err)
		}
	})
	t.Run("Default", func(t *testing.T) {
		t.Parallel()
		if s, err := new(modelFlags).strategies(); err != nil || s.Classifier != suspicion.Embedded() {
			t.Errorf("the classifier of the server is not the program's, %v", err)
		}
	})
	t.Run("Config", func(t *testing.T) {
		t.Parallel()
		out, err := commandIn(t, map[string]string{"RINGER_SUSPICION_WEIGHTS": file}, "config")
		if err != nil || !strings.Contains(strings.Join(strings.Fields(out), " "), "--suspicion-weights "+file+" environment RINGER_SUSPICION_WEIGHTS") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("ErrNoFile", func(t *testing.T) {
		t.Parallel()
		none := filepath.Join(dir, "none.bin")
		for _, command := range []string{"config", "serve"} {
			_, err := commandIn(t, nil, command, "--suspicion-weights", none)
			sessiontest.Fails(t, err, "there is no file "+none)
		}
	})
	t.Run("ErrOtherFile", func(t *testing.T) {
		t.Parallel()
		text := filepath.Join(dir, "text.bin")
		sessiontest.NoError(t, os.WriteFile(text, []byte("no weights"), 0o600))
		if _, err := commandIn(t, map[string]string{"RINGER_SUSPICION_WEIGHTS": text}, "config"); err == nil || !strings.Contains(err.Error(), "RINGER_SUSPICION_WEIGHTS") || !strings.Contains(err.Error(), "not a file of weights") {
			t.Errorf("%v", err)
		}
		if _, err := commandIn(t, nil, "suspicion", "score", "--weights", text, text); err == nil || !strings.Contains(err.Error(), "--weights") || !strings.Contains(err.Error(), "not a file of weights") {
			t.Errorf("%v", err)
		}
	})
	for name, args := range map[string][]string{
		"Replay": {"replay", "../../../engine/recording/testdata/games.jsonl", "--virtual", "--strategy", "tom", "--events", "OUT/log.ndjson"},
		"Arena":  {"arena", "--rules", "turing", "--seats", "tom,scheduler", "--games", "1", "--record", "--out", "OUT"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := t.TempDir()
			args[len(args)-1] = strings.Replace(args[len(args)-1], "OUT", out, 1)
			sessiontest.Must(commandIn(t, nil, append(args, "--suspicion-weights", file)...))(t)
			var logs []byte
			for _, pattern := range []string{"*.ndjson", "exports/*.ndjson"} {
				names, _ := filepath.Glob(filepath.Join(out, pattern)) // the patterns are good
				for _, name := range names {
					b := sessiontest.Must(os.ReadFile(name))(t)
					logs = append(logs, b...)
				}
			}
			if !bytes.Contains(logs, []byte(`"type":"message.scored"`)) || bytes.Contains(logs, []byte(suspicion.Embedded().Version())) || !bytes.Contains(logs, []byte(version)) {
				t.Error("the lines were not scored with the weights of the file")
			}
		})
	}
}
