package deduction

import "math"

// Evil players fail quests more or less often by stage.
const (
	stageFirst    = iota // the first quest
	stageLater           // a later quest
	stageDecisive        // a quest that can end the game
	stages
)

var stageNames = [stages]string{stageFirst: "first", stageLater: "later", stageDecisive: "decisive"}

func (r *record) stage() int {
	switch passed := len(r.quests) - r.failed; {
	case r.failed == 2 || passed == 2:
		return stageDecisive
	case len(r.quests) == 0:
		return stageFirst
	default:
		return stageLater
	}
}

type quest struct {
	team   party
	passed bool
	// fails is how many voted for failure; 0 also if nobody has said how many.
	fails int
	// fail is how likely an evil player votes for failure. With 0, all possible results are as
	// likely.
	fail float64
	// slip is how likely a quest without evil players is told as failed, as happened once in
	// recorded games.
	slip float64
}

// needs returns how many evil players the team has at least.
func (q quest) needs() int {
	if !q.passed && q.fails == 0 {
		return 1
	}
	return q.fails
}

// chance returns how likely the result is with so many evil players. Recorded games do not say how
// many voted for failure, so every possible number has the same chance.
func (q quest) chance(evils int) float64 {
	none := math.Pow(1-q.fail, float64(evils))
	switch {
	case evils < q.fails:
		return 0
	case evils < q.needs():
		return q.slip
	case q.fail == 0:
		return 1
	case q.needs() == 0:
		return none
	case q.fails > 0:
		return (1 - none) / float64(evils)
	default:
		return 1 - none
	}
}
