package replay

import (
	"math"

	"ringer/engine/mouth"
	"ringer/engine/stats"
)

// gaps are the times between a player's lines and the lines before them in their channel, in
// seconds. After a line of the game master there is no gap: nobody knows what the line follows.
type gaps struct {
	// GapMedian is the median time from another player's line to the reply.
	GapMedian float64 `json:"gap_median_s"`
	GapP95    float64 `json:"gap_p95_s"`
	// Seconds is the share of second lines: of the lines with a gap, those that follow a line of
	// their own player.
	Seconds float64 `json:"second_lines"`
	// SecondMedian is the median time from such a line to the second.
	SecondMedian float64 `json:"second_gap_median_s"`
	// Replies and Continued are the gaps of replies and of second lines, in order.
	Replies   []float64 `json:"reply_gaps_s"`
	Continued []float64 `json:"second_gaps_s"`
}

func gapsOf(name string, conversation []spoken) (g gaps) {
	before := map[string]*spoken{} // by channel
	for i := range conversation {
		m := &conversation[i]
		if m.Gamemaster {
			clear(before)
			continue
		}
		if last := before[m.Channel]; last != nil && m.Name == name {
			gap := float64(m.At-last.At) / 1000
			if last.Name == name {
				g.Continued = append(g.Continued, gap)
			} else {
				g.Replies = append(g.Replies, gap)
			}
		}
		before[m.Channel] = m
	}
	g.GapMedian, g.GapP95 = stats.Median(g.Replies), stats.Quantile(g.Replies, 0.95)
	g.SecondMedian = stats.Median(g.Continued)
	g.Seconds = float64(len(g.Continued)) / float64(max(len(g.Continued)+len(g.Replies), 1))
	return g
}

// fewestSamples is how many values a side needs for a distance. With fewer a single line makes it.
const fewestSamples = 5

// sample holds the gaps of replies, in seconds, and the lengths of lines, in words.
type sample struct {
	replies []float64
	lengths []float64
	texture mouth.Texture
}

func (s *sample) add(x sample) {
	s.replies = append(s.replies, x.replies...)
	s.lengths = append(s.lengths, x.lengths...)
	s.texture.Join(x.texture)
}

// likeness is how far lines are from those of people. A figure is nil if a side has too few lines.
type likeness struct {
	// GapDistance is the Kolmogorov–Smirnov distance of the gaps before replies, from 0 to 1.
	GapDistance *float64 `json:"gap_distance,omitempty"`
	// GapRatio is the 95th percentile of these gaps, divided by that of the people.
	GapRatio *float64 `json:"gap_p95_ratio,omitempty"`
	// LengthDistance is the Kolmogorov–Smirnov distance of the lengths, in words.
	LengthDistance *float64 `json:"length_distance,omitempty"`
	// TextureDistance is the greatest difference of the shares in textureHeads.
	TextureDistance *float64 `json:"texture_distance,omitempty"`
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
	if min(own.texture.Lines, people.texture.Lines) >= fewestSamples {
		most, others := 0.0, textureShares(&people.texture)
		for i, share := range textureShares(&own.texture) {
			most = max(most, math.Abs(share-others[i]))
		}
		l.TextureDistance = &most
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
