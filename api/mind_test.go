package api_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/session"
)

func TestTrace(t *testing.T) {
	s := start(t)
	id := s.asked("instant", "message.sent")
	sent := s.find(id, "message.sent")
	a := s.send("GET", "/v1/sessions/"+id+"/messages/"+sent.MessageID+"/trace", "")
	a.shows(t, fmt.Sprintf(`{"message":{"text":%q},"saw":{"messages":[{"text":"red where are you from"}],"mind":{},"biography":{"town":"…"}},"plans":[{"plan_id":%q}]}`, sent.Text, sent.PlanID))
	trace := as[struct {
		Candidates []struct{ Slot string }
		Refusals   []any
		Timing     struct {
			Waited   *int64 `json:"waited_ms"`
			Typing   *int64 `json:"typing_ms"`
			Lateness *int64 `json:"lateness_ms"`
		}
		Calls []struct{ Outcome string }
	}](t, a)
	if n := len(trace.Candidates); n == 0 || trace.Candidates[n-1].Slot != "created" || trace.Refusals == nil || len(trace.Calls) < 2 || trace.Calls[0].Outcome != "ok" {
		t.Errorf("the candidates must end with what was created, and the calls begin with a good one: %s", a.Body)
	}
	if x := trace.Timing; x.Waited == nil || x.Typing == nil || x.Lateness == nil {
		t.Errorf("the timing lacks a part: %s", a.Body)
	}
}

func TestExportIsTheLog(t *testing.T) {
	s := start(t)
	id, _ := s.muted()
	for range 250 { // more events than one read returns
		s.say(id, "line\nwith a break")
	}
	s.say(id, "one\rtwo\u2028three\u2029four\u0085five")
	log := s.log(id)
	a := s.send("GET", "/v1/sessions/"+id+"/export", "")
	if bytes.ContainsAny(a.Body, "\r\u0085\u2028\u2029") {
		t.Error("something in the lines ends a line to some clients")
	}
	equal(t, "content type", a.Header.Get("Content-Type"), "application/x-ndjson")
	n := 0
	for lines := bufio.NewScanner(bytes.NewReader(a.Body)); lines.Scan(); n++ {
		e := as[event](t, answer{Body: lines.Bytes()})
		if e.Seq != log.Events[n].Seq || e.Type != log.Events[n].Type || !bytes.Equal(e.Data, log.Events[n].Data) {
			t.Fatalf("line %d: %s", n+1, lines.Bytes())
		}
	}
	equal(t, "lines of the export", n, len(log.Events))
}

func TestMindAtAnEvent(t *testing.T) {
	s := start(t)
	id := s.asked("instant", "message.sent")
	before := s.send("GET", "/v1/sessions/"+id+"/mind?at=2", "").shows(t, `{"seq":2}`)
	now := s.send("GET", "/v1/sessions/"+id+"/mind", "").shows(t, `{"style":{"room":{},"own":{}}}`)
	type mind struct {
		Thoughts map[string]any
		Readings []session.ShownReading
	}
	if n, more := len(as[mind](t, before).Thoughts), len(as[mind](t, now).Thoughts); n >= more {
		t.Errorf("at 2 %d thoughts, now %d", n, more)
	}
	if x := as[mind](t, now).Readings; len(x) == 0 || !slices.Equal(x[0].To, []string{"Red"}) || !x[0].Expects || x[0].By != session.SourceRule {
		t.Errorf("the lines are read as %+v", x)
	}
	s.send("GET", "/v1/sessions/"+id+"/mind?at=4000", "").refusedFor(t, "422 out_of_range at")
}

