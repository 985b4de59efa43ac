package replay

import (
	"math"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/session"
)

// mouthTraits is how many traits the distance of the mouth is the mean of.
const mouthTraits = 9

// styleDistance returns how differently a player and others write, from 0 (alike) to 1: the mean of
// the traits that a session compares, and of two more, the shares of lines with a question mark and
// with the word I. It returns nil if a side has too few lines.
func styleDistance(own, others []string) *float64 {
	d := session.CompareStyles(own, others).StyleDistance
	if d == nil {
		return nil
	}
	sum := mouthTraits * *d
	for _, trait := range []func(string) bool{hasQuestionMark, namesItself} {
		sum += math.Abs(share(own, trait) - share(others, trait))
	}
	sum /= mouthTraits + 2
	return &sum
}

func share(lines []string, has func(string) bool) float64 {
	n := 0
	for _, line := range lines {
		if has(line) {
			n++
		}
	}
	return float64(n) / float64(max(len(lines), 1))
}

func hasQuestionMark(line string) bool { return strings.ContainsAny(line, "?？") }

// namesItself reports whether a line has the word I, in English or German.
func namesItself(line string) bool {
	for w := range strings.FieldsSeq(mouth.Normalise(line)) {
		switch w {
		case "i", "im", "ive", "ill", "id", "ich", "ichs":
			return true
		}
	}
	return false
}
