package talk

import (
	"slices"

	"ringer/engine/recording"
	"ringer/engine/session"
)

// line is what a player said. A line that the recorder noted twice counts once.
type line struct {
	// at is in seconds since the game began.
	at     float64
	sender string
	text   string
	night  bool
	// phase is the index of its phase, -1 for a line before the first.
	phase int
}

type phase struct {
	recording.Turn
	living []string
	out    string
}

type judged struct {
	*recording.Game
	lines  []line
	phases []phase
}

// read returns a game with its lines and phases. A line belongs to the phase whose announcement
// stands before it in the recording.
func read(g *recording.Game) *judged {
	s := &judged{Game: g}
	course := g.Course()
	living := make([]string, len(g.Players))
	for i, p := range g.Players {
		living[i] = p.Name
	}
	began := map[int]int{} // phases by line
	for _, t := range course {
		switch t.Kind {
		case recording.PhaseBegan:
			began[t.Line] = len(s.phases)
			s.phases = append(s.phases, phase{Turn: t, living: living})
		case recording.PlayerOut:
			s.phases[len(s.phases)-1].out = t.Player
			living = slices.DeleteFunc(slices.Clone(living), func(name string) bool { return name == t.Player })
		}
	}
	type words struct {
		at           float64
		sender, text string
	}
	said := map[words]bool{}
	current := -1
	for i, m := range g.Messages {
		if n, ok := began[i]; ok {
			current = n
		}
		if w := (words{m.At, m.Sender, m.Text}); m.Kind == session.FromPlayer && !said[w] {
			said[w] = true
			s.lines = append(s.lines, line{m.At, m.Sender, m.Text, m.Channel == recording.Night, current})
		}
	}
	return s
}

func (s *judged) of(name string) (lines []line) {
	for _, l := range s.lines {
		if l.sender == name {
			lines = append(lines, l)
		}
	}
	return lines
}

func (s *judged) spoken(phase int) map[string]int {
	counts := map[string]int{}
	for _, l := range s.lines {
		if l.phase == phase && !l.night {
			counts[l.sender]++
		}
	}
	return counts
}
