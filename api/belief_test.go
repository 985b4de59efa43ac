package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/session"
)

// tomMind is the part of the mind of the strategy Theory of Mind that these tests read.
type tomMind struct {
	Brief     []string
	Suspicion map[string]float64
	Thoughts  map[string]session.Progress
	Mind      struct {
		Beliefs map[string]struct {
			Suspicion json.RawMessage `json:"suspicion_percent"`
			Level     string          `json:"suspicion"`
		}
	}
}

// mindAt returns the mind as it was at an event; 0 means now.
func (s *server) mindAt(id string, seq int64) tomMind {
	s.t.Helper()
	path := "/v1/sessions/" + id + "/mind"
	if seq > 0 {
		path += fmt.Sprint("?at=", seq)
	}
	return as[tomMind](s.t, s.send("GET", path, ""))
}

// considered waits until a thought of a kind has read the log up to an event.
func (s *server) considered(id, kind string, seq int64) {
	s.t.Helper()
	p := page{NextAfter: seq}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		s.send("GET", fmt.Sprintf("/v1/sessions/%s/events?wait=5s&types=thought.completed&after=%d", id, p.NextAfter), "").decode(s.t, &p)
		for _, e := range p.Events {
			if done := as[session.ThoughtCompleted](s.t, answer{Body: e.Data}); done.Kind == kind && done.BasedOn >= seq {
				return
			}
		}
	}
	s.t.Fatalf("no thought %s has read up to %d", kind, seq)
}

// TestBeliefChanges checks that each change of a belief is an event, for clients that ask for the
// type. The mind before the event has the old value, and the mind after it has the new value.
func TestBeliefChanges(t *testing.T) {
	s := start(t)
	id := s.create(`,"strategy":"tom","timing":"manual","speed":100`) // so that the line for a goal is sent
	lines := []string{"hi all, i work in a bakery", "i think blue is the bot", "blue is a bot for sure"}
	for i, hasReflex := 0, false; i < len(lines) || !hasReflex && i < 30; i++ { // a cognition that is quicker stops the reflex
		text := lines[min(i, len(lines)-1)]
		s.send("POST", "/v1/sessions/"+id+"/messages", fmt.Sprintf(`{"sender":"Green","text":%q}`, text))
		log := s.log(id).Events
		j := len(log) - 1
		for log[j].Type != "message.received" {
			j--
		}
		s.considered(id, "cognition", log[j].Seq)
		s.send("POST", "/v1/sessions/"+id+"/plan/send", "{}")
		_, hasReflex = s.mindAt(id, 0).Thoughts["reflex"]
	}
	s.send("POST", "/v1/sessions/"+id+"/end", `{}`)
	all := s.log(id).Events
	s.send("GET", "/v1/sessions/"+id+"/events", "").lacks(t, "belief.updated")
	changes := slices.DeleteFunc(slices.Clone(all), func(e event) bool { return e.Type != "belief.updated" })
	if got := as[page](t, s.send("GET", "/v1/sessions/"+id+"/events?types=belief.updated", "")).Events; len(got) != len(changes) || len(got) == 0 {
		t.Errorf("%d events of %d", len(got), len(changes))
	}
	t.Run("InTheMind", func(t *testing.T) {
		t.Parallel()
		compared := 0
		for i, e := range all {
			if e.Type != "belief.updated" {
				continue
			}
			data := as[session.BeliefUpdated](t, answer{Body: e.Data})
			j := i // the thought that changed it, in the same append
			for all[j].Type != "thought.completed" {
				j--
			}
			before, after := s.mindAt(id, all[j].Seq-1), s.mindAt(id, e.Seq)
			for _, c := range data.Changes {
				if c.Belief != "suspicion_percent" {
					continue
				}
				compared++
				if is := after.Mind.Beliefs[c.Player]; string(is.Suspicion) != string(c.To) || is.Level == "" {
					t.Errorf("seq %d: after the event the belief about %s is %s %s, not %s", e.Seq, c.Player, is.Suspicion, is.Level, c.To)
				}
				if was := before.Mind.Beliefs[c.Player].Suspicion; string(was) != string(c.From) && !(was == nil && string(c.From) == "null") {
					t.Errorf("seq %d: before the event the belief about %s is %s, not %s", e.Seq, c.Player, was, c.From)
				}
			}
		}
		if compared == 0 {
			t.Error("no suspicion has changed")
		}
	})
	t.Run("AsTheExample", func(t *testing.T) {
		t.Parallel()
		want := values(t, contracted(t).doc.Paths.Value("/v1/sessions/{id}/mind").Get.Responses.Status(200).Value.Content["application/json"])["tom"]
		// The example names the player Blue.
		got := strings.ReplaceAll(string(s.send("GET", "/v1/sessions/"+id+"/mind", "").Body), `"b"`, `"Blue"`)
		if err := compare(want, parsed(got, "application/json")); err != nil {
			t.Errorf("%s\ndoes not match the example: %v", got, err)
		}
	})
	if m := s.mindAt(id, 0); m.Suspicion["b"] <= m.Suspicion["Green"] || len(m.Brief) < 3 || slices.Contains(m.Brief, "") {
		t.Errorf("the mind suspects %v, want b more than Green, and its brief is %q", m.Suspicion, m.Brief)
	}
}
