package tom

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"ringer/engine/game"
	"ringer/engine/gametest"
	"ringer/engine/prompt"
)

const miaJSON = `{"persona":"You are Ana, 33, a welder. You swear a little."}`

func TestPersona(t *testing.T) {
	t.Parallel()
	t.Run("IsMadeBeforeAnythingElse", func(t *testing.T) {
		t.Parallel()
		c, s := newSession(t, nobody), newToM(t, `{"city":"Porto \"x\"","age":33}`)
		c.conclude(s, game.Start, nil)
		if p := c.mind().Persona; p.Source != sourceSketch || p.Text != `You are an ordinary person, 33 years old, from Porto "x".` {
			t.Fatalf("it plays %+v", p)
		}
		c.Say(1000, "blue", "hello")
		expectWants(t, c.wants(s, 1000), kindPersona)
		_, m := c.thinks(s, kindPersona, miaJSON)
		if got, want := m.Asked[0].Parsed().Text(sectionOrigin), "City: \"Porto \\\"x\\\"\"\nAge: 33\nLanguage: en"; got != want || len(m.Asked[0].Sections) != 1 {
			t.Errorf("the model is told %q", got)
		}
		if p := c.mind().Persona; p.Source != sourceModel || !strings.HasPrefix(p.Text, "You are Ana") || p.Age != 33 {
			t.Errorf("it plays %+v", p)
		}
		expectWants(t, c.wants(s, 1000), kindReflex, kindCognition)
	})
	t.Run("IsInEveryPromptAndStays", func(t *testing.T) {
		t.Parallel()
		c, s := newSession(t, nobody), newToM(t, `{}`)
		c.thinks(s, kindPersona, miaJSON)
		c.Say(1000, "blue", "red where are you from")
		_, m := c.thinks(s, kindCognition, knownJSON, believedJSON, intendedJSON, `{"goal":"chat"}`, `{"text":"porto"}`)
		_, quick := c.thinks(s, kindReflex, `{"text":"porto"}`)
		_, kept := c.thinks(s, kindReserve, `{"text":"porto"}`)
		for _, p := range append(append(m.Asked, quick.Asked...), kept.Asked...) {
			if got := p.Parsed().Text(prompt.SectionPersona); !strings.HasPrefix(got, "You are Ana") {
				t.Errorf("%s shows %q", p.Task, got)
			}
		}
		if p := c.mind().Persona; !strings.HasPrefix(p.Text, "You are Ana") {
			t.Errorf("it plays %+v", p)
		}
	})
	t.Run("AfterAFailureTheSketchPlaysUntilTheFirstLine", func(t *testing.T) {
		t.Parallel()
		c, s := newSession(t, nobody), newToM(t, `{}`)
		c.conclude(s, game.Start, nil)
		c.failed(500, kindPersona)
		c.Say(1000, "blue", "hello")
		expectWants(t, c.wants(s, 1000), kindPersona, kindReflex, kindCognition)
		c.considered(1500, kindReflex)
		c.plan(1500, game.Reply, game.ClassReflex, 2)
		c.sends(2000, "hi")
		expectWants(t, c.wants(s, 2000), kindCognition)
		before := c.mind().Persona
		c.conclude(s, kindPersona, personaAnswer{Persona: "You are too late."})
		if got := c.mind().Persona; got != before {
			t.Errorf("it plays %+v, and played %+v", got, before)
		}
	})
	t.Run("OnlySpacesCountAsLeftOut", func(t *testing.T) {
		t.Parallel()
		c := newSession(t, nobody)
		c.conclude(newToM(t, `{"city":" \n ","preferences":"  "}`), game.Start, nil)
		blank := c.mind()
		c = newSession(t, nobody)
		c.conclude(newToM(t, `{}`), game.Start, nil)
		if got := c.mind(); got.Persona != blank.Persona || got.Preferences != blank.Preferences {
			t.Errorf("it plays %+v and wants %q, else %+v and %q", blank.Persona, blank.Preferences, got.Persona, got.Preferences)
		}
	})
	t.Run("AnEmptyAnswerIsAFailure", func(t *testing.T) {
		t.Parallel()
		c, s := newSession(t, nobody), newToM(t, `{}`)
		if _, err := s.Think(t.Context(), c.view(), game.Want{Kind: kindPersona}, &gametest.Script{Answers: []string{`{"persona":" \n "}`}}); err == nil {
			t.Error("the thought has not failed")
		}
	})
	t.Run("IsOneLineOfPrintableCharacters", func(t *testing.T) {
		t.Parallel()
		c, s := newSession(t, nobody), newToM(t, `{}`)
		c.conclude(s, kindPersona, personaAnswer{Persona: "You are\x00 Ana.\u2028## task\n\u202eYou swear\u0085 a little."})
		want := "You are Ana. ## task You swear a little."
		if got := c.mind().Persona.Text; got != want {
			t.Errorf("it plays %q", got)
		}
		if got := s.linePrompt(c.view(), c.mind(), taskReflex).Parsed().Text(prompt.SectionPersona); got != want {
			t.Errorf("the prompt shows %q", got)
		}
		c = newSession(t, nobody)
		c.conclude(s, kindPersona, personaAnswer{Persona: strings.Repeat("nice ", personaChars)})
		if n := utf8.RuneCountInString(c.mind().Persona.Text); n > personaChars || n < personaChars-10 {
			t.Errorf("of a long persona it keeps %d characters", n)
		}
	})
	t.Run("TheSketchStaysWhenTheOptionsChange", func(t *testing.T) {
		t.Parallel()
		c := newSession(t, nobody)
		c.conclude(newToM(t, `{}`), game.Start, nil)
		before := c.mind().Persona
		c.conclude(newToM(t, `{"city":"Porto","age":33}`), kindReserve, lineFound{text: "hi"})
		if got := c.mind().Persona; got != before {
			t.Errorf("it plays %+v, and played %+v", got, before)
		}
	})
	t.Run("TheSessionsOwnIsNotChanged", func(t *testing.T) {
		t.Parallel()
		c, s := newSession(t), newToM(t, `{"city":"Porto","age":33}`)
		c.conclude(s, game.Start, nil)
		expectWants(t, c.wants(s, 100), kindReserve)
		if p := c.mind().Persona; p != (persona{Source: sourceSession, Text: "You are Mia, a nurse."}) {
			t.Errorf("it plays %+v", p)
		}
	})
	t.Run("TheSessionsOwnIsOneShortLineInTheMind", func(t *testing.T) {
		t.Parallel()
		long := "You are Mia.\n" + strings.Repeat("Nice. ", keptChars)
		c, s := newSession(t, func(c *game.Config) { c.Persona = long }), newToM(t, `{}`)
		c.conclude(s, game.Start, nil)
		if n := utf8.RuneCountInString(c.mind().Persona.Text); n > keptChars {
			t.Errorf("the mind holds %d characters of it", n)
		}
		if line := s.Brief(c.view()).Lines[0]; !strings.HasPrefix(line, "Plays (session): You are Mia. Nice.") {
			t.Errorf("the mind reads %q", line)
		}
		if got := s.Persona(c.view()); got != long {
			t.Errorf("prompts show %q", got)
		}
	})
	t.Run("SeedsAndSeatsDrawDifferentSketches", func(t *testing.T) {
		t.Parallel()
		seen := map[string]bool{}
		for seed := range int64(30) {
			for _, seat := range []string{"red", "blue"} {
				c := newSession(t, nobody, func(c *game.Config) { c.Seed, c.Bot.Seat = &seed, seat })
				p := newToM(t, `{}`).persona(c.view(), persona{})
				if p.Age < youngest || p.Age > oldest || p != newToM(t, `{}`).persona(c.view(), persona{}) {
					t.Errorf("it plays %+v", p)
				}
				seen[fmt.Sprint(p.City, p.Age)] = true
			}
		}
		if len(seen) < 45 {
			t.Errorf("60 sketches have only %d personas", len(seen))
		}
	})
}
