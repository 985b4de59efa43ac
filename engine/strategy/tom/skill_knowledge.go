package tom

import (
	"regexp"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// messageTypes holds the type that the knowledge base gives to each kind of line. All other lines
// are casual.
var messageTypes = map[smalltalk.Kind]string{
	smalltalk.Question: "question", smalltalk.Laughter: "joke", smalltalk.Accusation: "accusation", smalltalk.Denial: "defence",
}

// factWords holds the words for a kind of fact in a sentence, where they differ from the kind.
var factWords = map[string]string{
	"town": "where they live", "job": "work",
	"ages": "their age", "age": "their age", "day": "their day", "from": "how they got here", "tongue": "languages",
	"lunch": "what they ate", "plan": "their plans", "trip": "travelling", "pet": "pets", "family": "their family",
}

// knowledge answers what the chat shows, without guesses.
func (w *witness) knowledge() knowledgeAnswer {
	a := knowledgeAnswer{Type: "casual", Facts: []factAnswer{}, Patterns: []patternAnswer{}}
	for _, r := range w.lines {
		if a.Type = messageTypes[r.Kind]; a.Type == "" {
			a.Type = "casual"
		}
		if text := observed(r); text != "" && w.fresh[r.Number] {
			a.Facts = append(a.Facts, factAnswer{Line: int(r.Number), Name: r.By, Fact: text})
		}
	}
	for _, name := range w.others {
		a.Patterns = append(a.Patterns, patternAnswer{Name: name, Pattern: w.pattern(name)})
	}
	return a
}

// tellsOf is the start of a fact that a player has said about themselves.
const tellsOf = "says of "

// observed returns the fact in a line, or "": what its writer says of themselves, or does. What
// players say of others belongs to the beliefs.
func observed(r smalltalk.Reading) string {
	switch {
	case r.Accused != "" && r.IsQuestion, r.Kind == smalltalk.Accusation, r.Remarked != "", r.Vouched != "":
		return ""
	case r.Kind == smalltalk.Denial:
		return "denies it: " + quoted(r.Text)
	case r.Fact != "":
		what := factWords[r.Fact]
		if what == "" {
			what = r.Fact
		}
		return tellsOf + what + ": " + quoted(r.Text)
	case personal(r):
		return tellsOf + "themselves: " + quoted(r.Text)
	}
	return ""
}

// Bounds from which the offline model names a habit of a player.
const (
	mostly                = 0.6  // of the player's lines
	often                 = 0.35 // of the player's lines
	little                = 0.5  // of an even share of the lines
	enough                = 3    // lines below which nothing is a pattern
	longLines, shortLines = 9, 2 // words that a player's lines have on average
)

// isOut is the pattern of a player who is out of the game.
const isOut = "is out of the game"

// outText matches how a game master says that a player is out.
var outText = regexp.MustCompile(`(?i)\b(?:voted out|eliminated|killed|died|is dead|is out|left the game|ausgeschieden|rausgewählt|getötet|gestorben)\b`)

// eliminated returns the players who are out of the game, with the number of the line that says so.
// These are the players whom a line of the game master names before a word such as "eliminated".
// The number is 0 for a player of whom only the state knows it.
func (w *witness) eliminated(chat []prompt.Line) map[string]int64 {
	out := map[string]int64{}
	for _, name := range w.others {
		if slices.Contains(w.List(sectionKnowledge), prompt.Quote(name)+": "+isOut) {
			out[name] = 0
		}
	}
	for _, l := range chat {
		if !l.Gamemaster {
			continue
		}
		text := strings.ToLower(l.Text)
		at := outText.FindStringIndex(text)
		for _, name := range w.others {
			if at != nil && strings.Contains(text[:at[0]], strings.ToLower(name)) {
				out[name] = l.Number
			}
		}
	}
	return out
}

// pattern returns how a player behaves in the shown lines.
func (w *witness) pattern(name string) string {
	if _, out := w.out[name]; out {
		return isOut
	}
	var lines, asks, accuses, laughs, agrees, tells, denies, words float64
	count := func(n *float64, holds bool) {
		if holds {
			*n++
		}
	}
	for _, r := range w.lines {
		if r.By != name {
			continue
		}
		lines++
		words += float64(len(strings.Fields(r.Text)))
		count(&asks, r.IsQuestion)
		count(&accuses, r.Kind == smalltalk.Accusation)
		count(&laughs, r.Kind == smalltalk.Laughter)
		count(&agrees, r.Mood == "agree" && r.Kind == smalltalk.Remark)
		count(&tells, r.Fact != "")
		count(&denies, r.Kind == smalltalk.Denial)
	}
	if lines == 0 {
		return "has not written lately"
	}
	var found []string
	say := func(holds bool, text string) {
		if holds && len(found) < 2 {
			found = append(found, text)
		}
	}
	say(accuses > 1, "accuses others")
	say(denies > 0, "defends themselves")
	say(lines >= enough && asks >= mostly*lines, "asks more than they tell")
	say(lines >= enough && agrees >= often*lines, "agrees a lot")
	say(laughs > 0 && laughs >= often*lines, "laughs a lot")
	say(lines >= enough && words >= longLines*lines, "writes long lines")
	say(lines >= enough && words <= shortLines*lines, "writes a word or two")
	say(tells > 1, "tells about themselves")
	say(lines*float64(len(w.others)+1) < little*float64(len(w.lines)), "writes little")
	if len(found) == 0 {
		return "chats along"
	}
	return strings.Join(found, ", ")
}
