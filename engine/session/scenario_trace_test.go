package session

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

func sec(m Millis) float64 { return float64(m) / 1000 }

func (s *scenario) note(e Event) {
	at := func(t time.Time) float64 { return sec(s.state.Clock.Game(t)) }
	text := ""
	switch p := e.Data.(type) {
	case *SessionEnded:
		text = string(p.Reason)
	case *MessageReceived:
		text = fmt.Sprintf("%s %q", p.Sender, p.Text)
		if p.Channel != "" {
			text += " in " + p.Channel
		}
	case *ObservationReceived:
		text = strings.TrimSpace(string(p.Kind) + " " + p.Phase)
	case *TypingStarted:
		text = p.Channel
	case *TypingStopped:
		text = p.Channel
	case *BidMade:
		text = strconv.Itoa(p.Bid)
	case *FloorChanged:
		text = map[bool]string{true: "taken", false: "lost"}[p.Has]
	case *PlanCommanded:
		text = string(p.Command)
	case *MessageReceipt:
		text = string(p.Status)
	case *ThoughtCompleted:
		text = fmt.Sprintf("%s about %d: %s", p.Kind, p.BasedOn, p.Slot)
		if p.Accusation != nil {
			text += fmt.Sprintf("; accuses %s at %.3f", p.Accusation.Player, at(p.Accusation.DueAt))
		}
		if p.Urge != nil {
			text += fmt.Sprintf(", urge %g", *p.Urge)
		}
		if p.Summary != nil {
			text = fmt.Sprintf("%s up to %d: %q", p.Kind, p.Summary.UpTo, p.Summary.Text)
		}
	case *MessagesScored:
		for _, x := range p.Scores {
			text += fmt.Sprintf("%s %g (%d) ", x.Player, x.LogOdds, x.Seq)
		}
		if p.Accusation != nil {
			text += fmt.Sprintf("; accuses %s at %.3f", p.Accusation.Player, at(p.Accusation.DueAt))
		}
	case *BeliefUpdated:
		for _, x := range p.Changes {
			text += fmt.Sprintf("%s %s %s to %s for %v ", x.Player, x.Belief, x.From, x.To, x.Evidence)
		}
	case *ThoughtFailed:
		text = p.Kind + " " + p.Code
		if p.Attempt > 0 {
			text += fmt.Sprintf(" attempt %d, retry at %.3f", p.Attempt, at(p.RetryAt))
		}
	case *StrategyDegraded:
		text = fmt.Sprintf("%s to %s: %s at %d tokens", p.From, p.To, p.Reason, p.Spent.Tokens())
	case *StrategyRecovered:
		text = fmt.Sprintf("%s to %s: %s", p.From, p.To, p.Reason)
	case *TextRejected:
		text = fmt.Sprintf("%s %q", p.Rule, p.Text)
		if p.Rewrite != nil {
			text += "; to be written anew"
		}
	case *MessageAnnotated:
		text = fmt.Sprintf("%d %v %v", p.Seq, p.Receivers, p.Notes)
	case *MessageRead:
		text = p.Kind + ": " + strings.Join(Each(p.Readings, Reading.trace), "; ")
	case *PlanCreated:
		text = s.planText(p.Plan)
	case *PlanRevised:
		text = s.planText(p.Plan)
	case *PlanCancelled:
		text = string(p.Reason)
	case *VoteRequested, *VoteUpdated, *VoteRescheduled, *VoteCancelled, *VoteReceipt, *VoteCast:
		text = s.voteText(p)
	case *MessageSent:
		text = fmt.Sprintf("%q waited %.3f late %d ms", p.Text, sec(p.Waited), p.Lateness)
		if s.answers {
			text += fmt.Sprintf(" to %d", p.Answers)
		}
		if p.Read > p.BasedOn {
			text += fmt.Sprintf(" read %d", p.Read)
		}
		if p.Channel != "" {
			text += " in " + p.Channel
		}
	}
	fmt.Fprintf(&s.trace, "%8.3f %3d %s %s\n", sec(s.state.Now), e.Seq, e.Data.Type(), text)
}

func (s *scenario) planText(p Plan) string {
	at := func(t time.Time) float64 { return sec(s.state.Clock.Game(t)) }
	text := fmt.Sprintf("%s class %d about %d triggered %.3f", p.Kind, p.Class, p.BasedOn, at(p.TriggerAt))
	if !p.DueAt.IsZero() {
		text += fmt.Sprintf(" due %.3f", at(p.DueAt))
	}
	if s.answers {
		text += fmt.Sprintf(" to %d", p.Answers)
	}
	return text + fmt.Sprintf(" %q", p.Text)
}

// refold folds the stored form of the log, with a snapshot after each event.
func (s *scenario) refold() {
	s.t.Helper()
	again := NewState("ses_test")
	for _, e := range s.log {
		raw, err := Encode(e.Data)
		noError(s.t, err)
		if e.Data, err = Decode(e.Data.Type(), EventVersion, raw); err != nil {
			s.t.Fatal(err)
		}
		again.Apply(e)
		snapshot := encoded(s.t, again)
		again = NewState("ses_test")
		noError(s.t, json.Unmarshal(snapshot, again))
	}
	if a, b := encoded(s.t, s.state), encoded(s.t, again); !bytes.Equal(a, b) {
		s.t.Errorf("folded from the stored log:\n%s\nlive:\n%s", b, a)
	}
}

func encoded(t *testing.T, s *State) []byte {
	t.Helper()
	b, err := json.Marshal(s)
	noError(t, err)
	return b
}

func (s *scenario) noteQuestions() {
	v := s.state.View(s.now)
	for _, q := range v.Questions() {
		fmt.Fprintf(&s.trace, "%8.3f   question %d of %s to %s: %s\n", sec(s.now), q.Seq, q.Asker, cmp.Or(q.To, "everybody"), q.Status)
	}
	x := v.Silence()
	fmt.Fprintf(&s.trace, "%8.3f   silence of %.3f after %s, %d unanswered\n", sec(s.now), sec(x.For), cmp.Or(x.LastBy, "nobody"), len(x.Unanswered))
}
