package replay

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ringer/cmd/internal/show"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/stats"
)

// formatTime returns game time as m:ss.
func formatTime(at session.Millis) string { return fmt.Sprintf("%d:%02d", at/60_000, at/1000%60) }

// printable returns a text that stays on one line of a terminal. Characters that could move the
// cursor or break the line are escaped.
func printable(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return text
	}
	return strings.Trim(strconv.Quote(text), `"`)
}

func printGame(w io.Writer, r *Result) {
	fmt.Fprintf(w, "Game %s, the bot (%s) in the seat of %s, speed %g, %s\n\n", r.Game, r.Strategy, r.Seat, r.Speed, formatTime(r.Length))
	late := ""
	if slices.ContainsFunc(r.Conversation, func(m spoken) bool { return m.Late }) {
		late = ", + what it said after the end, which is not counted"
	}
	fmt.Fprintf(w, "As it happened (> marks the bot%s):\n", late)
	printLines(w, r.Conversation)
	fmt.Fprintf(w, "\nWithheld: what %s said in the recorded game:\n", r.Seat)
	printLines(w, r.Withheld)
	fmt.Fprintln(w)
	printTable(w, r)
	if len(r.Rounds) > 0 {
		printRounds(w, r.Rounds)
	}
	if r.Vote != nil {
		printPoll(w, r.Vote)
	}
	printGuesses(w, []Result{*r})
	printDeceits(w, []Result{*r})
}

func printLines(w io.Writer, lines []spoken) {
	for _, l := range lines {
		mark := " "
		switch {
		case l.Late:
			mark = "+"
		case l.Bot:
			mark = ">"
		case l.Gamemaster:
			mark = "#"
		}
		where := ""
		if l.Channel != "" {
			where = " (" + printable(l.Channel) + ")"
		}
		fmt.Fprintf(w, "%s %6s  %s%s: %s\n", mark, formatTime(l.At), printable(l.Name), where, printable(l.Text))
		for _, m := range l.Marks {
			fmt.Fprintf(w, "          %s: %s\n", m.Kind, printable(m.Reason))
		}
	}
}

func printTable(w io.Writer, r *Result) {
	t := show.Columns(w)
	fmt.Fprintf(t, "player\tkind\t%s\t\n", talkHeads)
	for i := range r.Talk {
		fmt.Fprintf(t, "%s\t%s\t%s\t\n", printable(r.Talk[i].Name), r.Talk[i].Kind, r.Talk[i].cells())
	}
	t.Flush()
	fmt.Fprintf(t, "\nplayer\tkind\t%s\t2nd gap s\t\n", paceHeads)
	for i := range r.Talk {
		x := &r.Talk[i]
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t\n", printable(x.Name), x.Kind, x.answeredCell(), x.gapCells(&x.likeness))
	}
	t.Flush()
	fmt.Fprintf(t, "\nplayer\tkind\t%s\t\n", textureHeads)
	for i := range r.Talk {
		x := &r.Talk[i]
		fmt.Fprintf(t, "%s\t%s\t%s\t\n", printable(x.Name), x.Kind, textureCells(&x.Texture, &x.likeness))
	}
	t.Flush()
	if r.Pair != nil {
		fmt.Fprintf(w, "\nthe two people write %.2f apart\n", *r.Pair)
	}
	printWork(w, &r.Work, fmt.Sprintf("p50 %.1f ms, p99 %.1f ms", r.Work.LatenessP50, r.Work.LatenessP99))
}

const lineFormat = "%-14s %-10s %7s %8s %6s %6s %6s %6s %8s %9s %7s %7s %8s %8s %9s %9s %-10s %-5s\n"

// printLine prints one game of many on one line. With the first it prints the heading, too.
func printLine(w io.Writer, r *Result, first bool) {
	if first {
		fmt.Fprintf(w, lineFormat, "game", "as", "length", "messages", "share", "words", "style", "gap s", "repeats", "answered", "unread", "thrown", "revised", "refused",
			"calls/msg", "late p99", "vote", "right")
	}
	bot := &r.Talk[0]
	vote, right := r.voteCells()
	fmt.Fprintf(w, lineFormat, r.Game, printable(r.Seat), formatTime(r.Length), fmt.Sprint(bot.Messages), percent(bot.Share), number(bot.Words),
		distanceCell(bot.Style), fmt.Sprintf("%.1f", bot.GapMedian), fmt.Sprint(bot.Repeats), bot.answeredCell(), fmt.Sprint(r.Work.Unread), percent(r.Work.thrownShare()),
		fmt.Sprint(r.Work.Revised), fmt.Sprint(r.Work.Rejected), fmt.Sprintf("%.1f", r.Work.CallsPerMessage), fmt.Sprintf("%.1f", r.Work.LatenessP99), vote, right)
}

