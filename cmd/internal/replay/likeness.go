package replay

import (
	"math"

	"ringer/engine/stats"
)

// fewestSamples is how many values a side needs for a distance. With fewer a single line makes it.
const fewestSamples = 5

// sample holds the gaps of replies, in seconds, and the lengths of lines, in characters.
type sample struct {
	replies []float64
	lengths []float64
}

func (s *sample) add(x sample) {
	s.replies = append(s.replies, x.replies...)
	s.lengths = append(s.lengths, x.lengths...)
}

// likeness is how far lines are from those of people. A figure is nil if a side has too few lines.
type likeness struct {
	// GapDistance is the Kolmogorov–Smirnov distance of the gaps before replies, from 0 to 1.
	GapDistance *float64 `json:"gap_distance,omitempty"`
	// GapRatio is the 95th percentile of these gaps, divided by that of the people.
	GapRatio *float64 `json:"gap_p95_ratio,omitempty"`
	// LengthDistance is the Kolmogorov–Smirnov distance of the lengths, in characters.
	LengthDistance *float64 `json:"length_distance,omitempty"`
}

// likenessOf compares samples. Gaps are rounded to seconds, because most recordings hold no
// fractions.
func likenessOf(own, people sample) (l likeness) {
	if min(len(own.replies), len(people.replies)) >= fewestSamples {
		a, b := rounded(own.replies), rounded(people.replies)
		d := stats.Distance(a, b)
		l.GapDistance = &d
		if p95 := stats.Quantile(b, 0.95); p95 > 0 {
			ratio := stats.Quantile(own.replies, 0.95) / stats.Quantile(people.replies, 0.95)
			l.GapRatio = &ratio
		}
	}
	if min(len(own.lengths), len(people.lengths)) >= fewestSamples {
		d := stats.Distance(own.lengths, people.lengths)
		l.LengthDistance = &d
	}
	return l
}

func rounded(values []float64) []float64 {
	all := make([]float64, len(values))
	for i, v := range values {
		all[i] = math.Round(v)
	}
	return all
}
