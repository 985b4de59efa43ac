package main

import (
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
	tokens *prometheus.CounterVec
}

func newModelMetrics(m *metrics) modelMetrics {
	return modelMetrics{
		calls:  m.counter("model_calls_total", "Model calls by outcome: ok, or the code of what failed.", "model", "role", "outcome"),
		took:   m.histogram("model_call_duration_seconds", "Time of a model call.", answerBuckets, "model", "role"),
		tokens: m.counter("model_tokens_total", "Tokens as the model server counted them.", "model", "role", "part"),
	}
}

// observedModels are models whose calls are counted.
type observedModels struct {
	engine.Models
	*modelMetrics
}

// Asker implements engine.Models.
func (o observedModels) Asker(c prompt.Caller) prompt.Asker {
	record := c.Record
	c.Record = func(x prompt.Exchange) {
		o.call(x.Call)
		record(x)
	}
	return o.Models.Asker(c)
}

func (m *modelMetrics) call(c game.Call) {
	c.Model = strings.ToValidUTF8(c.Model, "?") // a label must be, and this one is a setting
	m.calls.WithLabelValues(c.Model, c.Role, c.Outcome).Inc()
	m.took.WithLabelValues(c.Model, c.Role).Observe((time.Duration(c.Millis) * time.Millisecond).Seconds())
	m.tokens.WithLabelValues(c.Model, c.Role, "prompt").Add(float64(c.PromptTokens))
	m.tokens.WithLabelValues(c.Model, c.Role, "answer").Add(float64(c.AnswerTokens))
}
