package systemtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/audit"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestCheck plays a game whose platform does all right, and one whose platform makes mistakes.
// ringer check finds nothing in the first, and the mistakes in the second.
func TestCheck(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "answers.ndjson")
	sessiontest.NoError(t, os.WriteFile(script, []byte(`{"task":"scheduler.what","answer":{"text":"mostly i sleep and play chess"},"repeat":true}`+"\n"+`{"prompt":"who is left out","fault":"hang","repeat":true}`+"\n"+`{"repeat":true}`), 0o600))
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"), "OPENAI_BASE_URL="+startModel(t, "--script", script).url)
	for _, c := range []struct {
		name     string
		mistakes bool
		want     []session.Code
	}{
		{"Clean", false, nil},
		{"Mistakes", true, []session.Code{audit.EchoAsOther, audit.LatePost, audit.AfterBarrier, audit.PlayerOut, audit.VoteOpen, session.CodeUnknownEcho, audit.NoPhases, audit.NoReveal, audit.NoReceipts}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			id := checkedGame(t, at(t, p.url, ""), c.mistakes)
			slow := time.Since(began) > 4*time.Second // a busy machine may be late, as the report then says
			out, _, err := command(t, nil, "check", id, "--json", "--url", p.url)
			var r audit.Report
			sessiontest.NoError(t, json.Unmarshal([]byte(out), &r))
			var found []session.Code
			for _, f := range r.Findings {
				if !slow || f.Code != audit.ReadLate {
					found = append(found, f.Code)
				}
			}
			slices.Sort(found)
			slices.Sort(c.want)
			if !slices.Equal(found, c.want) {
				t.Errorf("found %v, want %v\n%s", found, c.want, out)
			}
			if failed := err != nil; failed != (r.Faults() > 0) {
				t.Errorf("check finds %d faults, and ends with %v", r.Faults(), err)
			}
			checkExport(t, p, id, r.Faults() > 0)
		})
	}
}

// checkedGame plays a game, perhaps with mistakes, and returns the id of its session.
func checkedGame(t *testing.T, p *process, mistakes bool) string {
	t.Helper()
	id := p.open(map[string]any{"seed": 7, "timing": "instant", "game": map[string]any{"rules": "mafia", "players": []string{"Red", "Blue", "Green", "Pink"}}, "bot": map[string]string{"seat": "Red"}})
	path := "/v1/sessions/" + id
	post := func(what string, body map[string]any) {
		t.Helper()
		if status := p.call("POST", path+what, body, nil); status >= http.StatusMultipleChoices {
			t.Fatalf("%s: status %d", what, status)
		}
	}
	say := func(id, sender, text string, ago time.Duration) {
		t.Helper()
		post("/messages", map[string]any{"id": id, "sender": sender, "text": text, "sent_at": time.Now().Add(-ago)})
	}
	post("/messages", map[string]any{"id": "m-1", "sender": "Blue", "text": "red, what do you do when you are not here?"})
	sent := await(p, id, func(*session.MessageSent) bool { return true })
	if mistakes {
		post("/observations", map[string]any{"id": "o-0", "kind": "muted"}) // the bot says no more
		say("m-2", "Green", sent.Text, 0)
		say("m-3", "Red", "i never said that", 0)
		say("m-4", "Blue", "that was long ago", 20*time.Second)
		post("/votes", map[string]any{"id": "v-1", "kind": "choose_one", "question": "who is left out?"})
		say("m-5", "Blue", "wait for me", 3*time.Second)
		post("/observations", map[string]any{"id": "o-1", "kind": "eliminated", "player": "Green"})
		say("m-6", "Green", "it was not me", 0)
		post("/end", map[string]any{"outcome": "over"})
		return id
	}
	post("/messages/"+sent.MessageID+"/receipt", map[string]any{"status": "posted"})
	post("/observations", map[string]any{"id": "o-0", "kind": "muted"})
	post("/votes?wait=20s", map[string]any{"id": "v-1", "kind": "choose_one", "question": "Who is out?"})
	post("/observations", map[string]any{"id": "o-1", "kind": "eliminated", "player": "Green"})
	post("/observations", map[string]any{"id": "o-2", "kind": "phase", "phase": "night"})
	post("/end", map[string]any{"outcome": "over", "reveal": map[string]string{"Red": "mafia"}})
	return id
}

// checkExport checks the session from the file of its export, in words.
func checkExport(t *testing.T, p *process, id string, faulty bool) {
	t.Helper()
	_, export := at(t, p.url, "").get("/v1/sessions/" + id + "/export")
	file := filepath.Join(t.TempDir(), "export.ndjson")
	sessiontest.NoError(t, os.WriteFile(file, []byte(export), 0o600))
	out, _, err := command(t, nil, "check", file)
	if (err != nil) != faulty || strings.Contains(out, " 0 faults") == faulty {
		t.Errorf("check of the file ends with %v\n%s", err, out)
	}
	sessiontest.Contains(t, out, id+": ", "This log does not show:")
	if faulty {
		sessiontest.Contains(t, out, fmt.Sprintf("%s  fault, 1×: seq ", audit.PlayerOut), "\n  why   ", "\n  do    ")
	}
}

// noMistakes checks the logs of all sessions and games of a server, whose platform is an example
// that people copy. A server that was killed meanwhile is late, so lateness does not count. Nor do
// the faults that the test excuses.
func noMistakes(t *testing.T, p *process, excused ...session.Code) {
	t.Helper()
	_, export := at(t, p.url, p.key).get("/v1/export")
	file := filepath.Join(t.TempDir(), "export.ndjson")
	sessiontest.NoError(t, os.WriteFile(file, []byte(export), 0o600))
	out, _, err := command(t, nil, "check", "--json", file)
	if out == "" {
		t.Fatalf("check prints nothing: %v", err)
	}
	for line := range strings.Lines(out) {
		var r audit.Report
		sessiontest.NoError(t, json.Unmarshal([]byte(line), &r))
		for _, f := range r.Findings {
			if f.Level == audit.Fault && !slices.Contains(append(excused, audit.LatePost, audit.ReadLate, audit.NoReceipt), f.Code) {
				t.Errorf("ringer check finds %s in %s, seq %v: %s", f.Code, r.Log, f.Seqs, f.What)
			}
		}
	}
}
