package thought

import (
	"context"
	_ "embed"
	"math/rand/v2"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

//go:embed prompts/biography.txt
var biographyText string

// The sections of the prompt for a biography.
const (
	sectionDraft    = "draft"
	sectionLanguage = "language of the chat"
)

// biographyTokens is the length of an answer: five short phrases, with the JSON around them.
const biographyTokens = 200

type biographyAnswer struct {
	Country string   `json:"country"`
	Work    string   `json:"work"`
	Habits  []string `json:"habits"`
	Worry   string   `json:"worry"`
	Writing string   `json:"writing"`
}

// invent asks a model to make a person of the biography that was drawn.
func invent(ctx context.Context, v game.View, ask prompt.Asker) (game.Finding, error) {
	if v.Biography == nil {
		return game.Biography{}, nil
	}
	var a biographyAnswer
	draft := *v.Biography // the newest view may lack it
	if err := ask.Ask(ctx, prompt.Newest(ask, v, func(v game.View) prompt.Prompt { return biographyPrompt(v, draft) }), &a); err != nil {
		return nil, err
	}
	if strings.TrimSpace(a.Work+a.Worry+strings.Join(a.Habits, "")) == "" {
		return nil, &prompt.Error{Code: prompt.AnswerEmpty}
	}
	return game.Biography{Country: a.Country, Work: a.Work, Habits: a.Habits, Worry: a.Worry, Writing: a.Writing}, nil
}

// biographyPrompt shows nothing of the game, so that the person is an ordinary one.
func biographyPrompt(v game.View, draft game.Biography) prompt.Prompt {
	return prompt.Prompt{
		Task: game.KindBiography, Role: prompt.RoleReply, AnswerTokens: biographyTokens, Instruction: strings.TrimSuffix(biographyText, "\n"),
		Sections: []prompt.Section{prompt.TextSection(sectionLanguage, prompt.Quote(v.Config.Language)), prompt.TextSection(sectionDraft, prompt.BiographyLines(draft))},
	}
}

// inventOffline is the offline model's person: the draft itself, which was drawn from tables.
func inventOffline(p prompt.Parsed, _ *rand.Rand) any {
	b := p.Biography(sectionDraft)
	return biographyAnswer{Country: b.Country, Work: b.Work, Habits: b.Habits, Worry: b.Worry, Writing: b.Writing}
}
