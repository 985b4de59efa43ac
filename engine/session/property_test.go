package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var steps = []string{
	"blue: hi", "green: what", "blue: red are you there", "gm: go on", "red: said by hand", "typing blue", "muted", "unmuted",
	"phase night", "phase day", "phase dawn", "left green", "joined green", "eliminated blue", "joined blue",
	"think nothing", "think reply cognition: hello %d", "think@4 reply cognition: hello %d", "think@7 reply reflex: hello %d", "think reply cognition 4s: well Green what is %d | and you | really",
	"think reply reflex 2s: reflex %d", "think reserve reserve: so quiet %d", "think reply cognition: I am an AI", "think reply cognition: so %d | hello there | hello there", "red: hello there", "fail model_timeout",
	"command send", "command cancel", "receipt posted", "receipt rejected", "race command cancel", "race receipt rejected",
	"echo", "update 20", "update 250", "race command send", "race update 20", "race echo",
	"spend 40", "spend 0", "update tokens 400", "update tokens 100000", "race update tokens 100000", "update model", "fail budget_spent",
	"vote v%d choose_one 20s options=red,blue,green: who", "vote v%d choose_one 300ms options=red,blue,green: who", "vote v%d choose_many 9s abstain k=1 options=red,blue,green: which", "vote v%d label_each 9s options=red,blue,green: what",
	"vote v%d number 9s: how many", "vote v%d yes_no 20s fallback=no: is it", "judge open blue 80 green 10 abstain 10", "judge open 7", "judge open green ai 60",
	"misjudge open model_error", "misjudge open budget_spent", "options open blue", "withdraw open", "race withdraw open", "used open standing", "used last none", "used last answer",
	"think suspects blue 12 accuses blue", "think suspects green 3", "accuse auto", "accuse never", "race accuse on_request",
	"rewrite: other words %d", "rewrite: I am an AI", "rewrite:", "blot model_timeout", "blot budget_spent", "think notes 3 blue,nobody: hopes",
	"phase den", "phase den", "blue in den: red shall we take green", "blue in den: well", "red in den: said by hand", "race phase den", "race blue in den: red go on",
	"look keep", "look replace: so %d", "look replace: hello %d you all", "look replace: I am an AI", "look drop", "overlook model_timeout",
	"refined: so %d", "refined: hello %d you all", "refined: I am an AI", "refined:", "unrefined model_timeout",
	"reread: so %d", "reread: I am an AI", "reread:", "unread model_timeout", "scores 6 -6", "scores 3 3 -1", "scores -20 20 20",
	"blue: where are you from", "green: red what do you think", "blue: anyone here from the north?", "green: why me", "think notes 3 red: asks", "think notes 4 blue,green: asks",
	"think reply cognition: the same words", "think reply reflex: the same words", "think@4 reply cognition: the same words", "think reply cognition: where do you all live %d", "think drop", "think@4 drop",
	"think reads 3 to red,blue expects; 4 to all answers 3", "think reads 4 to green answers 3; 5 to red expects", "think reads %d to red expects; 6 to blue answers 5", "think reads 3 to nobody",
	"race muted", "race unmuted", "race blue: in between", "race left green", "",
}

