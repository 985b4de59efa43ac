package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

var (
	deliveriesDesc = describe("webhook_deliveries_total", "Attempts to deliver an event to a webhook, by outcome; dead ones were given up.", "outcome")
	pendingDesc    = describe("webhook_pending", "Deliveries to webhooks that wait. Each replica shows all.")
	oldestDesc     = describe("webhook_oldest_seconds", "Age of the oldest delivery that waits. Each replica shows all.")
)

// Deliveries is what the metrics ask about webhooks.
type Deliveries struct {
	// Counts returns how often this replica has had each outcome.
	Counts func() map[string]int64
	// Waiting returns how many deliveries wait, and when the oldest of them happened.
	Waiting func(ctx context.Context) (int64, time.Time, error)
}

// Deliver adds what is known of webhooks.
func (m *Metrics) Deliver(of Deliveries) { m.registry.MustRegister(of) }

// Describe implements prometheus.Collector.
func (Deliveries) Describe(to chan<- *prometheus.Desc) {
	to <- deliveriesDesc
	to <- pendingDesc
	to <- oldestDesc
}

// Collect implements prometheus.Collector. Without the database it shows only what this replica has
// counted.
func (d Deliveries) Collect(to chan<- prometheus.Metric) {
	for outcome, n := range d.Counts() {
		to <- prometheus.MustNewConstMetric(deliveriesDesc, prometheus.CounterValue, float64(n), outcome)
	}
	ctx, cancel := context.WithTimeout(context.Background(), readyLimit)
	defer cancel()
	pending, oldest, err := d.Waiting(ctx)
	if err != nil {
		return
	}
	age := 0.0
	if !oldest.IsZero() {
		age = time.Since(oldest).Seconds()
	}
	to <- prometheus.MustNewConstMetric(pendingDesc, prometheus.GaugeValue, float64(pending))
	to <- prometheus.MustNewConstMetric(oldestDesc, prometheus.GaugeValue, max(0, age))
}
