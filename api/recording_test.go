package api_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/api"
	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// exported is a parsed export: its events and its calls.
func (s *server) exported(id string) (events []api.Event, calls []journal.RecordedCall) {
	s.t.Helper()
	a := s.send("GET", "/v1/sessions/"+id+"/export", "")
	for line := range strings.Lines(string(a.Body)) {
		e := as[struct {
			Seq    int64
			Cursor int64
			Type   session.Type
			Data   json.RawMessage
			Call   *journal.RecordedCall
		}](s.t, answer{Body: []byte(line)})
		switch {
		case e.Call != nil:
			calls = append(calls, *e.Call)
		case calls != nil:
			s.t.Fatalf("an event after the first call: %s", line)
		default:
			data := must(session.Decode(e.Type, session.EventVersion, e.Data))(s.t)
			events = append(events, api.Event{Seq: e.Seq, Type: e.Type, Cursor: e.Cursor, Data: data})
		}
	}
	return events, calls
}

// concluded returns the cost of the thoughts in some events, and their calls.
func concluded(events []api.Event) (cost session.Spent, calls []session.Call) {
	for _, e := range events {
		switch p := e.Data.(type) {
		case *session.ThoughtCompleted:
			calls = append(calls, p.Calls...)
		case *session.ThoughtFailed:
			calls = append(calls, p.Calls...)
		}
	}
	return session.SpentOn(calls), calls
}

// trace is the part of a trace that has the costs.
type trace struct {
	Cost  session.Spent
	Calls []desk.TracedCall
}

func (s *server) trace(id, message string) trace {
	s.t.Helper()
	return as[trace](s.t, s.send("GET", "/v1/sessions/"+id+"/messages/"+message+"/trace", ""))
}

func TestRecord(t *testing.T) {
	s := start(t)
	id := s.create(`,"record":true,"timing":"instant","options":{"order":"schedule_then_generate","decide":"model"}`)
	s.say(id, "red where are you from")
	sent := s.find(id, "message.sent")
	s.send("POST", "/v1/sessions/"+id+"/end", "")
	events, calls := s.exported(id)
	t.Run("ExportHoldsEachCall", func(t *testing.T) {
		_, want := concluded(events)
		if len(want) == 0 || len(calls) < len(want) {
			t.Fatalf("%d calls in the log, %d recorded", len(want), len(calls))
		}
		for _, c := range want {
			if !slices.ContainsFunc(calls, func(r journal.RecordedCall) bool { return r.Call == c }) {
				t.Errorf("%+v is not among %+v", c, calls)
			}
		}
		for i, c := range calls {
			if c.Task == session.KindBiography {
				continue // it shows nothing of the game
			}
			if !strings.Contains(c.Prompt.User, "red where are you from") || c.Prompt.System == "" || !json.Valid([]byte(c.Answer)) || c.N < 1 || time.Since(c.At) > time.Hour {
				t.Errorf("call %d: %+v", i, c)
			}
		}
	})
	t.Run("ActsHaveACursor", func(t *testing.T) {
		for _, e := range events {
			if act := session.IsAct(e.Data); act != (e.Cursor > 0) || e.Cursor >= e.Seq {
				t.Errorf("%d %s has the cursor %d", e.Seq, e.Type, e.Cursor)
			}
		}
	})
	t.Run("TraceQuotesTheCalls", func(t *testing.T) {
		got := s.trace(id, sent.MessageID)
		if len(got.Calls) < 2 {
			t.Fatalf("%+v", got)
		}
		for _, c := range got.Calls {
			i := slices.IndexFunc(calls, func(r journal.RecordedCall) bool { return c.Prompt != nil && r.Prompt == *c.Prompt })
			if i < 0 || calls[i].Answer != c.Answer || calls[i].Call != c.Call {
				t.Errorf("%+v", c)
			}
		}
	})
	t.Run("OfOneThought", func(t *testing.T) {
		of := map[string][]journal.RecordedCall{}
		for _, c := range calls {
			of[c.Thought] = append(of[c.Thought], c)
		}
		if len(of) < 2 {
			t.Fatalf("calls of %d thoughts", len(of))
		}
		for thought, want := range of {
			if got := s.callsOf(id, thought); !slices.Equal(got, want) {
				t.Errorf("%s: %+v, want %+v", thought, got, want)
			}
		}
		if got := s.callsOf(id, "tht_x_1_0_turn"); len(got) > 0 {
			t.Errorf("calls of an unknown thought: %+v", got)
		}
	})
	t.Run("DeletionErasesThem", func(t *testing.T) {
		s.send("DELETE", "/v1/sessions/"+id, "")
		s.send("GET", "/v1/sessions/"+id+"/export", "").is(t, 404)
	})
}

