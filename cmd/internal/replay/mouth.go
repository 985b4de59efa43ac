package replay

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"ringer/cmd/internal/show"
	"ringer/engine/mouth"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// MouthSettings say how the lines of people are checked.
type MouthSettings struct {
	MaxChars int
	Show     bool
}

const (
	passedAsIs    = "as it is"
	passedStyled  = "written as the room writes"
	passedShorter = "in parts, or shortened"
)

type checkedLine struct {
	game string
	spoken
	rule string
	// how is the form in which the line would have been sent, if no rule stopped it.
	how string
}

// Mouth reads a file of recorded games and prints which lines of people the mouth of the bot would
// have stopped.
func Mouth(w io.Writer, file string, s MouthSettings) error {
	games, err := recording.Load(file)
	if err != nil {
		return err
	}
	var lines []checkedLine
	for i := range games {
		lines = append(lines, s.check(&games[i])...)
	}
	if len(lines) == 0 {
		return errors.New(file + ": no player of these games is human; kind says who is")
	}
	if s.Show {
		for _, l := range lines {
			if l.rule != "" {
				fmt.Fprintf(w, "%s %6s  %s: %s  (%s)\n", printable(l.game), formatTime(l.At), printable(l.Name), printable(l.Text), l.rule)
			}
		}
		fmt.Fprintln(w)
	}
	printMouth(w, len(games), lines)
	return nil
}

// check checks each line of a person as if a bot in that seat, with nothing to hide, had written
// it. The share of the talk is computed over the whole game, whatever its phases, among all its
// players.
func (s *MouthSettings) check(g *recording.Game) (lines []checkedLine) {
	said := map[string][]string{}
	var names []string
	human := map[string]bool{}
	for _, p := range g.Players {
		names = append(names, p.Name)
		human[p.Name] = p.Kind != recording.BotKind
	}
	for i, m := range g.Messages {
		if m.Kind != session.FromPlayer {
			continue
		}
		if human[m.Sender] {
			room := mouth.Room{Name: m.Sender, Names: names, Language: g.Language, MaxChars: s.MaxChars, Own: said[m.Sender]}
			for _, other := range g.Messages[:i] {
				if other.Kind == session.FromPlayer && other.Sender != m.Sender {
					room.Others = append(room.Others, other.Text)
				}
			}
			l := checkedLine{game: g.ID, spoken: spoken{At: recording.Millis(m.At), Name: m.Sender, Text: m.Text}, how: passedAsIs}
			var parts []string
			parts, l.rule = room.Pass(m.Text)
			talk := mouth.Talk{Own: len(said[m.Sender]), All: len(said[m.Sender]) + len(room.Others), Players: len(names)}
			switch {
			case l.rule == "" && talk.Left(1) == 0:
				l.rule = mouth.RuleShare
			case l.rule != "":
			case len(parts) > 1 || utf8.RuneCountInString(m.Text) > s.MaxChars:
				l.how = passedShorter
			case parts[0] != m.Text:
				l.how = passedStyled
			}
			lines = append(lines, l)
		}
		said[m.Sender] = append(said[m.Sender], m.Text)
	}
	return lines
}

// habits are the rules that stop things which people often do: they repeat themselves and each
// other, and some talk more than all others.
var habits = []string{mouth.RuleRepeat, mouth.RuleShare}

func printMouth(w io.Writer, games int, lines []checkedLine) {
	count := func(match func(checkedLine) bool) (n int) {
		for _, l := range lines {
			if match(l) {
				n++
			}
		}
		return n
	}
	t := show.Columns(w)
	row := func(name string, n int) {
		fmt.Fprintf(t, "%s\t%d\t%.2f %%\t\n", name, n, 100*float64(n)/float64(len(lines)))
	}
	fmt.Fprintf(w, "%d lines of people in %d games\n\n", len(lines), games)
	fmt.Fprintln(t, "sent\tlines\tshare\t")
	for _, how := range []string{passedAsIs, passedStyled, passedShorter} {
		row(how, count(func(l checkedLine) bool { return l.rule == "" && l.how == how }))
	}
	fmt.Fprintln(t, "\t\t\t\nstopped by\tlines\tshare\t")
	strict := func(l checkedLine) bool { return l.rule != "" && !slices.Contains(habits, l.rule) }
	var rules []string
	for _, l := range lines {
		if strict(l) && !slices.Contains(rules, l.rule) {
			rules = append(rules, l.rule)
		}
	}
	slices.Sort(rules)
	for _, rule := range append(rules, habits...) {
		row(rule, count(func(l checkedLine) bool { return l.rule == rule }))
	}
	row("all but repeat and talk_share", count(strict))
	t.Flush()
}
