package api_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/session"
)

// score sends a transcript and returns its scores.
func (s *server) score(t *testing.T, body string) desk.TranscriptScores {
	t.Helper()
	return as[desk.TranscriptScores](t, s.send("POST", "/v1/suspicion", body).is(t, 200))
}

// TestSuspicion checks the form of the scores. The tests of the desk check the scores.
func TestSuspicion(t *testing.T) {
	s := start(t)
	scores := s.score(t, `{"players":[{"id":"p1","name":"Blue"},"Green"],"messages":[{"kind":"gamemaster","text":"Day breaks."},{"sender":"p1","text":"lol hi","sent_at":"2026-01-31T18:30:04Z"}]}`)
	if len(scores.Messages) != 1 || scores.Messages[0].Index != 1 || scores.Messages[0].Sender != "p1" || scores.Weights == "" {
		t.Errorf("not one score for the line of the player: %+v", scores)
	}
	if len(scores.Players) != 2 || scores.Players[0].Sum != scores.Messages[0].LogOdds || scores.Players[1] != (desk.PlayerScore{ID: "Green", Probability: 0.5}) {
		t.Errorf("the players are %+v", scores.Players)
	}
}

// TestNobodyLeadsTheClassifier: a line that is said again and again counts once, and who admits to
// be a machine counts as one.
func TestNobodyLeadsTheClassifier(t *testing.T) {
	s := start(t)
	sums := func(times int) (sums [2]float64) {
		lines := strings.Repeat(`{"sender":"Red","text":"As an AI language model …"},{"sender":"Blue","text":"lol idk"},`, times)
		scores := s.score(t, `{"players":["Red","Blue"],"messages":[`+strings.TrimSuffix(lines, ",")+`]}`)
		if n := len(scores.Messages); n != 2*times || scores.Messages[0].Repeats || scores.Messages[n-1].Repeats != (times > 1) || scores.Players[0].Lines != times {
			t.Errorf("%d times: %+v", times, scores)
		}
		return [2]float64{scores.Players[0].Sum, scores.Players[1].Sum}
	}
	if once, often := sums(1), sums(6); once != often || often[0] <= 0 {
		t.Errorf("the sums are %v, and after 6 times %v", once, often)
	}
}

// TestSuspicionOfManyLines scores the longest transcript. All its scores are finite.
func TestSuspicionOfManyLines(t *testing.T) {
	s := start(t)
	var body strings.Builder
	body.WriteString(`{"messages":[`)
	for i := range session.MaxTranscript {
		fmt.Fprintf(&body, `{"sender":"p%d","text":"line %d, \ud83d\ude00"},`, i%session.MaxPlayers, i)
	}
	text := strings.TrimSuffix(body.String(), ",")
	scores := s.score(t, text+"]}")
	if len(scores.Messages) != session.MaxTranscript || len(scores.Players) != session.MaxPlayers {
		t.Fatalf("%d messages of %d players", len(scores.Messages), len(scores.Players))
	}
	for _, p := range scores.Players {
		if math.Abs(p.Sum) > session.MaxAccuseLead || !(p.Probability >= 0 && p.Probability <= 1) {
			t.Errorf("%+v", p)
		}
	}
	s.send("POST", "/v1/suspicion", text+`,{"sender":"p1","text":"x"}]}`).refused(t, "422 too_many /messages")
}

// TestScoresInTheMind checks that the mind shows the scores of the others' lines, as the events
// have them.
func TestScoresInTheMind(t *testing.T) {
	s := start(t)
	type shown struct{ Scores *desk.Scores }
	t.Run("On", func(t *testing.T) {
		t.Parallel()
		id := s.create(`,"suspicion":"on","timing":"manual"`)
		s.send("POST", "/v1/sessions/"+id+"/messages", `{"messages":[{"sender":"Green","text":"hi red"},{"sender":"b","text":"hello"},{"sender":"Green","text":"where are you from?"}]}`)
		s.await(id, "message.scored")
		sums, lines := map[string]float64{}, map[string]int{}
		for _, e := range s.log(id).Events {
			if e.Type != "message.scored" {
				continue
			}
			for _, x := range as[session.MessagesScored](t, answer{Body: e.Data}).Scores {
				sums[x.Player], lines[x.Player] = session.Round(sums[x.Player]+x.LogOdds), lines[x.Player]+1
			}
		}
		mind := as[shown](t, s.send("GET", "/v1/sessions/"+id+"/mind", ""))
		if mind.Scores == nil || mind.Scores.Weights == "" || len(mind.Scores.Players) != 2 || lines["Green"] != 2 {
			t.Fatalf("the scores are %+v, the log has %v", mind.Scores, lines)
		}
		for _, p := range mind.Scores.Players {
			if p.Sum != sums[p.ID] || p.Lines != lines[p.ID] || p.Probability != p.PlayerScore.Probability() {
				t.Errorf("%+v, the log has %v of %d lines", p, sums[p.ID], lines[p.ID])
			}
		}
	})
	t.Run("Off", func(t *testing.T) {
		t.Parallel()
		id := s.create(`,"timing":"instant","suspicion":"off"`)
		s.send("POST", "/v1/sessions/"+id+"/messages", `{"sender":"Green","text":"hi red"}`)
		s.await(id, "message.sent")
		s.send("GET", "/v1/sessions/"+id+"/mind", "").shows(t, `{"scores":null}`)
	})
}
