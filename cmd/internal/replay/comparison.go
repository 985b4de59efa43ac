package replay

import (
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"ringer/cmd/internal/stats"
	"ringer/engine/game"
)

// Comparison is how one variant played the games.
type Comparison struct {
	Variant
	// Messages counts the messages that the bot sent in all plays.
	Messages int `json:"messages"`
	// Share, Words, Chars, Gap and Style are means over the plays; see talk.
	Share float64  `json:"share"`
	Words float64  `json:"median_words"`
	Chars float64  `json:"median_characters"`
	Gap   float64  `json:"gap_median_s"`
	Style *float64 `json:"style_distance,omitempty"`
	// Repeats is the number of repeats per play.
	Repeats float64 `json:"repeats"`
	// VotesRated counts the votes that could be wrong.
	VotesRated int `json:"votes_rated"`
	// VotesRight counts the rated votes that were for a bot.
	VotesRight int `json:"votes_right"`
	// Work is what the bot did in all plays together.
	Work  work     `json:"work"`
	Plays []Result `json:"plays"`
}

// compare plays the games once with each variant, and prints a table with a row for each.
func (r *replay) compare(plays []play) error {
	var rows []Comparison
	var all []Result
	for i := range r.Variants {
		v := &r.Variants[i]
		for j := range plays {
			plays[j].variant = v
		}
		started := time.Now()
		results, err := r.playAll(plays, func(*Result, bool) {})
		if err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
		fmt.Fprintf(r.stderr, "%s: played %d times in %.1f s\n", v.Name, len(plays), time.Since(started).Seconds())
		rows, all = append(rows, newComparison(*v, results)), append(all, results...)
	}
	printComparison(r.stdout, rows)
	if r.Chart != "" {
		if err := os.WriteFile(r.Chart, []byte(drawComparison(rows)), 0o644); err != nil {
			return fmt.Errorf("chart: %w", err)
		}
	}
	return r.save(rows, all)
}

func newComparison(v Variant, results []Result) Comparison {
	c := summarize(results, 0)
	c.Variant, c.Plays = v, results
	for i := range results {
		c.Work.add(&results[i].Work)
	}
	return c
}

// summarize returns how one of the players talked and voted. who is 0 for the bot, 1 for the player
// whose seat it took.
func summarize(results []Result, who int) Comparison {
	c := Comparison{Work: newWork()}
	var sum totals
	var votes score
	for i := range results {
		r := &results[i]
		sum.add(r.Talk[who])
		if r.Vote != nil {
			votes.add(&r.Vote.Ballots[who])
		}
	}
	c.Messages, c.Share, c.Words, c.Chars, c.Gap = sum.messages, stats.Mean(sum.shares), stats.Mean(sum.words), stats.Mean(sum.chars), stats.Mean(sum.gaps)
	c.Repeats, c.VotesRated, c.VotesRight = float64(sum.repeats)/float64(max(sum.games, 1)), votes.rated, votes.right
	if len(sum.styles) > 0 {
		style := stats.Mean(sum.styles)
		c.Style = &style
	}
	return c
}

// printComparison prints a row for each variant, and one for the recorded players of the same
// seats.
func printComparison(w io.Writer, rows []Comparison) {
	games := map[string]bool{}
	for _, r := range rows[0].Plays {
		games[r.Game] = true
	}
	fmt.Fprintf(w, "%s, the same for each row\n\n", played(len(games), len(rows[0].Plays)))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "variant\tmessages\tshare\twords\tstyle\trepeats\tgap s\tvotes right\trevised\tovertaken\tcancelled\trefused\tcalls\tprompt\tanswer\tcached\tcognition\treflex\treserve\t")
	for i := range rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t\n", printable(rows[i].Name), rows[i].talkCells(), rows[i].workCells())
	}
	recorded := summarize(rows[0].Plays, 1)
	fmt.Fprintf(t, "%s\t%s\t\t\t\t\t\t\t\t\t\t\t\t\n", recordedKind, recorded.talkCells())
	t.Flush()
	fmt.Fprint(w, comparisonNotes)
}

// comparisonNotes explain the table.
const comparisonNotes = `
messages, votes right, revised, overtaken, cancelled and refused are sums over all plays. repeats, share, words, style and
gap are means over the plays. overtaken counts the revised plans in which a cognition replaced a reflex. calls, prompt and
answer are model calls and tokens per message. cached is the cached share of the prompt tokens, if the server reports it.
cognition, reflex and reserve are the shares of the messages whose plans had that class.
`

// talkCells returns the part of a row that recorded players have, too.
func (c *Comparison) talkCells() string {
	style, votes := none, none
	if c.Style != nil {
		style = fmt.Sprintf("%.2f", *c.Style)
	}
	if c.VotesRated > 0 {
		votes = fmt.Sprintf("%d of %d", c.VotesRight, c.VotesRated)
	}
	return fmt.Sprintf("%d\t%s\t%.1f\t%s\t%.2f\t%.1f\t%s", c.Messages, percent(c.Share), c.Words, style, c.Repeats, c.Gap, votes)
}

// workCells returns the part of a row about what the messages took. A figure that nobody counted is
// printed as none.
func (c *Comparison) workCells() string {
	k := &c.Work
	counted := func(n int, show string) string {
		if n == 0 {
			return none
		}
		return show
	}
	class := func(class game.PlanClass) string { return percent(k.each(k.Classes[class])) }
	return fmt.Sprintf("%d\t%d\t%d\t%d\t%.1f\t%.0f\t%s\t%s\t%s\t%s\t%s", k.Revised, k.Overtaken, k.Cancelled, k.Rejected, k.CallsPerMessage, k.each(k.PromptTokens),
		counted(k.AnswerTokens, fmt.Sprintf("%.0f", k.each(k.AnswerTokens))),
		counted(k.CachedTokens, percent(float64(k.CachedTokens)/float64(max(k.PromptTokens, 1)))),
		class(game.ClassCognition), class(game.ClassReflex), class(game.ClassReserve))
}
