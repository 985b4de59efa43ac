package systemtest

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ringer/cmd/internal/replay"
	"ringer/cmd/internal/repotest"
	"ringer/engine/sessiontest"
)

// heldFolder holds a folder for each released version. In it is one file, which has the name of the
// commit.
const heldFolder = "testdata/held"

// heldRelease is what users of a release hold, as TestRecord has written it.
type heldRelease struct {
	name  string
	files map[string][]byte
}

// recordings runs a test with each recorded release. The test reports each difference.
func recordings(t *testing.T, test func(t *testing.T, r heldRelease, differs func(where, what string))) {
	slow(t)
	names, err := filepath.Glob(heldFolder + "/*/*.zip")
	if err != nil || len(names) == 0 {
		t.Fatal("no release is recorded; run .ci/record", err)
	}
	allowed := allowedDifferences(t)
	for _, name := range names {
		r := readRecording(t, name)
		t.Run(r.name, func(t *testing.T) {
			var mu sync.Mutex // protects seen
			seen := map[string]bool{}
			test(t, r, func(where, what string) {
				mu.Lock()
				defer mu.Unlock()
				if seen[where] || matchesAny(allowed, where) {
					return
				}
				if seen[where] = true; len(seen) == 1 {
					t.Error("users hold what differs below. Keep it as it was. A difference that must be needs a row in docs/changes.md, under \"Differences that the gate lets pass\".")
				}
				t.Errorf("%s: %s", where, what)
			})
		})
	}
}

func matchesAny(patterns []*regexp.Regexp, where string) bool {
	return slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(where) })
}

// TestHeldVersions compares the versions of docs/changes.md with those that are recorded. Each
// section names the commit.
func TestHeldVersions(t *testing.T) {
	t.Parallel()
	var recorded, told []string
	for _, file := range sessiontest.Must(filepath.Glob(heldFolder + "/*/*"))(t) {
		recorded = append(recorded, filepath.Base(filepath.Dir(file))+" "+strings.TrimSuffix(filepath.Base(file), ".zip"))
	}
	for _, m := range regexp.MustCompile(`(?m)^## Version (.*)\n\nCommit .(\w+).`).FindAllStringSubmatch(repotest.Read(t, "docs/changes.md"), -1) {
		told = append(told, m[1]+" "+m[2])
	}
	slices.Reverse(told) // the newest comes first
	if headings := strings.Count(repotest.Read(t, "docs/changes.md"), "\n## Version "); !slices.Equal(recorded, told) || headings != len(told) {
		t.Errorf("recorded are %q, docs/changes.md tells of %q under %d headings; run .ci/record at a release, and give it a section", recorded, told, headings)
	}
}

func readRecording(t *testing.T, file string) heldRelease {
	z := sessiontest.Must(zip.OpenReader(file))(t)
	defer z.Close()
	r := heldRelease{filepath.Base(filepath.Dir(file)), map[string][]byte{}}
	for _, f := range z.File {
		from := sessiontest.Must(f.Open())(t)
		b := sessiontest.Must(io.ReadAll(from))(t)
		r.files[f.Name] = b
	}
	return r
}

// matching returns the files of a folder, by their names without folder and ending.
func (r heldRelease) matching(pattern string) map[string][]byte {
	found := map[string][]byte{}
	for name, b := range r.files {
		if ok, _ := path.Match(pattern, name); ok {
			found[strings.TrimSuffix(path.Base(name), path.Ext(name))] = b
		}
	}
	return found
}

// allowedDifferences returns what the table in docs/changes.md lets pass, as patterns. * stands for
// a part of a path, and ** for anything.
func allowedDifferences(t *testing.T) (list []*regexp.Regexp) {
	_, table, ok := strings.Cut(repotest.Read(t, "docs/changes.md"), "\n## Differences that the gate lets pass\n")
	if !ok {
		t.Fatal("docs/changes.md has no table of differences")
	}
	table, _, _ = strings.Cut(table, "\n## ")
	for _, row := range regexp.MustCompile("(?m)^\\| (`.+?`) \\|").FindAllStringSubmatch(table, -1) {
		for _, where := range regexp.MustCompile("`[^`]+`").FindAllString(row[1], -1) {
			pattern := strings.NewReplacer(`\*\*`, `.*`, `\*`, `[^/ ]*`).Replace(regexp.QuoteMeta(strings.Trim(where, "`")))
			list = append(list, regexp.MustCompile("^"+pattern+"$"))
		}
	}
	return list
}

