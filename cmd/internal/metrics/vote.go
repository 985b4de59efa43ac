package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"ringer/engine/session"
)

// voteMetrics are the figures of votes, in the logs that this process appends to.
type voteMetrics struct {
	requested, cast, receipts *prometheus.CounterVec
	cancelled                 prometheus.Counter
	waited                    *prometheus.HistogramVec
	left                      prometheus.Observer
}

// leftBuckets separate an answer at the last moment from an early one. The last moment is a quarter
// of a short window, and at most half a second.
var leftBuckets = []float64{0, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300}

func newVoteMetrics(m *Metrics) voteMetrics {
	return voteMetrics{
		requested: m.counter("votes_requested_total", "Votes that platforms asked for, by kind.", "kind"),
		cast:      m.counter("votes_cast_total", "Answers of the bots, by what asked for them, by what gave them, and by whether they were in time.", "origin", "answered_by", "result"),
		cancelled: m.counter("votes_cancelled_total", "Votes that platforms withdrew.").WithLabelValues(),
		receipts:  m.counter("vote_receipts_total", "What platforms say they have counted as the bots' answers.", "used"),
		waited:    m.histogram("vote_waited_seconds", "How long an answer came after its request, in game time.", waitBuckets, "origin"),
		left:      m.histogram("vote_left_seconds", "How long before its deadline an answer came, in wall time.", leftBuckets).WithLabelValues(),
	}
}

func (v *voteMetrics) count(e session.Event) {
	switch p := e.Data.(type) {
	case *session.VoteRequested:
		v.requested.WithLabelValues(string(p.Kind)).Inc()
	case *session.VoteCancelled:
		v.cancelled.Inc()
	case *session.VoteReceipt:
		v.receipts.WithLabelValues(string(p.Used)).Inc()
	case *session.VoteCast:
		result := "in_time"
		if p.Late {
			result = "late"
		}
		v.cast.WithLabelValues(string(p.Origin), string(p.AnsweredBy), result).Inc()
		v.waited.WithLabelValues(string(p.Origin)).Observe(float64(p.Waited) / 1000)
		if !p.DeadlineAt.IsZero() { // an accusation has none
			v.left.Observe(max(0, p.DeadlineAt.Sub(e.At).Seconds()))
		}
	}
}
