package replay

import "ringer/engine/stats"

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
