package play

import (
	"fmt"
	"strings"
	"unicode"

	"ringer/engine/session"
)

type mark string

// The marks. Players' messages have a name in place of a mark.
const (
	said    mark = ""
	master  mark = "*" // the game master
	phase   mark = "-"
	ask     mark = "?" // a vote
	note    mark = ">" // what the program says to the person
	refusal mark = "!"
	listing mark = " " // columns, which are not wrapped
)

type line struct {
	mark mark
	// at is the game time; negative for none.
	at session.Millis
	// channel is where it was said; empty for the main channel.
	channel string
	name    string
	own     bool
	text    string
}

func notice(m mark, format string, args ...any) line {
	return line{mark: m, at: -1, text: fmt.Sprintf(format, args...)}
}

// head returns what stands before the text: time, channel, and name or mark.
func (l *line) head() (when, who string) {
	when = "      "
	if l.at >= 0 {
		when = fmt.Sprintf("%6s", clockTime(l.at))
	}
	if l.channel != "" {
		who = "[" + clean(l.channel) + "] "
	}
	if l.name != "" {
		return when, who + clean(l.name) + ":"
	}
	return when, who + strings.TrimSpace(string(l.mark))
}

func clockTime(t session.Millis) string { return fmt.Sprintf("%d:%02d", t/60_000, t/1000%60) }

// clean returns the text of a player on one line. Without control characters it can neither write
// elsewhere on a terminal nor look like several lines.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, text)
}
