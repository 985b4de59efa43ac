package thought

import (
	"math/rand/v2"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// reconsiderOffline drops a line that somebody else has said meanwhile, and answers a call.
func reconsiderOffline(p prompt.Parsed, rng *rand.Rand) any {
	lines := p.Transcript(prompt.SectionTranscript)
	unsent, _ := p.Pending()
	if len(lines) == 0 || unsent == "" {
		return reconsiderAnswer{Do: "keep"}
	}
	last := lines[len(lines)-1]
	switch {
	case smalltalk.Said(p, unsent):
		return reconsiderAnswer{Do: "drop"}
	case mouth.Mentions(last.Text, p.Name()):
		if text := smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: smalltalk.LinesForWriting}, rng).Say(); text != "" {
			return reconsiderAnswer{Do: "replace", Text: text}
		}
	}
	return reconsiderAnswer{Do: "keep"}
}
