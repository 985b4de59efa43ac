package systemtest

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/sessiontest"
)

// TestTypedClients generates clients from openapi.yaml, compiles programs with them, and plays
// games: those of the README and of docs/api.md.
func TestTypedClients(t *testing.T) {
	slow(t)
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	document := filepath.Join(repotest.Root(t), "openapi.yaml")
	t.Run("openapi-typescript and openapi-fetch", func(t *testing.T) {
		t.Parallel()
		dir := foreignNode(t)
		for _, line := range []string{
			"npx --no-install openapi-typescript " + document + " -o ringer.ts",
			// The libraries' declarations are not ours. To check them takes longer than to check
			// ringer.ts.
			"npx --no-install tsc --strict --skipLibCheck --target es2022 --module nodenext typed.ts",
		} {
			words := strings.Fields(line)
			output(t, tool(dir, words[0], words[1:]...))
		}
		checkGame(t, output(t, tool(dir, "node", "typed.js", p.url)))
	})
	t.Run("oapi-codegen", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		sessiontest.NoError(t, os.CopyFS(dir, os.DirFS(foreign)))
		output(t, tool(dir, "go", "tool", "oapi-codegen", "-generate", "types,client", "-package", "ringer", "-o", "ringer/api.go", document))
		output(t, tool(dir, "go", "build", "-o", "game", "./typed"))
		checkGame(t, output(t, exec.Command(filepath.Join(dir, "game"), p.url)))
	})
}

// output runs a command that must succeed, and returns what it prints.
func output(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", cmd.Args, err, out, &complaints)
	}
	return out
}

// checkGame checks that a client could read what it was sent.
func checkGame(t *testing.T, printed []byte) {
	t.Helper()
	var kinds []string
	for lines := bufio.NewScanner(bytes.NewReader(printed)); lines.Scan(); {
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		if kinds = append(kinds, kind); rest == "" || strings.Contains(rest, "undefined") {
			t.Errorf("the client printed %q", lines.Text())
		}
	}
	for kind, want := range map[string]int{"said": 2, "voted": 1, "refused": 1} {
		if n := len(slices.DeleteFunc(slices.Clone(kinds), func(k string) bool { return k != kind })); n != want {
			t.Errorf("the client printed %d lines of %s, want %d: %s", n, kind, want, printed)
		}
	}
	if !slices.Contains(kinds, "typing") || !slices.Contains(kinds, "mind") {
		t.Errorf("the client printed %s", printed)
	}
}
