package api

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestStandardView shows a log as a standard read token does. Each event of a plan and of a message
// has the channel of its plan.
func TestStandardView(t *testing.T) {
	t.Parallel()
	players := []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}
	roster := session.Roster{Seat: "red", Players: players, Channels: []session.Channel{
		{ID: "den", Members: []string{"red", "blue"}}, {ID: "hall"}, {ID: "all", Members: []string{"red", "blue", "green"}},
	}}
	var log []session.Event
	add := func(data session.Payload) { log = append(log, session.Event{Seq: int64(len(log) + 1), Data: data}) }
	plan := func(channel string) {
		id := fmt.Sprintf("pln_x_%d_0", len(log))
		add(&session.PlanCreated{Plan: session.Plan{ID: id, Channel: channel}})
		add(&session.TypingStarted{PlanID: id})
		add(&session.TypingStopped{PlanID: id})
		add(&session.MessageSent{MessageID: "msg" + id[3:], PlanID: id, Channel: channel, Text: "in " + channel})
	}
	for _, channel := range []string{"", "den", "hall", "all", "unknown"} {
		plan(channel)
	}
	add(&session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: "pink", Name: "Pink"}}})
	plan("all")
	add(&session.SessionEnded{Reason: session.EndedByPlatform})
	page := func(_ context.Context, after int64, limit int) ([]session.Event, error) {
		rest := log[min(after, int64(len(log))):]
		return rest[:min(limit, len(rest))], nil
	}
	shown := func(after int64) (seqs []int64) {
		r := logQuery{types: standardTypes, view: &standardView{roster: roster, log: page}}
		err := journal.Read(t.Context(), page, after, func(e session.Event) bool {
			if shown, ok, _ := r.show(t.Context(), e); ok && r.wants(shown) {
				seqs = append(seqs, e.Seq)
			}
			return true
		})
		sessiontest.NoError(t, err)
		return seqs
	}
	want := []int64{2, 3, 4, 10, 11, 12, 14, 15, 16, 26}
	if got := shown(0); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("from the beginning: %d, want %d", got, want)
	}
	// A stream that resumes in the middle of a plan shows the same.
	for after, want := range map[int64]string{2: "[3 4 10", 5: "[10", 6: "[10", 10: "[11 12 14", 14: "[15 16 26]"} {
		if got := fmt.Sprint(shown(after)); !strings.HasPrefix(got, want) {
			t.Errorf("after %d: %s, want %s…", after, got, want)
		}
	}
}

// TestPublicVote checks that an answer has everything except what the bot believes.
func TestPublicVote(t *testing.T) {
	t.Parallel()
	v := standardView{}
	cast := &session.VoteCast{
		VoteID: "v1", Kind: session.ChooseOne, Answer: session.Answer{Option: "blue"}, Confidence: 0.5, Late: true, AnsweredBy: session.ByModel,
		Chances: session.Chances{Probabilities: map[string]float64{"blue": 0.5}, LabelProbabilities: map[string]map[string]float64{"blue": {"ai": 1}}, Abstain: 0.5},
	}
	e, ok, _ := v.show(t.Context(), session.Event{Data: cast})
	b, err := json.Marshal(e.Data)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	for _, name := range []string{"probabilit", "confidence", "0.5"} {
		if strings.Contains(string(b), name) {
			t.Errorf("the answer shows %s: %s", name, b)
		}
	}
	sessiontest.Contains(t, string(b), `"vote_id":"v1"`, `"option":"blue"`, `"answered_by":"model"`, `"late":true`, `"waited_ms":0`)
	if e.Data.Type() != "vote.cast" || cast.Confidence != 0.5 {
		t.Errorf("%s; the event itself: %+v", e.Data.Type(), cast)
	}
}
