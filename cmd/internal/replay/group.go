package replay

import (
	"fmt"

	"ringer/cmd/internal/show"
	"ringer/engine/mouth"
	"ringer/engine/stats"
)

type group struct {
	Players  int `json:"players"`
	Messages int `json:"messages"`
	// Share, CharShare, Words, Chars, Gap and Style are means over the players; see talk.
	Share     float64  `json:"share"`
	CharShare float64  `json:"share_of_characters"`
	Words     float64  `json:"median_words"`
	Chars     float64  `json:"median_characters"`
	Gap       float64  `json:"gap_median_s"`
	Style     *float64 `json:"style_distance,omitempty"`
	// GapP95 is the 95th percentile of the gaps of all replies together.
	GapP95 float64 `json:"gap_p95_s"`
	// Seconds is the share of second lines in all lines with a gap.
	Seconds float64 `json:"second_lines"`
	Repeats float64 `json:"repeats"`
	// Meant and Echoes are sums; see again.
	Meant  int `json:"repeats_by_meaning"`
	Echoes int `json:"echoes"`
	// questions are sums, and the share of all messages that ask.
	questions
	Texture mouth.Texture `json:"texture"`
	// likeness compares the lines of all plays together with those of all people.
	likeness
}

func groupOf(results []Result, pick func(*Result) []talk) (g group) {
	var shares, charShares, words, chars, gaps, styles []float64
	var own, people sample
	repeats, asks, continued := 0, 0.0, 0
	counted := map[string]bool{}
	for i := range results {
		r := &results[i]
		players := pick(r)
		for j := range players {
			t := &players[j]
			g.Players++
			g.Messages += t.Messages
			repeats += t.Repeats
			g.Meant += t.Meant
			g.Echoes += t.Echoes
			g.Asked += t.Asked
			g.Answered += t.Answered
			asks += t.Asks * float64(t.Messages)
			continued += len(t.Continued)
			shares, charShares = append(shares, t.Share), append(charShares, t.CharShare)
			if t.Messages > 0 {
				words, chars = append(words, t.Words), append(chars, t.Chars)
			}
			if len(t.Replies) > 0 {
				gaps = append(gaps, t.GapMedian)
			}
			if t.Style != nil {
				styles = append(styles, *t.Style)
			}
			own.add(t.sample())
		}
		if len(players) > 0 && players[0].Kind == "human" && r.Pair != nil {
			styles = append(styles, *r.Pair)
		}
		if !counted[r.Game] {
			people.add(r.people)
		}
		counted[r.Game] = true
	}
	g.Share, g.CharShare, g.Words, g.Chars, g.Gap = stats.Mean(shares), stats.Mean(charShares), stats.Mean(words), stats.Mean(chars), stats.Mean(gaps)
	if len(styles) > 0 {
		style := stats.Mean(styles)
		g.Style = &style
	}
	g.Repeats, g.Asks = float64(repeats)/float64(max(g.Players, 1)), asks/float64(max(g.Messages, 1))
	g.GapP95, g.Seconds = stats.Quantile(own.replies, 0.95), float64(continued)/float64(max(continued+len(own.replies), 1))
	g.Texture, g.likeness = own.texture, likenessOf(own, people)
	return g
}

func theBot(r *Result) []talk { return r.Talk[:1] }

func theRecorded(r *Result) []talk { return r.Talk[1:2] }

func ofKind(kind string) func(*Result) []talk {
	return func(r *Result) (all []talk) {
		for _, t := range r.Talk[2:] {
			if t.Kind == kind {
				all = append(all, t)
			}
		}
		return all
	}
}

// each returns a count as a share of the messages, for a table.
func (g *group) each(n int) string {
	if g.Messages == 0 {
		return show.None
	}
	return percent(float64(n) / float64(g.Messages))
}

const talkHeads = "messages\tshare of talk\tof chars\twords\tchars\tstyle distance\trepeats\tby meaning\techoes\tasks"

func (g *group) talkCells() string {
	return fmt.Sprintf("%d\t%s\t%s\t%.1f\t%.1f\t%s\t%.2f\t%s\t%s\t%s", g.Messages, percent(g.Share), percent(g.CharShare), g.Words, g.Chars, distanceCell(g.Style),
		g.Repeats, g.each(g.Meant), g.each(g.Echoes), percent(g.Asks))
}

const paceHeads = "answered\tgap s\tp95 s\tgap dist\tp95 ratio\tlength dist\t2nd lines"

func (g *group) paceCells() string {
	return fmt.Sprintf("%s\t%.1f\t%.1f\t%s\t%s", g.answeredCell(), g.Gap, g.GapP95, g.likeness.cells(), percent(g.Seconds))
}

func (q *questions) answeredCell() string {
	if q.Asked == 0 {
		return show.None
	}
	return fmt.Sprintf("%d of %d", q.Answered, q.Asked)
}

func (l *likeness) cells() string {
	return distanceCell(l.GapDistance) + "\t" + distanceCell(l.GapRatio) + "\t" + distanceCell(l.LengthDistance)
}
