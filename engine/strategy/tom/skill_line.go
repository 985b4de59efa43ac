package tom

import (
	"math/rand/v2"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/smalltalk"
)

// aims holds what the bot wants from its next line, by the action of the intention.
var aims = map[string]smalltalk.Aim{"accuse": smalltalk.AimAccuse, "ally": smalltalk.AimRecruit, "vote": smalltalk.AimVote, "chat": smalltalk.AimTest}

// answer writes a line that fits the chat and the intention, or an empty one if nothing calls for a
// line.
func answer(p prompt.Parsed, rng *rand.Rand) any { return respond(p, pursuing(p), rng) }

// react answers as answer does, also where the quick call reads the lines.
func react(p prompt.Parsed, rng *rand.Rand) any {
	if p.AsksReading() {
		return prompt.ByRules(answer)(p, rng)
	}
	return answer(p, rng)
}

// answerPlainly does the same without a mental state.
func answerPlainly(p prompt.Parsed, rng *rand.Rand) any {
	return respond(p, smalltalk.ReadOptions{}, rng)
}

// respond decides whether to answer, and writes the line.
func respond(p prompt.Parsed, options smalltalk.ReadOptions, rng *rand.Rand) prompt.Written {
	few := options
	few.MaxLines, few.BelowShare = smalltalk.LinesForDeciding, smalltalk.BelowShare(p.Transcript(prompt.SectionTranscript), p.Name(), len(p.List(prompt.SectionPlayers)))
	if scene := smalltalk.Read(p, few, rng); !scene.Speaks() {
		if scene.Keeps() != "" {
			return prompt.Written{Unsent: session.LookKeep}
		}
		return scene.Written("")
	}
	options.MaxLines = smalltalk.LinesForWriting
	return smalltalk.Read(p, options, rng).Write()
}

// begin writes a line that ends a silence.
func begin(p prompt.Parsed, rng *rand.Rand) any {
	options := pursuing(p)
	options.MaxLines = smalltalk.LinesForWriting
	return prompt.Written{Unsent: session.LookNone, Text: smalltalk.Read(p, options, rng).Begin()}
}

// pursuing reads from the intention, if the prompt has one, whom the bot doubts, whom it sides
// with, and what it wants.
func pursuing(p prompt.Parsed) smalltalk.ReadOptions {
	a := readIntention(p.List(sectionIntention))
	options := smalltalk.ReadOptions{Suspect: a.Suspect, Trust: a.Ally}
	if a.Suspect != "" {
		options.Aim = aims[a.Action]
		if options.Aim == smalltalk.AimRecruit && a.Ally == "" {
			options.Aim = smalltalk.AimAccuse
		}
	}
	return options
}
