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
	return map[string]prompt.Skill{"scheduler.when": answerWhen, "scheduler.what": answerWhat}
}

// answerWhen decides whether to speak.
func answerWhen(p prompt.Parsed, rng *rand.Rand) any {
	if urge := read(p, smalltalk.LinesForDeciding, rng).Urge(); rng.Float64() < urge {
		return whenAnswer{Decision: answerSend}
	}
	return whenAnswer{Decision: answerWait}
}

// answerWhat writes the line.
func answerWhat(p prompt.Parsed, rng *rand.Rand) any {
	return whatAnswer{Text: read(p, smalltalk.LinesForWriting, rng).Say()}
}

func read(p prompt.Parsed, lines int, rng *rand.Rand) *smalltalk.Scene {
	under := !strings.HasPrefix(p.Text(sectionBalance), "Listen")
	return smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: lines, BelowShare: under}, rng)
}
