package fourmind

import (
	"math/rand/v2"

	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// What the offline model makes of accusations, in percent. Nobody is sure, however many speak up.
const (
	undoubted  = 15.0 // of whom nobody has said anything
	perAccuser = 25.0 // for each player who has accused them
	perTell    = 20.0 // where what they write looks most like a machine's
	leastSure  = 5.0
	mostSure   = 95.0
)

// takeStock counts who has accused whom, and minds how they write.
func takeStock(p prompt.Parsed, rng *rand.Rand) any {
	scene := smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: len(p.Transcript(prompt.SectionTranscript))}, rng)
	accusers := map[string]map[string]bool{}
	for _, r := range scene.Readings() {
		if r.Accused != "" {
			if accusers[r.Accused] == nil {
				accusers[r.Accused] = map[string]bool{}
			}
			accusers[r.Accused][r.By] = true
		}
	}
	a := appraisalAnswer{Players: []appraised{}}
	for _, name := range p.List(prompt.SectionPlayers) {
		if name != p.Name() {
			doubted := undoubted + perAccuser*float64(len(accusers[name])) + perTell*scene.Doubt(name)
			a.Players = append(a.Players, appraised{Name: name, Doubted: int(min(mostSure, max(leastSure, doubted)))})
		}
	}
	return a
}
