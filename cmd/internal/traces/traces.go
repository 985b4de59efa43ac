// Package traces follows messages through replicas with OpenTelemetry: from the post over thoughts
// and model calls to the answer.
//
// Nothing is stored for it, and nothing travels. A message is known by its home and its id, which
// any replica reads in the log. The id of its trace is a hash of both, and so is the id of the
// first span. So the replica that thinks about a message, or the one that sends the answer after a
// take-over, finds the trace of the one that took the post. The request that posted is a trace of
// its own, perhaps the platform's: the first span has a link to it.
//
//	post (link to the request)
//	├── thought scheduler.what (links to other messages that it considers)
//	│   ├── model call reply
//	│   └── model call reply
//	└── message.sent
package traces

import (
	"context"
	"crypto/sha256"
	"time"

	"github.com/labstack/echo/v4"
	//lint:ignore SA1019 its successor, labstack/echo-opentelemetry, is young
	"go.opentelemetry.io/contrib/instrumentation/github.com/labstack/echo/otelecho"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"ringer/api"
	"ringer/engine/home"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Traces implements api.Traces and home.Traces.
type Traces struct {
	tracer  trace.Tracer
	echo    echo.MiddlewareFunc
	sampler sdk.Sampler
}

var (
	_ api.Traces  = (*Traces)(nil)
	_ home.Traces = (*Traces)(nil)
)

// newTraces returns traces of a provider, whose sampler decides by the id of a trace alone.
func newTraces(p *sdk.TracerProvider, sampler sdk.Sampler) *Traces {
	known := map[string]bool{}
	for _, a := range api.Answers() {
		known[a.Route] = true
	}
	skip := func(c echo.Context) bool { // a client must not name spans, and probes are many
		path := c.Path()
		return !known[path] || path == "/healthz" || path == "/readyz" || path == "/metrics"
	}
	return &Traces{
		tracer: p.Tracer("ringer"), sampler: sampler,
		echo: otelecho.Middleware("ringer", otelecho.WithTracerProvider(p), otelecho.WithMeterProvider(noMeters), otelecho.WithPropagators(propagator), otelecho.WithSkipper(skip)),
	}
}

// Middleware implements api.Traces.
func (t *Traces) Middleware(next echo.HandlerFunc) echo.HandlerFunc { return t.echo(next) }

// origin returns the first span of a message's trace.
func (t *Traces) origin(homeID, message string) trace.SpanContext {
	sum := sha256.Sum256([]byte("ringer " + homeID + " " + message))
	c := trace.SpanContextConfig{TraceID: trace.TraceID(sum[:16]), SpanID: trace.SpanID(sum[16:24]), Remote: true}
	if t.sampler.ShouldSample(sdk.SamplingParameters{TraceID: c.TraceID}).Decision == sdk.RecordAndSample {
		c.TraceFlags = trace.FlagsSampled
	}
	return trace.NewSpanContext(c)
}

func (t *Traces) under(parent trace.SpanContext) context.Context {
	return trace.ContextWithRemoteSpanContext(context.Background(), parent)
}

// Posted implements api.Traces.
func (t *Traces) Posted(ctx context.Context, homeID, message string, began time.Time) {
	origin := t.origin(homeID, message)
	of := context.WithValue(context.Background(), plannedKey{}, origin)
	_, span := t.tracer.Start(of, "post", trace.WithTimestamp(began), trace.WithSpanKind(trace.SpanKindServer), trace.WithNewRoot(),
		trace.WithLinks(trace.LinkFromContext(ctx)), trace.WithAttributes(attribute.String("ringer.home", homeID)))
	span.End()
}

// Thought implements home.Traces.
func (t *Traces) Thought(homeID, sessionID string, w session.Want, about []string) home.TracedThought {
	began := []trace.SpanStartOption{trace.WithAttributes(attribute.String("ringer.home", homeID), attribute.String("ringer.session", sessionID),
		attribute.String("ringer.thought", session.KindOf(w.Kind)), attribute.Int64("ringer.based_on_seq", w.BasedOn))}
	ctx := context.Background()
	for i, message := range about {
		if origin := t.origin(homeID, message); i == len(about)-1 {
			ctx = t.under(origin)
		} else {
			began = append(began, trace.WithLinks(trace.Link{SpanContext: origin}))
		}
	}
	ctx, span := t.tracer.Start(ctx, "thought "+session.KindOf(w.Kind), began...)
	return &thought{t, ctx, span}
}

type thought struct {
	traces *Traces
	ctx    context.Context
	span   trace.Span
}

// Call implements home.TracedThought. The call is over, so the span has its times.
func (t *thought) Call(x prompt.Exchange) {
	_, span := t.traces.tracer.Start(t.ctx, "model call "+x.Role, trace.WithTimestamp(x.At), trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "chat"), attribute.String("ringer.task", x.Task), attribute.String("ringer.rung", x.Rung),
		attribute.String("ringer.reason", string(x.Reason)), attribute.Int64("ringer.waited_ms", x.Waited), attribute.Int("gen_ai.usage.input_tokens", x.PromptTokens),
		attribute.Int("gen_ai.usage.output_tokens", x.AnswerTokens), attribute.Int64("ringer.cost_micros", x.CostMicros), attribute.String("ringer.outcome", x.Outcome)))
	if x.Outcome != session.OutcomeOK {
		span.SetStatus(codes.Error, x.Outcome)
	}
	span.End(trace.WithTimestamp(x.At.Add(time.Duration(x.Millis) * time.Millisecond)))
}

// End implements home.TracedThought.
func (t *thought) End(of session.Thought) {
	if of.Failure != "" {
		t.span.SetStatus(codes.Error, of.Failure)
	}
	t.span.SetAttributes(attribute.Int("ringer.calls", len(of.Calls)))
	t.span.End()
}

// Sent implements home.Traces. The span begins when the bot began to plan for the message: what is
// not a thought in it is reading and typing.
func (t *Traces) Sent(homeID, sessionID, because string, plan *session.Plan, e session.Event) {
	sent, ok := e.Data.(*session.MessageSent)
	if !ok {
		return
	}
	_, span := t.tracer.Start(t.under(t.origin(homeID, because)), "message.sent", trace.WithTimestamp(plan.TriggerAt), trace.WithAttributes(
		attribute.String("ringer.home", homeID), attribute.String("ringer.session", sessionID), attribute.String("ringer.plan", sent.PlanID),
		attribute.String("ringer.kind", string(sent.Kind)), attribute.String("ringer.thought", session.KindOf(plan.Thought)),
		attribute.Int64("ringer.lateness_ms", sent.Lateness), attribute.Int64("ringer.waited_ms", int64(sent.Waited))))
	span.AddEvent("due", trace.WithTimestamp(sent.DueAt))
	span.End(trace.WithTimestamp(e.At))
}
