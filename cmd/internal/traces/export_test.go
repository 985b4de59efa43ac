package traces

import (
	"log/slog"
	"strings"
	"testing"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"ringer/cmd/internal/metrics"
	"ringer/engine/sessiontest"
)

// TestStart: without a collector there are no traces, and mistakes say what to do.
func TestStart(t *testing.T) {
	t.Parallel()
	endpoint := "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1"
	for name, c := range map[string]struct {
		env  []string
		want string // in the error; "-" for no traces
	}{
		"Off":      {nil, "-"},
		"Disabled": {[]string{endpoint, "OTEL_SDK_DISABLED=true"}, "-"},
		"OnlyGRPC": {[]string{endpoint, "OTEL_EXPORTER_OTLP_PROTOCOL=grpc"}, "4318"},
		"Sampler":  {[]string{endpoint, "OTEL_TRACES_SAMPLER=jaeger_remote"}, "OTEL_TRACES_SAMPLER must be"},
		"BadShare": {[]string{endpoint, "OTEL_TRACES_SAMPLER=traceidratio", "OTEL_TRACES_SAMPLER_ARG=2"}, "from 0 to 1"},
		"NoTraces": {[]string{endpoint, "OTEL_TRACES_EXPORTER=none", "OTEL_METRICS_EXPORTER=none"}, "-"},
	} {
		getenv := func(name string) string {
			for _, v := range c.env {
				if value, ok := strings.CutPrefix(v, name+"="); ok {
					return value
				}
			}
			return ""
		}
		got, stop, err := Start(t.Context(), Settings{Getenv: getenv, Log: slog.New(slog.DiscardHandler), Metrics: metrics.New().Gatherer()})
		if got != nil || (err == nil) != (c.want == "-") {
			t.Errorf("%s: traces %v, error %v", name, got, err)
		}
		if err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		sessiontest.NoError(t, stop(t.Context()))
	}
}

// TestReplicasSampleAlike: a replica that joins a trace knows whether the one that began it keeps
// it. Of a hundred messages a quarter is kept.
func TestReplicasSampleAlike(t *testing.T) {
	t.Parallel()
	sampler := sessiontest.Must(samplerOf("parentbased_traceidratio", "0.25"))(t)
	begins, joins := newTraces(sdk.NewTracerProvider(), sampler), newTraces(sdk.NewTracerProvider(), sampler)
	kept := 0
	for i := range 1000 {
		id := strings.Repeat("m", i+1)
		a, b := begins.origin("gam_1", id), joins.origin("gam_1", id)
		if a.TraceID() != b.TraceID() || a.SpanID() != b.SpanID() || a.IsSampled() != b.IsSampled() || !a.IsValid() {
			t.Fatalf("%v and %v", a, b)
		}
		if a.TraceID() == begins.origin("gam_2", id).TraceID() {
			t.Fatal("two homes share a trace")
		}
		if a.IsSampled() {
			kept++
		}
	}
	if kept < 200 || kept > 300 {
		t.Errorf("%d of 1000 are kept", kept)
	}
	if got, _ := (ids{}).NewIDs(t.Context()); got == (trace.TraceID{}) {
		t.Error("an id is empty")
	}
}
