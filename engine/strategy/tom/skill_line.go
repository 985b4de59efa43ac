package tom

import (
	"math/rand/v2"

	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// aims are what is done about a suspect, by the action that the intention names.
var aims = map[string]smalltalk.Aim{"accuse": smalltalk.AimAccuse, "ally": smalltalk.AimRecruit, "vote": smalltalk.AimVote, "chat": smalltalk.AimTest}

// answer writes a line for the moment, with what the bot is up to in mind, or none when nothing calls for one.
func answer(p prompt.Parsed, rng *rand.Rand) any { return respond(p, pursuing(p), rng) }

// answerPlainly writes one without a mental state.
func answerPlainly(p prompt.Parsed, rng *rand.Rand) any {
	return respond(p, smalltalk.ReadOptions{}, rng)
}

func respond(p prompt.Parsed, look smalltalk.ReadOptions, rng *rand.Rand) lineAnswer {
	few := look
	few.MaxLines, few.BelowShare = smalltalk.LinesForDeciding, smalltalk.BelowShare(p.Transcript(prompt.SectionTranscript), p.Name(), len(p.List(prompt.SectionPlayers)))
	if !smalltalk.Read(p, few, rng).Speaks() {
		return lineAnswer{}
	}
	look.MaxLines = smalltalk.LinesForWriting
	return lineAnswer{smalltalk.Read(p, look, rng).Say()}
}

// begin writes a line for a silence.
func begin(p prompt.Parsed, rng *rand.Rand) any {
	look := pursuing(p)
	look.MaxLines = smalltalk.LinesForWriting
	return lineAnswer{smalltalk.Read(p, look, rng).Begin()}
}

// pursuing reads from the intention, where the prompt has one, whom the bot doubts, whom it sides with, and what it is after.
func pursuing(p prompt.Parsed) smalltalk.ReadOptions {
	a := readIntention(p.List(sectionIntention))
	look := smalltalk.ReadOptions{Suspect: a.Suspect, Trust: a.Ally}
	if a.Suspect != "" {
		look.Aim = aims[a.Action]
		if look.Aim == smalltalk.AimRecruit && a.Ally == "" {
			look.Aim = smalltalk.AimAccuse
		}
	}
	return look
}
