package arena

import (
	"fmt"
	"io"
	"text/tabwriter"

	"ringer/engine/contest"
)

// print prints what the games say.
func (a *Arena) print(w io.Writer, s *contest.Summary) {
	fmt.Fprintf(w, "%s of %s with %d players: %s with %s each, played by %s\n", plural(s.Games, "game"), a.Rules, a.Players, plural(s.Deals, "deal"),
		plural(a.Arrangements(), "arrangement"), a.Models)
	printWins(w, s.Wins)
	printMatches(w, s.Matches)
	printTests(w, s.Tests)
	printAccused(w, s.Accused)
	printWork(w, s.Work)
	if s.Speech != nil {
		printSpeech(w, s.Speech)
	}
}

// plural returns a number of things.
func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprint(n, " ", thing)
}

// newTable returns a table whose cells are aligned to the right.
func newTable(w io.Writer, title, head string) *tabwriter.Writer {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\n%s\n\n", title)
	fmt.Fprintf(t, "%s\t\n", head)
	return t
}

func printWins(w io.Writer, rows []contest.Wins) {
	t := newTable(w, "Wins, with 95 % intervals (Wilson)", "side\tvariant\tgames\tseats\twon\tshare\tinterval")
	for i := range rows {
		r := &rows[i]
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%.0f %%\t%.0f–%.0f %%\t\n", r.Side, r.Variant, r.Games, r.Seats, r.Won, 100*r.Share, 100*r.Low, 100*r.High)
	}
	t.Flush()
}

func printMatches(w io.Writer, rows []contest.Match) {
	if len(rows) == 0 {
		return
	}
	t := newTable(w, "Wins by arrangement", "side\tvariant\tagainst\tgames\tshare\tinterval")
	for i := range rows {
		r := &rows[i]
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%.0f %%\t%.0f–%.0f %%\t\n", r.Side, r.Variant, r.Against, r.Games, 100*r.Share, 100*r.Low, 100*r.High)
	}
	t.Flush()
}

func printTests(w io.Writer, rows []contest.Test) {
	if len(rows) == 0 {
		return
	}
	t := newTable(w, "Differences between variants (two-sided exact tests)", "side\tfirst\twon\tsecond\twon\ttest\tp")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%s\t%d of %d\t%s\t%d of %d\t%s\t%s\t\n", r.Side, r.First, r.Won[0], r.Of[0], r.Second, r.Won[1], r.Of[1], r.Name, chance(r.P))
	}
	t.Flush()
}

// chance returns a p-value in three digits.
func chance(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

func printAccused(w io.Writer, rows []contest.Accused) {
	if len(rows) == 0 {
		return
	}
	t := newTable(w, "Accused by the guest (exact binomial test against a draw)", "variant\tgames\taccused\tshare\tinterval\tp")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%d\t%d\t%.2f %%\t%.0f–%.0f %%\t%s\t\n", r.Variant, r.Games, r.Times, 100*float64(r.Times)/float64(max(r.Games, 1)), 100*r.Low, 100*r.High, chance(r.P))
	}
	t.Flush()
}

func printWork(w io.Writer, rows []contest.Work) {
	t := newTable(w, "A bot in a game, on average", "variant\tseats\tmessages\twords\tvotes against\tpoints\tcalls\ttokens\tcost\tleaks\tstopped\trules broken")
	for i := range rows {
		m, points := rows[i].Average(), "–"
		if m.Points != nil {
			points = fmt.Sprintf("%.2f", *m.Points)
		}
		fmt.Fprintf(t, "%s\t%d\t%.1f\t%.1f\t%.2f\t%s\t%.1f\t%.0f\t%.4f\t%.2f\t%.2f\t%.2f\t\n", m.Variant, m.Seats, m.Messages, m.Words, m.Accused, points,
			m.Calls, m.Tokens, m.Cost, m.Leaks, m.Stopped, m.Broken)
	}
	t.Flush()
}

func printSpeech(w io.Writer, s *contest.Speech) {
	title := fmt.Sprintf("Speech: %s compared %d pairs, each in both orders; %d without a usable answer; %d calls, cost %.4f", s.Judge, s.Pairs, s.Failed, s.Spent.Calls,
		float64(s.Spent.CostMicros)/1e6)
	t := newTable(w, title, "measure\tfirst\tsecond\tfirst preferred\tinterval\torders disagree")
	for i := range s.Preferences {
		p := &s.Preferences[i]
		share, low, high := p.Share()
		fmt.Fprintf(t, "%s\t%s\t%s\t%.0f %%\t%.0f–%.0f %%\t%d of %d\t\n", p.Measure, p.First, p.Second, 100*share, 100*low, 100*high, p.Split, p.Pairs)
	}
	t.Flush()
}
