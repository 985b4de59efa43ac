package systemtest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ringer/engine/sessiontest"
)

var (
	recordTo   = flag.String("recordto", "", "the file that TestRecord writes; empty skips it")
	recordRuns = flag.Int("recordruns", 16, "how often TestRecord plays each scene; what differs between the runs is not held")
	recordTabs = flag.String("recordtables", "", "programs with a database of each version of the tables, as TABLES=FILE with commas between them")
	recordOf   = flag.String("recordof", "", "the program that TestRecord records")
)

// TestRecord records what users of a release hold. See .ci/record.
func TestRecord(t *testing.T) {
	if *recordTo == "" {
		t.Skip(".ci/record runs this, with the program of a release")
	}
	of := release{-1, *recordOf}
	files := map[string][]byte{}
	recordAnswers(t, of, files)
	recordSessions(t, of, files)
	recordGames(t, of, readReleases(t, *recordTabs), files)
	writeRecording(t, *recordTo, files)
}

// recordAnswers plays the script on new databases, and keeps the answers.
func recordAnswers(t *testing.T, of release, files map[string][]byte) {
	var scenes []heldScene
	for run := range *recordRuns {
		c, url := startHeld(t, of, "RINGER_DB="+filepath.Join(t.TempDir(), "ringer.db"))
		before := scenes
		scenes = append(readHeldScript(t, "answers.http"), probes(t, url))
		var playing sync.WaitGroup
		for i := range scenes {
			playing.Go(func() { scenes[i].record(t, url, run) })
		}
		playing.Wait()
		for i := range before {
			joinSteps(before[i].Steps, scenes[i].Steps)
		}
		_, document := at(t, url, heldKey).get("/openapi.yaml")
		files["openapi.yaml"] = []byte(document)
		c.end(syscall.SIGTERM)
	}
	for _, s := range scenes {
		for i := range s.Steps {
			s.Steps[i].Answer = undecided(s.Steps[i].Answer, false)
		}
		files["answers/"+s.Name+".json"] = marshal(s.Steps)
	}
}

// record plays a scene, and keeps its answers. It pauses now and then, so that the runs differ in
// what depends on time.
func (s heldScene) record(t *testing.T, url string, run int) {
	s.play(t, url, func(i int, answer any) {
		s.Steps[i].Answer = decoded(t, plain(answer))
		if rand.IntN(min(2+i/4, 8)) == 0 {
			pause(t.Context(), time.Duration(rand.IntN(1+20*run))*time.Millisecond)
		}
	})
}

// joinSteps makes the answers of steps what they have in common with those of a run before.
func joinSteps(before, steps []heldStep) {
	for i := range steps {
		steps[i].Answer = join(before[i].Answer, steps[i].Answer)
	}
}

func readHeldScript(t *testing.T, name string) []heldScene {
	b := sessiontest.Must(os.ReadFile(filepath.Join(heldFolder, name)))(t)
	return readScript(string(b))
}

var sessionText = regexp.MustCompile(`ses_[a-z2-7]+`)

// probeSetup opens what the probes ask for.
const probeSetup = `## probes
s = POST /v1/sessions
{"seed":7,"timing":"manual","game":{"players":["Red","Blue"]},"bot":{"seat":"Red"}}

POST /v1/sessions/${s/id}/votes
{"id":"v","kind":"yes_no","question":"Well?","within_ms":600000}

g = POST /v1/games
{"seed":7,"game":{"players":["Ann","Red"]},"bots":[{"seat":"Red","timing":"manual"}]}

POST /v1/games/${g/id}/votes
{"id":"v","kind":"yes_no","question":"Well?","within_ms":600000,"seats":["Ann"]}

`

// probes returns a scene that makes the usual mistakes at each operation of a server's document.
func probes(t *testing.T, url string) heldScene {
	var document struct {
		Paths map[string]map[string]any
	}
	at(t, url, heldKey).call("GET", "/openapi.json", nil, &document)
	var b strings.Builder
	for path, operations := range document.Paths {
		known, none := "${s/id}", "ses_nobody"
		if strings.HasPrefix(path, "/v1/games") {
			known, none = "${g/id}", "gam_nobody"
		}
		fill := func(id string) string {
			return strings.NewReplacer("{id}", id, "{vid}", "v", "{mid}", "msg_nobody").Replace(path)
		}
		for method := range operations {
			if method = strings.ToUpper(method); !slices.Contains([]string{"GET", "POST", "PATCH", "DELETE"}, method) {
				continue
			}
			body := ""
			if method == "POST" || method == "PATCH" {
				body = "{}\n"
				for _, wrong := range []string{`{"nonsense":1}`, "{", "[]", "null", "Content-Type: text/plain\nhi"} {
					fmt.Fprintf(&b, "%s %s\n%s\n\n", method, fill(known), wrong)
				}
			} else {
				fmt.Fprintf(&b, "%s %s\nAccept: text/csv\n\n", method, fill(none))
			}
			fmt.Fprintf(&b, "%s %s\n%s\n", method, fill(none), body)
			fmt.Fprintf(&b, "%s %s?nonsense=1\n%s\n", method, fill(none), body)
			fmt.Fprintf(&b, "%s %s\nAuthorization: none\n%s\n", method, fill(known), body)
		}
	}
	steps := strings.Split(b.String(), "\n\n")
	slices.Sort(steps)
	return readScript(probeSetup + strings.Join(steps, "\n\n"))[0]
}

// recordSessions plays recorded sessions, and keeps their exports.
func recordSessions(t *testing.T, of release, files map[string][]byte) {
	_, url := startHeld(t, of, "RINGER_DB="+filepath.Join(t.TempDir(), "ringer.db"))
	var mu sync.Mutex // protects ids
	var ids []string
	var playing sync.WaitGroup
	for _, s := range readHeldScript(t, "sessions.http") {
		playing.Go(func() {
			s.play(t, url, func(step int, answer any) {
				if step == 0 {
					mu.Lock()
					defer mu.Unlock()
					ids = append(ids, sessionText.FindAllString(string(marshal(answer)), -1)...)
				}
			})
		})
	}
	playing.Wait()
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		_, export := at(t, url, heldKey).get("/v1/sessions/" + id + "/export")
		m := regexp.MustCompile(`"strategy":"(\w+)".*?"rules":"(\w+)"`).FindStringSubmatch(export)
		for n := 1; ; n++ {
			name := fmt.Sprintf("sessions/%s-%s-%d.ndjson", m[1], m[2], n)
			if files[name] == nil {
				files[name] = []byte(export)
				break
			}
		}
	}
}
