package metrics

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"ringer/engine/journal"
	"ringer/engine/mouth"
	"ringer/engine/session"
)

// eventMetrics are the metrics of the appends that this process makes. They leave out an append
// whose answer was lost.
type eventMetrics struct {
	appends              *prometheus.CounterVec
	platform, bot        author
	posts                map[postKind]prometheus.Counter
	created, ended       *prometheus.CounterVec
	games                prometheus.Counter
	gamesEnded           *prometheus.CounterVec
	completed, failed    *prometheus.CounterVec
	planned, revised     prometheus.Counter
	cancelled, rejected  *prometheus.CounterVec
	written, rewritten   *prometheus.CounterVec
	annotated, believed  prometheus.Counter
	readings             *prometheus.CounterVec
	scored               prometheus.Counter
	read                 *prometheus.CounterVec
	asking               prometheus.Counter
	sent, receipts       *prometheus.CounterVec
	degraded, recovered  *prometheus.CounterVec
	lateness, waitedGame prometheus.Observer
	votes                voteMetrics
}

// author holds the metrics of one author's appends: a search by label for each post is slow.
type author struct {
	name   string
	stored prometheus.Counter
	took   prometheus.Observer
}

type postKind struct {
	kind      string
	duplicate bool
}

func newEventMetrics(m *Metrics) eventMetrics {
	posts := m.counter("posts_total", "Messages and observations that were accepted; duplicate is one that had been accepted before.", "kind", "result")
	appends := m.counter("appends_total", "Appends to logs, by who made them and by result.", "by", "result")
	took := m.histogram("append_duration_seconds", "Time until an append was durable, including the wait for its group.", answerBuckets, "by")
	by := func(name string) author {
		return author{name, appends.WithLabelValues(name, "stored"), took.WithLabelValues(name)}
	}
	e := eventMetrics{
		appends: appends, platform: by("platform"), bot: by("bot"),
		posts:      map[postKind]prometheus.Counter{},
		created:    m.counter("sessions_created_total", "Sessions created, by strategy.", "strategy"),
		ended:      m.counter("sessions_ended_total", "Sessions ended, by reason.", "reason"),
		games:      m.counter("games_created_total", "Games created. Their bots' sessions are counted, too.").WithLabelValues(),
		gamesEnded: m.counter("games_ended_total", "Games ended, by reason.", "reason"),
		completed:  m.counter("thoughts_completed_total", "Thoughts that brought something, by kind.", "kind"),
		failed:     m.counter("thoughts_failed_total", "Thoughts that failed, by kind and code.", "kind", "code"),
		planned:    m.counter("plans_created_total", "Plans made for an empty slot.").WithLabelValues(),
		revised:    m.counter("plans_revised_total", "Plans that replaced another.").WithLabelValues(),
		cancelled:  m.counter("plans_cancelled_total", "Plans given up, by reason.", "reason"),
		rejected:   m.counter("texts_rejected_total", "Texts that the mouth refused, by rule.", "rule"),
		written:    m.counter("texts_written_total", "Texts that thoughts proposed, by what became of them at once: created or revised is a new plan.", "result"),
		rewritten:  m.counter("texts_rewritten_total", "Refused texts that a model was asked to rewrite, by what became of the new text.", "result"),
		readings:   m.counter("messages_read_total", "Lines that a model has read as said to somebody, by the kind of the thought.", "kind"),
		annotated:  m.counter("messages_annotated_total", "Annotations: how often a strategy has found something in a message.").WithLabelValues(),
		believed:   m.counter("beliefs_updated_total", "Thoughts that have changed what a bot believes.").WithLabelValues(),
		scored:     m.counter("messages_scored_total", "Messages that a bot's classifier has scored; a game's message counts for each bot.").WithLabelValues(),
		read:       m.counter("plans_read_total", "Plans that the classifier has scored before they were sent: read is good enough, rewritten has a new text, kept has none.", "result"),
		asking:     m.counter("messages_asking_total", "Messages of the bots that ask something.").WithLabelValues(),
		sent:       m.counter("messages_sent_total", "Messages of the bots, by kind of plan.", "kind"),
		degraded:   m.counter("strategies_degraded_total", "Steps down to a cheaper path, by the path taken.", "to", "reason"),
		recovered:  m.counter("strategies_recovered_total", "Steps up to a better path, by the path taken.", "to", "reason"),
		receipts:   m.counter("receipts_total", "Receipts: what platforms say has become of the bots' messages.", "status"),
		lateness:   m.histogram("message_lateness_seconds", "How much later than due a message was sent, in wall time.", latenessBuckets).WithLabelValues(),
		waitedGame: m.histogram("message_waited_seconds", "How long a message came after what it answers, in game time.", waitBuckets).WithLabelValues(),
		votes:      newVoteMetrics(m),
	}
	for _, kind := range []string{"message", "observation"} {
		e.posts[postKind{kind, false}] = posts.WithLabelValues(kind, "new")
		e.posts[postKind{kind, true}] = posts.WithLabelValues(kind, "duplicate")
	}
	return e
}

