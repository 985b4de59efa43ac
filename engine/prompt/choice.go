package prompt

import "strings"

// Choice is something that an answer may name by its key. Its grammar, one line each:
//
//	<key>: <text>[, player <name>][, <note>]
//
// text and name are JSON strings, so that neither can pass for a key, a note or another choice.
type Choice struct {
	Key string
	// Text is what it is called.
	Text string
	// Player is the name of the player that it stands for, if it stands for one.
	Player string
	// Note is said of it in words of ours.
	Note string
}

const playerMark = ", player "

// String returns the line that shows the choice.
func (c Choice) String() string {
	var b strings.Builder
	b.WriteString(c.Key + ": ")
	quote(&b, c.Text)
	if c.Player != "" {
		b.WriteString(playerMark)
		quote(&b, c.Player)
	}
	if c.Note != "" {
		b.WriteString(", " + c.Note)
	}
	return b.String()
}

// Choices returns a section that lists choices.
func Choices(name string, choices []Choice) Section {
	lines := make([]string, len(choices))
	for i, c := range choices {
		lines[i] = c.String()
	}
	return Text(name, strings.Join(lines, "\n"))
}

// Choices returns those of a section. A line that is none is left out.
func (p Parsed) Choices(name string) (choices []Choice) {
	for line := range strings.SplitSeq(p.Text(name), "\n") {
		if c, err := parseChoice(line); err == nil {
			choices = append(choices, c)
		}
	}
	return choices
}

// parseChoice is the inverse of String.
func parseChoice(line string) (c Choice, err error) {
	key, rest, ok := strings.Cut(line, ": ")
	if !ok {
		return c, errLine
	}
	c.Key = key
	if c.Text, rest, err = unquote(rest); err != nil {
		return c, err
	}
	if after, ok := strings.CutPrefix(rest, playerMark); ok {
		if c.Player, rest, err = unquote(after); err != nil {
			return c, err
		}
	}
	if rest == "" {
		return c, nil
	}
	if c.Note, ok = strings.CutPrefix(rest, ", "); !ok {
		return c, errLine
	}
	return c, nil
}
