package gametest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

// Report is what a judge finds in the log of a game.
type Report struct {
	// Wrong lists the broken rules.
	Wrong []string
	// Winner is the side that has won; empty if the rules did not end the game.
	Winner string
	// Out are the seats that the rules have put out, in order.
	Out []string
	// Left are the seats that went by themselves.
	Left []string
	// Ties counts the votes that a draw had to decide.
	Ties int
	// Refused counts the teams that were refused.
	Refused int
	// Votes counts the votes, and Answers the answers to them.
	Votes, Answers int
	// Late counts the answers that came too late. They do not count.
	Late int
	// Lines counts the lines of players.
	Lines int
	// Took is how long the game took, in game time.
	Took time.Duration
}

func (r *Report) blame(e session.Event, format string, args ...any) {
	r.Wrong = append(r.Wrong, fmt.Sprintf("event %d, %s: %s", e.Seq, e.Data.Type(), fmt.Sprintf(format, args...)))
}

func (r *Report) order(log []session.Event) {
	for i, e := range log {
		if e.Seq != int64(i+1) {
			r.blame(e, "comes after %d events", i)
		}
		if i > 0 && steady(e).Before(steady(log[i-1])) {
			r.blame(e, "was before the event that it follows")
		}
	}
}

// steady is when an event happened, whatever was done to the clock.
func steady(e session.Event) time.Time { return e.At.Add(-e.Shift) }

// names reports whether a text names a player, as whole words.
func names(text, name string) bool {
	isWord := func(r rune) bool {
		return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	for rest := text; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		before, after := []rune(rest[:i]), []rune(rest[i+len(name):])
		if (len(before) == 0 || !isWord(before[len(before)-1])) && (len(after) == 0 || !isWord(after[0])) {
			return true
		}
		rest = rest[i+len(name):]
	}
}

func same(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
