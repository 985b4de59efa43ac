package api_test

import (
	"bufio"
	"bytes"
	"fmt"
	"testing"
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
	if got := a.Header.Get("Content-Type"); got != "application/x-ndjson" {
		t.Errorf("content type %q", got)
	}
	n := 0
	for lines := bufio.NewScanner(bytes.NewReader(a.Body)); lines.Scan(); n++ {
		e := as[event](t, answer{Body: lines.Bytes()})
		if e.Seq != log.Events[n].Seq || e.Type != log.Events[n].Type || !bytes.Equal(e.Data, log.Events[n].Data) {
			t.Fatalf("line %d: %s", n+1, lines.Bytes())
		}
	}
	if n != len(log.Events) {
		t.Errorf("%d lines for %d events", n, len(log.Events))
	}
}

func TestMindAtAnEvent(t *testing.T) {
	s := start(t)
	id := s.asked("instant", "message.sent")
	before := s.send("GET", "/v1/sessions/"+id+"/mind?at=2", "").shows(t, `{"seq":2}`)
	now := s.send("GET", "/v1/sessions/"+id+"/mind", "").shows(t, `{"style":{"room":{},"own":{}}}`)
	type mind struct{ Thoughts map[string]any }
	if n, more := len(as[mind](t, before).Thoughts), len(as[mind](t, now).Thoughts); n >= more {
		t.Errorf("at 2 %d thoughts, now %d", n, more)
	}
	s.send("GET", "/v1/sessions/"+id+"/mind?at=4000", "").refusedFor(t, "422 out_of_range at")
}
