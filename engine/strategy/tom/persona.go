package tom

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// The sources of a persona.
const (
	sourceModel   = "model"
	sourceSession = "session"
	sourceSketch  = "sketch"
)

// The bounds of an age that is drawn. Most people who play chat games are between them.
const (
	youngest = 18
	oldest   = 45
)

// personaChars is the most characters of a persona. Three sentences are shorter.
const personaChars = 400

// persona returns who the bot plays now: the session's persona, else the one in the mind before,
// else a sketch that the seed draws.
func (t *ToM) persona(v game.View, before persona) persona {
	if given := v.Config.Persona; given != "" {
		return persona{Source: sourceSession, Text: game.Shortened(given, keptChars)}
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

// wantsPersona reports whether a model should write the persona. After the bot's first line the
// persona stays as it is.
func (t *ToM) wantsPersona(v game.View) bool {
	if v.Config.Persona != "" || v.Me.Presence != game.Active || v.Talk(v.Me.ID).Total > 0 {
		return false
	}
	m := readMind(v)
	return t.persona(v, m.Persona).Source == sourceSketch
}

// makePersona asks a model to turn the sketch into a persona.
func (t *ToM) makePersona(ctx context.Context, v game.View, ask prompt.Asker) (game.Finding, error) {
	var a personaAnswer
	m := readMind(v)
	if err := ask.Ask(ctx, prompt.Newest(ask, v, func(v game.View) prompt.Prompt { return personaPrompt(v, t.persona(v, m.Persona)) }), &a); err != nil {
		return nil, fmt.Errorf("who the bot plays: %w", err)
	}
	if oneLine(a.Persona) == "" {
		return nil, &prompt.Error{Code: prompt.AnswerEmpty}
	}
	return a, nil
}

// concludePersona stores the persona of a model, unless the bot has already said its first line.
func (t *ToM) concludePersona(v game.View, a personaAnswer) game.Conclusion {
	m := readMind(v)
	m.Persona = t.persona(v, m.Persona)
	if t.wantsPersona(v) {
		m.Persona.Source, m.Persona.Text = sourceModel, game.Shortened(oneLine(a.Persona), personaChars)
	}
	return t.complete(v, m, game.Conclusion{})
}

// Persona implements game.Portrayer.
func (t *ToM) Persona(v game.View) string {
	if v.Config.Persona != "" {
		return v.Config.Persona
	}
	var m struct { // the rest of the mind takes longer to decode
		Persona persona `json:"persona"`
	}
	v.ReadMind(&m)
	return t.persona(v, m.Persona).Text
}

// portrayed returns the view with the persona of a mind, as View.WithPersona does with that of its
// own mind.
func (t *ToM) portrayed(v game.View, m mind) game.View {
	if v.Config.Persona == "" {
		v.Config.Persona = t.persona(v, m.Persona).Text
	}
	return v
}

// oneLine returns a text on one line. Each run of spaces, control characters and direction marks
// becomes one space.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	}), " ")
}
