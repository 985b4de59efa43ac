package tom

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// Where a persona is from.
const (
	sourceModel   = "model"
	sourceSession = "session"
	sourceSketch  = "sketch"
)

// The ages that are drawn: those of most people who play chat games.
const (
	youngest = 18
	oldest   = 45
)

// personaChars bounds a persona: three sentences are shorter.
const personaChars = 400

// persona returns who the bot plays now: whom the session names, else who it was, else a sketch that follows from the seed.
func (t *ToM) persona(v game.View, before persona) persona {
	if given := v.Config.Persona; given != "" {
		return persona{Source: sourceSession, Text: game.Shortened(given, shownChars)}
	}
	if before.Source == sourceModel || before.Source == sourceSketch {
		return before
	}
	p := persona{Source: sourceSketch, City: t.options.City, Age: t.options.Age}
	rng := game.Draw(v.Seed, 0, "persona:"+v.Me.ID, 0)
	city, age := cities[rng.IntN(len(cities))], youngest+rng.IntN(oldest-youngest+1)
	if p.City == "" {
		p.City = city
	}
	if p.Age == 0 {
		p.Age = age
	}
	p.Text = fmt.Sprintf(sketchText, p.Age, p.City)
	return p
}

// wantsPersona tells whether a model is to write the persona: until the bot has said its first line, after which it is who it was then.
func (t *ToM) wantsPersona(v game.View) bool {
	if v.Config.Persona != "" || v.Me.Presence != game.Active || v.Talk(v.Me.ID).Total > 0 {
		return false
	}
	m := readMind(v)
	return t.persona(v, m.Persona).Source == sourceSketch
}

func (t *ToM) makePersona(ctx context.Context, v game.View, ask prompt.Asker) (game.Finding, error) {
	var a personaAnswer
	m := readMind(v)
	if err := ask.Ask(ctx, personaPrompt(v, t.persona(v, m.Persona)), &a); err != nil {
		return nil, fmt.Errorf("who the bot plays: %w", err)
	}
	if oneLine(a.Persona) == "" {
		return nil, &prompt.Error{Code: prompt.AnswerEmpty}
	}
	return a, nil
}

// concludePersona takes over the persona that a model has written. One that comes after the bot's first line comes too late.
func (t *ToM) concludePersona(v game.View, a personaAnswer) game.Outcome {
	m := readMind(v)
	m.Persona = t.persona(v, m.Persona)
	if t.wantsPersona(v) {
		m.Persona.Source, m.Persona.Text = sourceModel, game.Shortened(oneLine(a.Persona), personaChars)
	}
	return t.complete(v, m, game.Outcome{})
}

// Persona implements game.Portrayer.
func (t *ToM) Persona(v game.View) string {
	if v.Config.Persona != "" {
		return v.Config.Persona
	}
	m := readMind(v)
	return t.persona(v, m.Persona).Text
}

// oneLine returns a text with single spaces for whatever space there is, and for what cannot be shown on a line: prompts and people read it as it is.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	}), " ")
}