// voteCells returns the bot's vote and whether it is right, for a line. Of several votes it returns
// how many there are, and how many of those that could be wrong are right.
func (r *Result) voteCells() (vote, right string) {
	polls := r.polls()
	switch {
	case len(polls) == 0:
		return "no vote", ""
	case r.Vote != nil && len(polls) == 1:
		return printable(cmp.Or(r.Vote.Ballots[0].Accused, "missed")), r.Vote.Ballots[0].rightCell()
	}
	var s score
	for _, v := range polls {
		if v.Cast != nil {
			s.add(&v.Ballots[0])
		}
	}
	return fmt.Sprintf("%d of %d", s.votes, len(polls)), fmt.Sprintf("%d of %d", s.right, s.rated)
}

func distanceCell(distance *float64) string {
	if distance == nil {
		return show.None
	}
	return fmt.Sprintf("%.2f", *distance)
}

func number(median float64) string { return strconv.FormatFloat(median, 'f', -1, 64) }

func (t *talk) cells() string {
	return fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%s", t.Messages, percent(t.Share), percent(t.CharShare), number(t.Words), number(t.Chars),
		distanceCell(t.Style), t.Repeats, t.Meant, t.Echoes, percent(t.Asks))
}

func (g *gaps) gapCells(l *likeness) string {
	replies, seconds := show.None+"\t"+show.None, show.None
	if len(g.Replies) > 0 {
		replies = fmt.Sprintf("%.1f\t%.1f", g.GapMedian, g.GapP95)
	}
	if len(g.Continued) > 0 {
		seconds = fmt.Sprintf("%.1f", g.SecondMedian)
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s", replies, l.cells(), percent(g.Seconds), seconds)
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

func played(games, plays int) string {
	if plays == games {
		return fmt.Sprintf("%d games", games)
	}
	return fmt.Sprintf("%d games in %d plays", games, plays)
}

// printTotals prints the figures of all games: the bot, the humans and the recorded bots, a row
// each.
func printTotals(w io.Writer, results []Result) {
	var length session.Millis
	all := newWork()
	var late []float64
	for i := range results {
		r := &results[i]
		length += r.Length
		all.add(&r.Work)
		late = append(late, r.Work.LatenessP99)
	}
	votes := newScores(results)
	fmt.Fprintf(w, "\n%s, %s of play\n", played(votes.games, len(results)), formatTime(length))
	if votes.games < len(results) {
		seats := "the seat of each of its bots"
		if slices.ContainsFunc(results, func(r Result) bool { return r.Guesses != nil }) {
			seats = "each seat"
		}
		fmt.Fprintf(w, "A game is played once in %s. So a person, who says the same in each play, is counted once a play.\n", seats)
	}
	var kinds []string
	var groups []group
	for _, kind := range []struct {
		name string
		pick func(*Result) []talk
	}{{recording.RingerKind, theBot}, {recordedKind, theRecorded}, {"human", ofKind("human")}, {recording.BotKind, ofKind(recording.BotKind)}} {
		if g := groupOf(results, kind.pick); g.Players > 0 {
			if kind.name == "human" {
				g.likeness = likeness{} // they are what the others are compared with
			}
			kinds, groups = append(kinds, kind.name), append(groups, g)
		}
	}
	t := show.Columns(w)
	fmt.Fprintf(t, "\nkind\tplayers\t%s\t\n", talkHeads)
	for i, g := range groups {
		fmt.Fprintf(t, "%s\t%d\t%s\t\n", kinds[i], g.Players, g.talkCells())
	}
	t.Flush()
	fmt.Fprintf(t, "\nkind\t%s\t\n", paceHeads)
	for i, g := range groups {
		fmt.Fprintf(t, "%s\t%s\t\n", kinds[i], g.paceCells())
	}
	t.Flush()
	fmt.Fprintf(t, "\nkind\t%s\t\n", textureHeads)
	for i := range groups {
		fmt.Fprintf(t, "%s\t%s\t\n", kinds[i], textureCells(&groups[i].Texture, &groups[i].likeness))
	}
	t.Flush()
	printWork(w, &all, fmt.Sprintf("p99 of the worst game %.1f ms", stats.Quantile(late, 1)))
	printScores(w, votes)
	printGuesses(w, results)
	printDeceits(w, results)
}
