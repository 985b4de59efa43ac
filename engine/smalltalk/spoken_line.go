package smalltalk

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ringer/engine/prompt"
)

type spokenLine struct {
	*prompt.Line
	mine bool
	// open reports that the prompt says that the line asks the player and has no answer.
	open     bool
	question bool
	namesMe  bool
	// aboutMe reports that the line names the bot without addressing it.
	aboutMe bool
	// words are the words in lower case, with short forms written out.
	words []word
	by    int
	// to is the number of the player whom the line addresses, or one of toMe, toAll and toNobody.
	to       int
	about    int
	hits     [patternKinds]int16
	searched bool
	sets     sets
}

type word struct {
	text string
	sets sets
	who  int16
}

// Values of spokenLine.to that are not the number of another player. The bot is player 0.
const (
	toMe     = 0
	toAll    = -1
	toNobody = -2
)

var apostrophes = strings.NewReplacer("'", "", "’", "", "`", "", "´", "")

// parseLine splits a line into words and finds out whom it names.
func (s *Scene) parseLine(l *prompt.Line) spokenLine {
	t := spokenLine{Line: l, about: -1, to: toNobody}
	text := strings.ToLower(l.Text)
	if strings.ContainsAny(text, "'’`´") {
		text = apostrophes.Replace(text)
	}
	for i, name := range s.joinedNames {
		if name != s.lowerNames[i] { // a name of several words
			text = strings.ReplaceAll(text, s.lowerNames[i], name)
		}
	}
	start := len(s.wordBuffer)
	for part := range splitWords(text) {
		n := s.playerInWord(part)
		if long := s.expansions[part]; long != nil && n < 0 {
			for _, w := range long {
				s.wordBuffer = append(s.wordBuffer, word{w, s.sets[w], -1})
			}
		} else {
			s.wordBuffer = append(s.wordBuffer, word{part, s.sets[part], int16(n)})
		}
	}
	t.words = s.wordBuffer[start:len(s.wordBuffer):len(s.wordBuffer)]
	for _, w := range t.words {
		t.sets |= w.sets
	}
	text = strings.TrimRight(text, " .!)(:;")
	t.question = strings.HasSuffix(text, "?") || t.beginsAsQuestion(strings.Contains(text, "?"))
	t.readNames()
	return t
}

// definiteWords after a name and "is" make a statement.
var definiteWords = []string{"the", "all", "both"}

// beginsAsQuestion reports whether a line asks. With marked, a question may begin anywhere.
func (t *spokenLine) beginsAsQuestion(marked bool) bool {
	for i, w := range t.words {
		if t.inSet(i, setStarter) && i+1 < len(t.words) {
			next := t.words[i+1] // "do it" and "are cooperating" do not ask
			if !marked && i > 0 && t.words[i-1].who >= 0 && w.text == "is" && slices.Contains(definiteWords, next.text) {
				return false // "yellow is the bot" is a statement
			}
			return !t.inSet(i, setModal) || next.who >= 0 || next.sets&setSubject != 0 && !(w.text == "do" && next.text == "it")
		}
		if !marked && w.who < 0 && !t.inSet(i, setFiller) {
			return false
		}
	}
	return false
}

// readNames finds from the names in a line whom it addresses and whom it is about. A player who is
// called first, with a comma, remains the addressee: "red, shall we vote green?".
func (t *spokenLine) readNames() {
	called := len(t.words) > 0 && t.words[0].who >= 0 && strings.HasPrefix(strings.ToLower(t.Text), t.words[0].text+",")
	for i := range t.words {
		n := int(t.words[i].who)
		t.namesMe = t.namesMe || n == toMe
		switch {
		case n < 0:
		case t.isAddressed(i) && !(called && i > 0):
			if t.to == toNobody || t.question || n == toMe {
				// The question is for the last one called.
				t.to = n
			}
		case n == toMe:
			t.aboutMe = true
		default:
			t.about = n
		}
	}
	if t.to > 0 && t.about < 0 {
		t.about = t.to
	}
}

// isAddressed reports whether the name at i calls the player. Names with "and" count as one.
func (t *spokenLine) isAddressed(i int) bool {
	first, last := i, i
	for first > 1 && t.words[first-2].who >= 0 && t.words[first-1].text == "and" {
		first -= 2
	}
	for last+2 < len(t.words) && t.words[last+2].who >= 0 && t.words[last+1].text == "and" {
		last += 2
	}
	end := last == len(t.words)-1
	comma := strings.Contains(strings.ToLower(t.Text), t.words[last].text+",")
	switch {
	case first == 0 && end:
		return true
	case first > 1 && t.inSet(first-1, setBefore) && t.words[first-2].text == "you" && t.question: // "what do you think red"
		return end || comma || !t.inSet(last+1, setVerb)
	case first > 0 && t.inSet(first-1, setBefore) && !(end && t.question && t.hasWordOf(setYou) && t.words[first-1].text != "about"):
		return end && (t.words[first-1].text == "about" || first == 1) && t.question && len(t.words) <= 4 // "what about red", "and red"
	case !end && (t.inSet(last+1, setVerb) || last > first && t.words[last+1].text == "are"):
		return false
	case first == 0 || end:
		return true
	}
	return t.inSet(first-1, setFiller|setAgree|setLaugh) || t.hasWordOf(setYou) || comma
}

func (t *spokenLine) inSet(i int, any sets) bool { return t.words[i].sets&any != 0 }

func (t *spokenLine) beginsWith(any sets) bool { return len(t.words) > 0 && t.inSet(0, any) }

func (t *spokenLine) hasWordOf(any sets) bool { return t.sets&any != 0 }

func (t *spokenLine) hasWord(texts ...string) bool {
	return slices.ContainsFunc(t.words, func(w word) bool { return slices.Contains(texts, w.text) })
}

var keyMash = regexp.MustCompile(`^(?:[^kx0-9]|[^aeiouyäöü]{4,}|.*(?:\d\pL|\pL\d).*)$`)

// isNoise reports whether a line is random keys, or corrects a typing error.
func (t *spokenLine) isNoise() bool {
	return len(t.words) == 0 || t.Text[0] == '*' || len(t.words) == 1 && t.words[0].who < 0 && !t.hasWordOf(setLaugh) && keyMash.MatchString(t.words[0].text)
}

// splitWords returns the words of a text: its sequences of letters and digits.
func splitWords(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(text, func(r rune) bool { return (r < 'a' || r > 'z') && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// players holds the players' names, the bot's first. A player's number is the index.
type players struct {
	names      []string
	lowerNames []string
	// joinedNames are the names in lower case and without blanks, as one word each.
	joinedNames []string
}

func newPlayers(me string, names []string) (c players) {
	others := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == me })
	for _, name := range append([]string{me}, others...) {
		lower := strings.ToLower(name)
		c.names, c.lowerNames = append(c.names, name), append(c.lowerNames, lower)
		c.joinedNames = append(c.joinedNames, strings.Join(slices.Collect(splitWords(lower)), ""))
	}
	return c
}

// playerInWord returns the number of the player that a word names, also in the genitive, or -1.
func (c players) playerInWord(word string) int {
	for i, name := range c.joinedNames {
		if rest, found := strings.CutPrefix(word, name); found && name != "" && (rest == "" || rest == "s") {
			return i
		}
	}
	return -1
}

// playerNumber returns a player's number by name, toNobody for one who left.
func (c players) playerNumber(name string) int {
	if i := slices.IndexFunc(c.lowerNames, func(shown string) bool { return strings.EqualFold(shown, name) }); i >= 0 {
		return i
	}
	return toNobody
}
