package step_test

import (
	"slices"
	"testing"

	"ringer/engine/journal"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/step"
)

// TestALookAtThePlanReads: core.reconsider also reads the newest lines.
func TestALookAtThePlanReads(t *testing.T) {
	t.Parallel()
	s := sessiontest.Open(t, session.Config{Bot: session.Bot{Seat: "red"}, Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}}})
	s.Say(1000, "blue", "who is from the coast")
	s.Tell(2000, &session.PlanCreated{Plan: session.Plan{ID: "pln_1", Kind: session.Reply, Text: "not me", BasedOn: 2, Answers: 2}})
	s.Say(3000, "blue", "nobody?")
	model := sessiontest.Model(func(p prompt.Parsed) (any, error) {
		if lines := p.Text(prompt.SectionRead); lines != "#1, #2" {
			t.Errorf("it reads %q", lines)
		}
		return map[string]any{"read": []prompt.LineRead{{Line: 2, To: []string{"Red"}, Expects: true}}, "unsent": "keep", "text": ""}, nil
	})
	made, err := step.Think(t.Context(), step.Thinker{Models: model}, s.State.View(4000), session.Want{Kind: session.KindReconsider})
	sessiontest.NoError(t, err)
	if r := made.Readings; len(r) != 1 || r[0].To[0] != "red" || !r[0].Expects {
		t.Errorf("read %+v", r)
	}
}

// TestPlaceOf reads the ids of thoughts. Kinds may have underscores and points.
func TestPlaceOf(t *testing.T) {
	t.Parallel()
	view := session.NewState("ses_a2").View(0)
	view.Seq = 17
	made, _ := step.Think(t.Context(), step.Thinker{}, view, session.Want{Kind: "a_b.c"})
	for id, want := range map[string]int64{made.ID: 17, "tht_a_1_0_turn": 1, "tht_a_0_0_turn": 0, "tht_a_x_0_turn": 0, "tht_a_1_0": 0, "msg_a_1_0_turn": 0, "": 0} {
		if p, ok := journal.PlaceOf(id); ok != (want > 0) || ok && p != (journal.Place{Seq: want, Thought: id}) {
			t.Errorf("%q: %+v %t, want %d", id, p, ok, want)
		}
	}
}

// TestReconcile compares running thoughts with wanted ones at second 10 of a game.
func TestReconcile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		running []string
		wants   []session.Want
		due     session.Millis
		stop    []string
		start   []string
		next    session.Millis
	}{
		{name: "NothingWantedNothingRuns"},
		{name: "WantedNowStarts", wants: []session.Want{{Kind: "reply"}}, start: []string{"reply"}},
		{name: "WantedAndRunningGoesOn", running: []string{"reply"}, wants: []session.Want{{Kind: "reply", BasedOn: 7}}},
		{name: "NotWantedStops", running: []string{"reply"}, stop: []string{"reply"}},
		{name: "WantedLaterIsADeadline", wants: []session.Want{{Kind: "silence", At: 12_000}}, next: 12_000},
		{name: "TheEarliestDeadlineCounts", wants: []session.Want{{Kind: "silence", At: 12_000}}, due: 11_000, next: 11_000},
		{name: "WantedLaterKeepsRunning", running: []string{"silence"}, wants: []session.Want{{Kind: "silence", At: 12_000}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			running := map[string]bool{}
			for _, kind := range c.running {
				running[kind] = true
			}
			stop, wants, next := step.Reconcile(running, session.Decision{Wants: c.wants, Due: c.due}, 10_000)
			var start []string
			for _, w := range wants {
				start = append(start, w.Kind)
			}
			if !slices.Equal(stop, c.stop) || !slices.Equal(start, c.start) || next != c.next {
				t.Errorf("stops %v, starts %v, next at %d; want %v, %v, %d", stop, start, next, c.stop, c.start, c.next)
			}
		})
	}
}
