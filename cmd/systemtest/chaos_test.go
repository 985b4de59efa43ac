package systemtest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"ringer/engine/llm/chaostest"
	"ringer/engine/session"
)

// chaosGame counts what happened to a server whose model misbehaves.
type chaosGame struct{ requests, failed, thoughts, broken, refused, sent, bad int }

func (g chaosGame) row(name string) string {
	return fmt.Sprintf("%-28s %8d %6d %8d %6d %7d %4d %3d", name, g.requests, g.failed, g.thoughts, g.broken, g.refused, g.sent, g.bad)
}

// TestChaos plays against models that misbehave, each behind a server process of its own. Every
// request to the API is answered as usual. Only what the model gave as its answer reaches a player.
// With -v it prints the table.
func TestChaos(t *testing.T) {
	slow(t)
	head := fmt.Sprintf("%-28s %8s %6s %8s %6s %7s %4s %3s", "case", "requests", "failed", "thoughts", "broken", "refused", "sent", "bad")
	chaostest.Play(t, head, func(t *testing.T, c chaostest.Case) string { return playChaos(t, c).row(c.Name) })
}

// chaosSessions play at the same time, each until chaosThoughts of its thoughts have ended, well or
// badly.
const (
	chaosSessions = 3
	chaosThoughts = 3
)

func playChaos(t *testing.T, c chaostest.Case) chaosGame {
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"), "OPENAI_BASE_URL="+c.Start(t), "MODEL_TIMEOUT=3s")
	var requests, failed atomic.Int64
	call := func(method, path string, body, result any) {
		requests.Add(1)
		if status := p.call(method, path, body, result); status < 200 || status > 299 {
			failed.Add(1)
			t.Errorf("%s %s: status %d", method, path, status)
		}
	}
	ids := make([]string, chaosSessions)
	for i := range ids {
		var s struct{ ID string }
		call("POST", "/v1/sessions", turing(map[string]any{
			"persona": "Mia, a nurse from Leeds who writes without capitals.", "seed": i, "timing": "instant", "speed": 20,
		}), &s)
		ids[i] = "/v1/sessions/" + s.ID
		call("POST", ids[i]+"/messages", map[string]any{"sender": "Blue", "text": "red, where are you from?"}, nil)
	}
	var g chaosGame
	for i, id := range ids {
		log := chaosLog{bad: map[string]bool{}}
		deadline := time.Now().Add(time.Minute)
		for after := int64(0); log.thoughts < chaosThoughts; {
			before := log.thoughts
			for _, e := range p.events(id[len("/v1/sessions/"):], after, "200ms") {
				log.read(e)
				after = e.Seq
			}
			requests.Add(1)
			if time.Now().After(deadline) {
				t.Fatalf("session %d has finished only %d thoughts in a minute", i, log.thoughts)
			}
			if n := log.thoughts; n > before {
				call("POST", id+"/messages", map[string]any{"sender": []string{"Green", "Blue"}[n%2], "text": fmt.Sprintf("and what about %d, red?", n)}, nil)
			}
		}
		for _, path := range []string{"", "/mind", "/plan", "/messages"} {
			call("GET", id+path, nil, nil)
		}
		call("POST", id+"/end", map[string]any{}, nil)
		g.thoughts, g.broken, g.refused, g.sent = g.thoughts+log.thoughts, g.broken+log.broken, g.refused+log.refused, g.sent+log.sent
		for text := range log.bad {
			g.bad++
			t.Errorf("a player reads %q", text)
		}
	}
	g.requests, g.failed = int(requests.Load()), int(failed.Load())
	if c.RefusedByMouth && g.refused == 0 {
		t.Error("the mouth has refused nothing")
	}
	if !c.RefusedByMouth && !c.NeverAnswers && g.sent == 0 {
		t.Error("the bots have said nothing, so that nothing could be wrong with it")
	}
	return g
}

// chaosLog counts the events of a session's log.
type chaosLog struct {
	thoughts, broken, refused, sent int
	bad                             map[string]bool
}

// fine matches the answers of the model servers.
var fine = regexp.MustCompile(`^[Nn]umber \d+ is fine by me$`)

func (l *chaosLog) read(e session.Event) {
	switch e := e.Data.(type) {
	case *session.ThoughtCompleted:
		if e.Kind != session.Start {
			l.thoughts++
		}
	case *session.ThoughtFailed:
		l.thoughts++
		l.broken++
	case *session.TextRejected:
		l.refused++
	case *session.MessageSent:
		l.sent++
		if !fine.MatchString(e.Text) {
			l.bad[e.Text] = true
		}
	}
}