// TestSlotInvariants plays random scenarios. There is at most one plan. It is sent once, not
// before its time, in its own phase, by a bot that may speak. Nobody types it before it was found,
// nor a long line unseen, nor over a line that a thought could have looked at. The path follows
// from the limits. A command on the plan is carried out. What was said in the den never makes the
// bot speak in the main channel, nor the other way round. A refused text is rewritten once, and not
// if the bot has said something since. A question is answered by what was said after it. The
// counters match the transcript, and a view never changes. A log folded again, from any snapshot,
// gives the same state.
func TestSlotInvariants(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		var script strings.Builder
		for i := range rapid.IntRange(1, 40).Draw(r, "steps") {
			step := rapid.SampledFrom(steps).Draw(r, "step")
			if strings.Contains(step, "%d") {
				step = fmt.Sprintf(step, i)
			}
			fmt.Fprintf(&script, "+%dms %s\n", rapid.IntRange(0, 6000).Draw(r, "wait"), step)
		}
		mode := rapid.SampledFrom([]TimingMode{TimingHuman, TimingInstant, TimingManual}).Draw(r, "timing")
		refine := rapid.SampledFrom([]RefineMode{RefineOff, RefineReCon}).Draw(r, "refine")
		s := openScenario(t, modes{timing: mode, reading: rapid.SampledFrom([]ReadingMode{ReadingModel, ReadingRules, unset}).Draw(r, "reading"), pace: rapid.SampledFrom([]Pace{PaceHuman, PacePaper}).Draw(r, "pace"), refine: refine, accuseAfter: rapid.SampledFrom([]AccuseAfter{AfterEvidence, AfterThreshold}).Draw(r, "accuse_after"), suspicion: rapid.SampledFrom([]Switch{On, Off}).Draw(r, "suspicion"), reread: rapid.SampledFrom([]Switch{On, Off}).Draw(r, "reread")}, rapid.SampledFrom([]float64{1, 0.01, 0.3, 20, MaxSpeed}).Draw(r, "speed"))
		s.play(script.String() + "+60s\n")
		s.refold()
		checkSlot(r, s.log)
		checkChannels(r, s)
		checkQuestions(r, s.log)
		checkPath(r, s.log)
		checkVotes(r, s.log)
		if t.Failed() {
			r.Fatalf("script:\n%s\ntrace:\n%s", script.String(), s.trace.String())
		}
	})
}

func checkSlot(r *rapid.T, log []Event) {
	state := NewState("ses_test")
	sent, rejected, found := map[string]bool{}, map[string]bool{}, map[string]time.Time{}
	for _, e := range log {
		before, seen := state.Clone(), state.Clone().View(state.Now)
		shown := text(r, seen)
		state.Apply(e)
		if now := text(r, seen); now != shown {
			r.Fatalf("event %d changes a view that a thought may hold:\n%s\nit was:\n%s", e.Seq, now, shown)
		}
		checkCounts(r, state)
		switch p := e.Data.(type) {
		case *ThoughtCompleted:
			if p.Began != nil && p.Began.Seq < before.Rhythm.PhaseSince && (p.Slot == SlotCreated || p.Slot == SlotRevised) {
				r.Fatalf("event %d uses a thought from a phase that is over: %+v", e.Seq, p)
			}
			if p.Kind == KindRewrite && (p.Slot == SlotCreated || p.Slot == SlotRevised) && (before.Draft == nil || before.Draft.BasedOn != p.BasedOn) {
				r.Fatalf("event %d uses a text that was rewritten for seq %d; the draft is %+v", e.Seq, p.BasedOn, before.Draft)
			}
		case *TextRejected:
			if p.Rewrite != nil && (p.Kind == KindRewrite || before.Plan != nil && before.Plan.ID == p.PlanID && before.Plan.Rewritten) {
				r.Fatalf("event %d asks for a second rewriting: %+v", e.Seq, p)
			}
		case *PlanCreated:
			found[p.ID] = e.At
			if before.Plan != nil || state.Draft != nil || state.barred() != "" {
				r.Fatalf("event %d creates a plan although there are plan %+v and draft %+v, barred %q", e.Seq, before.Plan, state.Draft, state.barred())
			}
		case *PlanRevised:
			found[p.ID] = e.At
			if before.Plan == nil || before.Plan.ID != p.Replaces || before.Plan.Command != "" || before.Plan.Dropped {
				r.Fatalf("event %d replaces %s, but the slot holds %+v", e.Seq, p.Replaces, before.Plan)
			}
		case *MessageSent:
			plan := before.Plan
			if plan == nil || plan.ID != p.PlanID || sent[p.PlanID] || e.At.Before(plan.DueAt) || plan.Passed || plan.Phase != before.Roster.Phase || before.barred() != "" {
				r.Fatalf("event %d sends %+v, but the slot holds %+v, barred %q", e.Seq, p, plan, before.barred())
			}
			if rejected[p.Follows] || plan.Command == CancelPlan || plan.Dropped || state.Config.Timing == TimingManual && plan.Command != SendPlan {
				r.Fatalf("event %d sends %+v, which the platform has not allowed", e.Seq, p)
			}
			if state.Draft != nil || state.Plan != nil {
				r.Fatalf("event %d leaves the plan %+v or the draft %+v", e.Seq, state.Plan, state.Draft)
			}
			if plan.Command == "" && state.Clock.Game(e.At) < state.Clock.Game(found[plan.ID])+state.typing(plan) {
				r.Fatalf("event %d sends %+v, which was found at %s and takes %d ms to type", e.Seq, p, found[plan.ID], state.typing(plan))
			}
			if line := before.overlooked(plan, state.Now); line != nil {
				r.Fatalf("event %d sends %+v over %+v, and nobody has looked", e.Seq, p, line)
			}
			if plan.Command == "" && state.Config.Timing == TimingHuman && !plan.Typing && len(strings.Fields(p.Text)) > 3 {
				r.Fatalf("event %d sends %+v, and nobody has seen the bot type", e.Seq, p)
			}
			sent[p.PlanID] = true
		case *MessageReceipt:
			rejected[p.MessageID] = p.MessageID != "" && p.Status == Rejected
		case *TypingStopped:
			if before.Plan == nil || !before.Plan.Typing {
				r.Fatalf("event %d stops typing that was not started", e.Seq)
			}
		}
	}
	if p := state.Plan; p != nil && (p.Command != "" || p.Dropped) {
		r.Fatalf("at the end there is a plan that should have gone: %+v", p)
	}
}

