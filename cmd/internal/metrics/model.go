package metrics

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/step"
)

// modelMetrics are the figures of model calls. They include the calls of thoughts that were stopped
// meanwhile: these cost as much.
type modelMetrics struct {
	calls  *prometheus.CounterVec
	took   *prometheus.HistogramVec
	waited *prometheus.HistogramVec
	tokens *prometheus.CounterVec
	cost   *prometheus.CounterVec
}

func newModelMetrics(m *Metrics) modelMetrics {
	return modelMetrics{
		calls:  m.counter("model_calls_total", "Model calls, made or refused, by outcome: ok, or the code of what went wrong.", "model", "role", "rung", "reason", "outcome"),
		took:   m.histogram("model_call_duration_seconds", "Time of a model call.", answerBuckets, "model", "role"),
		waited: m.histogram("model_call_wait_seconds", "Time that a model call waited for its turn.", answerBuckets, "role"),
		tokens: m.counter("model_tokens_total", "Tokens, by part: prompt, cached (the tokens of prompts that the server had cached), answer.", "model", "role", "part"),
		cost:   m.counter("model_cost_total", "Cost, in the currency that prices are given in.", "model", "role"),
	}
}

// Models returns models whose calls are counted and logged. known are the models that have series
// of their own.
func (m *Metrics) Models(of step.Models, log *slog.Logger, known []string) step.Models {
	return observedModels{of, &m.model, log, known, "other"}
}

// OwnModels is Models for the server of a tenant. Its models share one series, since their names
// are as many as tenants like.
func (m *Metrics) OwnModels(of step.Models, log *slog.Logger) step.Models {
	return observedModels{of, &m.model, log, nil, "own"}
}

type observedModels struct {
	step.Models
	*modelMetrics
	log   *slog.Logger
	known []string
	// rest is the label of all other models.
	rest string
}

func (o observedModels) Asker(c prompt.Caller) prompt.Asker {
	record := c.Record
	c.Record = func(x prompt.Exchange) {
		counted := x.Call
		// A session chose any other model. The number of series must not grow with the sessions.
		if !slices.Contains(o.known, counted.Model) {
			counted.Model = o.rest
		}
		o.call(counted)
		logCall(o.log, c.Session, &x)
		record(x)
	}
	return o.Models.Asker(c)
}

// logCall logs a model call, but nothing that was said in it. It logs the error even though a
// failed thought logs it, too. If another call brings the answer, this line is the only trace of
// what the server refused.
func logCall(log *slog.Logger, session string, c *prompt.Exchange) {
	level := slog.LevelDebug // a busy server makes a thousand a second; the metrics count them
	if c.Err != nil {
		level = slog.LevelInfo
	}
	if !log.Enabled(context.Background(), level) {
		return
	}
	entry := []any{
		"session", session, "task", c.Task, "role", c.Role, "model", c.Model, "ask", c.Ask, "reason", c.Reason, "rung", c.Rung,
		"waited_ms", c.Waited, "ms", c.Millis, "prompt_tokens", c.PromptTokens, "cached_tokens", c.CachedTokens, "answer_tokens", c.AnswerTokens,
		"cost_micros", c.CostMicros, "outcome", c.Outcome,
	}
	if c.Estimated {
		entry = append(entry, "estimated", true)
	}
	if c.Err != nil {
		entry = append(entry, "error", c.Err)
	}
	log.Log(context.Background(), level, "model call", entry...)
}

func (m *modelMetrics) call(c session.Call) {
	c.Model = strings.ToValidUTF8(c.Model, "?") // labels must be UTF-8; a setting need not be
	m.calls.WithLabelValues(c.Model, c.Role, c.Rung, string(c.Reason), c.Outcome).Inc()
	m.waited.WithLabelValues(c.Role).Observe((time.Duration(c.Waited) * time.Millisecond).Seconds())
	if !c.Made() {
		return
	}
	m.took.WithLabelValues(c.Model, c.Role).Observe((time.Duration(c.Millis) * time.Millisecond).Seconds())
	m.tokens.WithLabelValues(c.Model, c.Role, "prompt").Add(float64(c.PromptTokens))
	m.tokens.WithLabelValues(c.Model, c.Role, "cached").Add(float64(c.CachedTokens))
	m.tokens.WithLabelValues(c.Model, c.Role, "answer").Add(float64(c.AnswerTokens))
	m.cost.WithLabelValues(c.Model, c.Role).Add(float64(c.CostMicros) / 1e6)
}
