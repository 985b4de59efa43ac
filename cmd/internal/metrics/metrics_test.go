package metrics

import (
	"context"
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
	dto "github.com/prometheus/client_model/go"

	"ringer/cmd/internal/repotest"
	"ringer/engine/fleet"
	"ringer/engine/llm"
	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store"
)

// TestMetricsOfTrouble counts what a short game may not show, and checks all metrics with the
// linter of Prometheus.
func TestMetricsOfTrouble(t *testing.T) {
	t.Parallel()
	m := New()
	m.Live(func() int { return 3 }, func() fleet.Replicas { return fleet.Replicas{Alive: 3, Taken: 5, Lost: 7} })
	m.Load(func() llm.Load {
		return llm.Load{InFlight: 5, Bound: 64, Waiting: map[prompt.ModelRole]int{prompt.RoleReply: 2, prompt.RoleAnalysis: 9}, TenantsWaiting: 2, MostWaiting: 7, Down: true}
	})
	m.Grouped(store.GroupStats{Appends: 2, Events: 3, Statements: 4, Took: time.Millisecond})
	second := time.Unix(1, 0)
	for _, data := range []session.Payload{
		&session.ThoughtFailed{Kind: "talk", Code: "model_timeout"}, &session.PlanRevised{}, &session.PlanCancelled{Reason: session.CancelStale},
		&session.StrategyDegraded{PathChange: session.PathChange{To: "sparse", Reason: session.CostSpent}},
		&session.StrategyRecovered{PathChange: session.PathChange{To: "full", Reason: session.ModelFailing}}, &session.TextRejected{Rule: mouth.RuleRepeat}, &session.MessageReceipt{Receipt: session.Receipt{Status: session.Rejected}},
		&session.ThoughtCompleted{Kind: session.KindRewrite, Slot: session.SlotRevised}, &session.ThoughtCompleted{Kind: session.KindRewrite, Slot: session.SlotRejected},
		&session.ThoughtCompleted{Kind: session.KindRewrite, Slot: session.SlotBarred}, &session.ThoughtFailed{Kind: session.KindRewrite, Code: "model_down"}, &session.MessageAnnotated{}, &session.BeliefUpdated{}, &session.MessageRead{Kind: "when", Readings: make([]session.Reading, 2)},
		&session.MessagesScored{Scores: []session.MessageScore{{Seq: 2}, {Seq: 3}}}, &session.ThoughtCompleted{Kind: session.KindReread}, // its plan had gone
		&session.ThoughtCompleted{Kind: session.KindReread, Reading: &session.PlanScore{}}, &session.ThoughtCompleted{Kind: session.KindReread, Reading: &session.PlanScore{}, Calls: []session.Call{{}}, Slot: session.SlotKept},
		&session.ThoughtCompleted{Kind: session.KindReread, Reading: &session.PlanScore{}, Calls: []session.Call{{}}, Slot: session.SlotRevised},
		&session.ThoughtCompleted{Kind: "talk", Slot: session.SlotKept, Candidate: "dunno"}, &session.ThoughtCompleted{Kind: "talk", Slot: session.SlotNone},
		&session.MessageSent{Kind: session.Reply, Text: "where are u from"}, &session.MessageSent{Kind: session.Reply, Text: "from dresden"},
		&session.ThoughtCompleted{Kind: session.KindVotePrefix + "vot_1"}, &session.ThoughtFailed{Kind: session.KindVotePrefix + "vot_1", Code: "model_down"},
		&session.VoteRequested{VoteRequest: session.VoteRequest{Kind: session.YesNo}}, &session.VoteCancelled{}, &session.VoteReceipt{VoteUse: session.VoteUse{Used: session.UsedNone}},
		&session.VoteCast{Origin: session.FromRequest, AnsweredBy: session.ByModel, Late: true, DeadlineAt: second.Add(-time.Second), Waited: 2000},
		&session.VoteCast{Origin: session.FromRequest, AnsweredBy: session.ByFallback, DeadlineAt: second.Add(3 * time.Second)},
		&session.VoteCast{Origin: session.FromAccusation, AnsweredBy: session.ByMind, Waited: 1000},
	} {
		m.events.count(session.Event{At: second, Data: data}, false)
		// an event that was stored before is not counted again
		m.events.count(session.Event{At: second, Data: data}, true)
	}
	m.model.call(session.Call{Model: "\xff", Role: "reply", Rung: "schema", Reason: session.CallRetry, Outcome: "model_timeout", CostMicros: 1500, Millis: 5})
	m.model.call(session.Call{Model: "m", Role: "reply", Outcome: session.OutcomeBusy, Waited: 2000})
	m.Answered("", "", http.StatusNotFound, time.Millisecond)
	recorder := httptest.NewRecorder()
	m.Handler(slog.New(slog.DiscardHandler)).ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	for _, line := range []string{
		`ringer_thoughts_failed_total{code="model_timeout",kind="talk"} 1`, `ringer_plans_revised_total 1`,
		`ringer_plans_cancelled_total{reason="stale"} 1`, `ringer_texts_rejected_total{rule="repeat"} 1`, `ringer_homes_live 3`,
		`ringer_receipts_total{status="rejected"} 1`, `ringer_messages_annotated_total 1`, `ringer_messages_read_total{kind="when"} 2`, `ringer_beliefs_updated_total 1`,
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
		`ringer_model_calls_waiting_tenants 2`, `ringer_model_calls_waiting_most 7`,
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

// deliveries is a server that has sent nothing to webhooks.
var deliveries = Deliveries{
	Counts:  func() map[string]int64 { return map[string]int64{"delivered": 0, "failed": 0, "dead": 0} },
	Waiting: func(context.Context) (int64, time.Time, error) { return 0, time.Time{}, nil },
}

func TestMetricsAreDocumented(t *testing.T) {
	t.Parallel()
	m := New()
	m.LogLost(func() int64 { return 0 })
	m.Deliver(deliveries)
	m.Watch(&database{}, (&database{}).Ready)
	m.Live(func() int { return 0 }, func() fleet.Replicas { return fleet.Replicas{Alive: 3, Taken: 5, Lost: 7} })
	m.Load(func() llm.Load { return llm.Load{Waiting: map[prompt.ModelRole]int{prompt.RoleReply: 0}} })
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

func BenchmarkMetricsOfAPost(b *testing.B) {
	m := New()
	e := session.Event{Data: &session.MessageReceived{}}
	b.ReportAllocs()
	for b.Loop() {
		m.events.platform.took.Observe(.003)
		m.events.platform.stored.Inc()
		m.events.count(e, false)
		m.Answered("POST", "/v1/sessions/:id/messages", http.StatusAccepted, 3*time.Millisecond)
	}
}

// TestCountersBeginAtZero: Prometheus sees no increase from no series to one.
func TestCountersBeginAtZero(t *testing.T) {
	t.Parallel()
	m := New()
	m.Begin(Known{Strategies: []string{"tom"}, Paths: []string{"silence"}, Models: []string{"m"}})
	for _, line := range []string{
		`http_requests_total{method="POST",route="/v1/sessions/:id/messages",status="503"}`, `http_requests_total{method="GET",route="/readyz",status="503"}`,
		`http_requests_total{method="POST",route="/v1/games",status="201"}`, `streams_ended_total{cause="log_lost"}`, `warnings_total{code="unlikely_time",result="refused"}`,
		`appends_total{by="bot",result="unavailable"}`, `appends_total{by="platform",result="stored"}`, `sessions_created_total{strategy="tom"}`, `games_ended_total{reason="ttl"}`,
		`strategies_degraded_total{reason="cost_spent",to="silence"}`, `plans_cancelled_total{reason="stale"}`, `texts_rejected_total{rule="secret"}`,
		`texts_written_total{result="elsewhere"}`, `texts_rewritten_total{result="failed"}`, `plans_read_total{result="kept"}`, `messages_sent_total{kind="rest"}`,
		`receipts_total{status="rejected"}`, `votes_requested_total{kind="number"}`, `votes_cast_total{answered_by="fallback",origin="request",result="late"}`,
		`vote_receipts_total{used="none"}`, `model_tokens_total{model="m",part="cached",role="reply"}`, `model_cost_total{model="m",role="decision"}`,
		`model_calls_total{model="m",outcome="model_timeout",reason="retry",role="reply",rung="strict_schema"}`,
	} {
		if got := shown(m, "ringer_"+line); len(got) != 1 || !strings.HasSuffix(got[0], " 0") {
			t.Errorf("%s begins with %q", line, got)
		}
	}
	m.LogLost(func() int64 { return 0 })
	m.Deliver(deliveries)
	m.Live(func() int { return 0 }, func() fleet.Replicas { return fleet.Replicas{} })
	kinds := []string{"ringer_thoughts_completed_total", "ringer_thoughts_failed_total", "ringer_messages_read_total"} // of strategies
	families, err := m.registry.Gather()
	sessiontest.NoError(t, err)
	for line := range strings.Lines(repotest.Read(t, "docs/operations.md")) {
		if !strings.HasPrefix(line, "| `ringer_") {
			continue
		}
		for _, name := range regexp.MustCompile(`ringer_\w+_total`).FindAllString(strings.Split(line, "|")[1], -1) {
			begun := slices.ContainsFunc(families, func(f *dto.MetricFamily) bool { return f.GetName() == name })
			if !begun && !slices.Contains(kinds, name) {
				t.Errorf("%s has no series", name)
			}
		}
	}
}
