package api_test

import (
	"slices"
	"testing"

	"ringer/engine/session"
)

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
		t.Errorf("%+v", x)
	}
}
