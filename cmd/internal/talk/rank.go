package talk

import (
	"ringer/engine/recording"
	"slices"
)

// voted is a player who was voted out by day, by how much the player had said.
type voted struct {
	group string
	// rank is the share of the other living players who had said less that day. A player who had
	// said as much counts half. It is 1 for the most talkative, 0 for the quietest.
	rank float64
	most bool
	// chance is how often a player drawn by lot would be one who had said most.
	chance float64
}

// votedOut returns the players who were voted out by day. In a replay the recording says who goes,
// whatever the bot said, so replays are left out.
func votedOut(sessions []*judged) (all []voted) {
	for _, s := range sessions {
		for i, ph := range s.phases {
			if ph.Phase != recording.Day || s.PlayedBy != "" || len(ph.living) < 2 || !slices.Contains(ph.living, ph.out) {
				continue
			}
			v := rankOf(s.spoken(i), ph)
			for _, p := range s.Players {
				if p.Name == ph.out {
					v.group = groupOf(s.Game, p)
				}
			}
			all = append(all, v)
		}
	}
	return all
}

func rankOf(spoken map[string]int, ph phase) voted {
	own, less, most, talkers := spoken[ph.out], 0.0, 0, 0
	for _, name := range ph.living {
		most = max(most, spoken[name])
		switch {
		case name == ph.out:
		case spoken[name] < own:
			less++
		case spoken[name] == own:
			less += 0.5
		}
	}
	for _, name := range ph.living {
		if spoken[name] == most {
			talkers++
		}
	}
	return voted{rank: less / float64(len(ph.living)-1), most: own == most, chance: float64(talkers) / float64(len(ph.living))}
}
