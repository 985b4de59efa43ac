package session

import (
	"reflect"
	"testing"
	"time"
)

// TestStepTo sets the clock of a state that waits for everything that it can wait for.
func TestStepTo(t *testing.T) {
	t.Parallel()
	waiting := func(by time.Duration) *State {
		at := opened.Add(by)
		deadline := opened
		return &State{
			Seq: 1, Clock: Clock{Start: opened, Speed: 1000, Shift: by}, Plan: &Plan{TriggerAt: at, DueAt: at, TypingSince: at}, Draft: &Draft{TriggerAt: at},
			Accusations: Accusations{Planned: &Accusation{WantedAt: at, DueAt: at}},
			Votes: []Vote{
				{VoteRequest: VoteRequest{Deadline: &deadline}, Status: VoteOpen, At: opened, DeadlineAt: at},
				{Status: VoteAnswered, At: opened, DeadlineAt: opened}, // it is history
			},
		}
	}
	s := waiting(0)
	for _, by := range []time.Duration{time.Hour, -30 * time.Second, 0} {
		got, want := s.StepTo(by), waiting(by)
		want.Talk, want.Thoughts, want.Gone = got.Talk, got.Thoughts, got.Gone
		if !reflect.DeepEqual(got, want) {
			t.Errorf("by %s: %+v, want %+v", by, got, want)
		}
	}
	if !reflect.DeepEqual(s, waiting(0)) {
		t.Errorf("the state has changed: %+v", s)
	}
	s.Plan, s.Draft, s.Accusations.Planned, s.Votes = &Plan{TriggerAt: opened}, nil, nil, nil
	if p := s.StepTo(time.Hour).Plan; !p.DueAt.IsZero() || !p.TypingSince.IsZero() {
		t.Errorf("times that stand for never have moved: %+v", p)
	}
}
