package study

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ringer/engine/contest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/study"
)

const file = `
study: small
title: One person, one bot
rules: turing
players: 3
people: 1
arms: [{name: a, bots: [tom, recon]}, {name: b, bots: [scheduler]}]
games: 8
seed: 1
survey: jones_bergen
primary: identified
questions: [{id: age, text: "How old are you?", kind: scale, min: 1, max: 99}]
consent: Yes.
`

// events are those of a study whose people find the bots of the arm b alone. One person has
// withdrawn after the game.
func events(t *testing.T) []study.Event {
	t.Helper()
	p := sessiontest.Must(study.Parse([]byte(file)))(t)
	if err := p.Check(anything{}); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 31, 18, 0, 0, 0, time.UTC)
	all := []study.Event{{At: at, Type: study.Begun, Plan: p.JSON(), Run: "r"}}
	for i, slot := range p.Schedule() {
		n, id := i+1, "p"+string(rune('1'+i))
		suspect, confidence := []string{"Kim", "Sam"}[slot.Arm], 50.0
		seats := []contest.Seat{{ID: "Sam", Name: "Sam", Variant: "tom"}, {ID: "Kim", Name: "Kim", Variant: "(person)", Messages: 1, Won: true}}
		g := &contest.Game{Bout: contest.Bout{Number: n}, Seats: seats, Lines: []contest.Line{{Sender: "Kim", Text: "my name is Ann"}, {Sender: "Sam", Text: "hi"}}}
		all = append(all,
			study.Event{At: at, Type: study.Joined, Person: id, Key: "k" + id},
			study.Event{At: at, Type: study.Planned, Game: n, Slot: slot.Number, People: []string{id}},
			study.Event{At: at, Type: study.Opened, Game: n, ID: "gam_1", Seats: []string{"Kim"}},
			study.Event{At: at, Type: study.Ended, Game: n, Record: &study.Record{Reason: session.EndedByRules, Game: g}},
			study.Event{At: at, Type: study.Answered, Person: id, Survey: &session.Survey{Seat: "Kim", Suspects: []string{suspect}, Confidence: &confidence, Reason: "so, quick"}, Answers: map[string]any{"age": 33.0}})
	}
	return append(all, study.Event{At: at, Type: study.Left, Person: "p8", Why: study.LeftStudy})
}

// anything is a server that takes every game.
type anything struct{}

func (anything) CheckGame(string, *session.GameConfig) error { return nil }

// TestResults: where each game succeeds or fails, shares have intervals, and arms are compared by
// Barnard's test. Who has withdrawn is left out.
func TestResults(t *testing.T) {
	t.Parallel()
	s := sessiontest.Must(study.Fold(events(t)))(t)
	sessiontest.Contains(t, Results(s), "8 of 8 games count.", "| confidence | 50.00 ± 0.00 (", "| age | 33.00 ± 0.00 (", "| identified | a, b | Barnard | 0.0")
	withdrew := s.Game(8).Arm
	want := [][2]string{{"0 of 3 (0 to 56 %)", "4 of 4 (51 to 100 %)"}, {"0 of 4 (0 to 49 %)", "3 of 3 (44 to 100 %)"}}[withdrew]
	sessiontest.Contains(t, Results(s), "| **identified** | "+want[0]+" | "+want[1]+" |")
	var status strings.Builder
	Status(&status, s, time.Now())
	sessiontest.Contains(t, status.String(), "8 of 8 games count: the study is complete.")
	if strings.Contains(status.String(), "56 %") || strings.Contains(status.String(), "identified") {
		t.Errorf("the status shows outcomes:\n%s", status.String())
	}
}

// TestExport: nothing that a person has said or answered is exported who has withdrawn, and no key.
func TestExport(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	s := sessiontest.Must(study.Fold(events(t)))(t)
	sessiontest.NoError(t, Export(s, out))
	all := ""
	for _, name := range []string{"people.csv", "games.csv", "ratings.csv", "lines.jsonl", "games.jsonl", "dictionary.csv", "results.md", "preregistration.md"} {
		all += string(sessiontest.Must(os.ReadFile(filepath.Join(out, name)))(t))
	}
	for text, want := range map[string]int{"my name is Ann": 14, "so, quick": 7, "kp1": 0, "people.csv,confidence": 1} {
		if got := strings.Count(all, text); got != want {
			t.Errorf("%q is exported %d times, want %d", text, got, want)
		}
	}
	for line := range strings.Lines(string(sessiontest.Must(os.ReadFile(filepath.Join(out, "people.csv")))(t))) {
		if strings.HasPrefix(line, "p8,") && !strings.HasSuffix(line, ",withdrew,,,,,,,,,,,,\n") {
			t.Errorf("who has withdrawn: %s", line)
		}
	}
}

// TestFolder: the log survives a process that died in the middle of a line, and two processes
// cannot share it.
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	f := sessiontest.Must(Open(dir))(t)
	want := events(t)
	for _, e := range want[:3] {
		sessiontest.NoError(t, f.Append(e))
	}
	_, err := Open(dir)
	sessiontest.Fails(t, err, "another process runs the study")
	sessiontest.NoError(t, f.Close())
	name := filepath.Join(dir, logName)
	whole := sessiontest.Must(os.ReadFile(name))(t)
	sessiontest.NoError(t, os.WriteFile(name, append(whole, `{"at":"2026`...), 0o600))
	f = sessiontest.Must(Open(dir))(t)
	sessiontest.NoError(t, f.Append(want[3]))
	sessiontest.NoError(t, f.Close())
	s := sessiontest.Must(Read(dir))(t)
	if len(s.People) != 1 || s.Game(1).ID != "gam_1" {
		t.Errorf("the log holds %+v", s.Games)
	}
	_, err = Read(t.TempDir())
	sessiontest.Fails(t, err, "name the folder of ringer study run")
}

// TestFailedWrite: an append that failed leaves nothing in the log. So the next one is a whole
// line.
func TestFailedWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f, want := sessiontest.Must(Open(dir))(t), events(t)
	for i, e := range want[:3] {
		_, err := f.log.WriteString(`{"at":"2026`) // what a full disk leaves
		sessiontest.NoError(t, err)
		sessiontest.NoError(t, f.Append(e))
		if again := sessiontest.Must(Read(dir))(t); i == 2 && len(again.Games) != 1 {
			t.Errorf("the log holds %d games, want 1", len(again.Games))
		}
	}
	sessiontest.NoError(t, f.Close())
}

// TestTableRow: a text with a bar or a new line stays within its cell.
func TestTableRow(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	row(&b, "a|b", "c\nd")
	if got := b.String(); got != "| a\\|b | c d |\n" {
		t.Error(got)
	}
}

// TestFormula: a spreadsheet must not run what a person wrote.
func TestFormula(t *testing.T) {
	t.Parallel()
	out, all := t.TempDir(), events(t)
	last := all[len(all)-7] // the last answer of somebody who has not withdrawn
	last.Survey.Reason, last.Survey.Comment = `=HYPERLINK("http://x"), y`, "-2"
	s := sessiontest.Must(study.Fold(all))(t)
	sessiontest.NoError(t, Export(s, out))
	people := string(sessiontest.Must(os.ReadFile(filepath.Join(out, "people.csv")))(t))
	sessiontest.Contains(t, people, `,"'=HYPERLINK(""http://x""), y",'-2,33`)
}