// Store returns a store whose appends are counted. It logs when a bot takes another path, since
// the last path is silence. At level debug it logs the rule of each refused text, but never the
// text, which may contain a secret.
func (m *Metrics) Store(of journal.Store, log *slog.Logger) journal.Store {
	return observedStore{of, &m.events, log}
}

type observedStore struct {
	journal.Store
	*eventMetrics
	log *slog.Logger
}

func (s observedStore) Create(ctx context.Context, row journal.Session, first session.Event) error {
	err := s.Store.Create(ctx, row, first)
	if err == nil {
		s.created.WithLabelValues(row.Strategy).Inc()
	}
	return err
}

func (s observedStore) CreateAll(ctx context.Context, logs []journal.Opening) error {
	err := s.Store.CreateAll(ctx, logs)
	for _, l := range logs {
		switch {
		case err != nil:
		case l.IsGame:
			s.games.Inc()
		default:
			s.created.WithLabelValues(l.Strategy).Inc()
		}
	}
	return err
}

func (s observedStore) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	began := time.Now()
	done, err := s.Store.Append(ctx, a)
	s.note(a, done, err, began)
	return done, err
}

// AppendAll implements journal.Store. It counts the first append. The others hold copies of it,
// except that the sessions of a game end with it.
func (s observedStore) AppendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error) {
	began := time.Now()
	done, err := s.Store.AppendAll(ctx, appends)
	if err != nil {
		s.note(appends[0], journal.Appended{}, err, began)
		return done, err
	}
	s.note(appends[0], done[0], nil, began)
	for _, other := range done[1:] {
		for i, e := range other.Events {
			if _, ends := e.Data.(*session.SessionEnded); ends {
				s.count(e, other.Known[i])
			}
		}
	}
	return done, nil
}

func (s observedStore) note(a journal.Append, done journal.Appended, err error, began time.Time) {
	by := &s.platform
	if a.Guard.Kind == journal.Act {
		by = &s.bot
	}
	by.took.Observe(time.Since(began).Seconds())
	if err != nil {
		s.appends.WithLabelValues(by.name, failureOf(err)).Inc()
		if a.Guard.Kind == journal.Act && errors.Is(err, journal.ErrValueRefused) {
			s.log.Error("the database can never store what a bot has thought; the thought fails", slog.String("session", a.Session), slog.Any("error", err))
		}
		return
	}
	by.stored.Inc()
	for i, e := range done.Events {
		s.count(e, done.Known[i])
		if !done.Known[i] {
			logAct(s.log, a.Session, e)
		}
	}
}

func logAct(log *slog.Logger, sessionID string, e session.Event) {
	logChange := func(level slog.Level, message string, p session.PathChange) {
		log.Log(context.Background(), level, message, "session", sessionID, "from", p.From, "to", p.To, "reason", p.Reason,
			"calls", p.Spent.Calls, "tokens", p.Spent.Tokens(), "cost_micros", p.Spent.CostMicros)
	}
	switch p := e.Data.(type) {
	case *session.StrategyDegraded:
		logChange(slog.LevelWarn, "a bot takes a cheaper path", p.PathChange)
	case *session.StrategyRecovered:
		logChange(slog.LevelInfo, "a bot takes a better path again", p.PathChange)
	case *session.TextRejected:
		log.Debug("the mouth refused a text", "session", sessionID, "rule", p.Rule, "thought", session.KindOf(p.Kind), "plan", p.PlanID)
	}
}

