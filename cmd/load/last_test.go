package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/goldentest"
	"ringer/engine/sessiontest"
)

// TestSlower writes the file testdata/last.json, and compares a slower run with it. What that
// prints is in testdata/slower.txt.
func TestSlower(t *testing.T) {
	t.Parallel()
	first, name := fill(3).keep(), filepath.Join(t.TempDir(), "last.json")
	first.Cores = 2
	sessiontest.NoError(t, first.write(name, new(last)))
	old := sessiontest.Must(readLast(name))(t)
	b := sessiontest.Must(os.ReadFile(name))(t)
	goldentest.File(t, "testdata/last.json", string(b))
	r := fill(3)
	slow := func(table, row int, speed float64) {
		for i := range r.tables[table].rows[row].results {
			r.tables[table].rows[row].results[i] = result(speed/float64(row+1), math.Pow(1.1, float64(i)))
		}
	}
	slow(0, 3, 0.3)  // the hot session, on Postgres
	slow(0, 5, 0.92) // within noise
	slow(1, 2, 0.5)  // twice the time and the cost
	slow(2, 1, 2)    // faster
	now := r.keep()
	now.Cores = old.Cores
	var out strings.Builder
	slower := now.compare(&out, old)
	goldentest.File(t, "testdata/slower.txt", out.String())
	if slower != 3 {
		t.Errorf("%d ratios became slower, want 3", slower)
	}
}

// TestSameRunIsNotSlower compares a run with itself, on a machine of twice the speed and with one
// round less.
func TestSameRunIsNotSlower(t *testing.T) {
	t.Parallel()
	old, now := fill(3), fill(3)
	for i := range now.tables {
		for j := range now.tables[i].rows {
			s := &now.tables[i].rows[j]
			for k := range s.results {
				s.results[k] = result(1/float64(j+1), 2)
			}
			s.results = s.results[:max(1, len(s.results)-1)]
		}
	}
	var out strings.Builder
	first := old.keep()
	if slower := now.keep().compare(&out, first); slower > 0 || !strings.HasPrefix(out.String(), fmt.Sprintf("0 of %d ", len(first.Ratios))) {
		t.Error(out.String())
	}
}

// TestNoiseIsMeasured calls a ratio slower only if it changed more than it does among the rounds.
func TestNoiseIsMeasured(t *testing.T) {
	t.Parallel()
	quiet, noisy := kept{Median: 1, Rounds: 3, Noise: 0.02}, kept{Median: 1, Rounds: 3, Noise: 0.2}
	short := kept{Median: 1, Rounds: 1}
	if a, b, c, d := quiet.margin(quiet), quiet.margin(noisy), noisy.margin(noisy), short.margin(quiet); a != 1.1 || b < 1.4 || c < b || d < 1.5 || d > 1.6 {
		t.Errorf("margins of %.2f, %.2f, %.2f and %.2f", a, b, c, d)
	}
}

// TestLastRunStays keeps what a shorter run does not measure.
func TestLastRunStays(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "last.json")
	old, err := readLast(name) // there is none yet
	sessiontest.NoError(t, err)
	var out strings.Builder
	long, short := fill(3).keep(), fill(1).keep()
	if n := long.compare(&out, old); n != 0 || !strings.Contains(out.String(), "no earlier ratios") {
		t.Errorf("%d: %s", n, out.String())
	}
	for _, l := range []*last{long, short} {
		sessiontest.NoError(t, l.write(name, old))
		if old, err = readLast(name); err != nil {
			t.Fatal(err)
		}
	}
	if len(old.Ratios) != len(long.Ratios) || len(short.Ratios) >= len(long.Ratios) {
		t.Errorf("%d ratios are kept, of %d and %d", len(old.Ratios), len(long.Ratios), len(short.Ratios))
	}
	out.Reset()
	old.Cores++
	if n := long.compare(&out, old); n != 0 || !strings.Contains(out.String(), "are not compared") {
		t.Errorf("%d: %s", n, out.String())
	}
	_, err = readLast(filepath.Join(repotest.Root(t), "Makefile"))
	sessiontest.Fails(t, err, "delete it")
}
