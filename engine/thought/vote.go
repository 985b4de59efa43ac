package thought

import (
	"context"
	"embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

//go:embed prompts/vote*.txt
var votePrompts embed.FS

// The sections of a prompt that asks for a vote.
const (
	sectionMind     = "your mind"
	sectionQuestion = "the question"
	sectionVote     = "the vote"
	sectionChoices  = "the choices"
	sectionLabels   = "the labels"
)

// How the section of the vote says what is asked for. The offline player reads it.
const (
	meansSuspicion = "Whoever chooses a player says: this one I suspect."
	meansTrust     = "Whoever chooses a player says: this one I trust."
	meansQuestion  = "What a choice means is for the question to say."
	choicesFormat  = "Choose from %d to %d of the choices."
	numberFormat   = "The number lies from %s to %s."
	wholeNumber    = "It is a whole number."
	mayAbstain     = "To give no answer is allowed, too."
)

// What is noted beside a choice or a label.
const (
	noteAbstain    = "which is no answer at all"
	noteSelf       = "which is yourself"
	noteSuspicious = "for players whom you suspect"
	noteTrusted    = "for players whom you trust"
	noteYes        = "which is yes"
	noteNo         = "which is no"
)

// Tokens that an answer may need.
const (
	reasonTokens = 160 // two sentences, and the names of the fields
	choiceTokens = 20  // a key, a label's key and a percentage, in JSON with spaces and line breaks
)

// judge asks a model what it makes of a vote. The model sees the choices in an order and under keys that are drawn anew each time, so that neither
// a habit of the model nor the platform's order decides.
func judge(ctx context.Context, v game.View, b game.Brief, w game.Want, ask prompt.Asker) (game.Finding, error) {
	vote, ok := v.Vote(w.Kind)
	if !ok {
		return nil, fmt.Errorf("thought: %s is about a vote that is open no more", w.Kind)
	}
	before := v.Thought(w.Kind)
	shown := show(v, vote, before.Count+before.Failures)
	p := prompt.Prompt{
		Task: voteTask(vote.Kind), Role: prompt.RoleDecision, Instruction: voteText(vote.Kind), AnswerTokens: reasonTokens + choiceTokens*shown.entries(),
		Sections: append(prompt.Shared(v), prompt.Own(v), prompt.Time(v), prompt.List(sectionMind, mind(v, b))),
	}
	p.Sections = append(p.Sections, shown.sections()...)
	a := newAnswer(vote.Kind)
	if err := ask.Ask(ctx, p, a); err != nil {
		return nil, err
	}
	j := game.Judgement{VoteID: vote.ID, BasedOn: w.BasedOn, Shown: shown.ids()}
	if err := a.judge(shown, &j); err != nil {
		return nil, &prompt.Error{Code: prompt.AnswerUnreadable, Cause: err}
	}
	return j, nil
}

// voteTask is the task of a vote of a kind.
func voteTask(kind game.VoteKind) string {
	return game.Judge + "." + string(kind)
}

// voteText is the instruction of a vote of a kind.
func voteText(kind game.VoteKind) string {
	if kind == game.YesNo {
		kind = game.ChooseOne // of the two
	}
	return prompt.Instruction(votePrompts, "vote") + "\n" + prompt.Instruction(votePrompts, "vote_"+string(kind))
}

// mind tells what the strategy's mind amounts to, and whom it suspects how much.
func mind(v game.View, b game.Brief) []string {
	lines := slices.Clone(b.Lines)
	names := map[string]string{}
	for _, p := range v.Active() {
		names[p.ID] = p.Name
	}
	ids := slices.SortedFunc(maps.Keys(b.Suspicion), func(x, y string) int { return strings.Compare(names[x]+"\n"+x, names[y]+"\n"+y) })
	for _, id := range ids {
		if s := b.Suspicion[id]; names[id] != "" && !math.IsNaN(s) {
			lines = append(lines, fmt.Sprintf("Your suspicion of %s: %.0f %%", names[id], 100/(1+math.Exp(-s))))
		}
	}
	return lines
}
