package cli

import (
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"ringer/engine"
	"ringer/engine/game"
	"ringer/engine/prompt"
)

// modelMetrics are the figures of model calls, also of those whose thought was given up meanwhile: they cost as much.
type modelMetrics struct {
	calls  *prometheus.CounterVec
	took   *prometheus.HistogramVec
	waited *prometheus.HistogramVec
	tokens *prometheus.CounterVec
	cost   *prometheus.CounterVec
}

func newModelMetrics(m *metrics) modelMetrics {
	return modelMetrics{
		calls:  m.counter("model_calls_total", "Model calls, made or refused, by outcome: ok, or the code of what went wrong.", "model", "role", "rung", "reason", "outcome"),
		took:   m.histogram("model_call_duration_seconds", "Time of a model call.", answerBuckets, "model", "role"),
		waited: m.histogram("model_call_wait_seconds", "Time that a model call waited for its turn.", answerBuckets, "role"),
		tokens: m.counter("model_tokens_total", "Tokens: of prompts, those of them that the server had cached, and of answers.", "model", "role", "part"),
		cost:   m.counter("model_cost_total", "Cost, in the currency that prices are given in.", "model", "role"),
	}
}

// observedModels are models whose calls are counted and logged.
type observedModels struct {
	engine.Models
	*modelMetrics
	log *slog.Logger
	// known are the models that have a series of their own.
	known []string
}

// Asker implements engine.Models.
func (o observedModels) Asker(c prompt.Caller) prompt.Asker {
	record := c.Record
	c.Record = func(x prompt.Exchange) {
		counted := x.Call
		if !slices.Contains(o.known, counted.Model) { // a session chose it: the number of series must not grow with sessions
			counted.Model = "other"
		}
		o.call(counted)
		logCall(o.log, c.Session, &x)
		record(x)
	}
	return o.Models.Asker(c)
}

// logCall logs a model call: nothing of what was said in it. The error is here as well as with a thought that fails of it, since another call may
// bring the answer: then it is the only trace of what a server does not take.
func logCall(log *slog.Logger, session string, c *prompt.Exchange) {
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
	log.Info("model call", entry...)
}

func (m *modelMetrics) call(c game.Call) {
	c.Model = strings.ToValidUTF8(c.Model, "?") // a label must be, and this one is a setting
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
