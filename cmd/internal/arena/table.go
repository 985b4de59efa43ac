package arena

import (
	"fmt"
	"io"

	"ringer/cmd/internal/show"
	"ringer/engine/contest"
	"ringer/engine/deceit"
)

func (a *Arena) print(w io.Writer, s *contest.Summary) {
	fmt.Fprintf(w, "%s of %s with %d players: %s with %s each, played by %s\n", show.Plural(s.Games, "game"), a.Rules, a.Players, show.Plural(s.Deals, "deal"),
		show.Plural(min(a.Arrangements(), s.Games), "arrangement"), a.Models)
	show.Table(w, "Wins, with 95 % intervals (Wilson)", "side\tvariant\tgames\tseats\twon\tshare\tinterval", s.Wins, "%s\t%s\t%d\t%d\t%d\t%.0f %%\t%.0f–%.0f %%",
		func(r *contest.Wins) []any {
			return []any{r.Side, r.Variant, r.Games, r.Seats, r.Won, 100 * r.Share, 100 * r.Low, 100 * r.High}
		})
	show.Table(w, "Wins by arrangement", "side\tvariant\tagainst\tgames\tshare\tinterval", s.Matches, "%s\t%s\t%s\t%d\t%.0f %%\t%.0f–%.0f %%", func(r *contest.Match) []any {
		return []any{r.Side, r.Variant, r.Against, r.Games, 100 * r.Share, 100 * r.Low, 100 * r.High}
	})
	show.Table(w, "Differences between variants (two-sided exact tests)", "side\tfirst\twon\tsecond\twon\ttest\tp", s.Tests, "%s\t%s\t%d of %d\t%s\t%d of %d\t%s\t%s",
		func(r *contest.Test) []any {
			return []any{r.Side, r.First, r.Won[0], r.Of[0], r.Second, r.Won[1], r.Of[1], r.Name, chance(r.P)}
		})
	show.Table(w, "Accused by the guest (exact binomial test against a draw)", "variant\tgames\taccused\tshare\tinterval\tp", s.Accused, "%s\t%d\t%d\t%.2f %%\t%.0f–%.0f %%\t%s",
		func(r *contest.Accused) []any {
			return []any{r.Variant, r.Games, r.Times, 100 * float64(r.Times) / float64(max(r.Games, 1)), 100 * r.Low, 100 * r.High, chance(r.P)}
		})
	show.Table(w, "A bot in a game, on average", "variant\tseats\tmessages\twords\tvotes against\tpoints\tcalls\ttokens\tcost\tleaks\tstopped\trules broken", s.Work,
		"%s\t%d\t%.1f\t%.1f\t%.2f\t%s\t%.1f\t%.0f\t%.4f\t%.2f\t%.2f\t%.2f", func(r *contest.Work) []any {
			m, points := r.Average(), "–"
			if m.Points != nil {
				points = fmt.Sprintf("%.2f", *m.Points)
			}
			return []any{m.Variant, m.Seats, m.Messages, m.Words, m.Accused, points, m.Calls, m.Tokens, m.Cost, m.Leaks, m.Stopped, m.Broken}
		})
	show.Table(w, "What gives a bot away, in all games", "variant\tmessages\t≤ 2 words\t≥ 10 words\tlaugh\tsmiley\tslip\tfor others\tunseen 2nd\tat a bound\toverruled", s.Work[:len(a.Variants)], "%s\t%d\t%.0f %%\t%.0f %%\t%.0f %%\t%.0f %%\t%.0f %%\t%d\t%d of %d\t%d\t%d", func(r *contest.Work) []any {
		c, x := &r.Conduct, &r.Texture
		return []any{r.Variant, r.Messages, 100 * x.Short, 100 * x.Long, 100 * x.Laugh, 100 * x.Smiley, 100 * x.Slip, c.ForOthers, c.Unseen, c.Rests, c.AtBound, c.Overruled}
	})
	show.Table(w, "Mechanisms of the talk, of a moderator and of labels, in all games", "what\tfigure", s.Mechanisms, "%s\t%s", func(m *contest.Mechanism) []any { return []any{m.Name, m.Figure} })
	printJudged(w, s)
}

// printJudged prints what rules and judge say about lines and speeches.
func printJudged(w io.Writer, s *contest.Summary) {
	printDeceit(w, s.Deceits)
	if m := s.Marking; m != nil {
		fmt.Fprintf(w, "\nOf %d lines %s marks %d, the rules %d, both %d, of these with the same kind %d; %d without a usable answer; %d calls, cost %.4f\n",
			m.Lines, m.Judge, m.Both+m.Model, m.Both+m.Rule, m.Both, m.Same, m.Failed, m.Spent.Calls, float64(m.Spent.CostMicros)/1e6)
	}
	if s.Speech != nil {
		printSpeech(w, s.Speech)
	}
}

func printDeceit(w io.Writer, rows []contest.Deceit) {
	show.Table(w, "Lines against what their speaker knew or believed", "side\tvariant\tjudged by\tlines\tmarked\tshare\tfabrication\tdistortion\tmisdirection\tomission\tbelief alone",
		rows, "%s\t%s\t%s\t%d\t%d\t%.0f %%\t%d\t%d\t%d\t%d\t%d", func(d *contest.Deceit) []any {
			row := []any{d.Side, d.Variant, d.By, d.Lines, d.Marked, 100 * d.Share()}
			for _, kind := range deceit.Kinds {
				row = append(row, d.Kinds[kind])
			}
			return append(row, d.Believed)
		})
}

func printSpeech(w io.Writer, s *contest.Speech) {
	title := fmt.Sprintf("Speech: %s compared %d pairs, each in both orders; %d without a usable answer; %d calls, cost %.4f", s.Judge, s.Pairs, s.Failed,
		s.Spent.Calls, float64(s.Spent.CostMicros)/1e6)
	show.Table(w, title, "measure\tfirst\tsecond\tfirst preferred\tinterval\torders disagree", s.Preferences, "%s\t%s\t%s\t%.0f %%\t%.0f–%.0f %%\t%d of %d",
		func(p *contest.Preference) []any {
			share, low, high := p.Share()
			return []any{p.Measure, p.First, p.Second, 100 * share, 100 * low, 100 * high, p.Split, p.Pairs}
		})
}

func chance(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}
