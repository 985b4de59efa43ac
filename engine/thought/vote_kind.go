package thought

import (
	"fmt"
	"slices"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// voteForm is how a model is asked for a vote of one kind.
type voteForm struct {
	kind session.VoteKind
	text string // the name of its instruction
	// answer returns an empty answer.
	answer func() answer
	// skill answers in place of a model.
	skill prompt.Skill
	// means says what it means to choose a player. Nil says nothing.
	means func(ballot) string
	// limits says how much may be answered. Nil says nothing.
	limits func(ballot) string
	// hints stand beside options, by option id.
	hints   map[string]string
	entries int // how many entries an answer may have for each choice
	// apart says that abstaining is a field of the answer, and no choice.
	apart bool
	// each says that each choice has a percentage of its own, up to 100.
	each bool
}

// voteForms has a line for each kind of vote. A choice of two is asked for like another choice.
var voteForms = []voteForm{
	{kind: session.ChooseOne, text: "vote_choose_one", answer: newChoice, skill: inGame(chooseOne), means: ballot.meaning, entries: 1},
	{kind: session.YesNo, text: "vote_choose_one", answer: newChoice, skill: inGame(yesOrNo), entries: 1, hints: map[string]string{session.Yes: hintYes, session.No: hintNo}},
	{kind: session.ChooseMany, text: "vote_choose_many", answer: newChoice, skill: inGame(chooseMany), means: ballot.meaning, limits: limitChoices, entries: 1, each: true},
	{kind: session.LabelEach, text: "vote_label_each", answer: func() answer { return &labelAnswer{} }, skill: labelEach, entries: 2, apart: true},
	{kind: session.PickNumber, text: "vote_number", answer: func() answer { return &numberAnswer{} }, skill: pickNumber, limits: limitNumber},
}

func formOf(kind session.VoteKind) voteForm {
	return voteForms[max(0, slices.IndexFunc(voteForms, func(f voteForm) bool { return f.kind == kind }))]
}

func newChoice() answer { return &chooseAnswer{} }

func limitChoices(s ballot) string {
	n := len(s.Options)
	return fmt.Sprintf(choicesFormat, min(int(*s.Min), n), min(int(*s.Max), n))
}

func limitNumber(s ballot) string {
	return fmt.Sprintf(numberFormat, digits(*s.Min), digits(*s.Max))
}

func (s ballot) meaning() string {
	switch s.About {
	case session.Suspicion:
		return s.suspicion()
	case session.Trust:
		return meansTrust
	}
	return meansQuestion
}
