package tom_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the traces of the scenarios anew")

// TestRace plays the scripts in testdata/race. What follows the line --- is the expected trace. Whatever a script tries, the game must be lawful, and
// its log decided the same again.
func TestRace(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/race/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			script, want, _ := strings.Cut(string(b), "---\n")
			g := newTable(t, 1)
			g.play(script)
			g.again()
			got := strings.Join(g.trace, "\n") + "\n"
			if *update {
				if err := os.WriteFile(file, []byte(script+"---\n"+got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != want {
				t.Errorf("trace:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}