// heldEnv are the settings of servers of recordings.
var heldEnv = []string{"PORT=0", "RINGER_API_KEY=" + heldKey, "RINGER_CORS_ORIGIN=https://game.example", "RINGER_REPLICA=held"}

// startHeld starts a server of any release on a database, and returns its address.
func startHeld(t *testing.T, of release, database string) (*child, string) {
	var log bytes.Buffer
	c, lines := launch(t, of.command(t, &log, append([]string{database}, heldEnv...), "serve"))
	for lines.Scan() {
		if url, ok := strings.CutPrefix(lines.Text(), "ringer serves on "); ok {
			go func() { // ends with the process
				for lines.Scan() {
				}
			}()
			return c, url
		}
	}
	c.end(syscall.SIGKILL)
	t.Fatalf("no server of %s: %s", of, &log)
	return nil, ""
}

// TestHeldAnswers sends the recorded requests to a server of this version. The answers must be as
// they were. Bots think while a scene is played, so a plan may be gone when it is to be cancelled.
// So a scene that differs is played again on a server of its own, and what differs twice counts.
func TestHeldAnswers(t *testing.T) {
	recordings(t, func(t *testing.T, r heldRelease, differs func(where, what string)) {
		_, url := startHeld(t, release{}, "RINGER_DB="+filepath.Join(t.TempDir(), "ringer.db"))
		allowed := allowedDifferences(t)
		var scenes sync.WaitGroup
		for name, b := range r.matching("answers/*.json") {
			s := heldScene{Name: name}
			sessiontest.NoError(t, json.Unmarshal(b, &s.Steps))
			scenes.Go(func() {
				found := s.compare(t, url)
				if slices.ContainsFunc(slices.Collect(maps.Keys(found)), func(where string) bool { return !matchesAny(allowed, where) }) {
					_, again := startHeld(t, release{}, "RINGER_DB="+filepath.Join(t.TempDir(), "again.db"))
					second := s.compare(t, again)
					maps.DeleteFunc(found, func(where, _ string) bool { return second[where] == "" })
				}
				for where, what := range found {
					differs(where, what)
				}
			})
		}
		scenes.Wait()
	})
}

// compare plays a recorded scene, and returns what differs in the answers, by where it does.
func (s heldScene) compare(t *testing.T, url string) map[string]string {
	found := map[string]string{}
	s.play(t, url, func(i int, answer any) {
		request := s.Steps[i].Request
		for _, d := range misfits("", decoded(t, s.Steps[i].Answer), plain(answer)) {
			found[fmt.Sprintf("%s %d %s %s", s.Name, i+1, heldRoute(request), d.pointer)] = fmt.Sprintf("was %s, is %s\n%s", d.was, d.is, request)
		}
	})
	return found
}

// decoded returns a value as it is decoded from an answer: with numbers as they were written.
func decoded(t *testing.T, v any) any {
	list := sessiontest.Must(decodeAll(bytes.NewReader(marshal(v))))(t)
	return list[0]
}

// TestHeldDecisions decides the recorded sessions again, as ringer replay --recorded does.
func TestHeldDecisions(t *testing.T) {
	recordings(t, func(t *testing.T, r heldRelease, differs func(where, what string)) {
		sessions := r.matching("sessions/*.ndjson")
		if len(sessions) == 0 {
			t.Fatal("no session is recorded")
		}
		for _, name := range slices.Sorted(maps.Keys(sessions)) {
			session, again, err := replay.Decide(bytes.NewReader(sessions[name]))
			if err != nil {
				t.Fatal(name, err)
			}
			for _, d := range again.Differences {
				differs(fmt.Sprintf("decide %s %s %s", name, d.Type, d.Field), fmt.Sprintf("seq %d was %s, is %s", d.Seq, d.Logged, d.Decided))
			}
			for _, p := range again.Changed {
				for _, c := range session.Calls {
					if c.Thought == p.Thought && c.Ask == p.Ask {
						differs("prompt "+c.Task, fmt.Sprintf("it differs in %s, ask %d of thought %s", name, p.Ask, p.Thought))
					}
				}
			}
			for _, m := range again.Missing {
				differs("decide "+name, fmt.Sprintf("seq %d cannot be decided again: %s", m.Seq, m.Why))
			}
		}
	})
}

// writeRecording writes files as a recording.
func writeRecording(t *testing.T, file string, files map[string][]byte) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(files[name])
		}
		sessiontest.NoError(t, err)
	}
	sessiontest.NoError(t, z.Close())
	sessiontest.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
}
