package api_test

import (
	"encoding/json"
	"slices"
	"testing"

	"ringer/engine/session"
)

// TestFourMindEvents checks where the results of the strategy FourMind appear. Its findings in a
// message are an event, and stand with the message. Its urge to speak is in the log and in the
// trace, and its goal is in its mind.
func TestFourMindEvents(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(`,"strategy":"fourmind","timing":"instant"`)
	s.send("POST", "/v1/sessions/"+id+"/messages", `{"id":"m-1","sender":"b","text":"red where are you from?"}`)
	sent := s.await(id, "message.sent")
	s.await(id, "message.annotated")
	t.Run("InTheTranscript", func(t *testing.T) {
		t.Parallel()
		var lines struct {
			Messages []struct {
				ID         string
				Annotation *session.Annotation
			}
		}
		s.send("GET", "/v1/sessions/"+id+"/messages", "").decode(t, &lines)
		first := lines.Messages[0]
		if first.ID != "m-1" || first.Annotation == nil || !slices.Contains(first.Annotation.Receivers, "Red") || len(first.Annotation.Notes) == 0 {
			t.Errorf("%+v", first)
		}
	})
	t.Run("InTheLog", func(t *testing.T) {
		t.Parallel()
		urges := 0
		for _, e := range s.log(id).Events {
			var data struct {
				Kind      string
				Urge      *float64
				MessageID string `json:"message_id"`
			}
			(answer{Body: e.Data}).decode(t, &data)
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
	})
	t.Run("InTheTrace", func(t *testing.T) {
		t.Parallel()
		var trace struct {
			Candidates []struct {
				Thought, Slot string
				Urge          *float64
			}
			Saw struct{ Mind json.RawMessage }
		}
		s.send("GET", "/v1/sessions/"+id+"/messages/"+sent+"/trace", "").decode(t, &trace)
		if c := trace.Candidates; len(c) == 0 || c[0].Thought == "lookahead" && (c[0].Urge == nil || *c[0].Urge < 0.5) {
			t.Errorf("%+v", trace)
		}
	})
	t.Run("InTheMind", func(t *testing.T) {
		t.Parallel()
		var mind struct {
			Brief     []string
			Suspicion map[string]float64
			Mind      struct {
				Objective struct{ Support, Target string }
			}
		}
		s.send("GET", "/v1/sessions/"+id+"/mind", "").decode(t, &mind)
		if o := mind.Mind.Objective; o.Support == "" || o.Target == "" || o.Support == o.Target || len(mind.Brief) < 3 || len(mind.Suspicion) != 2 {
			t.Errorf("%+v", mind)
		}
	})
}

// TestMindShowsStyles checks how the room writes, how the bot writes, and how far the two are
// apart.
func TestMindShowsStyles(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create(`,"timing":"manual"`)
	for range session.StyleLines {
		for sender, text := range map[string]string{"Red": "I would say that it is Blue.", "b": "no idea lol"} {
			s.send("POST", "/v1/sessions/"+id+"/messages", `{"sender":"`+sender+`","text":"`+text+`"}`)
		}
	}
	mind := as[struct{ Style session.Styles }](t, s.send("GET", "/v1/sessions/"+id+"/mind", ""))
	if x := mind.Style; x.Room.Words != 3 || x.Own.Words != 7 || x.StyleDistance == nil || *x.StyleDistance < 0.3 {
		t.Errorf("%+v", x)
	}
}
