package replay

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"ringer/cmd/internal/show"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// Comparison is how one variant played the games.
type Comparison struct {
	strategy.Variant
	group
	// VotesRated counts the votes that could be wrong.
	VotesRated int `json:"votes_rated"`
	VotesRight int `json:"votes_right"`
	// Guesses counts the guesses of roles at the ends of all quests. It is nil without quest games.
	Guesses *hits `json:"guesses,omitempty"`
	// Stated counts those of players about whom the recorded player wrote something down, one quest
	// earlier.
	Stated *hits    `json:"guesses_of_the_same,omitempty"`
	Work   work     `json:"work"`
	Plays  []Result `json:"plays"`
}

func (r *replay) compare(plays []recording.Play) error {
	var rows []Comparison
	var all []Result
	for i := range r.variants {
		v := &r.variants[i]
		for j := range plays {
			plays[j].Variant = v
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
	for _, chart := range []struct {
		name string
		draw func([]Comparison) string
	}{{r.Chart, drawComparison}, {r.Gaps, drawGaps}} {
		if chart.name == "" {
			continue
		}
		if err := os.WriteFile(chart.name, []byte(chart.draw(rows)), 0o644); err != nil {
			return fmt.Errorf("chart: %w", err)
		}
	}
	return r.save(rows, all)
}

func newComparison(v strategy.Variant, results []Result) Comparison {
	c := summarize(results, theBot)
	c.Variant, c.Plays = v, results
	if s := newGuessScores(results); s.asked() {
		c.Guesses, c.Stated = s.bot[guessRow{allSeats, everyQuest}], &s.before
	}
	for i := range results {
		r := &results[i]
		c.Work.add(&r.Work)
		for _, v := range r.polls() {
			c.addVote(&v.Ballots[0])
		}
	}
	return c
}

func summarizeRecorded(results []Result) Comparison {
	c := summarize(results, theRecorded)
	if s := newGuessScores(results); s.asked() {
		c.Guesses, c.Stated = &hits{}, &s.later
	}
	for i := range results {
		for _, v := range results[i].polls() {
			c.addVote(&v.Ballots[1])
		}
	}
	return c
}

func summarize(results []Result, pick func(*Result) []talk) Comparison {
	return Comparison{Work: newWork(), group: groupOf(results, pick)}
}

func (c *Comparison) addVote(b *ballot) {
	var s score
	s.add(b)
	c.VotesRated, c.VotesRight = c.VotesRated+s.rated, c.VotesRight+s.right
}

// printComparison prints a row for each variant, and one for the recorded players of the same
// seats.
func printComparison(w io.Writer, rows []Comparison) {
	games := map[string]bool{}
	for _, r := range rows[0].Plays {
		games[r.Game] = true
	}
	fmt.Fprintf(w, "%s, the same for each row\n\n", played(len(games), len(rows[0].Plays)))
	recorded := summarizeRecorded(rows[0].Plays)
	people := Comparison{group: groupOf(rows[0].Plays, ofKind("human"))}
	people.likeness = likeness{} // they are what the others are compared with
	t := show.Columns(w)
	print := func(heads string, cells, recordedCells func(*Comparison) string) {
		fmt.Fprintf(t, "variant\t%s\t\n", heads)
		for i := range rows {
			fmt.Fprintf(t, "%s\t%s\t\n", printable(rows[i].Name), cells(&rows[i]))
		}
		if recordedCells != nil {
			fmt.Fprintf(t, "%s\t%s\t\n", recordedKind, recordedCells(&recorded))
			if people.Players > 0 {
				fmt.Fprintf(t, "people\t%s\t\n", recordedCells(&people))
			}
		}
		t.Flush()
		fmt.Fprintln(w)
	}
	talks := func(c *Comparison) string { return c.talkCells() + "\t" + c.votesCell() }
	print(talkHeads+"\tvotes right", talks, talks)
	if recorded.Guesses != nil {
		guesses := func(c *Comparison) string { return c.Guesses.cells() + "\t" + c.Stated.cells() }
		people.Guesses, people.Stated = &hits{}, &hits{}
		print("role right\tside right\tof the same: role\tside", guesses, guesses)
	}
	print(paceHeads+"\tover unread\ttexts\tthrown\tafter s\twaited s", (*Comparison).keepingUpCells, func(c *Comparison) string { return c.paceCells() + "\t\t\t\t\t" })
	texture := func(c *Comparison) string { return textureCells(&c.Texture, &c.likeness) }
	print(textureHeads+"\t"+conductHeads, func(c *Comparison) string { return texture(c) + "\t" + c.conductCells() }, func(c *Comparison) string { return texture(c) + "\t\t\t\t" })
	if slices.ContainsFunc(rows, func(c Comparison) bool { return c.Work.Readings.Lines > 0 }) {
		print("labelled lines\tquestions F1\taddressee right\tanswers right", (*Comparison).readingCells, nil)
	}
	print("revised\tovertaken\tcancelled\trefused\tcalls\tprompt\tanswer\tcached\tcognition\treflex\treserve", (*Comparison).workCells, nil)
	if slices.ContainsFunc(rows, func(c Comparison) bool { return c.Work.Scored > 0 }) {
		print(rereadHeads, func(c *Comparison) string { return c.Work.reread.cells() }, nil)
	}
	fmt.Fprint(w, comparisonNotes)
}

const comparisonNotes = `messages, answered, votes right, revised, overtaken, cancelled and refused are sums over all plays. share of talk,
of chars, words, chars, style distance, repeats and gap s are means over the players; all else is of all plays together.
docs/replay.md explains each column.
`

func (c *Comparison) votesCell() string {
	if c.VotesRated == 0 {
		return show.None
	}
	return fmt.Sprintf("%d of %d", c.VotesRight, c.VotesRated)
}

func (c *Comparison) keepingUpCells() string {
	k := &c.Work
	return fmt.Sprintf("%s\t%s\t%.1f\t%s\t%.1f\t%.1f", c.paceCells(), percent(k.each(k.Unread)), k.each(k.Written), percent(k.thrownShare()), k.AfterP50, k.WaitedP50)
}

const conductHeads = "for others\tunseen 2nd\tat a bound\toverruled"

// conductCells returns the part of a row about what gives a bot away in a conversation.
func (c *Comparison) conductCells() string {
	k := &c.Work
	return fmt.Sprintf("%d\t%d of %d\t%d\t%d", k.ForOthers, k.Unseen, k.Rests, k.AtBound, k.Overruled)
}

func (c *Comparison) readingCells() string {
	s := &c.Work.Readings
	return fmt.Sprintf("%d\t%.2f\t%d of %d\t%d of %d", s.Lines, s.F1(), s.To, s.Asking, s.Answers, s.Answering)
}

// workCells returns the part of a row about what the messages took. A figure that nobody counted is
// printed as none.
func (c *Comparison) workCells() string {
	k := &c.Work
	counted := func(n int, text string) string {
		if n == 0 {
			return show.None
		}
		return text
	}
	class := func(class session.PlanClass) string { return percent(k.each(k.Classes[class])) }
	return fmt.Sprintf("%d\t%d\t%d\t%d\t%.1f\t%.0f\t%s\t%s\t%s\t%s\t%s", k.Revised, k.Overtaken, k.Cancelled, k.Rejected, k.CallsPerMessage, k.each(k.PromptTokens),
		counted(k.AnswerTokens, fmt.Sprintf("%.0f", k.each(k.AnswerTokens))),
		counted(k.CachedTokens, percent(float64(k.CachedTokens)/float64(max(k.PromptTokens, 1)))),
		class(session.ClassCognition), class(session.ClassReflex), class(session.ClassReserve))
}
