package thought

import (
	"math/rand/v2"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/smalltalk"
)

// reconsiderOffline drops a line that somebody else has said meanwhile, and answers a call.
func reconsiderOffline(p prompt.Parsed, rng *rand.Rand) any {
	lines := p.Transcript(prompt.SectionTranscript)
	unsent, _ := p.Pending()
	if len(lines) == 0 || unsent == "" {
		return prompt.Written{Unsent: session.LookKeep}
	}
	last := lines[len(lines)-1]
	switch {
	case smalltalk.Said(p, unsent):
		return prompt.Written{Unsent: session.LookDrop}
	case mouth.Mentions(last.Text, p.Name()):
		scene := smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: smalltalk.LinesForWriting}, rng)
		if text := scene.Say(); text != "" {
			return scene.Written(text)
		}
	}
	return prompt.Written{Unsent: session.LookKeep}
}