// overlooked returns a line that had stood for 2.5 s when the plan was due, and that no thought has
// considered for it, although the plan could have waited for one until now.
func (s *State) overlooked(p *Plan, now Millis) *Message {
	due := s.Due(p)
	if !s.mayLook(p) || p.Looks >= maxLooks || now >= due+s.hold(p) {
		return nil
	}
	return s.news(p, due)
}

// checkPath checks that each step begins where the last one ended, and that the session tries a
// model if and only if its limits are not used up.
func checkPath(r *rapid.T, log []Event) {
	state, paths := NewState("ses_test"), Ladder(scripted{})
	last := len(paths) - 1
	for i, e := range log {
		var step PathChange
		switch p := e.Data.(type) {
		case *StrategyDegraded:
			step = p.PathChange
		case *StrategyRecovered:
			step = p.PathChange
		}
		if on := state.Path.Current(); step.To != "" && (step.From != on || step.To == on && on != PathSilence) {
			r.Fatalf("event %d goes from %s to %s, but the path is %s", e.Seq, step.From, step.To, on)
		}
		state.Apply(e)
		if step.To == "" || i+1 < len(log) && (log[i+1].Data.Type() == "strategy.degraded" || log[i+1].Data.Type() == "strategy.recovered") {
			continue
		}
		if level, _ := state.Budget.step(state.Config.Limits, last); state.Path.outOfBudget() != (level == last) || slices.Index(paths, state.Path.Current()) < level {
			r.Fatalf("after event %d the path is %s, for %s; the limits allow step %d: %+v", e.Seq, state.Path.Current(), state.Path.Silenced, level, state.Budget.Spent)
		}
	}
	if level, _ := state.Budget.step(state.Config.Limits, last); !state.Ended && state.Path.outOfBudget() != (level == last) {
		r.Fatalf("at the end the path is %s, for %s; the limits allow step %d: %+v", state.Path.Current(), state.Path.Silenced, level, state.Budget.Spent)
	}
}

// checkCounts compares the counters with the transcript, of which the state keeps all.
func checkCounts(r *rapid.T, s *State) {
	said := map[string]int{}
	for _, m := range s.Messages {
		if m.Kind == FromPlayer {
			said[m.Sender]++
		}
	}
	for id, c := range s.Talk {
		if c.Total != said[id] || c.Phase < 0 || c.Phase > c.Total {
			r.Fatalf("after event %d the count for %s is %+v, the transcript has %d", s.Seq, id, c, said[id])
		}
	}
	if s.Said != len(s.Messages) || s.Rhythm.OwnRun < 0 {
		r.Fatalf("after event %d the count is %d messages, own run %d; there are %d", s.Seq, s.Said, s.Rhythm.OwnRun, len(s.Messages))
	}
}

func text(r *rapid.T, v View) string {
	b, err := json.Marshal(v)
	noError(r, err)
	return fmt.Sprint(string(b), v.thoughts, v.talk)
}
