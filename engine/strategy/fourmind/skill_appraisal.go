package fourmind

import (
	"math/rand/v2"

	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// How the offline model computes a doubt, in percent.
const (
	baseDoubt = 15.0
	// For each player who has accused the player.
	perAccuser = 25.0
	// For lines that look very much like a machine's; less suspicious lines add a share of it.
	perTell   = 20.0
	leastSure = 5.0
	mostSure  = 95.0
)

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
	village, ok := smalltalk.ReadVillage(p, rng)
	for _, name := range p.List(sectionJudge) {
		if ok {
			a.Players = append(a.Players, appraised{Name: name, Doubted: village.Percent(name)})
			continue
		}
		doubted := baseDoubt + perAccuser*float64(len(accusers[name])) + perTell*scene.Doubt(name)
		a.Players = append(a.Players, appraised{Name: name, Doubted: int(min(mostSure, max(leastSure, doubted)))})
	}
	return a
}
