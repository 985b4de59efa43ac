package talk

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ringer/cmd/internal/show"
	"ringer/engine/recording"
	"ringer/engine/stats"
)

// Stats reads files of games, and prints how people and bots talked in them.
func Stats(w io.Writer, files []string) error {
	sessions, err := loadAll(files)
	if err != nil {
		return err
	}
	all := newGroups(sessions)
	printGames(w, sessions)
	printMessages(w, all)
	printGaps(w, all)
	printSeparations(w, separations(sessions))
	printRanks(w, all, votedOut(sessions))
	printWins(w, all)
	if right, of, byLot := identified(sessions); of > 0 {
		low, high := stats.Wilson(right, of)
		fmt.Fprintf(w, "\nPeople who named a bot in the end: %d of %d (%.1f %%, 95 %% interval %.0f to %.0f %%), by lot %.1f\n", right, of, 100*float64(right)/float64(of), 100*low, 100*high, byLot)
	}
	return nil
}

// loadAll returns the games of files: recordings before their replays, which hold the same people.
func loadAll(files []string) (sessions []*judged, err error) {
	for _, name := range files {
		games, err := recording.Load(name)
		if err != nil {
			return nil, err
		}
		for i := range games {
			sessions = append(sessions, read(&games[i]))
		}
	}
	recorded := func(s *judged) bool { return s.PlayedBy == "" }
	return slices.Concat(filter(sessions, recorded), filter(sessions, func(s *judged) bool { return !recorded(s) })), nil
}

// Figures are what one kind of player did: means and standard deviations, as texts.
type Figures struct{ Who, Words, Repeats, Unique, Daily string }

// Measure returns the figures of each kind of player in files of games, and how well their messages
// can be told apart.
func Measure(files []string) (all []Figures, apart []Separation, err error) {
	sessions, err := loadAll(files)
	if err != nil {
		return nil, nil, err
	}
	for _, g := range filter(newGroups(sessions), func(g *group) bool { return g.players > 0 }) {
		all = append(all, Figures{g.name, spread(g.words), spread(g.repeats), spread(g.unique), spread(g.days)})
	}
	return all, separations(sessions), nil
}

func printSeparations(w io.Writer, all []Separation) {
	show.Table(w, "How well messages can be told apart (F1 of a linear discriminant)", "kinds\tmessages\tunseen games\tfitted games", all, "%s\t%d\t%s\t%.2f", func(s *Separation) []any {
		return []any{s.Kinds, s.Lines, s.Score(), s.Seen}
	})
}

// Score returns the score in unseen games, as a text.
func (s *Separation) Score() string {
	if math.IsNaN(s.Unseen) {
		return show.None
	}
	return fmt.Sprintf("%.2f", s.Unseen)
}

