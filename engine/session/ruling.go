package session

import (
	"fmt"
	"maps"
	"slices"
)

// MaxRulings is how many rulings the state keeps: more than five quests of five proposals have.
const MaxRulings = 100

// Step is what a vote decides in a game with several kinds of decisions: Avalon or Werewolf.
type Step string

const (
	StepTeam          Step = "team"          // who goes on the quest
	StepApproval      Step = "approval"      // whether this team goes
	StepQuest         Step = "quest"         // whether the quest succeeds
	StepAssassination Step = "assassination" // who Merlin is
	StepExile         Step = "exile"         // whom the players exile by day
	StepAttack        Step = "attack"        // whom the werewolves attack at night
	StepDivine        Step = "divine"        // about whom the seer asks at night
	StepProtect       Step = "protect"       // whom the doctor protects at night
)

// questSteps are the steps that a ruling can decide.
var questSteps = []Step{StepTeam, StepApproval, StepQuest, StepAssassination}

var allSteps = append(slices.Clip(questSteps), StepExile, StepAttack, StepDivine, StepProtect)

// Ruled reports whether a ruling tells everybody what a vote of the step has decided.
func (s Step) Ruled() bool { return slices.Contains(questSteps, s) }

// stepKinds holds the kind of the vote of each step, if that is not choose_one.
var stepKinds = map[Step]VoteKind{StepTeam: ChooseMany, StepApproval: YesNo}

// The options of a vote about a quest.
const (
	QuestSuccess = "success"
	QuestFail    = "fail"
)

// Ruling is what a vote or a move has decided in a quest game, as everybody at the game learns it.
type Ruling struct {
	Step Step `json:"step"`
	// By is who decided alone: the leader who proposed a team, or the assassin.
	By string `json:"by,omitempty"`
	// Players are whom the decision is about: the team, or the player whom the assassin names.
	Players []string `json:"players"`
	// Answers says who approved a team: yes or no, by player id. Only the step approval has them.
	Answers map[string]string `json:"answers,omitempty"`
	// Passed says that the team is approved, that the quest has succeeded, or that Merlin was
	// found.
	Passed bool `json:"passed,omitempty"`
	// Fails is how many of the team wanted the quest to fail. Only the step quest has it.
	Fails int `json:"fails,omitempty"`
}

func (u *Ruling) validate(r *Roster, errs *Errors) {
	if !oneOf(errs, "/ruling/step", u.Step, questSteps...) {
		return
	}
	errs.AddIf(len(u.Players) == 0, CodeRequired, "/ruling/players", "name the players of the team, or the one whom the assassin names")
	r.checkPlayers(errs, "/ruling/players", u.Players)
	if alone := u.Step == StepTeam || u.Step == StepAssassination; alone && u.By == "" {
		errs.Add(CodeRequired, "/ruling/by", "say who decided: the leader, or the assassin")
	} else if u.By != "" {
		r.checkPlayers(errs, "/ruling/by", []string{u.By})
	}
	errs.AddIf(u.Step != StepApproval && len(u.Answers) > 0, CodeInvalidValue, "/ruling/answers", "belongs to the step approval only; remove it")
	for _, id := range slices.Sorted(maps.Keys(u.Answers)) {
		at := "/ruling/answers/" + Pointer(id)
		r.checkPlayers(errs, at, []string{id})
		oneOf(errs, at, u.Answers[id], Yes, No)
	}
	switch {
	case u.Step != StepQuest && u.Fails != 0:
		errs.Add(CodeInvalidValue, "/ruling/fails", "belongs to the step quest only; remove it")
	case u.Fails < 0 || u.Fails > len(u.Players):
		errs.Add(CodeOutOfRange, "/ruling/fails", fmt.Sprintf("must be from 0 to %d, the players of the team", len(u.Players)))
	}
}

// rule keeps a ruling. A plan that was made before it speaks of something that is decided now.
func (s *State) rule(e Event, u Ruling) {
	s.Rhythm.RuledSince = e.Seq
	s.Rulings = append(slices.Clip(s.Rulings), u)
	s.Rulings = s.Rulings[max(0, len(s.Rulings)-MaxRulings):]
}

// Proposed returns the team that was proposed last, or nil.
func Proposed(rulings []Ruling) []string {
	for _, u := range slices.Backward(rulings) {
		if u.Step == StepTeam {
			return u.Players
		}
	}
	return nil
}
