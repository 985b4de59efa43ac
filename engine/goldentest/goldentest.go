// Package goldentest compares what tests produce with files in testdata. Run a test with -update to
// write the files again, and commit a changed file only when you understand why it changed.
package goldentest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files again")

// separator ends the script in a script file. The expected trace follows it.
const separator = "---\n"

// File compares a text with the file that holds the expected one.
func File(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		write(t, file, got)
	}
	if want := read(t, file); got != want {
		t.Errorf("%s is stale: run this test with -update, and look at what has changed. Now it is:\n%s", file, got)
	}
}

// Scripts runs each script file that matches a pattern, as a parallel subtest. A script file holds
// a script, the line "---" and the trace that play returns for the script.
func Scripts(t *testing.T, pattern string, play func(t *testing.T, script string) (trace string)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts match %s: %v", pattern, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), func(t *testing.T) {
			t.Parallel()
			script, want, _ := strings.Cut(read(t, file), separator)
			got := play(t, script)
			if *update {
				write(t, file, script+separator+got)
			} else if got != want {
				t.Errorf("trace:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// Blocks runs the blocks of a file, which blank lines separate, as subtests. A block is a line
// with # and its name, and then commands. After a command stands its output, each line with "> ".
// open returns what runs the commands of one block.
func Blocks(t *testing.T, file string, open func(t *testing.T) (run func(command string) (output string))) {
	t.Helper()
	blocks := strings.Split(strings.TrimSpace(read(t, file)), "\n\n")
	for i, want := range blocks {
		name, _, _ := strings.Cut(want, "\n")
		t.Run(strings.TrimPrefix(name, "# "), func(t *testing.T) {
			run, got := open(t), []string{}
			for line := range strings.SplitSeq(want, "\n") {
				switch {
				case line[0] == '>':
					continue
				case line[0] != '#':
					if output := run(line); output != "" {
						line += "\n> " + strings.ReplaceAll(output, "\n", "\n> ")
					}
				}
				got = append(got, line)
			}
			if blocks[i] = strings.Join(got, "\n"); !*update && blocks[i] != want {
				t.Errorf("the block is\n%s\n\nwant\n%s", blocks[i], want)
			}
		})
	}
	if *update {
		write(t, file, strings.Join(blocks, "\n\n")+"\n")
	}
}

func read(t testing.TB, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
