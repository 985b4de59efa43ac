package thought

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

const (
	sectionMind     = "what you believe"
	sectionQuestion = "the question"
	sectionVote     = "the vote"
	sectionChoices  = "the choices"
	sectionLabels   = "the labels"
)

// Sentences of the section sectionVote. The offline player reads them.
const (
	meansSuspicion = "Choosing a player means: I suspect this one."
	meansQuarry    = "Choose whom you suspect: "
	meansTrust     = "Choosing a player means: I trust this one."
	meansQuestion  = "The question says what a choice means."
	choicesFormat  = "Choose from %d to %d of the choices."
	numberFormat   = "Answer with a number from %s to %s."
	wholeNumber    = "Only whole numbers."
	mayAbstain     = "You may also give no answer."
)

const (
	hintAbstain    = "no answer"
	hintSelf       = "yourself"
	hintAlly       = "on your side"
	hintSuspicious = "for players you suspect"
	hintTrusted    = "for players you trust"
	hintYes        = "yes"
	hintNo         = "no"
)

const (
	reasonTokens = 160 // how many tokens the reason of an answer may need: two sentences
	// choiceTokens is how many tokens a choice may need: a key, a label's key and a percentage, in
	// JSON with spaces and line breaks.
	choiceTokens = 20
)

// judge asks a model to decide a vote. The order of the choices is drawn again each time, and the
// keys follow it, so neither the model's nor the platform's preference counts.
func judge(ctx context.Context, v session.View, b session.Brief, w session.Want, ask prompt.Asker) (session.Finding, error) {
	vote, ok := v.Vote(w.Kind)
	if !ok {
		return nil, fmt.Errorf("thought: %s is about a vote that is no longer open", w.Kind)
	}
	before := v.Progress(w.Kind)
	shown := newBallot(v, vote, before.Count+before.Failures)
	p := prompt.Newest(ask, v, func(v session.View) prompt.Prompt {
		sections := append(prompt.Watched(v), prompt.Own(v)...)
		if believed := beliefLines(v, b); len(believed) > 0 {
			sections = append(sections, prompt.ListSection(sectionMind, believed))
		}
		return prompt.Prompt{
			Task: voteTask(vote.Kind), Role: prompt.RoleDecision, Instruction: shown.form.instruction(),
			AnswerTokens: reasonTokens + choiceTokens*shown.maxEntries(), Sections: append(sections, shown.sections()...),
		}
	})
	a := shown.form.answer()
	if err := ask.Ask(ctx, p, a); err != nil {
		return nil, err
	}
	j := session.Judgement{VoteID: vote.ID, BasedOn: w.BasedOn, Shown: shown.ids()}
	if err := a.judge(shown, &j); err != nil {
		return nil, &prompt.Error{Code: prompt.AnswerUnreadable, Cause: err}
	}
	return j, nil
}

func voteTask(kind session.VoteKind) string {
	return session.KindVote + "." + string(kind)
}

func (f voteForm) instruction() string {
	return instruction("vote") + "\n" + instruction(f.text)
}

// beliefLines returns what the strategy believes of the players, else how much it suspects them.
func beliefLines(v session.View, b session.Brief) []string {
	if len(b.Beliefs) > 0 {
		return b.Beliefs
	}
	var lines []string
	names := map[string]string{}
	for _, p := range v.Active() {
		names[p.ID] = p.Name
	}
	ids := slices.SortedFunc(maps.Keys(b.Suspicion), func(x, y string) int { return strings.Compare(names[x]+"\n"+x, names[y]+"\n"+y) })
	for _, id := range ids {
		if s := b.Suspicion[id]; names[id] != "" && !math.IsNaN(s) {
			lines = append(lines, fmt.Sprintf("Your suspicion of %s: %.0f of 100", names[id], 100/(1+math.Exp(-s))))
		}
	}
	return lines
}
