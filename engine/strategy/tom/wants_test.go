package tom

import (
	"slices"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func expectWants(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("it wants %v, want %v", got, want)
	}
}

// plan puts a plan into the slot.
func (c *fixture) plan(at session.Millis, kind session.PlanKind, class session.PlanClass, basedOn int64) {
	c.Tell(at, &session.PlanCreated{Plan: session.Plan{
		ID: "pln_1", Kind: kind, Class: class, Text: "hm", BasedOn: basedOn, Phase: c.State.Roster.Phase, TriggerAt: c.State.Clock.Wall(at), DueAt: c.State.Clock.Wall(at + 9000), Silence: 15_000,
	}})
}

// sends sends the plan.
func (c *fixture) sends(at session.Millis, text string) {
	c.Tell(at, &session.MessageSent{MessageID: "msg_1", PlanID: "pln_1", Kind: session.Reply, Sender: "red", Text: text})
}

func TestWhatIsWanted(t *testing.T) {
	t.Parallel()
	full := `{}`
	sessiontest.Cases(t, func(t *testing.T) *fixture { return newSession(t) }, map[string]func(*testing.T, *fixture){
		"InAnEmptyChatAReserve": func(t *testing.T, c *fixture) {
			expectWants(t, c.wants(newToM(t, full), 100), kindReserve)
		},
		"AfterAMessageBothProcesses": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hello")
			expectWants(t, c.wants(newToM(t, full), 1000), kindReflex, kindCognition)
			expectWants(t, c.wants(newToM(t, `{"cognition":"off"}`), 1000), kindReflex)
			expectWants(t, c.wants(newToM(t, `{"tom":"off"}`), 1000), kindSingle)
		},
		"AfterTheGameMasterOnlyCognition": func(t *testing.T, c *fixture) {
			c.Say(1000, "gm", "Day breaks.")
			expectWants(t, c.wants(newToM(t, full), 1000), kindCognition)
			expectWants(t, c.wants(newToM(t, `{"cognition":"off"}`), 1000), kindReserve)
		},
		"WhatIsConsideredIsNotAskedAgain": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hello")
			c.Considered(2000, kindReflex)
			expectWants(t, c.wants(newToM(t, full), 2000), kindCognition)
			c.Considered(3000, kindCognition)
			expectWants(t, c.wants(newToM(t, full), 3000), kindReserve) // neither had anything to say
			c.Say(4000, "blue", "anybody")
			expectWants(t, c.wants(newToM(t, full), 4000), kindReflex, kindCognition)
		},
		"WhatCognitionHasAnsweredNeedsNoReflex": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hello")
			c.Failed(1500, kindReflex)
			c.Considered(2000, kindCognition)
			// It had nothing to say.
			expectWants(t, c.wants(newToM(t, full), 2000), kindReflex, kindReserve)
			c.plan(2000, session.Reply, session.ClassCognition, 2)
			expectWants(t, c.wants(newToM(t, full), 2000))
			c.sends(9000, "hi blue")
			expectWants(t, c.wants(newToM(t, full), 9000), kindReserve)
		},
		"OnlyAReplyOfCognitionToItReplacesTheReflex": func(t *testing.T, _ *fixture) {
			for _, x := range []struct {
				kind    session.PlanKind
				class   session.PlanClass
				basedOn int64
				want    []string
			}{
				{session.Reply, session.ClassCognition, 3, nil},
				{session.Reply, session.ClassCognition, 2, []string{kindReflex}}, // about an earlier line
				{session.Reserve, session.ClassReserve, 3, []string{kindReflex}}, // a reserve answers nothing
			} {
				c := newSession(t)
				c.Say(1000, "blue", "hello")
				c.Say(2000, "green", "hi")
				c.Tell(3000, &session.ThoughtCompleted{Kind: kindCognition, BasedOn: 3})
				c.plan(3000, x.kind, x.class, x.basedOn)
				expectWants(t, c.wants(newToM(t, full), 3000), x.want...)
			}
		},
		"AReserveThatNamesAPlayerWhoHasLeftIsReplaced": func(t *testing.T, c *fixture) {
			c.Tell(1000, &session.PlanCreated{Plan: session.Plan{ID: "pln_1", Kind: session.Reserve, Text: "green?", Mentions: []string{"green"}, Silence: 15_000}})
			expectWants(t, c.wants(newToM(t, full), 1000))
			c.Leaves(2000, "green")
			expectWants(t, c.wants(newToM(t, full), 2000), kindReserve)
		},
		"CognitionGoesOnWhileTheBotMayNotSpeak": func(t *testing.T, _ *fixture) {
			c := newSession(t, func(c *session.Config) {
				c.Game.Phases = []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"blue"}}}
				c.Game.Phase = "night"
			})
			c.Say(1000, "blue", "i vote green")
			expectWants(t, c.wants(newToM(t, full), 1000), kindCognition)
			out, m := c.thinks(newToM(t, full), kindCognition, knownJSON, believedJSON, intendedJSON, `{"goal":"wait"}`)
			if out.Candidate != nil || slices.Contains(m.Tasks(), taskMessage) || c.mind().Goal != "wait" {
				t.Errorf("it asks %v and proposes %v", m.Tasks(), out.Candidate)
			}
			expectWants(t, c.wants(newToM(t, full), 1000))
		},
		"ABotThatHasLeftWantsNothing": func(t *testing.T, _ *fixture) {
			c := newSession(t, nobody)
			c.Say(1000, "blue", "hello")
			c.Leaves(1000, "red")
			expectWants(t, c.wants(newToM(t, full), 1000))
		},
		"AReserveIsReplacedWhenTheChatMoves": func(t *testing.T, c *fixture) {
			c.plan(1000, session.Reserve, session.ClassReserve, 0)
			expectWants(t, c.wants(newToM(t, full), 1000))
			c.Say(2000, "blue", "hello")
			c.Considered(3000, kindReflex, kindCognition)
			expectWants(t, c.wants(newToM(t, full), 3000), kindReserve)
			expectWants(t, c.wants(newToM(t, `{"cognition":"off"}`), 3000), kindReserve)
		},
		"AReplyInTheSlotIsEnough": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hello")
			c.Considered(2000, kindReflex, kindCognition)
			c.plan(2000, session.Reply, session.ClassReflex, 2)
			expectWants(t, c.wants(newToM(t, full), 2000))
		},
		"ARewriteNeedsNoReserve": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hello")
			c.Considered(2000, kindReflex, kindCognition)
			c.Tell(2000, &session.TextRejected{Rule: "repeat", Text: "hello", Kind: kindReflex, Rewrite: &session.Draft{
				Text: "hello", Rule: "repeat", Thought: kindReflex, BasedOn: 2, Kind: session.Reply, Class: session.ClassReflex,
			}})
			expectWants(t, c.wants(newToM(t, full), 2000))
			c.Say(3000, "green", "red?")
			c.Considered(4000, kindReflex, kindCognition)
			expectWants(t, c.wants(newToM(t, full), 4000), kindReserve) // the rewrite has ended
		},
		"OnTheCheapestPathThereIsNoCognition": func(t *testing.T, c *fixture) {
			c.State.Path.Name = pathReflex
			c.Say(1000, "blue", "hello")
			expectWants(t, c.wants(newToM(t, full), 1000), kindReflex)
			c.Considered(2000, kindReflex)
			expectWants(t, c.wants(newToM(t, full), 2000), kindReserve)
			c.State.Path.Name = pathFused
			expectWants(t, c.wants(newToM(t, full), 2000), kindCognition)
		},
	})
}
