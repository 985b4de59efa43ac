package prompt

import (
	"strings"

	"ringer/engine/session"
)

// Choice is something that an answer may name by its key. It is one line of this form:
//
//	<key>: <text>[, player <name>][, <hint>]
//
// Text and name are JSON strings, so that neither can pass for a key, a hint or another choice.
type Choice struct {
	Key    string
	Text   string // the label of the choice
	Player string // the name of the player that the choice stands for, if any
	Hint   string // a remark of the program, not of a player
}

const playerMark = ", player "

// String returns the line that shows the choice.
func (c Choice) String() string {
	line := c.Key + ": " + Quote(c.Text)
	if c.Player != "" {
		line += playerMark + Quote(c.Player)
	}
	if c.Hint != "" {
		line += ", " + c.Hint
	}
	return line
}

// ChoiceSection returns a section that lists choices.
func ChoiceSection(name string, choices []Choice) Section {
	return TextSection(name, strings.Join(session.Each(choices, Choice.String), "\n"))
}

// Choices returns the choices of a section. It skips lines that are not choices.
func (p Parsed) Choices(name string) (choices []Choice) {
	for line := range strings.SplitSeq(p.Text(name), "\n") {
		if c, err := parseChoice(line); err == nil {
			choices = append(choices, c)
		}
	}
	return choices
}

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
	if c.Hint, ok = strings.CutPrefix(rest, ", "); !ok {
		return c, errLine
	}
	return c, nil
}
