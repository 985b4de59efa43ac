package thought

import (
	"slices"

	"ringer/engine/prompt"
)

type speaker struct {
	name  string
	lines []prompt.Line
}

// speakersOf returns the speakers of the lines, in the order of their first lines.
func speakersOf(lines []prompt.Line) (speakers []speaker) {
	for _, l := range lines {
		i := slices.IndexFunc(speakers, func(s speaker) bool { return s.name == l.Name })
		if i < 0 {
			i = len(speakers)
			speakers = append(speakers, speaker{name: l.Name})
		}
		speakers[i].lines = append(speakers[i].lines, l)
	}
	return speakers
}
