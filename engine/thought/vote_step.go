package thought

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/smalltalk"
)

// lastTeam says in a vote on a team that evil wins if it is refused. The offline player reads it.
const lastTeam = "If this team is refused, evil wins at once."

// stepTexts say what a vote in a quest game decides, under no side, and what each side wants of it
// (figures 22 and 24 to 26 of the ReCon paper).
var stepTexts = table[map[session.Step]map[session.Side]string]("steps")

func stepTerms(step session.Step, side session.Side) (terms []string) {
	texts := stepTexts[step]
	for _, of := range []session.Side{"", side} {
		if text := texts[of]; text != "" && !slices.Contains(terms, text) {
			terms = append(terms, text)
		}
	}
	return terms
}

func stepOf(p prompt.Parsed) (session.Step, bool) {
	for step, texts := range stepTexts {
		if slices.Contains(strings.Split(p.Text(sectionVote), "\n"), texts[""]) {
			return step, true
		}
	}
	return "", false
}

// inGame lets rules of thumb answer a vote of a game with steps, and the skill any other.
func inGame(other prompt.Skill) prompt.Skill {
	return func(p prompt.Parsed, rng *rand.Rand) any {
		step, ok := stepOf(p)
		choices := p.Choices(sectionChoices)
		var weights []float64
		spoken := ""
		if quest, reads := smalltalk.ReadQuest(p, rng); reads && ok {
			weights = questWeights(step, quest, choices)
		} else if village, reads := smalltalk.ReadVillage(p, rng); reads && ok {
			weights = villageWeights(step, village, choices)
			spoken = village.Accused()
		} else {
			return other(p, rng)
		}
		a := chooseAnswer{Rationale: "What everybody did so far speaks for it.", Said: saidNone}
		for i, weight := range weights {
			a.Choices = append(a.Choices, choiceShare{choices[i].Key, percent(weight)})
			if spoken != "" && choices[i].Player == spoken && step == session.StepExile {
				a.Said = choices[i].Key
			}
		}
		return a
	}
}

func questWeights(step session.Step, q *smalltalk.Quest, choices []prompt.Choice) []float64 {
	weights := make([]float64, len(choices))
	for i, c := range choices {
		switch step {
		case session.StepTeam:
			weights[i] = 1 - q.Suspicion(c.Player)
			if !q.Evil {
				weights[i] = 1 - q.EvilChance(c.Player)
			} else if q.EvilChance(c.Player) == 1 {
				weights[i] = 0.01 // one evil player is enough
			}
			if c.Hint == hintSelf {
				weights[i] = 1
			}
		case session.StepApproval:
			if yes := q.Approve(strings.Contains(q.Text(sectionVote), lastTeam)); c.Hint == hintYes {
				weights[i] = yes
			} else {
				weights[i] = 1 - yes
			}
		case session.StepQuest:
			switch fails := strings.EqualFold(c.Text, session.QuestFail); {
			case !q.Evil && !fails:
				weights[i] = 1 // a good player never fails a quest, even if it is offered
			case q.Evil && fails:
				weights[i] = 0.8
			case q.Evil:
				weights[i] = 0.2
			}
		case session.StepAssassination:
			weights[i] = q.MerlinChance(c.Player)
		}
	}
	if sum := total(weights); step == session.StepAssassination && sum > 0 {
		for i := range weights {
			weights[i] /= sum
		}
	}
	return weights
}

// voteSharpness is how much a difference of chances counts in a vote of Werewolf.
const voteSharpness = 10

func villageWeights(step session.Step, v *smalltalk.Village, choices []prompt.Choice) []float64 {
	weights := make([]float64, len(choices))
	suspect, _ := v.Suspect()
	proposed := v.Proposed()
	for i, c := range choices {
		score := 0.0
		switch step {
		case session.StepAttack:
			score = v.Danger(c.Player)
			if c.Player == proposed {
				score += 0.5 // they agree
			}
		case session.StepDivine:
			score = v.WolfChance(c.Player) // those of whom it knows more are not offered
		case session.StepProtect:
			score = v.Danger(c.Player)
			if c.Hint == hintSelf {
				score = 0.45
			}
		default:
			if score = v.WolfChance(c.Player); v.Evil {
				score = v.Suspicion(c.Player)
			}
			if c.Player == suspect {
				score += 0.15
			}
		}
		weights[i] = math.Exp(voteSharpness * score)
		if c.Hint == hintSelf && step != session.StepProtect || c.Hint == hintAlly {
			weights[i] = 0
		}
	}
	sum := total(weights)
	for i := range weights {
		weights[i] /= max(sum, math.SmallestNonzeroFloat64)
	}
	return weights
}

func total(weights []float64) (sum float64) {
	for _, w := range weights {
		sum += math.Max(w, 0)
	}
	return sum
}
