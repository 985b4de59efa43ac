package systemtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// block returns the first code block of a language on a page of docs.
func block(t *testing.T, name, language string) string {
	t.Helper()
	text := string(sessiontest.Must(os.ReadFile(filepath.Join("..", "..", "docs", name)))(t))
	found := regexp.MustCompile("(?s)\n```" + language + "\n(.*?)```").FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("docs/%s has no block of %s", name, language)
	}
	return found[1]
}

// TestTheSameGameTwice plays the game of docs/testing.md twice, with its script and its fields of a
// session. What a platform posts and gets is the same.
func TestTheSameGameTwice(t *testing.T) {
	t.Parallel()
	for _, timing := range []session.TimingMode{session.TimingManual, session.TimingInstant} {
		t.Run(string(timing), func(t *testing.T) {
			t.Parallel()
			first, second := scriptedGame(t, timing), scriptedGame(t, timing)
			if !slices.Equal(first, second) {
				t.Errorf("one game was\n%s\nand the other\n%s", strings.Join(first, "\n"), strings.Join(second, "\n"))
			}
			sessiontest.Contains(t, strings.Join(first, "\n"), `"text":"leeds, you?"`, `"text":"i fix bikes"`, `"answer":{"option":"Green"}`)
		})
	}
}

// scriptedGame plays the game once, and returns what the platform posted and got.
func scriptedGame(t *testing.T, timing session.TimingMode) []string {
	t.Helper()
	script := filepath.Join(t.TempDir(), "answers.ndjson")
	sessiontest.NoError(t, os.WriteFile(script, []byte(block(t, "testing.md", "ndjson")), 0o600))
	model := startModel(t, "--script", script)
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"), "OPENAI_BASE_URL="+model.url)
	var config map[string]any
	sessiontest.NoError(t, json.Unmarshal([]byte(block(t, "testing.md", "json")), &config))
	config["timing"] = timing
	id := p.open(config)
	for n, text := range []string{"red, where are you from?", "red, what do you do for a living?"} {
		p.say(id, "Blue", text)
		if timing == session.TimingManual {
			awaitNth(p, id, n+1, "plan.created")
			if status := p.call("POST", "/v1/sessions/"+id+"/plan/send", struct{}{}, nil); status != http.StatusAccepted {
				t.Fatalf("plan/send: status %d", status)
			}
		}
		awaitNth(p, id, n+1, "message.sent")
	}
	p.call("POST", "/v1/sessions/"+id+"/votes?wait=20s", map[string]any{"id": "end", "kind": "choose_one", "question": "Who is the bot?"}, nil)
	awaitNth(p, id, 1, "vote.cast")
	p.call("POST", "/v1/sessions/"+id+"/end", map[string]any{"outcome": "over", "reveal": map[string]string{"Red": "bot"}}, nil)
	events := p.events(id, 0, "0s")
	p.end(syscall.SIGTERM)
	model.totals() // checks that every request fitted the script
	return repeatable(t, events)
}

// awaitNth waits for the n-th event of a type.
func awaitNth(p *process, id string, n int, of session.Type) {
	p.t.Helper()
	count := 0
	await(p, id, func(e session.Payload) bool {
		if e.Type() == of {
			count++
		}
		return count == n
	})
}

// repeatable returns what a platform caused or acts on, without times, ids and probabilities, which
// depend on the clock.
func repeatable(t *testing.T, events []session.Event) (list []string) {
	t.Helper()
	for _, e := range events {
		switch e.Data.(type) {
		case *session.SessionCreated, *session.MessageReceived, *session.PlanCommanded, *session.MessageSent, *session.VoteRequested, *session.VoteCast, *session.SessionEnded:
			var data map[string]any
			sessiontest.NoError(t, json.Unmarshal(sessiontest.Must(session.Encode(e.Data))(t), &data))
			for name := range data {
				if name == "id" || name == "timing" || regexp.MustCompile(`_(id|at|ms|seq)$`).MatchString(name) {
					delete(data, name)
				}
			}
			list = append(list, fmt.Sprintf("%s %s", e.Data.Type(), sessiontest.Must(json.Marshal(data))(t)))
		}
	}
	return list
}
