package replay

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"

	"ringer/cmd/internal/show"
	"ringer/engine/session"
	"ringer/engine/stats"
)

func (b *ballot) rightCell() string {
	switch {
	case b.Right == nil:
		return show.None
	case *b.Right:
		return "yes"
	}
	return "no"
}

func printPoll(w io.Writer, v *poll) {
	when := "before the closing line"
	if v.Closing == 0 {
		when = "after the last line"
	}
	fmt.Fprintf(w, "\nThe vote, asked for at %s, %s: %s\n\n", formatTime(v.AskedAt), when, v.Question)
	t := show.Columns(w)
	fmt.Fprintln(t, "player\tkind\treally is\taccused\twho really is\tright\tprobability\tconfidence\tanswered by\ttook\t")
	for i := range v.Ballots {
		b := &v.Ballots[i]
		own := show.None + "\t" + show.None + "\t" + show.None + "\t" + show.None
		if i == 0 && v.Cast != nil {
			probability, confidence := percent(v.Cast.Probabilities[b.Accused]), percent(v.Cast.Confidence)
			if v.Cast.AnsweredBy == session.ByFallback {
				probability, confidence = show.None, show.None // drawn by lot
			}
			own = fmt.Sprintf("%s\t%s\t%s\t%.1f s", probability, confidence, v.Cast.AnsweredBy, float64(v.Cast.Waited)/1000)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", printable(b.Player), b.Kind, b.Was, printable(cmp.Or(b.Accused, show.None)),
			cmp.Or(b.AccusedWas, show.None), b.rightCell(), own)
	}
	t.Flush()
	switch {
	case v.Cast == nil:
		fmt.Fprint(w, "\nthe bot has not voted")
	case v.Left < 0:
		fmt.Fprintf(w, "\nreceived %.0f ms after the deadline", float64(-v.Left.Milliseconds()))
	default:
		fmt.Fprintf(w, "\nreceived %.0f ms before the deadline", float64(v.Left.Milliseconds()))
	}
	fmt.Fprintf(w, "; model calls %d; thoughts failed %d\n", v.Calls, v.Failed)
}

// printRounds prints the votes of the phases of one game: the bot's beside those of the recorded
// player.
func printRounds(w io.Writer, rounds []poll) {
	fmt.Fprint(w, "\nThe votes of the phases, and who went out in the recorded game:\n\n")
	t := show.Columns(w)
	fmt.Fprintln(t, "vote\tasked at\tringer\treally is\tright\tprobability\tanswered by\ttook\trecorded\treally is\tright\tout\treally was\t")
	for i := range rounds {
		v := &rounds[i]
		own := show.None + "\t" + show.None + "\t" + show.None
		if v.Cast != nil {
			own = fmt.Sprintf("%s\t%s\t%.1f s", percent(v.Cast.Probabilities[v.accused()]), v.Cast.AnsweredBy, float64(v.Cast.Waited)/1000)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", v.Round, formatTime(v.AskedAt), v.Ballots[0].cells(), own, v.Ballots[1].cells(),
			printable(cmp.Or(v.Out, show.None)), cmp.Or(v.OutWas, show.None))
	}
	t.Flush()
}

func (b *ballot) cells() string {
	return fmt.Sprintf("%s\t%s\t%s", printable(cmp.Or(b.Accused, show.None)), cmp.Or(b.AccusedWas, show.None), b.rightCell())
}

// printScores prints how often the votes of many games are right, as a table with a bar in each
// row.
func printScores(w io.Writer, s *scores) {
	if s.asked == 0 {
		fmt.Fprintf(w, "\n%d of %d games hold no vote\n", s.without, s.games)
		return
	}
	fmt.Fprintf(w, "\nvotes asked for %d; %d of %d games hold no vote\n\n", s.asked, s.without, s.games)
	t := show.Columns(w)
	fmt.Fprintf(t, "who votes\tvotes\trated\tright\tshare\t95 %% interval\tchance\t%s\t\n", scale)
	printScore(t, "ringer", &s.bot)
	for _, by := range []session.AnsweredBy{session.ByModel, session.ByMind, session.ByFallback} {
		if x := s.by[by]; x != nil {
			printScore(t, "by "+string(by), x)
		}
	}
	printScore(t, "recorded bots", &s.bots)
	printScore(t, "humans", &s.humans)
	t.Flush()
	if s.rounds > 0 {
		fmt.Fprint(w, roundNotes)
		fmt.Fprintf(w, "In the same seats: ringer chose as the recorded player in %d of %d votes.\n", s.same, s.both)
	} else {
		fmt.Fprint(w, scoreNotes)
	}
	fmt.Fprintf(w, "In the same seats: both ringer and the recorded player right %d, only ringer %d, only the recorded\nplayer %d, neither %d.\n",
		s.pairs[[2]bool{true, true}], s.pairs[[2]bool{true, false}], s.pairs[[2]bool{false, true}], s.pairs[[2]bool{false, false}])
	fmt.Fprintf(w, "ringer's votes: in time %d, late %d, missed %d; model calls %d; thoughts failed %d\n", s.bot.votes-s.late, s.late, s.missed, s.calls, s.failed)
	fmt.Fprintf(w, "game time to the answer p50 %.1f s, most %.1f s; wall time left to the deadline, least %.0f ms\n",
		stats.Median(s.waited), stats.Quantile(s.waited, 1), stats.Quantile(s.left, 0))
}

const scoreNotes = `
A vote for a bot is right; ● is the share, ─ its interval, │ chance. The interval treats the votes of
a game as independent, so it is a little too narrow. A vote is not rated if the player had only bots,
or only humans, to choose from, or named none of them.
`

const roundNotes = `
A bystander's vote for the mafia is right; ● is the share, ─ its interval, │ chance. The interval
treats the votes of a game as independent, so it is a little too narrow. Votes of the mafia are not
rated, and neither are votes for players who were out.
`

func printScore(w io.Writer, who string, s *score) {
	if s.rated == 0 {
		fmt.Fprintf(w, "%s\t%d\t0\t%s\t%s\t%s\t%s\t%*s\t\n", who, s.votes, show.None, show.None, show.None, show.None, len(scale), "")
		return
	}
	low, high := stats.Wilson(s.right, s.rated)
	share, chance := float64(s.right)/float64(s.rated), s.chance/float64(s.rated)
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%.0f to %.0f %%\t%s\t%s\t\n", who, s.votes, s.rated, s.right, percent(share), 100*low, 100*high, percent(chance),
		bar(low, share, high, chance))
}

// scale is the heading of the bars. It is as long as a bar.
const scale = "0 %         50 %        100 %"

// bar draws a share within its interval, and chance.
func bar(low, share, high, chance float64) string {
	at := func(x float64) int { return int(math.Round(x * float64(len(scale)-1))) }
	cells := []rune(strings.Repeat("·", len(scale)))
	for i := at(low); i <= at(high); i++ {
		cells[i] = '─'
	}
	cells[at(chance)] = '│'
	cells[at(share)] = '●'
	return string(cells)
}
