package traces

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	bridge "go.opentelemetry.io/contrib/bridges/prometheus"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Settings are what a server says of itself. The usual variables OTEL_… say all else.
type Settings struct {
	Getenv  func(string) string
	Log     *slog.Logger
	Metrics prometheus.Gatherer
	// Replica and Version are attributes of all that is exported.
	Replica, Version string
}

var (
	noMeters   = noop.NewMeterProvider() // /metrics has them already
	propagator = propagation.TraceContext{}
)

// Start begins to export to the collector that the variables name. Without one it returns nothing,
// and costs nothing. stop sends the rest.
func Start(ctx context.Context, s Settings) (t *Traces, stop func(context.Context) error, err error) {
	stop = func(context.Context) error { return nil }
	all := s.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT")
	on := func(signal string) bool {
		return cmp.Or(s.Getenv("OTEL_EXPORTER_OTLP_"+signal+"_ENDPOINT"), all) != "" && s.Getenv("OTEL_"+signal+"_EXPORTER") != "none" && s.Getenv("OTEL_SDK_DISABLED") != "true"
	}
	if !on("TRACES") && !on("METRICS") {
		return nil, stop, nil
	}
	if p := s.Getenv("OTEL_EXPORTER_OTLP_PROTOCOL"); p != "" && p != "http/protobuf" {
		return nil, stop, fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL is %s, and ringer speaks http/protobuf only; leave it out, and name the collector's port for HTTP, usually 4318", p)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		s.Log.Warn("the collector of OpenTelemetry does not take what is sent to it", slog.Any("error", err))
	}))
	of, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "ringer"), attribute.String("service.version", s.Version),
		attribute.String("service.instance.id", s.Replica)), resource.WithFromEnv(), resource.WithTelemetrySDK())
	if err != nil {
		return nil, stop, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES cannot be read: %w", err)
	}
	var stops []func(context.Context) error
	stop = func(ctx context.Context) (err error) {
		for _, f := range stops {
			err = errors.Join(err, f(ctx))
		}
		return err
	}
	if on("TRACES") {
		sampler, err := samplerOf(s.Getenv("OTEL_TRACES_SAMPLER"), s.Getenv("OTEL_TRACES_SAMPLER_ARG"))
		if err != nil {
			return nil, stop, err
		}
		exporter, err := otlptracehttp.New(ctx)
		if err != nil {
			return nil, stop, fmt.Errorf("traces: %w", err)
		}
		p := sdk.NewTracerProvider(sdk.WithBatcher(clean{exporter}), sdk.WithResource(of), sdk.WithIDGenerator(ids{}), sdk.WithSampler(sdk.ParentBased(sampler)))
		stops = append(stops, p.Shutdown)
		t = newTraces(p, sampler)
	}
	if on("METRICS") {
		exporter, err := otlpmetrichttp.New(ctx)
		if err != nil {
			return nil, stop, fmt.Errorf("metrics: %w", err)
		}
		reader := metric.NewPeriodicReader(exporter, metric.WithProducer(bridge.NewMetricProducer(bridge.WithGatherer(s.Metrics))))
		stops = append(stops, metric.NewMeterProvider(metric.WithReader(reader), metric.WithResource(of)).Shutdown)
	}
	return t, stop, nil
}

// samplerOf returns the sampler of traces that begin here. The SDK knows the variables, too, but
// does not give its sampler away, and the replicas that join a trace must decide alike.
func samplerOf(name, arg string) (sdk.Sampler, error) {
	switch strings.TrimPrefix(name, "parentbased_") {
	case "", "always_on":
		return sdk.AlwaysSample(), nil
	case "always_off":
		return sdk.NeverSample(), nil
	case "traceidratio":
		share, err := strconv.ParseFloat(cmp.Or(arg, "1"), 64)
		if err != nil || share < 0 || share > 1 {
			return nil, errors.New("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1")
		}
		return sdk.TraceIDRatioBased(share), nil
	}
	return nil, errors.New("OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, or one of them after parentbased_")
}

// plannedKey is the key under which a context has the ids of the next root span.
type plannedKey struct{}

// ids draws the ids of spans, except of those whose id is known.
type ids struct{}

// NewIDs implements sdk.IDGenerator.
func (ids) NewIDs(ctx context.Context) (of trace.TraceID, span trace.SpanID) {
	if planned, ok := ctx.Value(plannedKey{}).(trace.SpanContext); ok {
		return planned.TraceID(), planned.SpanID()
	}
	rand.Read(of[:]) // never fails
	rand.Read(span[:])
	return of, span
}

// NewSpanID implements sdk.IDGenerator.
func (ids) NewSpanID(context.Context, trace.TraceID) (span trace.SpanID) {
	rand.Read(span[:])
	return span
}

// clean exports spans without what a client has written: addresses hold ids of platforms and
// tokens, and errors quote what was sent.
type clean struct{ sdk.SpanExporter }

// ExportSpans implements sdk.SpanExporter.
func (c clean) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	cleaned := make([]sdk.ReadOnlySpan, len(spans))
	for i, s := range spans {
		cleaned[i] = cleanSpan{s}
	}
	return c.SpanExporter.ExportSpans(ctx, cleaned)
}

type cleanSpan struct{ sdk.ReadOnlySpan }

// allowed are the attributes that otelecho may export.
var allowed = map[attribute.Key]bool{"http.request.method": true, "http.route": true, "http.response.status_code": true}

// Attributes implements sdk.ReadOnlySpan.
func (s cleanSpan) Attributes() (kept []attribute.KeyValue) {
	for _, a := range s.ReadOnlySpan.Attributes() {
		if allowed[a.Key] || strings.HasPrefix(string(a.Key), "ringer.") || strings.HasPrefix(string(a.Key), "gen_ai.") {
			kept = append(kept, a)
		}
	}
	return kept
}

// Events implements sdk.ReadOnlySpan. Errors are events with a text.
func (s cleanSpan) Events() (kept []sdk.Event) {
	for _, e := range s.ReadOnlySpan.Events() {
		if len(e.Attributes) == 0 {
			kept = append(kept, e)
		}
	}
	return kept
}

// Status implements sdk.ReadOnlySpan. Our own spans describe failures by codes.
func (s cleanSpan) Status() sdk.Status {
	status := s.ReadOnlySpan.Status()
	if s.InstrumentationScope().Name != "ringer" {
		status.Description = ""
	}
	return status
}

// StopLimit bounds how long a stopping server sends the rest.
const StopLimit = 5 * time.Second
