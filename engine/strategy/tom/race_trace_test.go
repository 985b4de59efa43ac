package tom_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

// noteOf returns an event as a line of the trace, with the state after it.
func noteOf(s *session.State, e session.Event) string {
	at := func(t time.Time) string { return fmt.Sprintf("%.3f", float64(s.Clock.Game(t))/1000) }
	plan := func(p session.Plan) string {
		due := "into a silence of " + fmt.Sprint(float64(p.Silence)/1000)
		if !p.DueAt.IsZero() {
			due = "due " + at(p.DueAt)
		}
		return fmt.Sprintf("%s of class %s about %d, triggered %s, %s: %q", p.Kind, mark(p.Class), p.BasedOn, at(p.TriggerAt), due, p.Text)
	}
	text := ""
	switch p := e.Data.(type) {
	case *session.MessageReceived:
		text = fmt.Sprintf("%s: %s", p.Sender, p.Text)
	case *session.ObservationReceived:
		text = strings.TrimSpace(string(p.Kind) + " " + p.Phase)
		if p.Player != nil {
			text += " " + p.Player.ID
		}
	case *session.PlanCommanded:
		text = string(p.Command)
	case *session.MessageReceipt:
		text = string(p.Status)
	case *session.ThoughtCompleted:
		text = fmt.Sprintf("%s about %d", p.Kind, p.BasedOn)
		if p.Began != nil {
			text += fmt.Sprintf(", begun %.3f", float64(p.Began.At)/1000)
		}
		text += fmt.Sprintf(": %s", p.Slot)
		if p.Accusation != nil {
			text += ", minded to accuse " + p.Accusation.Player
		}
	case *session.ThoughtFailed:
		text = fmt.Sprintf("%s about %d: %s", p.Kind, p.BasedOn, p.Code)
		if p.Attempt > 0 {
			text += fmt.Sprintf(", attempt %d, retry at %s", p.Attempt, at(p.RetryAt))
		}
	case *session.StrategyDegraded:
		text = fmt.Sprintf("%s to %s: %s", p.From, p.To, p.Reason)
	case *session.StrategyRecovered:
		text = fmt.Sprintf("%s to %s: %s", p.From, p.To, p.Reason)
	case *session.TextRejected:
		text = fmt.Sprintf("%s %q", p.Rule, p.Text)
	case *session.BeliefUpdated:
		text = changes(p)
	case *session.PlanCreated:
		text = plan(p.Plan)
	case *session.PlanRevised:
		text = plan(p.Plan)
	case *session.PlanCancelled:
		text = string(p.Reason)
	case *session.MessageSent:
		text = fmt.Sprintf("%s %q, waited %.3f", p.Kind, p.Text, float64(p.Waited)/1000)
	case *session.VoteCast:
		text = fmt.Sprintf("%s by %s", p.Answer.Option, p.AnsweredBy)
	}
	return strings.TrimRight(fmt.Sprintf("%8.3f %3d %s %s", float64(s.Now)/1000, e.Seq, e.Data.Type(), text), " ")
}

func mark(c session.PlanClass) string {
	b, _ := c.MarshalText() // never fails
	return string(b)
}

// traced are the beliefs whose changes are in the trace.
var traced = []string{"suspicion_percent", "suspect", "next_action", "phase_of_play"}

// changes returns the changes of beliefs as one line.
func changes(p *session.BeliefUpdated) string {
	var all []string
	for _, c := range p.Changes {
		if !slices.Contains(traced, c.Belief) {
			continue
		}
		text := strings.TrimSpace(fmt.Sprintf("%s %s %s→%s", c.Player, strings.TrimSuffix(c.Belief, "_percent"), c.From, c.To))
		if len(c.Evidence) > 0 {
			text += fmt.Sprint(" by ", c.Evidence)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}
