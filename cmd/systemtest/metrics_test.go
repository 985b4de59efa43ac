package systemtest

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// scrape reads the metrics of a server as Prometheus does, and checks them with its linter.
func scrape(t testing.TB, p *process) figuresByName {
	t.Helper()
	response, body := p.get("/metrics")
	if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/plain") {
		t.Fatalf("status %d, content type %q", response.StatusCode, response.Header.Get("Content-Type"))
	}
	problems, err := promlint.New(strings.NewReader(body)).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("lint: %v, %v", problems, err)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	all := sessiontest.Must(parser.TextToMetricFamilies(strings.NewReader(body)))(t)
	return all
}

type figuresByName map[string]*dto.MetricFamily

// value returns the sum of the values of a family that have the labels: pairs of name and value.
// For a histogram it returns the number of observations.
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

// TestMetricsOfAGame plays a game with a server, and checks its metrics.
func TestMetricsOfAGame(t *testing.T) {
	t.Parallel()
	p := start(t, filepath.Join(t.TempDir(), "ringer.db"))
	id := p.create(`{"wpm":300}`)
	stream := p.listenTo(id)
	for range 2 { // the second one is a duplicate
		p.call("POST", "/v1/sessions/"+id+"/messages", map[string]any{"id": "m1", "sender": "Blue", "text": "red, where are you from?"}, nil)
	}
	p.call("POST", "/v1/sessions/"+id+"/observations", map[string]any{"kind": "typing", "player": "Blue"}, nil)
	await(p, id, func(*session.MessageSent) bool { return true })
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
		checkLabels(t, name, family, id, "PROPFIND")
	}
}

// checkLabels checks that no label of a metric contains what a client has chosen.
func checkLabels(t *testing.T, name string, family *dto.MetricFamily, chosen ...string) {
	t.Helper()
	for _, m := range family.GetMetric() {
		for _, l := range m.GetLabel() {
			for _, text := range chosen {
				if strings.Contains(l.GetValue(), text) {
					t.Errorf("%s has the label %s=%q", name, l.GetName(), l.GetValue())
				}
			}
		}
	}
}
