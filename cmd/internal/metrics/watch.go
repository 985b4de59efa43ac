package metrics

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// watch asks the database when the metrics are read. While the database is away, it shows only
// that.
type watch struct {
	of    Database
	ready func(context.Context) error

	mu     sync.Mutex // protects the rest
	counts []journal.OpenCount
	// next is when the open sessions are counted again.
	next time.Time
}

var (
	readyDesc        = describe("ready", "Whether /readyz answers 200: the server takes requests, and posts can be stored.")
	databaseDesc     = describe("database_up", "Whether the database stores what is sent to it.")
	openSessionsDesc = describe("sessions_open", "Open sessions in the database, by strategy and path. Each replica shows all.", "strategy", "path")
	openGamesDesc    = describe("games_open", "Open games in the database. Each replica shows all.")
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(namespace+"_"+name, help, labels, nil)
}

const (
	// readyLimit is above the time that the engine takes to say that the database is away.
	readyLimit = 3 * time.Second
	// countLimit bounds a count of the open sessions. Prometheus waits for ten seconds.
	countLimit = 4 * time.Second
	// countEvery is the shortest time between two counts.
	countEvery = 10 * time.Second
	// countShare bounds how much of the time a count may run: a million sessions take a second.
	countShare = 20
)

// Describe implements prometheus.Collector.
func (w *watch) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{readyDesc, databaseDesc, openSessionsDesc, openGamesDesc} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (w *watch) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readyLimit)
	defer cancel()
	away, notReady := w.of.Ready(ctx), w.ready(ctx)
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	gauge(databaseDesc, one(away == nil))
	gauge(readyDesc, one(notReady == nil))
	if away != nil {
		return
	}
	games := int64(0)
	for _, c := range w.count() {
		if c.IsGame {
			games += c.N
			continue
		}
		gauge(openSessionsDesc, float64(c.N), c.Strategy, cmp.Or(c.Path, session.PathFull))
	}
	gauge(openGamesDesc, float64(games))
}

// count returns the last count of the open sessions, or a new one if that is old.
func (w *watch) count() []journal.OpenCount {
	w.mu.Lock()
	defer w.mu.Unlock()
	began := time.Now()
	if began.Before(w.next) {
		return w.counts
	}
	ctx, cancel := context.WithTimeout(context.Background(), countLimit)
	defer cancel()
	if counts, err := w.of.OpenCounts(ctx); err == nil { // else the last count stays
		w.counts = counts
	}
	w.next = time.Now().Add(max(countEvery, countShare*time.Since(began)))
	return w.counts
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
