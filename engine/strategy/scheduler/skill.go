package scheduler

import (
	"math/rand/v2"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/smalltalk"
)

// Skills returns the code that answers each task in place of a model.
func Skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{taskWhen: answerWhen, taskDraft: answerWhen, taskWhat: prompt.ByRules(answerWhat), taskPass: prompt.ByRules(answerPass)}
}

func answerWhen(p prompt.Parsed, rng *rand.Rand) any {
	scene := read(p, smalltalk.LinesForDeciding, rng)
	if scene.Keeps() != "" {
		return whenAnswer{Decision: answerWait, Unsent: session.LookKeep}
	}
	if rng.Float64() < scene.Urge() {
		return whenAnswer{Decision: answerSend, Unsent: session.LookNone}
	}
	return whenAnswer{Decision: answerWait, Unsent: session.LookNone}
}

func answerWhat(p prompt.Parsed, rng *rand.Rand) any {
	return read(p, smalltalk.LinesForWriting, rng).Write()
}

func answerPass(p prompt.Parsed, rng *rand.Rand) any {
	scene := read(p, smalltalk.LinesForDeciding, rng)
	if rng.Float64() < scene.Urge() || scene.Keeps() != "" {
		return answerWhat(p, rng)
	}
	return scene.Written("")
}

// Only the urge to speak depends on the balance.
func read(p prompt.Parsed, lines int, rng *rand.Rand) *smalltalk.Scene {
	listens := strings.HasPrefix(p.Text(sectionBalance), "Listen")
	return smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: lines, BelowShare: !listens}, rng)
}
