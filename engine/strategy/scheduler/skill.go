package scheduler

import (
	"math/rand/v2"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// skills answer the prompts in place of a model. They read the transcript as a model would, and let
// small talk write the lines.
func skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{taskWhen: answerWhen, taskDraft: answerWhen, taskWhat: answerWhat, taskPass: answerPass}
}

// answerWhen decides whether to speak.
func answerWhen(p prompt.Parsed, rng *rand.Rand) any {
	if speaks(p, rng) {
		return whenAnswer{Decision: answerSend}
	}
	return whenAnswer{Decision: answerWait}
}

// answerWhat writes the line.
func answerWhat(p prompt.Parsed, rng *rand.Rand) any {
	return whatAnswer{Text: read(p, smalltalk.LinesForWriting, rng).Say()}
}

// answerPass writes a line or none.
func answerPass(p prompt.Parsed, rng *rand.Rand) any {
	if !speaks(p, rng) {
		return whatAnswer{}
	}
	return answerWhat(p, rng)
}

func speaks(p prompt.Parsed, rng *rand.Rand) bool {
	return rng.Float64() < read(p, smalltalk.LinesForDeciding, rng).Urge()
}

// read reads a prompt. Only the urge to speak depends on the balance.
func read(p prompt.Parsed, lines int, rng *rand.Rand) *smalltalk.Scene {
	listens := strings.HasPrefix(p.Text(sectionBalance), "Listen")
	return smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: lines, BelowShare: !listens}, rng)
}
