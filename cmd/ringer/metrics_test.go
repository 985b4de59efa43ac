package main

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"ringer/engine/game"
	"ringer/engine/llm"
	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/store"
)

// scrape reads the metrics of a server as Prometheus does, and lints them.
func scrape(t testing.TB, p *process) figuresByName {
	t.Helper()
	response, err := p.client.Get(p.url + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/plain") {
		t.Fatalf("status %d, content type %q, %v", response.StatusCode, response.Header.Get("Content-Type"), err)
	}
	problems, err := promlint.New(bytes.NewReader(body)).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("lint: %v, %v", problems, err)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	all, err := parser.TextToMetricFamilies(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

type figuresByName map[string]*dto.MetricFamily

// value returns the sum of a family's values whose labels are as given: pairs of name and value. Of a histogram it counts.
func (f figuresByName) value(name string, labels ...string) (sum float64) {
	for _, m := range f["ringer_"+name].GetMetric() {
		has := map[string]string{}
		for _, l := range m.GetLabel() {
			has[l.GetName()] = l.GetValue()
		}
		matches := true
		for i := 0; i < len(labels); i += 2 {
			matches = matches && has[labels[i]] == labels[i+1]
		}
		if matches {
			sum += m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	return sum
}

// TestMetricsOfAGame plays a game with a server, and reads in its metrics what happened.
func TestMetricsOfAGame(t *testing.T) {
	t.Parallel()
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	id := p.create(`{"wpm":300}`)
	stream := p.open(id)
	for range 2 { // the second one is known
		p.call("POST", "/v1/sessions/"+id+"/messages", map[string]any{"id": "m1", "sender": "Blue", "text": "red, where are you from?"}, nil)
	}
	p.call("POST", "/v1/sessions/"+id+"/observations", map[string]any{"kind": "typing", "player": "Blue"}, nil)
	await(p, id, func(*game.MessageSent) bool { return true })
	vote := "/v1/sessions/" + id + "/votes"
	p.call("POST", vote+"?wait=30s", map[string]any{"id": "v1", "kind": "yes_no", "question": "Is it raining?", "within_ms": 300}, nil)
	p.call("POST", vote, map[string]any{"id": "v2", "kind": "yes_no", "question": "Is it raining?"}, nil)
	p.call("POST", vote+"/v2/cancel", map[string]any{}, nil)
	p.call("POST", vote+"/v1/receipt", map[string]any{"used": "answer"}, nil)
	p.call("POST", "/v1/sessions/"+id+"/messages", map[string]any{"sender": "Nobody", "text": "hi"}, nil)
	p.call("PROPFIND", "/v1/sessions/"+id, nil, nil)
	p.call("GET", "/nothing/"+id, nil, nil)
	if open := scrape(t, p).value("streams_open"); open != 1 {
		t.Errorf("%v streams are open, want 1", open)
	}
	p.call("POST", "/v1/sessions/"+id+"/end", map[string]any{}, nil)
	if _, err := io.ReadAll(stream); err != nil {
		t.Error(err)
	}

	got := scrape(t, p)
	for _, c := range []struct {
		name   string
		labels []string
		want   float64
	}{
		{"posts_total", []string{"kind", "message", "result", "new"}, 1},
		{"posts_total", []string{"kind", "message", "result", "duplicate"}, 1},
		{"posts_total", []string{"kind", "observation", "result", "new"}, 1},
		{"sessions_created_total", []string{"strategy", "scheduler"}, 1},
		{"sessions_ended_total", []string{"reason", "platform"}, 1},
		{"messages_sent_total", nil, 1}, {"message_lateness_seconds", nil, 1}, {"message_waited_seconds", nil, 1},
		{"http_requests_total", []string{"method", "POST", "route", "/v1/sessions/:id/messages", "status", "202"}, 2},
		{"http_requests_total", []string{"method", "POST", "route", "/v1/sessions/:id/messages", "status", "422"}, 1},
		{"http_requests_total", []string{"method", "other", "route", "other"}, 2},
		{"http_request_duration_seconds", []string{"method", "POST", "route", "/v1/sessions/:id/end"}, 1},
		{"streams_ended_total", []string{"cause", "session_ended"}, 1}, {"streams_open", nil, 0},
		{"appends_total", []string{"by", "platform", "result", "stored"}, 8},
		{"votes_requested_total", []string{"kind", "yes_no"}, 2}, {"votes_cancelled_total", nil, 1}, {"vote_receipts_total", []string{"used", "answer"}, 1},
		{"votes_cast_total", []string{"origin", "request"}, 1}, {"vote_waited_seconds", []string{"origin", "request"}, 1}, {"vote_left_seconds", nil, 1},
	} {
		if v := got.value(c.name, c.labels...); v != c.want {
			t.Errorf("%s%v is %v, want %v", c.name, c.labels, v, c.want)
		}
	}
	for _, some := range []string{
		"plans_created_total", "thoughts_completed_total", "model_calls_total", "model_call_duration_seconds", "model_tokens_total",
		"append_group_size", "append_group_duration_seconds", "append_duration_seconds", "homes_live",
	} {
		if got.value(some) == 0 {
			t.Errorf("%s is 0", some)
		}
	}
	for name, family := range got {
		for _, m := range family.GetMetric() {
			for _, l := range m.GetLabel() {
				if strings.Contains(l.GetValue(), id) || strings.Contains(l.GetValue(), "PROPFIND") {
					t.Errorf("%s has the label %s=%q", name, l.GetName(), l.GetValue())
				}
			}
		}
	}
}

// TestMetricsOfTrouble counts what a short game need not show, and lints all there is.
func TestMetricsOfTrouble(t *testing.T) {
	t.Parallel()
	m := newMetrics()
	m.live(func() int { return 3 })
	m.load(func() llm.Load {
		return llm.Load{InFlight: 5, Bound: 64, Waiting: map[prompt.ModelRole]int{prompt.RoleReply: 2, prompt.RoleAnalysis: 9}, Down: true}
	})
	m.grouped(store.Group{Appends: 2, Events: 3, Took: time.Millisecond})
	second := time.Unix(1, 0)
	for _, data := range []game.Payload{
		&game.ThoughtFailed{Kind: "talk", Code: "model_timeout"}, &game.PlanRevised{}, &game.PlanCancelled{Reason: game.CancelStale},
		&game.StrategyDegraded{PathChange: game.PathChange{To: "sparse", Reason: game.CostSpent}},
		&game.StrategyRecovered{PathChange: game.PathChange{To: "full", Reason: game.ModelFailing}}, &game.TextRejected{Rule: mouth.RuleRepeat}, &game.MessageReceipt{Receipt: game.Receipt{Status: game.Rejected}},
		&game.ThoughtCompleted{Kind: game.Rewrite, Slot: game.SlotRevised}, &game.ThoughtCompleted{Kind: game.Rewrite, Slot: game.SlotRejected},
		&game.ThoughtCompleted{Kind: game.Rewrite, Slot: game.SlotBarred}, &game.ThoughtFailed{Kind: game.Rewrite, Code: "model_down"}, &game.MessageAnnotated{}, &game.BeliefUpdated{},
		&game.ThoughtCompleted{Kind: game.VoteThought + "vot_1"}, &game.ThoughtFailed{Kind: game.VoteThought + "vot_1", Code: "model_down"},
		&game.VoteRequested{VoteRequest: game.VoteRequest{Kind: game.YesNo}}, &game.VoteCancelled{}, &game.VoteReceipt{VoteUse: game.VoteUse{Used: game.UsedNone}},
		&game.VoteCast{Origin: game.FromRequest, AnsweredBy: game.ByModel, Late: true, DeadlineAt: second.Add(-time.Second), Waited: 2000},
		&game.VoteCast{Origin: game.FromRequest, AnsweredBy: game.ByFallback, DeadlineAt: second.Add(3 * time.Second)},
		&game.VoteCast{Origin: game.FromAccusation, AnsweredBy: game.ByMind, Waited: 1000},
	} {
		m.log.event(game.Event{At: second, Data: data}, false)
		m.log.event(game.Event{At: second, Data: data}, true) // what was there before counts once
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
		`ringer_texts_rewritten_total{result="planned"} 1`, `ringer_texts_rewritten_total{result="refused"} 1`,
		`ringer_texts_rewritten_total{result="dropped"} 1`, `ringer_texts_rewritten_total{result="failed"} 1`,
		`ringer_thoughts_completed_total{kind="core.vote"} 1`, `ringer_thoughts_failed_total{code="model_down",kind="core.vote"} 1`,
		`ringer_votes_requested_total{kind="yes_no"} 1`, `ringer_votes_cancelled_total 1`, `ringer_vote_receipts_total{used="none"} 1`,
		`ringer_votes_cast_total{answered_by="model",origin="request",result="late"} 1`,
		`ringer_votes_cast_total{answered_by="mind",origin="accusation",result="in_time"} 1`,
		`ringer_vote_waited_seconds_sum{origin="request"} 2`, `ringer_vote_left_seconds_count 2`, `ringer_vote_left_seconds_sum 3`,
		`ringer_append_group_size_sum 2`, `ringer_model_calls_total{model="?",outcome="model_timeout",reason="retry",role="reply",rung="schema"} 1`,
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

// TestMetricsAreDocumented compares the table in docs/operations.md with what there is.
func TestMetricsAreDocumented(t *testing.T) {
	t.Parallel()
	m := newMetrics()
	m.live(func() int { return 0 })
	m.load(func() llm.Load { return llm.Load{Waiting: map[prompt.ModelRole]int{prompt.RoleReply: 0}} })
	descriptions := make(chan *prometheus.Desc)
	go func() { // ends when all have been read
		m.registry.Describe(descriptions)
		close(descriptions)
	}()
	var there, documented []string
	for d := range descriptions {
		there = append(there, regexp.MustCompile(`ringer_\w+`).FindAllString(d.String(), 1)...)
	}
	for line := range strings.Lines(read(t, "docs/operations.md")) {
		if strings.HasPrefix(line, "| `ringer_") {
			documented = append(documented, regexp.MustCompile(`ringer_\w+`).FindAllString(line, -1)...)
		}
	}
	slices.Sort(there)
	slices.Sort(documented)
	if !slices.Equal(there, documented) {
		t.Errorf("there are the metrics\n%q\ndocs/operations.md has\n%q", there, documented)
	}
}

// BenchmarkMetricsOfAPost is what a post costs for being counted.
func BenchmarkMetricsOfAPost(b *testing.B) {
	m := newMetrics()
	e := game.Event{Data: &game.MessageReceived{}}
	b.ReportAllocs()
	for b.Loop() {
		m.log.platform.took.Observe(.003)
		m.log.platform.stored.Inc()
		m.log.event(e, false)
		m.Answered("POST", "/v1/sessions/:id/messages", http.StatusAccepted, 3*time.Millisecond)
	}
}
