package tom

import (
	"math/rand/v2"

	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// aims are what the bot does about its suspect, by the action of the intention.
var aims = map[string]smalltalk.Aim{"accuse": smalltalk.AimAccuse, "ally": smalltalk.AimRecruit, "vote": smalltalk.AimVote, "chat": smalltalk.AimTest}

// answer writes a line that fits the chat and the intention, or none if nothing calls for one.
func answer(p prompt.Parsed, rng *rand.Rand) any { return respond(p, pursuing(p), rng) }

// answerPlainly does the same without a mental state.
func answerPlainly(p prompt.Parsed, rng *rand.Rand) any { return respond(p, smalltalk.Look{}, rng) }

// respond decides whether to answer, and writes the line.
func respond(p prompt.Parsed, look smalltalk.Look, rng *rand.Rand) lineAnswer {
	few := look
	few.Lines, few.Under = smalltalk.FewLines, smalltalk.Behind(p.Transcript(prompt.SectionTranscript), p.Name(), len(p.List(prompt.SectionPlayers)))
	if !smalltalk.Read(p, few, rng).Speaks() {
		return lineAnswer{}
	}
	look.Lines = smalltalk.AllLines
	return lineAnswer{smalltalk.Read(p, look, rng).Say()}
}

// begin writes a line for a silence.
func begin(p prompt.Parsed, rng *rand.Rand) any {
	look := pursuing(p)
	look.Lines = smalltalk.AllLines
	return lineAnswer{smalltalk.Read(p, look, rng).Begin()}
}

// pursuing reads from the intention, if the prompt has one, whom the bot doubts, whom it sides
// with, and what it wants.
func pursuing(p prompt.Parsed) smalltalk.Look {
	a := readIntention(p.List(sectionIntention))
	look := smalltalk.Look{Suspect: a.Suspect, Trust: a.Ally}
	if a.Suspect != "" {
		look.Aim = aims[a.Action]
		if look.Aim == smalltalk.AimRecruit && a.Ally == "" {
			look.Aim = smalltalk.AimAccuse
		}
	}
	return look
}
