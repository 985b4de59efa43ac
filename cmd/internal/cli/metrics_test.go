package cli

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"ringer/cmd/internal/repotest"
	"ringer/engine"
	"ringer/engine/game"
	"ringer/engine/llm"
	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/store"
)

// TestMetricsOfTrouble counts what a short game may not show, and checks all metrics with the
// linter of Prometheus.
func TestMetricsOfTrouble(t *testing.T) {
	t.Parallel()
	m := newMetrics()
	m.live(func() int { return 3 }, func() engine.Replicas { return engine.Replicas{Alive: 3, Taken: 5, Lost: 7} })
	m.load(func() llm.Load {
		return llm.Load{InFlight: 5, Bound: 64, Waiting: map[prompt.ModelRole]int{prompt.RoleReply: 2, prompt.RoleAnalysis: 9}, Down: true}
	})
	m.grouped(store.GroupStats{Appends: 2, Events: 3, Statements: 4, Took: time.Millisecond})
	second := time.Unix(1, 0)
	for _, data := range []game.Payload{
		&game.ThoughtFailed{Kind: "talk", Code: "model_timeout"}, &game.PlanRevised{}, &game.PlanCancelled{Reason: game.CancelStale},
		&game.StrategyDegraded{PathChange: game.PathChange{To: "sparse", Reason: game.CostSpent}},
		&game.StrategyRecovered{PathChange: game.PathChange{To: "full", Reason: game.ModelFailing}}, &game.TextRejected{Rule: mouth.RuleRepeat}, &game.MessageReceipt{Receipt: game.Receipt{Status: game.Rejected}},
		&game.ThoughtCompleted{Kind: game.KindRewrite, Slot: game.SlotRevised}, &game.ThoughtCompleted{Kind: game.KindRewrite, Slot: game.SlotRejected},
		&game.ThoughtCompleted{Kind: game.KindRewrite, Slot: game.SlotBarred}, &game.ThoughtFailed{Kind: game.KindRewrite, Code: "model_down"}, &game.MessageAnnotated{}, &game.BeliefUpdated{},
		&game.MessagesScored{Scores: []game.MessageScore{{Seq: 2}, {Seq: 3}}}, &game.ThoughtCompleted{Kind: game.KindReread}, // its plan had gone
		&game.ThoughtCompleted{Kind: game.KindReread, Reading: &game.Reading{}}, &game.ThoughtCompleted{Kind: game.KindReread, Reading: &game.Reading{}, Calls: []game.Call{{}}, Slot: game.SlotKept},
		&game.ThoughtCompleted{Kind: game.KindReread, Reading: &game.Reading{}, Calls: []game.Call{{}}, Slot: game.SlotRevised},
		&game.ThoughtCompleted{Kind: "talk", Slot: game.SlotKept, Candidate: "dunno"}, &game.ThoughtCompleted{Kind: "talk", Slot: game.SlotNone},
		&game.MessageSent{Kind: game.Reply, Text: "where are u from"}, &game.MessageSent{Kind: game.Reply, Text: "from dresden"},
		&game.ThoughtCompleted{Kind: game.KindVotePrefix + "vot_1"}, &game.ThoughtFailed{Kind: game.KindVotePrefix + "vot_1", Code: "model_down"},
		&game.VoteRequested{VoteRequest: game.VoteRequest{Kind: game.YesNo}}, &game.VoteCancelled{}, &game.VoteReceipt{VoteUse: game.VoteUse{Used: game.UsedNone}},
		&game.VoteCast{Origin: game.FromRequest, AnsweredBy: game.ByModel, Late: true, DeadlineAt: second.Add(-time.Second), Waited: 2000},
		&game.VoteCast{Origin: game.FromRequest, AnsweredBy: game.ByFallback, DeadlineAt: second.Add(3 * time.Second)},
		&game.VoteCast{Origin: game.FromAccusation, AnsweredBy: game.ByMind, Waited: 1000},
	} {
		m.events.count(game.Event{At: second, Data: data}, false)
		// an event that was stored before is not counted again
		m.events.count(game.Event{At: second, Data: data}, true)
	}
	m.model.call(game.Call{Model: "\xff", Role: "reply", Rung: "schema", Reason: game.CallRetry, Outcome: "model_timeout", CostMicros: 1500, Millis: 5})
	m.model.call(game.Call{Model: "m", Role: "reply", Outcome: game.OutcomeBusy, Waited: 2000})
	m.Answered("", "", http.StatusNotFound, time.Millisecond)
	recorder := httptest.NewRecorder()
	m.handler(slog.New(slog.DiscardHandler)).ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	for _, line := range []string{
		`ringer_thoughts_failed_total{code="model_timeout",kind="talk"} 1`, `ringer_plans_revised_total 1`,
		`ringer_plans_cancelled_total{reason="stale"} 1`, `ringer_texts_rejected_total{rule="repeat"} 1`, `ringer_homes_live 3`,
		`ringer_receipts_total{status="rejected"} 1`, `ringer_messages_annotated_total 1`, `ringer_beliefs_updated_total 1`,
		`ringer_messages_scored_total 2`, `ringer_plans_read_total{result="read"} 1`, `ringer_plans_read_total{result="kept"} 1`, `ringer_plans_read_total{result="rewritten"} 1`,
		`ringer_texts_written_total{result="kept"} 1`, `ringer_messages_asking_total 1`, `ringer_messages_sent_total{kind="reply"} 2`,
		`ringer_texts_rewritten_total{result="planned"} 1`, `ringer_texts_rewritten_total{result="refused"} 1`,
		`ringer_texts_rewritten_total{result="dropped"} 1`, `ringer_texts_rewritten_total{result="failed"} 1`,
		`ringer_thoughts_completed_total{kind="core.vote"} 1`, `ringer_thoughts_failed_total{code="model_down",kind="core.vote"} 1`,
		`ringer_votes_requested_total{kind="yes_no"} 1`, `ringer_votes_cancelled_total 1`, `ringer_vote_receipts_total{used="none"} 1`,
		`ringer_votes_cast_total{answered_by="model",origin="request",result="late"} 1`,
		`ringer_votes_cast_total{answered_by="mind",origin="accusation",result="in_time"} 1`,
		`ringer_vote_waited_seconds_sum{origin="request"} 2`, `ringer_vote_left_seconds_count 2`, `ringer_vote_left_seconds_sum 3`,
		`ringer_append_group_size_sum 2`, `ringer_append_statements_total 4`, `ringer_model_calls_total{model="?",outcome="model_timeout",reason="retry",role="reply",rung="schema"} 1`,
		`ringer_model_calls_in_flight 5`, `ringer_model_calls_in_flight_limit 64`, `ringer_model_calls_waiting{role="analysis"} 9`, `ringer_model_server_down 1`,
		`ringer_model_cost_total{model="?",role="reply"} 0.0015`, `ringer_model_call_wait_seconds_count{role="reply"} 2`,
		`ringer_strategies_degraded_total{reason="cost_spent",to="sparse"} 1`, `ringer_strategies_recovered_total{reason="model_failing",to="full"} 1`,
		`ringer_http_requests_total{method="other",route="other",status="404"} 1`,
	} {
		if !strings.Contains(recorder.Body.String(), line+"\n") {
			t.Errorf("the metrics lack %s", line)
		}
	}
	problems, err := promlint.New(recorder.Body).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("lint: %v, %v", problems, err)
	}
}

