package api_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"testing"
)

func TestTrace(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.asked("instant", "message.sent")
	sent := s.find(id, "message.sent")
	var trace struct {
		Message struct{ Text string }
		Saw     struct {
			UpToSeq   int64 `json:"up_to_seq"`
			Messages  []struct{ Text string }
			Mind      json.RawMessage
			Biography struct{ Town string }
		}
		Candidates []struct{ Text, Slot string }
		Refusals   []json.RawMessage
		Plans      []struct {
			PlanID string `json:"plan_id"`
		}
		Timing struct {
			Waited   *int64 `json:"waited_ms"`
			Typing   *int64 `json:"typing_ms"`
			Lateness *int64 `json:"lateness_ms"`
		}
		Calls []struct{ Task, Outcome string }
	}
	s.send("GET", "/v1/sessions/"+id+"/messages/"+sent.MessageID+"/trace", "").decode(t, &trace)
	if n := len(trace.Saw.Messages); trace.Message.Text != sent.Text || n != 1 || trace.Saw.Messages[0].Text != "red where are you from" || len(trace.Saw.Mind) == 0 || trace.Saw.Biography.Town == "" {
		t.Errorf("saw %+v", trace.Saw)
	}
	if n := len(trace.Candidates); n == 0 || trace.Candidates[n-1].Slot != "created" || trace.Refusals == nil || len(trace.Calls) < 2 || trace.Calls[0].Outcome != "ok" {
		t.Errorf("%+v", trace)
	}
	if len(trace.Plans) != 1 || trace.Plans[0].PlanID != sent.PlanID || trace.Timing.Waited == nil || trace.Timing.Typing == nil || trace.Timing.Lateness == nil {
		t.Errorf("%+v", trace)
	}
}

func TestExportIsTheLog(t *testing.T) {
	t.Parallel()
	s := setup(t)
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
		var e struct {
			Seq  int64
			Type string
			Data json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		if e.Seq != log.Events[n].Seq || e.Type != log.Events[n].Type || !bytes.Equal(e.Data, log.Events[n].Data) {
			t.Fatalf("line %d: %s", n+1, lines.Bytes())
		}
	}
	if n != len(log.Events) {
		t.Errorf("%d lines for %d events", n, len(log.Events))
	}
}

func TestMindAtAnEvent(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.asked("instant", "message.sent")
	type mind struct {
		Seq      int64
		Thoughts map[string]json.RawMessage
		Style    *struct{ Room, Own json.RawMessage }
	}
	var before, now mind
	s.send("GET", "/v1/sessions/"+id+"/mind?at=2", "").decode(t, &before)
	s.send("GET", "/v1/sessions/"+id+"/mind", "").decode(t, &now)
	if before.Seq != 2 || len(before.Thoughts) >= len(now.Thoughts) {
		t.Errorf("at 2 %+v, now %+v", before, now)
	}
	if now.Style == nil || now.Style.Room == nil || now.Style.Own == nil {
		t.Errorf("style %+v", now.Style)
	}
	if p := s.send("GET", "/v1/sessions/"+id+"/mind?at=4000", "").problem(t); p.Status != 422 || p.Errors[0].Pointer != "at" {
		t.Errorf("%+v", p)
	}
}