func rewriteResult(s session.CandidateFate) string {
	switch s {
	case session.SlotCreated, session.SlotRevised:
		return "planned"
	case session.SlotRejected:
		return "refused"
	}
	return "dropped"
}

// readResult names what became of a plan that the classifier has scored. A model is asked only for
// a plan that was not good enough.
func readResult(p *session.ThoughtCompleted) string {
	switch {
	case p.Slot == session.SlotCreated, p.Slot == session.SlotRevised:
		return "rewritten"
	case len(p.Calls) > 0:
		return "kept"
	}
	return "read"
}

func failureOf(err error) string {
	if _, ok := errors.AsType[*journal.Refused](err); ok {
		return "refused"
	}
	if _, ok := errors.AsType[*journal.Reused](err); ok {
		return "id_reused"
	}
	switch {
	case errors.Is(err, journal.ErrOutcomeUnknown):
		return "outcome_unknown"
	case errors.Is(err, journal.ErrUnavailable):
		return "unavailable"
	}
	return "failed"
}

// count counts an event that was appended. known says that it had been stored before.
func (m *eventMetrics) count(e session.Event, known bool) {
	switch e.Data.(type) {
	case *session.MessageReceived:
		m.posts[postKind{"message", known}].Inc()
		return
	case *session.ObservationReceived:
		m.posts[postKind{"observation", known}].Inc()
		return
	}
	if known {
		return
	}
	switch p := e.Data.(type) {
	case *session.SessionEnded:
		m.ended.WithLabelValues(string(p.Reason)).Inc()
	case *session.GameEnded:
		m.gamesEnded.WithLabelValues(string(p.Reason)).Inc()
	case *session.MessageReceipt:
		m.receipts.WithLabelValues(string(p.Status)).Inc()
	case *session.ThoughtCompleted:
		m.completed.WithLabelValues(session.KindOf(p.Kind)).Inc()
		if p.Candidate != "" {
			m.written.WithLabelValues(string(p.Slot)).Inc()
		}
		if p.Kind == session.KindRewrite {
			m.rewritten.WithLabelValues(rewriteResult(p.Slot)).Inc()
		}
		if p.Reading != nil {
			m.read.WithLabelValues(readResult(p)).Inc()
		}
	case *session.ThoughtFailed:
		m.failed.WithLabelValues(session.KindOf(p.Kind), p.Code).Inc()
		if p.Kind == session.KindRewrite {
			m.rewritten.WithLabelValues("failed").Inc()
		}
	case *session.MessageAnnotated:
		m.annotated.Inc()
	case *session.MessageRead:
		m.readings.WithLabelValues(session.KindOf(p.Kind)).Add(float64(len(p.Readings)))
	case *session.BeliefUpdated:
		m.believed.Inc()
	case *session.MessagesScored:
		m.scored.Add(float64(len(p.Scores)))
	case *session.PlanCreated:
		m.planned.Inc()
	case *session.PlanRevised:
		m.revised.Inc()
	case *session.PlanCancelled:
		m.cancelled.WithLabelValues(string(p.Reason)).Inc()
	case *session.TextRejected:
		m.rejected.WithLabelValues(p.Rule).Inc()
	case *session.StrategyDegraded:
		m.degraded.WithLabelValues(p.To, string(p.Reason)).Inc()
	case *session.StrategyRecovered:
		m.recovered.WithLabelValues(p.To, string(p.Reason)).Inc()
	case *session.MessageSent:
		m.sent.WithLabelValues(string(p.Kind)).Inc()
		if mouth.Ask(p.Text).Asks {
			m.asking.Inc()
		}
		m.lateness.Observe(max(0, e.At.Sub(p.DueAt).Seconds())) // finer than its lateness_ms
		m.waitedGame.Observe(float64(p.Waited) / 1000)
	default:
		m.votes.count(e)
	}
}