// TestMetricsAreDocumented compares the table in docs/operations.md with the metrics.
func TestMetricsAreDocumented(t *testing.T) {
	t.Parallel()
	m := newMetrics()
	m.live(func() int { return 0 }, func() engine.Replicas { return engine.Replicas{Alive: 3, Taken: 5, Lost: 7} })
	m.load(func() llm.Load { return llm.Load{Waiting: map[prompt.ModelRole]int{prompt.RoleReply: 0}} })
	descriptions := make(chan *prometheus.Desc)
	go func() { // ends when all have been read
		m.registry.Describe(descriptions)
		close(descriptions)
	}()
	var registered, documented []string
	for d := range descriptions {
		registered = append(registered, regexp.MustCompile(`ringer_\w+`).FindAllString(d.String(), 1)...)
	}
	for line := range strings.Lines(repotest.Read(t, "docs/operations.md")) {
		if strings.HasPrefix(line, "| `ringer_") {
			documented = append(documented, regexp.MustCompile(`ringer_\w+`).FindAllString(line, -1)...)
		}
	}
	slices.Sort(registered)
	slices.Sort(documented)
	if !slices.Equal(registered, documented) {
		t.Errorf("the metrics are\n%q\ndocs/operations.md has\n%q", registered, documented)
	}
}

// BenchmarkMetricsOfAPost measures what it costs to count a post.
func BenchmarkMetricsOfAPost(b *testing.B) {
	m := newMetrics()
	e := game.Event{Data: &game.MessageReceived{}}
	b.ReportAllocs()
	for b.Loop() {
		m.events.platform.took.Observe(.003)
		m.events.platform.stored.Inc()
		m.events.count(e, false)
		m.Answered("POST", "/v1/sessions/:id/messages", http.StatusAccepted, 3*time.Millisecond)
	}
}
