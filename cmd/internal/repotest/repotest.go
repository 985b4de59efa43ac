// Package repotest reads files of this repository for tests.
package repotest

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// Root returns the folder of go.mod: the next one above the folder of the test that holds one.
func Root(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			t.Fatal("no folder above the test holds a go.mod")
		}
		folder = above
	}
}

// Read returns a file of the repository.
func Read(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(Root(t), name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Find returns what the groups of a pattern match in a file of the repository.
func Find(t testing.TB, name, pattern string) []string {
	t.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(Read(t, name))
	if m == nil {
		t.Fatalf("%s holds nothing that matches %s", name, pattern)
	}
	return m[1:]
}
