package scheduler

import (
	"math/rand/v2"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// Skills returns the code that answers each task in place of a model.
func Skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{taskWhen: answerWhen, taskDraft: answerWhen, taskWhat: answerWhat, taskPass: answerPass}
}

func answerWhen(p prompt.Parsed, rng *rand.Rand) any {
	if speaks(p, rng) {
		return whenAnswer{Decision: answerSend}
	}
	return whenAnswer{Decision: answerWait}
}

func answerWhat(p prompt.Parsed, rng *rand.Rand) any {
	return whatAnswer{Text: read(p, smalltalk.LinesForWriting, rng).Say()}
}

func answerPass(p prompt.Parsed, rng *rand.Rand) any {
	if !speaks(p, rng) {
		return whatAnswer{}
	}
	return answerWhat(p, rng)
}

func speaks(p prompt.Parsed, rng *rand.Rand) bool {
	return rng.Float64() < read(p, smalltalk.LinesForDeciding, rng).Urge()
}

// Only the urge to speak depends on the balance.
func read(p prompt.Parsed, lines int, rng *rand.Rand) *smalltalk.Scene {
	listens := strings.HasPrefix(p.Text(sectionBalance), "Listen")
	return smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: lines, BelowShare: !listens}, rng)
}
