package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"unicode/utf8"

	"ringer/engine/game"
	"ringer/engine/mouth"
)

// mouthCommand puts what people said in recorded games through the guard that the bot's messages pass.
type mouthCommand struct {
	File     string `arg:"" help:"Recorded games, one JSON object a line, as replay reads them." type:"existingfile"`
	MaxChars int    `default:"250" help:"Characters of one message."`
	Show     bool   `help:"Print the lines that were stopped."`
}

// Validate implements kong.Validatable.
func (c *mouthCommand) Validate() error {
	if c.MaxChars < 20 || c.MaxChars > game.MaxText {
		return fmt.Errorf("--max-chars must be from 20 to %d", game.MaxText)
	}
	return nil
}

// What became of a line that no rule stopped.
const (
	passedAsIs    = "as it is"
	passedStyled  = "written as the room writes"
	passedShorter = "in parts, or shortened"
)

// heardLine is a line of a person, and what the mouth would have done with it.
type heardLine struct {
	game string
	spoken
	// rule stopped it; without one it would have been sent, and how says in which form.
	rule, how string
}

// Run implements the command.
func (c *mouthCommand) Run(t *terminal) error {
	games, err := loadRecordings(c.File)
	if err != nil {
		return err
	}
	var lines []heardLine
	for i := range games {
		lines = append(lines, c.judge(&games[i])...)
	}
	if len(lines) == 0 {
		return errors.New(c.File + ": no player of these games is human; kind says who is")
	}
	if c.Show {
		for _, l := range lines {
			if l.rule != "" {
				fmt.Fprintf(t.stdout, "%s %6s  %s: %s  (%s)\n", printable(l.game), clock(l.At), printable(l.Name), printable(l.Text), l.rule)
			}
		}
		fmt.Fprintln(t.stdout)
	}
	printGuarded(t.stdout, len(games), lines)
	return nil
}

// judge puts each line of a person through the mouth as if a bot in that seat, with nothing to hide, had written it. Recordings know no phases,
// so that a share of the talk is one of the whole game, among all its players.
func (c *mouthCommand) judge(r *recording) (lines []heardLine) {
	said := map[string][]string{}
	var names []string
	human := map[string]bool{}
	for _, p := range r.Players {
		names = append(names, p.Name)
		human[p.Name] = p.Kind != botKind
	}
	for i, m := range r.Messages {
		if m.Kind != game.FromPlayer {
			continue
		}
		if human[m.Sender] {
			room := mouth.Room{Name: m.Sender, Names: names, MaxChars: c.MaxChars, Own: said[m.Sender]}
			for _, other := range r.Messages[:i] {
				if other.Kind == game.FromPlayer && other.Sender != m.Sender {
					room.Others = append(room.Others, other.Text)
				}
			}
			l := heardLine{game: r.ID, spoken: spoken{At: millis(m.At), Name: m.Sender, Text: m.Text}, how: passedAsIs}
			var parts []string
			parts, l.rule = room.Pass(m.Text)
			talk := mouth.Talk{Own: len(said[m.Sender]), All: len(said[m.Sender]) + len(room.Others), Players: len(names)}
			switch {
			case l.rule == "" && talk.Left(1) == 0:
				l.rule = mouth.RuleShare
			case l.rule != "":
			case len(parts) > 1 || utf8.RuneCountInString(m.Text) > c.MaxChars:
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

// apart are the rules that stop what people do say: they repeat themselves and each other, and some talk more than all others.
var apart = []string{mouth.RuleRepeat, mouth.RuleShare}

// printGuarded prints how many lines each rule would have stopped.
func printGuarded(w io.Writer, games int, lines []heardLine) {
	count := func(match func(heardLine) bool) (n int) {
		for _, l := range lines {
			if match(l) {
				n++
			}
		}
		return n
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, n int) {
		fmt.Fprintf(t, "%s\t%d\t%.2f %%\t\n", name, n, 100*float64(n)/float64(len(lines)))
	}
	fmt.Fprintf(w, "%d lines of people in %d games\n\n", len(lines), games)
	fmt.Fprintln(t, "sent\tlines\tshare\t")
	for _, how := range []string{passedAsIs, passedStyled, passedShorter} {
		row(how, count(func(l heardLine) bool { return l.rule == "" && l.how == how }))
	}
	fmt.Fprintln(t, "\t\t\t\nstopped by\tlines\tshare\t")
	strict := func(l heardLine) bool { return l.rule != "" && !slices.Contains(apart, l.rule) }
	var rules []string
	for _, l := range lines {
		if strict(l) && !slices.Contains(rules, l.rule) {
			rules = append(rules, l.rule)
		}
	}
	slices.Sort(rules)
	for _, rule := range append(rules, apart...) {
		row(rule, count(func(l heardLine) bool { return l.rule == rule }))
	}
	row("all but repeat and talk_share", count(strict))
	t.Flush()
}
