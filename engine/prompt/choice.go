package prompt

import "strings"

// Choice is something that an answer may name by its key. It is one line of this form:
//
//	<key>: <text>[, player <name>][, <hint>]
//
// Text and name are JSON strings, so that neither can pass for a key, a hint or another choice.
type Choice struct {
	Key string
	// Text is the label of the choice.
	Text string
	// Player is the name of the player that the choice stands for, if any.
	Player string
	// Hint is a remark of the program, not of a player.
	Hint string
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
	if c.Hint != "" {
		b.WriteString(", " + c.Hint)
	}
	return b.String()
}

// ChoiceSection returns a section that lists choices.
func ChoiceSection(name string, choices []Choice) Section {
	lines := make([]string, len(choices))
	for i, c := range choices {
		lines[i] = c.String()
	}
	return TextSection(name, strings.Join(lines, "\n"))
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
	if c.Hint, ok = strings.CutPrefix(rest, ", "); !ok {
		return c, errLine
	}
	return c, nil
}
