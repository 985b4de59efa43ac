package fourmind

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/timing"
)

// ahead is what a lookahead is told. What can be counted is counted here, so that the model need
// not. readAhead reads the section.
type ahead struct {
	view     session.View
	count    int
	botFirst bool
	// chooses says that the model first decides about the bot's unsent line.
	chooses bool
	// read is the number of the line to analyse first, or 0.
	read int64
	// turn says that the bot has less than its share of the talk.
	turn bool
}

const (
	aheadCount  = "Messages to write: "
	aheadFirst  = "The first is by: "
	aheadOnly   = "Only these may write: "
	aheadRead   = "Read first: "
	aheadUnsent = "Decide first: "
	aheadTurn   = "You have written less than the others: mostly you write next."
)

const (
	// typingFor is how long a player who was seen typing counts as typing. Platforms repeat the
	// sign every few seconds.
	typingFor = 6 * timing.Second
	// noQuestions is how many lines of players stand before the bot asks anything (§3.2).
	noQuestions = 4
)

func (a ahead) section() prompt.Section {
	v := a.view
	var said []string
	if a.count > 1 {
		said = append(said, fmt.Sprint(aheadCount, a.count))
	}
	if a.botFirst {
		said = append(said, aheadFirst+prompt.Quote(v.Me.Name))
	}
	if names := writers(v); len(names) < len(v.Active()) {
		said = append(said, aheadOnly+strings.Join(names, ", "))
	}
	if a.chooses {
		said = append(said, aheadUnsent+prompt.SectionPending)
	}
	if a.read > 0 {
		said = append(said, aheadRead+lineNumber(a.read))
	}
	var counts, silent []string
	for _, p := range v.Active() {
		name, n := prompt.Quote(p.Name), v.Talk(p.ID).Total
		if counts = append(counts, fmt.Sprint(name, " ", n)); n == 0 && p.ID != v.Me.ID {
			silent = append(silent, name)
		}
	}
	all := lines(v)
	switch {
	case all == 0:
		said = append(said, "No player has written yet: the first message is a hello of one to three words.")
	case !a.botFirst && !a.turn: // else it is known who is next
		said = append(said, "Lines so far: "+strings.Join(counts, ", "))
	}
	if named := namedLast(v); len(named) > 0 && !a.botFirst && !askedLast(v) {
		said = append(said, "The last line names: "+strings.Join(named, ", "))
	}
	if len(silent) > 0 {
		said = append(said, "Nobody names those who have not written: "+strings.Join(silent, ", "))
	}
	if all < noQuestions {
		said = append(said, "You ask no questions yet.")
	} else if v.AskedLast() {
		said = append(said, "Your last line was a question: your next one asks nothing.")
	}
	if a.turn {
		said = append(said, aheadTurn)
	}
	if someoneTypes(v) && !a.botFirst {
		said = append(said, "Somebody else is typing.")
	}
	return prompt.TextSection(sectionAhead, strings.Join(said, "\n"))
}

// askedLast reports whether the newest line asks the bot alone: the open questions say so.
func askedLast(v session.View) bool {
	last, _ := v.Last()
	q, ok := v.Asked()
	return ok && q.Seq == last.Seq
}

func writers(v session.View) (names []string) {
	roster := v.Roster()
	for _, p := range v.Active() {
		if roster.MaySpeak(p.ID) {
			names = append(names, prompt.Quote(p.Name))
		}
	}
	return names
}

func namedLast(v session.View) (names []string) {
	here := v.Here()
	last, _ := here.Last()
	for _, p := range v.Active() {
		if p.ID != last.Sender && v.Mentions(last.Text, p.ID) {
			names = append(names, prompt.Quote(p.Name))
		}
	}
	return names
}

func someoneTypes(v session.View) bool {
	last, _ := v.Last()
	return v.LastActivity > last.At && v.Now-v.LastActivity < typingFor
}

func lineNumber(n int64) string { return "#" + strconv.FormatInt(n, 10) }

// lineNumbers reads numbers with commas between them.
func lineNumbers(text string) (numbers []int64) {
	for part := range strings.SplitSeq(text, ", ") {
		if n, err := strconv.ParseInt(strings.TrimPrefix(part, "#"), 10, 64); err == nil {
			numbers = append(numbers, n)
		}
	}
	return numbers
}