func filter[T any](values []T, match func(T) bool) (kept []T) {
	for _, v := range values {
		if match(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

func printGames(w io.Writer, sessions []*judged) {
	var phases, players, messages []float64
	seen := map[string]bool{}
	for _, s := range sessions {
		if !seen[s.ID] {
			phases, players, messages = append(phases, float64(len(s.phases))), append(players, float64(len(s.Players))), append(messages, float64(len(s.lines)))
		}
		seen[s.ID] = true
	}
	fmt.Fprintf(w, "%d games, with %.2f phases, %.2f players and %.1f messages on average", len(seen), stats.Mean(phases), stats.Mean(players), stats.Mean(messages))
	if n := len(sessions) - len(seen); n > 0 {
		fmt.Fprintf(w, "; replays of them: %d", n)
	}
	fmt.Fprintln(w)
}

func spread(values []float64) string {
	if len(values) == 0 {
		return show.None
	}
	return fmt.Sprintf("%.2f ± %.2f", stats.Mean(values), stats.Deviation(values))
}

func printMessages(w io.Writer, all groups) {
	fmt.Fprint(w, "\nA player's messages: mean ± standard deviation over the players, and over the days of all players\n\n")
	t := show.Columns(w)
	fmt.Fprintln(t, "who\tplayers\tmessages\twords a message\trepeated messages\tunique words\tdays\tmessages a day\t")
	for _, g := range filter(all, func(g *group) bool { return g.players+len(g.days) > 0 }) {
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\t%s\t%d\t%s\t\n", g.name, g.players, g.messages, spread(g.words), spread(g.repeats), spread(g.unique), len(g.days), spread(g.days))
	}
	t.Flush()
}

// gapBins are the upper bounds of the bars of gaps, in seconds. The last bar holds all longer ones.
var gapBins = []float64{2, 5, 10, 20, 40}

func printGaps(w io.Writer, all groups) {
	for _, x := range []struct {
		title string
		of    func(*group) []float64
	}{
		{"Seconds from the line before, whoever said it", func(g *group) []float64 { return g.gaps }},
		{"Seconds between two lines of one player", func(g *group) []float64 { return g.ownGaps }},
	} {
		fmt.Fprintf(w, "\n%s\n\n", x.title)
		t := show.Columns(w)
		heads := make([]string, len(gapBins)+1)
		for i := range heads {
			heads[i] = binName(i)
		}
		fmt.Fprintf(t, "who\tgaps\tmedian\tmean ± sd\t95 %%\tdistance\t%s\t\n", strings.Join(heads, "\t"))
		for _, g := range all {
			gaps := x.of(g)
			if len(gaps) == 0 {
				continue
			}
			distance := show.None
			if g != all[0] {
				distance = fmt.Sprintf("%.2f", stats.Distance(gaps, x.of(all[0])))
			}
			fmt.Fprintf(t, "%s\t%d\t%.1f\t%s\t%.1f\t%s\t%s\t\n", g.name, len(gaps), stats.Median(gaps), spread(gaps), stats.Quantile(gaps, 0.95), distance,
				strings.Join(bars(gaps, gapBins), "\t"))
		}
		t.Flush()
	}
}

func binName(i int) string {
	switch i {
	case 0:
		return fmt.Sprintf("under %g s", gapBins[0])
	case len(gapBins):
		return fmt.Sprintf("%g s and more", gapBins[i-1])
	}
	return fmt.Sprintf("%g to %g s", gapBins[i-1], gapBins[i])
}

const longestBar = 20

// bars returns the share of the values in each bin, as a bar with a number. A value on a bound
// belongs to the bin above.
func bars(values, bounds []float64) []string {
	counts := make([]int, len(bounds)+1)
	for _, v := range values {
		bin := 0
		for bin < len(bounds) && v >= bounds[bin] {
			bin++
		}
		counts[bin]++
	}
	shown := make([]string, len(counts))
	for i, n := range counts {
		share := float64(n) / float64(max(len(values), 1))
		shown[i] = fmt.Sprintf("%s %2.0f %%", strings.Repeat("█", int(share*longestBar+0.5)), 100*share)
	}
	return shown
}

var rankBins = []float64{0.2, 0.4, 0.6, 0.8}

func printRanks(w io.Writer, all groups, out []voted) {
	if len(out) == 0 {
		return
	}
	fmt.Fprint(w, "\nSpeaking rank of who is voted out by day, from 0 (the quietest that day) to 1 (the most talkative)\n\n")
	t := show.Columns(w)
	fmt.Fprintln(t, "who\tvoted out\tmean rank\tmost talkative\tby chance\t0 to 0.2\t0.2 to 0.4\t0.4 to 0.6\t0.6 to 0.8\t0.8 to 1\t")
	row := func(name string, out []voted) {
		var ranks []float64
		most, chance := 0, 0.0
		for _, v := range out {
			ranks = append(ranks, v.rank)
			chance += v.chance
			if v.most {
				most++
			}
		}
		if len(out) > 0 {
			fmt.Fprintf(t, "%s\t%d\t%.2f\t%d\t%.1f\t%s\t\n", name, len(out), stats.Mean(ranks), most, chance, strings.Join(bars(ranks, rankBins), "\t"))
		}
	}
	row("all", out)
	for _, g := range all {
		row(g.name, filter(out, func(v voted) bool { return v.group == g.name }))
	}
	t.Flush()
}

func printWins(w io.Writer, all groups) {
	roles := []string{recording.Bystander, recording.Mafia}
	all = filter(all, func(g *group) bool { return len(g.games) > 0 })
	if len(all) == 0 {
		return
	}
	fmt.Fprint(w, "\nGames that a player's side won\n\n")
	t := show.Columns(w)
	fmt.Fprintf(t, "who\tas %s\tas %s\t\n", roles[0], roles[1])
	for _, g := range all {
		cells := []string{g.name}
		for _, role := range roles {
			cell := show.None
			if n := g.games[role]; n > 0 {
				cell = fmt.Sprintf("%d of %d (%.0f %%)", g.wins[role], n, 100*float64(g.wins[role])/float64(n))
			}
			cells = append(cells, cell)
		}
		fmt.Fprintln(t, strings.Join(cells, "\t")+"\t")
	}
	t.Flush()
}
