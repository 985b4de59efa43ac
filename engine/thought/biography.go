package thought

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

const (
	sectionPersona  = "persona"
	sectionGiven    = "given"
	sectionDraft    = "draft"
	sectionLanguage = "language of the chat"
)

// biographyTokens is the length of an answer: eight short phrases, with the JSON around them.
const biographyTokens = 240

type biographyAnswer struct {
	FirstName string `json:"first_name,omitempty" missing:"ok"`

	Age     int      `json:"age" min:"0" max:"99"` // in years; 0 for somebody without one
	Town    string   `json:"town"`
	Country string   `json:"country"`
	Work    string   `json:"work"`
	Habits  []string `json:"habits"`
	Worry   string   `json:"worry"`
	Writing string   `json:"writing"`
}

// invent asks a model to make one person of the draft, or of the persona that the platform wrote.
func invent(ctx context.Context, v session.View, ask prompt.Asker) (session.Finding, error) {
	var a biographyAnswer
	if err := ask.Ask(ctx, prompt.Newest(ask, v, biographyPrompt), &a); err != nil {
		return nil, err
	}
	if v.Config.Persona == "" && strings.TrimSpace(a.Work+a.Worry+strings.Join(a.Habits, "")) == "" {
		return nil, &prompt.Error{Code: prompt.AnswerEmpty}
	}
	return session.Biography(a), nil
}

// biographyPrompt shows nothing of the game, so that the person is an ordinary one.
func biographyPrompt(v session.View) prompt.Prompt {
	var given session.Biography
	if v.Biography != nil {
		given = *v.Biography
	}
	drawn := session.DrawnBiography(v, given)
	sections := []prompt.Section{prompt.TextSection(sectionLanguage, prompt.Quote(v.Config.Language))}
	if v.Config.Persona != "" {
		sections = append(sections, prompt.TextSection(sectionPersona, prompt.Quote(v.Config.Persona)), prompt.TextSection(sectionGiven, prompt.BiographyLines(given)))
	}
	return prompt.Prompt{
		Task: session.KindBiography, Role: prompt.RoleReply, AnswerTokens: biographyTokens, Instruction: instruction("biography"),
		Sections: append(sections, prompt.TextSection(sectionDraft, draftOf(drawn))),
	}
}

// draftOf returns the draft as an answer: the prompt needs no example, which a model would copy.
func draftOf(draft session.Biography) string {
	b, err := json.Marshal(biographyAnswer(draft))
	if err != nil {
		panic("thought: " + err.Error()) // it holds strings and a number
	}
	return string(b)
}

// inventOffline returns the draft. It cannot read a persona, so it adds nothing beside one.
func inventOffline(p prompt.Parsed, _ *rand.Rand) any {
	var draft biographyAnswer
	if p.Text(sectionPersona) == "" && json.Unmarshal([]byte(p.Text(sectionDraft)), &draft) == nil {
		return draft
	}
	b := p.Biography(sectionGiven)
	b.Habits = append([]string{}, b.Habits...) // a list in JSON
	return biographyAnswer(b)
}
