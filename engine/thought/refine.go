package thought

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/smalltalk"
)

const (
	refineTokens  = 160 // the length of the new line and of what the old one gives away
	readingTokens = 50  // the length of a reading
	readingChars  = 120 // how much of a reading is kept
)

type refineAnswer struct {
	Readings  []refineReading `json:"readings"`
	GivesAway string          `json:"gives_away"`
	prompt.Written
}

type refineReading struct {
	Role  string `json:"role"`
	Reads string `json:"reads_it_as"`
}

// refine asks how others would read the plan, and for a better text: the second-order perspective
// transition and the refinement of the ReCon paper (equations 5 and 6), in one call.
func refine(ctx context.Context, v session.View, ask prompt.Asker) (session.Finding, error) {
	if v.Plan == nil {
		return session.Refined{}, nil
	}
	var a refineAnswer
	edit, err := askOfPlan(ctx, v, ask, refinePrompt, &a)
	if err != nil {
		return nil, err
	}
	a.Text = session.OneLine(a.Text)
	found := session.Refined{Edit: written(v, edit, a.Written), Refinement: session.Refinement{Draft: strings.Join(v.Plan.Lines(), " ")}}
	found.GivesAway = session.Shortened(session.OneLine(a.GivesAway), readingChars)
	for _, r := range a.Readings[:min(session.MaxReadings, len(a.Readings))] {
		found.Readings = append(found.Readings, session.RoleReading{
			Role: session.Shortened(session.OneLine(r.Role), session.MaxName), Reads: session.Shortened(session.OneLine(r.Reads), readingChars),
		})
	}
	return found, nil
}

func refinePrompt(v session.View) prompt.Prompt {
	sections := slices.Concat(prompt.Shared(v), prompt.Style(v), []prompt.Section{prompt.Next(v)}, prompt.Conversation(v))
	return prompt.Prompt{
		Task: session.KindRefine, Role: prompt.RoleReply, AnswerTokens: refineTokens + readingTokens*min(session.MaxReadings, len(v.OtherPlayers())+1),
		Instruction: instruction("refine"), Sections: sections,
	}
}

var certainWords = []string{"know", "knows", "certain", "certainly", "sure", "weiß", "sicher"}

// refineOffline replaces a line that claims to know something, and repeats any other.
func refineOffline(p prompt.Parsed, rng *rand.Rand) any {
	scene := smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: smalltalk.LinesForWriting}, rng)
	a := refineAnswer{Written: prompt.Written{Text: scene.Keeps()}}
	for _, word := range certainWords {
		if mouth.Mentions(a.Text, word) {
			return refineAnswer{GivesAway: word, Written: prompt.Written{Unsent: session.LookReplace, Text: scene.Begin()}}
		}
	}
	return a
}
