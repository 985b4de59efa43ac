package metrics

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"ringer/api"
	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Known are label values that only the wiring of a server knows.
type Known struct {
	Strategies []string
	// Paths are those of all strategies.
	Paths []string
	// Models are the models of the server's own roles.
	Models []string
}

// texts returns constants as label values.
func texts[S ~string](values ...S) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = string(v)
	}
	return list
}

// begin makes the series of all combinations of label values. Prometheus sees no increase from
// nothing to one, so a counter that begins with its first failure hides it.
func begin(v *prometheus.CounterVec, labels ...[]string) {
	values := make([]string, len(labels))
	var fill func(int)
	fill = func(i int) {
		if i == len(labels) {
			v.WithLabelValues(values...)
			return
		}
		for _, values[i] = range labels[i] {
			fill(i + 1)
		}
	}
	fill(0)
}

// Begin makes the series whose labels are known before anything happens. Those of thoughts are not:
// each strategy has kinds of its own.
func (m *Metrics) Begin(k Known) {
	for _, a := range api.Answers() {
		m.requests.WithLabelValues(a.Method, a.Route, strconv.Itoa(a.Status))
	}
	begin(m.streamEnd, texts(api.StreamSessionEnded, api.StreamReaderLeft, api.StreamRotated, api.StreamShutdown, api.StreamLogLost))
	begin(m.doubts, texts(api.DoubtfulCodes()...), []string{"accepted", "refused"})
	m.events.begin(k)
	m.events.votes.begin()
	m.model.begin(k.Models)
}

func (m *eventMetrics) begin(k Known) {
	reasons := texts(session.EndedByPlatform, session.EndedByTTL, session.EndedByDeletion, session.EndedByRules)
	changes := texts(session.CallsSpent, session.TokensSpent, session.CostSpent, session.ModelFailing)
	begin(m.appends, []string{m.platform.name, m.bot.name}, []string{"refused", "id_reused", "unavailable", "outcome_unknown", "failed"})
	begin(m.created, k.Strategies)
	begin(m.ended, reasons)
	begin(m.gamesEnded, reasons)
	begin(m.cancelled, texts(session.CancelMuted, session.CancelGone, session.CancelBarred, session.CancelStale, session.CancelDropped, session.CancelWithdrawn, session.CancelRejected, session.CancelCommanded))
	begin(m.rejected, mouth.Rules())
	begin(m.written, texts(session.SlotCreated, session.SlotRevised, session.SlotKept, session.SlotRejected, session.SlotBarred, session.SlotPassed, session.SlotElsewhere))
	begin(m.rewritten, []string{"planned", "refused", "dropped", "failed"})
	begin(m.read, []string{"read", "rewritten", "kept"})
	begin(m.sent, texts(session.Reply, session.Rest, session.Reserve))
	begin(m.receipts, texts(session.Shown, session.Rejected))
	begin(m.degraded, k.Paths, changes)
	begin(m.recovered, k.Paths, changes)
}

func (v *voteMetrics) begin() {
	begin(v.requested, texts(session.ChooseOne, session.ChooseMany, session.YesNo, session.LabelEach, session.PickNumber))
	begin(v.receipts, texts(session.UsedAnswer, session.UsedStanding, session.UsedNone))
	begin(v.cast, texts(session.FromRequest, session.FromAccusation), texts(session.ByModel, session.ByMind, session.ByFallback), []string{"in_time", "late"})
}

// begin makes the series of first calls and of calls after a failure. Others are about the form of
// a call, which the server settles at its first ones.
func (m *modelMetrics) begin(models []string) {
	roles := texts(prompt.RoleReflex, prompt.RoleReply, prompt.RoleAnalysis, prompt.RoleDecision)
	begin(m.calls, models, roles, []string{"strict_schema"}, texts(session.CallFirst, session.CallRetry), append(prompt.Codes(), session.OutcomeOK))
	begin(m.tokens, models, roles, []string{"prompt", "cached", "answer"})
	begin(m.cost, models, roles)
}
