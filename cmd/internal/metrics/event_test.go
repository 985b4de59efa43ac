package metrics

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/enginetest"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/store"
)

// TestMetricsOfAGame plays a game of two bots. What was posted or said once counts once, however
// many bots have heard it. No metric holds a word that was said, or told to one bot.
func TestMetricsOfAGame(t *testing.T) {
	t.Parallel()
	strategies := enginetest.Strategies(t)
	m := New()
	s := sim.New(m.Store(store.NewMemory(), slog.New(slog.DiscardHandler)), strategies, offline.New(strategies.Skills()))
	id, err := s.OpenGame(session.GameConfig{
		Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "ann", Name: "Ann"}}},
		Bots: []session.GameBot{{Bot: session.Bot{Seat: "red", Role: "zqrole", Private: "zqinfo", Secrets: []string{"zqsecret"}}, Persona: "zqpersona", Timing: session.TimingManual}, {Bot: session.Bot{Seat: "blue"}, Timing: session.TimingManual, Strategy: "tom"}},
	})
	sessiontest.NoError(t, err)
	ctx := t.Context()
	for _, do := range []func() error{
		func() error {
			_, err := s.Games.Post(ctx, id, []session.Post{{ID: "m-1", Sender: "ann", Text: "hi zqline"}}, func(int) string { return "" })
			return err
		},
		func() error {
			_, err := s.Games.Observe(ctx, id, desk.GameObservation{Observation: session.Observation{Kind: session.BotMuted}})
			return err
		},
		func() error {
			_, err := s.AskGame(ctx, id, desk.GameVoteRequest{VoteRequest: session.VoteRequest{ID: "v", Kind: session.YesNo, Question: "Is it zqvote?"}})
			return err
		},
		func() error { return s.Run(s.Now().Add(time.Minute)) },
		func() error { _, err := s.Games.End(ctx, id, desk.Ending{}); return err },
	} {
		sessiontest.NoError(t, do())
	}
	recorder := httptest.NewRecorder()
	m.Handler(slog.New(slog.DiscardHandler)).ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	if strings.Contains(recorder.Body.String(), "zq") {
		t.Errorf("a metric holds what was said or told:\n%s", recorder.Body)
	}
	for _, line := range []string{
		`ringer_games_created_total 1`, `ringer_sessions_created_total{strategy="scheduler"} 1`, `ringer_sessions_created_total{strategy="tom"} 1`,
		`ringer_posts_total{kind="message",result="new"} 1`, `ringer_posts_total{kind="observation",result="new"} 1`, `ringer_votes_requested_total{kind="yes_no"} 1`,
		`ringer_games_ended_total{reason="platform"} 1`, `ringer_sessions_ended_total{reason="platform"} 2`,
		`ringer_appends_total{by="platform",result="stored"} 4`, `ringer_vote_left_seconds_count 2`,
	} {
		if !strings.Contains(recorder.Body.String(), line+"\n") {
			t.Errorf("the metrics lack %s\n%s", line, recorder.Body)
		}
	}
}
