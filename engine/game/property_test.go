package game

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// steps are the lines that a random scenario is made of.
var steps = []string{
	"blue: hi", "green: what", "blue: red are you there", "gm: go on", "red: said by hand", "typing blue", "muted", "unmuted",
	"phase night", "phase day", "phase dawn", "left green", "joined green", "eliminated blue", "joined blue",
	"think nothing", "think reply cognition: hello %d", "think reply cognition 4s: well Green what is %d | and you | really",
	"think reply reflex 2s: reflex %d", "think reserve reserve: so quiet %d", "think reply cognition: I am an AI", "fail model_timeout",
	"command send", "command cancel", "receipt posted", "receipt rejected", "race command cancel", "race receipt rejected",
	"race muted", "race unmuted", "race blue: in between", "race left green", "",
}

// TestSlotInvariants plays random scenarios: whatever happens, there is one plan at most, it is sent once and not before its
// time, in its own phase, by a bot that may speak, and a log folded again gives the same state.
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
		s := newTimedScenario(t, rapid.SampledFrom([]TimingMode{TimingHuman, TimingInstant, TimingManual}).Draw(r, "timing"))
		s.play(script.String() + "+60s\n")
		s.refold()
		checkSlot(r, s.log)
		if t.Failed() {
			r.Fatalf("script:\n%s\ntrace:\n%s", script.String(), s.trace.String())
		}
	})
}

func checkSlot(r *rapid.T, log []Event) {
	state := NewState("ses_test")
	sent, rejected := map[string]bool{}, map[string]bool{}
	for _, e := range log {
		before := state.Clone()
		state.Apply(e)
		switch p := e.Data.(type) {
		case *PlanCreated:
			if before.Plan != nil {
				r.Fatalf("event %d creates a plan beside %+v", e.Seq, before.Plan)
			}
		case *PlanRevised:
			if before.Plan == nil || before.Plan.ID != p.Replaces {
				r.Fatalf("event %d replaces %s, in the slot is %+v", e.Seq, p.Replaces, before.Plan)
			}
		case *MessageSent:
			plan := before.Plan
			if plan == nil || plan.ID != p.PlanID || sent[p.PlanID] || e.At.Before(plan.DueAt) || plan.Phase != before.Roster.Phase || before.barred() != "" {
				r.Fatalf("event %d sends %+v, in the slot is %+v, barred %q", e.Seq, p, plan, before.barred())
			}
			if rejected[p.Follows] || state.Config.Timing == TimingManual && plan.Command != SendPlan {
				r.Fatalf("event %d sends %+v, which the platform has not allowed", e.Seq, p)
			}
			sent[p.PlanID] = true
		case *MessageReceipt:
			rejected[p.MessageID] = p.MessageID != "" && p.Status == Rejected
		case *TypingStopped:
			if before.Plan == nil || !before.Plan.Typing {
				r.Fatalf("event %d stops typing that had not started", e.Seq)
			}
		}
	}
}
