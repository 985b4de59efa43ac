// Package metrics counts what a server does, for Prometheus.
package metrics

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"ringer/api"
	"ringer/engine/fleet"
	"ringer/engine/journal"
	"ringer/engine/llm"
	"ringer/engine/session"
	"ringer/store"
)

// Metrics are what GET /metrics shows, in a registry of their own. No label holds a value that a
// client chooses. Labels hold routes, strategies, rules and the like, so the number of series does
// not grow with the sessions.
type Metrics struct {
	registry *prometheus.Registry

	requests  *prometheus.CounterVec
	answering *prometheus.HistogramVec
	// answers holds the metrics of each kind of answer: a search by label for each request is slow.
	answers   sync.Map // of answer to answerMetrics
	streams   prometheus.Gauge
	streamEnd *prometheus.CounterVec
	doubts    *prometheus.CounterVec

	group     prometheus.Observer
	groupTook prometheus.Observer
	asked     prometheus.Counter
	events    eventMetrics
	model     modelMetrics
}

var _ api.Observer = (*Metrics)(nil)

var (
	// answerBuckets are for the times that a machine takes, in seconds. They go from well below the
	// time of a commit to the time limit of a request.
	answerBuckets = []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30, 60}
	// latenessBuckets separate a message on time (5 ms) from one that a person would notice (1 s),
	// and from one of an outage.
	latenessBuckets = []float64{.001, .002, .003, .005, .01, .02, .05, .1, .25, .5, 1, 2.5, 5, 15, 60, 300}
	// waitBuckets are for how long a person takes to answer, in seconds.
	waitBuckets = []float64{.5, 1, 2, 3, 5, 8, 13, 20, 30, 60, 120}
	// groupBuckets end at the size of the store's largest group.
	groupBuckets = prometheus.ExponentialBuckets(1, 2, 11)
)

// New returns metrics that show nothing yet.
func New() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.requests = m.counter("http_requests_total", "HTTP requests by operation and status; other is a request that is not an operation.", "method", "route", "status")
	m.answering = m.histogram("http_request_duration_seconds", "Time to answer a request, or to begin a stream.", answerBuckets, "method", "route")
	m.streams = m.gauge("streams_open", "Event streams that are open.")
	m.streamEnd = m.counter("streams_ended_total", "Event streams that have ended, by cause.", "cause")
	m.doubts = m.counter("warnings_total", "Values that are probably mistakes, by code: accepted with a warning, or refused by a strict server, session or game.", "code", "result")
	m.group = m.histogram("append_group_size", "Appends that shared one commit.", groupBuckets).WithLabelValues()
	m.groupTook = m.histogram("append_group_duration_seconds", "Time to commit a group of appends.", answerBuckets).WithLabelValues()
	m.asked = m.counter("append_statements_total", "Statements that stored groups of appends.").WithLabelValues()
	m.events = newEventMetrics(m)
	m.model = newModelMetrics(m)
	return m
}

const namespace = "ringer"

func (m *Metrics) counter(name, help string, labels ...string) *prometheus.CounterVec {
	v := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
	m.registry.MustRegister(v)
	return v
}

func (m *Metrics) histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	v := prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}, labels)
	m.registry.MustRegister(v)
	return v
}

func (m *Metrics) gauge(name, help string) prometheus.Gauge {
	g := prometheus.NewGauge(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help})
	m.registry.MustRegister(g)
	return g
}

// Live adds what an engine has in memory, and what it knows of other replicas.
func (m *Metrics) Live(homes func() int, replicas func() fleet.Replicas) {
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: "homes_live", Help: "Games whose state is in memory."},
			func() float64 { return float64(homes()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: "replicas", Help: "Replicas on the database that live, as this one sees it."},
			func() float64 { return float64(replicas().Alive) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: namespace, Name: "takeovers_total", Help: "Games taken over from replicas that had stopped."},
			func() float64 { return float64(replicas().Taken) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: namespace, Name: "rings_lost_total", Help: "Times that messages of other replicas were missed, and read from the database."},
			func() float64 { return float64(replicas().Lost) }),
	)
}

