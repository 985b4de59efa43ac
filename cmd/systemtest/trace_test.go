package systemtest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	collectmetrics "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	collecttrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracing "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"ringer/engine/logtest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// collector takes traces and metrics, as collectors of OpenTelemetry do.
type collector struct {
	*httptest.Server
	mu      sync.Mutex // protects the rest
	raw     strings.Builder
	spans   []*tracing.Span
	metrics map[string]bool
}

func startCollector(t *testing.T) *collector {
	c := &collector{metrics: map[string]bool{}}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		c.mu.Lock()
		defer c.mu.Unlock()
		c.raw.Write(body)
		var spans collecttrace.ExportTraceServiceRequest
		var metrics collectmetrics.ExportMetricsServiceRequest
		into := proto.Message(&metrics)
		if r.URL.Path == "/v1/traces" {
			into = &spans
		}
		if err := proto.Unmarshal(body, into); err != nil {
			t.Error(err)
		}
		for _, of := range spans.ResourceSpans {
			for _, s := range of.ScopeSpans {
				c.spans = append(c.spans, s.Spans...)
			}
		}
		for _, of := range metrics.ResourceMetrics {
			for _, s := range of.ScopeMetrics {
				for _, m := range s.Metrics {
					c.metrics[m.Name] = true
				}
			}
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(c.Close)
	return c
}

// named returns the spans whose name begins so.
func (c *collector) named(prefix string) (found []*tracing.Span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.spans {
		if strings.HasPrefix(s.Name, prefix) {
			found = append(found, s)
		}
	}
	return found
}

// env are the variables for a server that exports to the collector.
func (c *collector) env() []string {
	return []string{"OTEL_EXPORTER_OTLP_ENDPOINT=" + c.URL, "OTEL_BSP_SCHEDULE_DELAY=50", "OTEL_EXPORTER_OTLP_COMPRESSION=none"}
}

// TestATraceAcrossReplicas: a replica takes the post, another one that owns the game thinks, asks
// the model and sends. All is one trace.
func TestATraceAcrossReplicas(t *testing.T) {
	t.Parallel()
	c := startCollector(t)
	database := "DATABASE_URL=" + storetest.Postgres(t)
	env := append(c.env(), "PORT=0", database)
	owner := startLogged(t, testWriter{t}, append(env, "RINGER_REPLICA=a"))
	id := owner.create(`{"wpm":300}`)
	await(owner, id, func(*session.SessionCreated) bool { return true })
	other := startLogged(t, testWriter{t}, append(env, "RINGER_REPLICA=b"))
	other.say(id, "Blue", "red, where are you from?")
	await(owner, id, func(*session.MessageSent) bool { return true })
	other.end(syscall.SIGTERM)
	owner.end(syscall.SIGTERM)

	posts := c.named("post")
	if len(posts) != 1 || len(posts[0].Links) != 1 || len(posts[0].ParentSpanId) != 0 {
		t.Fatalf("the posts are %v", posts)
	}
	byID := map[string]*tracing.Span{}
	for _, s := range c.named("") {
		byID[string(s.SpanId)] = s
	}
	if request := byID[string(posts[0].Links[0].SpanId)]; request == nil || request.Name != "POST /v1/sessions/:id/messages" {
		t.Errorf("the post is linked to %v", request)
	}
	found := map[string]int{}
	for _, s := range byID {
		if string(s.TraceId) != string(posts[0].TraceId) {
			continue
		}
		kind, _, _ := strings.Cut(s.Name, " ")
		path := ""
		for up := s; up != nil; up = byID[string(up.ParentSpanId)] {
			k, _, _ := strings.Cut(up.Name, " ")
			path = "/" + k + path
		}
		found[path]++
		if kind != "post" && s.StartTimeUnixNano > s.EndTimeUnixNano {
			t.Errorf("%s ends before it begins", s.Name)
		}
	}
	if found["/post"] != 1 || found["/post/thought"] == 0 || found["/post/thought/model"] == 0 || found["/post/message.sent"] != 1 {
		t.Errorf("the trace has %v", found)
	}
	if !c.metrics["ringer_posts_total"] || !c.metrics["ringer_ready"] {
		t.Errorf("the collector got the metrics %v", c.metrics)
	}
}

// canary stands in all that players and platforms write.
const canary = "zqcanary"

// TestNoTextIsSeen plays with canaries in names, messages, ids, keys and answers of the model. They
// are in no line of the log at level debug, no metric and no trace.
func TestNoTextIsSeen(t *testing.T) {
	t.Parallel()
	c, key := startCollector(t), canary+"-key-0123456789"
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.Header.Get("Traceparent") != "" {
			t.Error("the model server gets a traceparent")
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"{\"decision\":\"send\",\"text\":\"from `+canary+`\"}"}}]}`)
	}))
	t.Cleanup(model.Close)
	var log logtest.Buffer
	p := startLogged(t, &log, append(c.env(), "PORT=0", "RINGER_DB="+filepath.Join(t.TempDir(), "ringer.db"), "LOG_LEVEL=debug", "RINGER_API_KEY="+key,
		"OPENAI_BASE_URL="+model.URL+"/v1", "OPENAI_API_KEY="+canary+"-model-0123456789"))
	p.key = key
	id := p.open(map[string]any{
		"external_id": canary + "-round", "metadata": map[string]any{"note": canary}, "seed": 1, "biography": sessiontest.Biography(), "record": true,
		"game": map[string]any{"rules": "turing", "players": []any{"Red", map[string]any{"id": canary + "-id", "name": "Zq" + canary}, "Green"}},
		"bot":  map[string]any{"seat": "Red", "role": canary, "private_info": canary, "secrets": []string{canary}}, "persona": "likes " + canary, "timing": "instant",
	})
	for i := range 3 {
		p.call("POST", "/v1/sessions/"+id+"/messages", map[string]any{"id": fmt.Sprint(canary, i), "sender": canary + "-id", "text": "red, where are you from? " + canary}, nil)
	}
	await(p, id, func(*session.ThoughtCompleted) bool { return true })
	p.call("POST", "/v1/sessions/"+id+"/votes", map[string]any{"id": canary + "-vote", "kind": "yes_no", "question": canary + "?", "within_ms": 300}, nil)
	await(p, id, func(*session.VoteCast) bool { return true })
	for _, path := range []string{ // each is refused with what it holds, or finds nothing
		"/v1/sessions/" + canary, "/v1/sessions/" + id + "/messages/" + canary + "/trace", "/v1/sessions/" + id + "/votes/" + canary + "-vote", "/v1/sessions?external_id=" + canary + "-round",
		"/v1/sessions/" + id + "/events?read_token=" + canary, "/" + canary, "/v1/sessions?" + canary + "=1",
	} {
		p.get(path)
	}
	p.call("POST", "/v1/sessions/"+id+"/messages", map[string]any{"sender": canary, "text": canary}, nil)
	p.call("POST", "/v1/sessions", map[string]any{canary: 1}, nil)
	_, metrics := p.get("/metrics")
	p.end(syscall.SIGTERM)
	if len(c.named("thought")) == 0 || len(c.named("model call")) == 0 {
		t.Error("no traces were seen")
	}
	for where, text := range map[string]string{"log": log.String(), "metrics": metrics, "traces": c.raw.String()} {
		for line := range strings.Lines(text) {
			if at := strings.Index(line, canary); at >= 0 {
				t.Errorf("the %s hold what was written: …%.200q", where, line[max(0, at-120):])
			}
		}
	}
}