// TestFourMindEvents checks where the results of the strategy FourMind appear. Its findings in a
// message are an event, and stand with the message. Its urge to speak is in the log and in the
// trace, and its goal is in its mind.
func TestFourMindEvents(t *testing.T) {
	s := start(t)
	id := s.create(`,"strategy":"fourmind","timing":"instant"`)
	s.send("POST", "/v1/sessions/"+id+"/messages", `{"id":"m-1","sender":"b","text":"red where are you from?"}`)
	sent := s.await(id, "message.sent")
	s.await(id, "message.annotated")
	type line struct {
		ID         string
		Annotation *session.Annotation
	}
	lines := as[struct{ Messages []line }](t, s.send("GET", "/v1/sessions/"+id+"/messages", "")).Messages
	if first := lines[0]; first.ID != "m-1" || first.Annotation == nil || !slices.Contains(first.Annotation.Receivers, "Red") || len(first.Annotation.Notes) == 0 {
		t.Errorf("the first line is %+v, want m-1 with notes and the receiver Red", first)
	}
	urges := 0
	for _, e := range s.log(id).Events {
		data := as[struct {
			Kind      string
			Urge      *float64
			MessageID string `json:"message_id"`
		}](t, answer{Body: e.Data})
		if e.Type == "thought.completed" && data.Kind == "lookahead" && data.Urge != nil {
			urges++
		}
		if e.Type == "message.annotated" && data.MessageID == "" {
			t.Errorf("the event does not name its message: %s", e.Data)
		}
	}
	if urges == 0 {
		t.Error("no lookahead has an urge to speak")
	}
	candidates := as[struct {
		Candidates []struct {
			Thought string
			Urge    *float64
		}
	}](t, s.send("GET", "/v1/sessions/"+id+"/messages/"+sent+"/trace", "")).Candidates
	if len(candidates) == 0 || candidates[0].Thought == "lookahead" && (candidates[0].Urge == nil || *candidates[0].Urge < 0.5) {
		t.Errorf("the candidates are %+v, want a first one with an urge of 0.5 or more", candidates)
	}
	mind := as[struct {
		Brief     []string
		Suspicion map[string]float64
		Mind      struct {
			Objective struct{ Support, Target string }
		}
	}](t, s.send("GET", "/v1/sessions/"+id+"/mind", "").shows(t, `{"mind":{"objective":{"support":"…","target":"…"}}}`))
	if o := mind.Mind.Objective; o.Support == o.Target || len(mind.Brief) < 3 || len(mind.Suspicion) != 2 {
		t.Errorf("the mind is %+v, want two objectives, a brief of 3 lines, and two suspicions", mind)
	}
}

// tomMind is the part of the mind of the strategy Theory of Mind that these tests read.
type tomMind struct {
	Brief     []string
	Suspicion map[string]float64
	Thoughts  map[string]session.Progress
	Mind      struct {
		LastGoals []string `json:"last_goals"`
		Beliefs   map[string]struct {
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
	// A cognition that is quicker stops the reflex, and a goal passes once its line was sent.
	for i, has := 0, false; i < len(lines) || !has && i < 30; i++ {
		text := lines[min(i, len(lines)-1)]
		s.send("POST", "/v1/sessions/"+id+"/messages", fmt.Sprintf(`{"sender":"Green","text":%q}`, text))
		log := s.log(id).Events
		j := len(log) - 1
		for log[j].Type != "message.received" {
			j--
		}
		s.considered(id, "cognition", log[j].Seq)
		s.send("POST", "/v1/sessions/"+id+"/plan/send", "{}")
		m := s.mindAt(id, 0)
		_, hasReflex := m.Thoughts["reflex"]
		has = hasReflex && len(m.Mind.LastGoals) > 0
	}
	for _, line := range []string{`{"id":"q1","sender":"Green","text":"blue, are you a bot?"}`, `{"sender":"b","text":"no","reply_to":"q1"}`} { // the example shows an answer
		s.send("POST", "/v1/sessions/"+id+"/messages", line)
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

// TestMindShowsStyles checks how the room writes, how the bot writes, and how far the two are
// apart.
func TestMindShowsStyles(t *testing.T) {
	s := start(t)
	id := s.create(`,"timing":"manual"`)
	for range session.StyleLines {
		for sender, text := range map[string]string{"Red": "I would say that it is Blue.", "b": "no idea lol"} {
			s.send("POST", "/v1/sessions/"+id+"/messages", `{"sender":"`+sender+`","text":"`+text+`"}`)
		}
	}
	if x := as[struct{ Style session.Styles }](t, s.send("GET", "/v1/sessions/"+id+"/mind", "")).Style; x.Room.Words != 3 || x.Own.Words != 7 || x.StyleDistance == nil || *x.StyleDistance < 0.3 {
		t.Errorf("the styles are %+v, want 3 words of the room, 7 of the bot, and a distance of 0.3 or more", x)
	}
}
