package tom_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ringer/engine/game"
)

// noteOf returns an event as a line of the trace, with the state after it.
func noteOf(s *game.State, e game.Event) string {
	at := func(t time.Time) string { return fmt.Sprintf("%.3f", float64(s.Clock.Game(t))/1000) }
	plan := func(p game.Plan) string {
		due := "into a silence of " + fmt.Sprint(float64(p.Silence)/1000)
		if !p.DueAt.IsZero() {
			due = "due " + at(p.DueAt)
		}
		return fmt.Sprintf("%s of class %s about %d, triggered %s, %s: %q", p.Kind, mark(p.Class), p.BasedOn, at(p.TriggerAt), due, p.Text)
	}
	text := ""
	switch p := e.Data.(type) {
	case *game.MessageReceived:
		text = fmt.Sprintf("%s: %s", p.Sender, p.Text)
	case *game.ObservationReceived:
		text = strings.TrimSpace(string(p.Kind) + " " + p.Phase)
		if p.Player != nil {
			text += " " + p.Player.ID
		}
	case *game.PlanCommanded:
		text = string(p.Command)
	case *game.MessageReceipt:
		text = string(p.Status)
	case *game.ThoughtCompleted:
		text = fmt.Sprintf("%s about %d", p.Kind, p.BasedOn)
		if p.Began != nil {
			text += fmt.Sprintf(", begun %.3f", float64(p.Began.At)/1000)
		}
		text += fmt.Sprintf(": %s", p.Slot)
		if p.Accusation != nil {
			text += ", minded to accuse " + p.Accusation.Player
		}
	case *game.ThoughtFailed:
		text = fmt.Sprintf("%s about %d: %s", p.Kind, p.BasedOn, p.Code)
		if p.Attempt > 0 {
			text += fmt.Sprintf(", attempt %d, retry at %s", p.Attempt, at(p.RetryAt))
		}
	case *game.StrategyDegraded:
		text = fmt.Sprintf("%s to %s: %s", p.From, p.To, p.Reason)
	case *game.StrategyRecovered:
		text = fmt.Sprintf("%s to %s: %s", p.From, p.To, p.Reason)
	case *game.TextRejected:
		text = fmt.Sprintf("%s %q", p.Rule, p.Text)
	case *game.BeliefUpdated:
		text = changes(p)
	case *game.PlanCreated:
		text = plan(p.Plan)
	case *game.PlanRevised:
		text = plan(p.Plan)
	case *game.PlanCancelled:
		text = string(p.Reason)
	case *game.MessageSent:
		text = fmt.Sprintf("%s %q, waited %.3f", p.Kind, p.Text, float64(p.Waited)/1000)
	case *game.VoteCast:
		text = fmt.Sprintf("%s by %s", p.Answer.Option, p.AnsweredBy)
	}
	return strings.TrimRight(fmt.Sprintf("%8.3f %3d %s %s", float64(s.Now)/1000, e.Seq, e.Data.Type(), text), " ")
}

func mark(c game.PlanClass) string {
	b, _ := c.MarshalText() // never fails
	return string(b)
}

// traced are the beliefs whose changes are in the trace.
var traced = []string{"suspicion_percent", "suspect", "next_action", "phase_of_play"}

// changes returns the changes of beliefs as one line.
func changes(p *game.BeliefUpdated) string {
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