// callsOf returns the recorded calls of a thought.
func (s *server) callsOf(id, thought string) []journal.RecordedCall {
	s.t.Helper()
	got := as[struct{ Calls []journal.RecordedCall }](s.t, s.send("GET", "/v1/sessions/"+id+"/calls?thought="+thought, ""))
	return got.Calls
}

func TestNoRecord(t *testing.T) {
	s := start(t)
	id := s.asked("instant", "message.sent")
	sent := s.find(id, "message.sent")
	events, calls := s.exported(id)
	if len(calls) > 0 {
		t.Errorf("%+v", calls)
	}
	for _, e := range events {
		if p, ok := e.Data.(*session.ThoughtCompleted); ok && p.Began != nil {
			if calls := s.callsOf(id, p.Began.Thought); len(calls) > 0 {
				t.Errorf("%+v", calls)
			}
		}
	}
	if got := s.trace(id, sent.MessageID); len(got.Calls) < 2 || got.Calls[0].Prompt != nil || got.Calls[0].Answer != "" {
		t.Errorf("%+v", got)
	}
}

// TestTraceShowsTheCost compares the cost of each message with the log: the cost of all thoughts
// since the message before. The second part of a message shows the cost of the first, and what is
// thought between them costs the next message.
func TestTraceShowsTheCost(t *testing.T) {
	s := start(t)
	id := s.create(`,"timing":"instant"`)
	for range 2 {
		for _, text := range []string{"hi all", "and who are you", "red where are you from", "red?"} {
			s.say(id, text)
		}
		s.await(id, "message.sent")
	}
	s.send("POST", "/v1/sessions/"+id+"/end", "")
	events, _ := s.exported(id)
	from, messages, want := 0, 0, session.Spent{}
	for i, e := range events {
		p, ok := e.Data.(*session.MessageSent)
		if !ok {
			continue
		}
		messages++
		if p.Follows == "" {
			want, _ = concluded(events[from:i])
			from = i
		}
		if got := s.trace(id, p.MessageID); got.Cost != want || want.Calls < 2 || want.PromptTokens == 0 {
			t.Errorf("message %d cost %+v, want %+v", e.Seq, got.Cost, want)
		}
	}
	if messages == 0 {
		t.Error("no message was sent")
	}
}

// TestReadTokensShowNoCalls uses a token for all events. It opens only the stream, and no event
// contains a prompt.
func TestReadTokensShowNoCalls(t *testing.T) {
	t.Parallel()
	i := newIssuer(t)
	i.id = i.create(`,"record":true,"timing":"instant","options":{"order":"schedule_then_generate","decide":"model"}`)
	i.path = "/v1/sessions/" + i.id
	i.say(i.id, "red where are you from")
	sent := i.await(i.id, "message.sent")
	token := i.issue(`{"all_types":true}`).Token
	for _, path := range []string{"/export", "/messages/" + sent + "/trace", "/calls?thought=tht_a_1_0_turn", "/mind"} {
		join := "?"
		if strings.Contains(path, "?") {
			join = "&"
		}
		if got := i.opened(i.path + path + join + "read_token=" + token); got == "200" {
			t.Errorf("%s is open", path)
		}
	}
	i.send("POST", i.path+"/end", "")
	i.send("GET", i.path+"/events?types=*&limit=1000", "").is(t, 200).lacks(t, "## task", `"prompt"`)
}
