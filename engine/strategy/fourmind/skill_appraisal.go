package fourmind

import (
	"math/rand/v2"

	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// How the offline model computes a doubt, in percent.
const (
	// baseDoubt is the doubt about a player whom nobody has accused.
	baseDoubt = 15.0
	// perAccuser is added for each player who has accused the player.
	perAccuser = 25.0
	// perTell is added for lines that look very much like a machine's, and a share of it for less
	// suspicious lines.
	perTell = 20.0
	// leastSure and mostSure are the bounds: nobody is ever sure.
	leastSure = 5.0
	mostSure  = 95.0
)

// countAccusers computes each doubt from who has accused the player and from how the player writes.
func countAccusers(p prompt.Parsed, rng *rand.Rand) any {
	scene := smalltalk.Read(p, smalltalk.ReadOptions{AllChannels: true, MaxLines: len(p.Transcript(prompt.SectionTranscript))}, rng)
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
	for _, name := range p.List(sectionJudge) {
		doubted := baseDoubt + perAccuser*float64(len(accusers[name])) + perTell*scene.Doubt(name)
		a.Players = append(a.Players, appraised{Name: name, Doubted: int(min(mostSure, max(leastSure, doubted)))})
	}
	return a
}