// Database is what the metrics ask a server when they are read.
type Database interface {
	// Ready returns nil while the database stores what is sent to it.
	Ready(ctx context.Context) error
	// OpenCounts counts what is open in the database.
	OpenCounts(ctx context.Context) ([]journal.OpenCount, error)
	// Overdue counts the messages that are overdue.
	Overdue() int
}

// Watch adds what the database says, and whether the server is ready, which is what /readyz says.
func (m *Metrics) Watch(of Database, ready func(context.Context) error) {
	m.registry.MustRegister(&watch{of: of, ready: ready})
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: namespace, Name: "messages_overdue", Help: "Messages of the bots in memory that are more than a second late, and not sent yet.",
	}, func() float64 { return float64(of.Overdue()) }))
}

// LogLost adds how many lines of the log could not be written.
func (m *Metrics) LogLost(lines func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Namespace: namespace, Name: "log_lines_lost_total", Help: "Lines of the log that could not be written: nobody reads the standard error.",
	}, func() float64 { return float64(lines()) }))
}

// Load adds gauges of the model calls that a client has under way.
func (m *Metrics) Load(of func() llm.Load) {
	gauge := func(name, help string, labels prometheus.Labels, value func(llm.Load) float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: namespace, Name: name, Help: help, ConstLabels: labels,
		}, func() float64 { return value(of()) }))
	}
	gauge("model_calls_in_flight", "Model calls under way; a long prompt counts for several.", nil, func(l llm.Load) float64 { return float64(l.InFlight) })
	gauge("model_calls_in_flight_limit", "Model calls that may be under way.", nil, func(l llm.Load) float64 { return float64(l.Bound) })
	// Names of tenants would be labels without bound.
	gauge("model_calls_waiting_tenants", "Tenants of the model calls that wait for their turn.", nil, func(l llm.Load) float64 { return float64(l.TenantsWaiting) })
	gauge("model_calls_waiting_most", "Waiting model calls of the tenant that has the most.", nil, func(l llm.Load) float64 { return float64(l.MostWaiting) })
	gauge("models_down", "Models that are left alone for a while because they keep failing, and models whose calls all fail.", nil, func(l llm.Load) float64 { return float64(l.ModelsDown) })
	gauge("model_server_down", "Whether all models that were lately asked are down.", nil, func(l llm.Load) float64 { return one(l.Down) })
	for role := range of().Waiting {
		gauge("model_calls_waiting", "Model calls that wait for their turn.", prometheus.Labels{"role": string(role)}, func(l llm.Load) float64 { return float64(l.Waiting[role]) })
	}
}

// Gatherer returns the metrics for others than Prometheus.
func (m *Metrics) Gatherer() prometheus.Gatherer { return m.registry }

// Handler answers GET /metrics.
func (m *Metrics) Handler(log *slog.Logger) http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelError)})
}

// Grouped counts a group of the store.
func (m *Metrics) Grouped(g store.GroupStats) {
	m.group.Observe(float64(g.Appends))
	m.groupTook.Observe(g.Took.Seconds())
	m.asked.Add(float64(g.Statements))
}

// Answered implements api.Observer.
func (m *Metrics) Answered(method, route string, status int, took time.Duration) {
	if route == "" {
		method, route = "other", "other"
	}
	kind := answer{method, route, status}
	of, known := m.answers.Load(kind)
	if !known {
		of = answerMetrics{m.requests.WithLabelValues(method, route, strconv.Itoa(status)), m.answering.WithLabelValues(method, route)}
		m.answers.Store(kind, of)
	}
	found := of.(answerMetrics)
	found.count.Inc()
	found.took.Observe(took.Seconds())
}

type answer struct {
	method, route string
	status        int
}

type answerMetrics struct {
	count prometheus.Counter
	took  prometheus.Observer
}

// Doubted implements api.Observer.
func (m *Metrics) Doubted(code session.Code, refused bool) {
	result := "accepted"
	if refused {
		result = "refused"
	}
	m.doubts.WithLabelValues(string(code), result).Inc()
}

// StreamOpened implements api.Observer.
func (m *Metrics) StreamOpened() { m.streams.Inc() }

// StreamEnded implements api.Observer.
func (m *Metrics) StreamEnded(why api.StreamEnd) {
	m.streams.Dec()
	m.streamEnd.WithLabelValues(string(why)).Inc()
}
