package talk

import (
	"slices"
	"strings"

	"ringer/engine/recording"
	"ringer/engine/stats"
)

const (
	people       = "people"
	recordedBots = "recorded bots"
)

type group struct {
	name string
	// players counts those who said something, each once a game.
	players  int
	messages int
	// words, repeats and unique have a value for each of these players: the mean number of words of
	// a message, how many messages it had sent before word for word, and how many different words
	// it used.
	words, repeats, unique []float64
	// days has a value for each player and day that the player began alive: the messages sent.
	days []float64
	// gaps are the seconds from the line before, whoever said it, and ownGaps those between two
	// lines of one player, both within a phase and channel.
	gaps, ownGaps []float64
	games, wins   map[string]int
}

type groups []*group

func (all *groups) of(name string) *group {
	for _, g := range *all {
		if g.name == name {
			return g
		}
	}
	g := &group{name: name, games: map[string]int{}, wins: map[string]int{}}
	*all = append(*all, g)
	return g
}

func groupOf(g *recording.Game, p recording.Player) string {
	switch {
	case p.Kind == recording.RingerKind && g.PlayedBy != "":
		return recording.RingerKind + " " + g.PlayedBy
	case p.Kind == recording.RingerKind:
		return recording.RingerKind
	case p.Kind == recording.BotKind:
		return recordedBots
	}
	return people
}

// newGroups measures the players of the games. The players of a recorded game are measured once,
// however often it was replayed.
func newGroups(sessions []*judged) groups {
	all := groups{}
	all.of(people)
	all.of(recordedBots)
	seen := map[string]bool{}
	for _, s := range sessions {
		for _, p := range s.Players {
			if p.Kind == recording.RingerKind || !seen[s.ID] {
				all.of(groupOf(s.Game, p)).measure(s, p)
			}
		}
		seen[s.ID] = true
	}
	return all
}

func (g *group) measure(s *judged, p recording.Player) {
	if lines := s.of(p.Name); len(lines) > 0 {
		g.players++
		g.messages += len(lines)
		var words []float64
		texts, vocabulary := map[string]bool{}, map[string]bool{}
		for _, l := range lines {
			texts[l.text] = true
			words = append(words, float64(len(strings.Fields(l.text))))
			for _, word := range strings.Fields(strings.ToLower(l.text)) {
				vocabulary[word] = true
			}
		}
		g.words = append(g.words, stats.Mean(words))
		g.repeats = append(g.repeats, float64(len(lines)-len(texts)))
		g.unique = append(g.unique, float64(len(vocabulary)))
	}
	g.measureDays(s, p.Name)
	g.measureGaps(s, p.Name)
	if side := s.Winner(); side != "" && p.Role != "" && s.PlayedBy == "" {
		g.games[p.Role]++
		if p.Role == side {
			g.wins[p.Role]++
		}
	}
}

func (g *group) measureDays(s *judged, name string) {
	for i, ph := range s.phases {
		if ph.Phase != recording.Day {
			continue
		}
		for _, living := range ph.living {
			if living == name {
				g.days = append(g.days, float64(s.spoken(i)[name]))
			}
		}
	}
}

type place struct {
	phase int
	night bool
}

func (g *group) measureGaps(s *judged, name string) {
	last, own := map[place]float64{}, map[place]float64{}
	for _, l := range s.lines {
		at := place{l.phase, l.night}
		if l.sender == name {
			if before, ok := last[at]; ok {
				g.gaps = append(g.gaps, l.at-before)
			}
			if before, ok := own[at]; ok {
				g.ownGaps = append(g.ownGaps, l.at-before)
			}
			own[at] = l.at
		}
		last[at] = l.at
	}
}

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
