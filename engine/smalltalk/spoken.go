package smalltalk

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ringer/engine/prompt"
)

// spoken is one line of the transcript as the offline player reads it.
type spoken struct {
	*prompt.Line
	mine, question bool
	// namesMe says that the bot is named, aboutMe that it is not spoken to.
	namesMe, aboutMe bool
	// words are its words in lower case, short forms written out.
	words []word
	// by is the number of the player who said it, to whom it speaks to: a number or one of the groups below. about is whom it
	// names otherwise, or -1.
	by, to, about int
	// hits are the labels of the patterns in it, by kind, once it has been searched.
	hits     [kinds]int16
	searched bool
	// sets are those of all its words.
	sets sets
}

// word is a word of a line, with the sets it belongs to and the number of the player it names, or -1.
type word struct {
	text string
	sets sets
	who  int16
}

// Whom a line speaks to when it is no single other player. The bot is number 0.
const (
	toMe     = 0
	toAll    = -1
	toNobody = -2
)

var apostrophes = strings.NewReplacer("'", "", "’", "", "`", "", "´", "")

// read takes a line apart.
func (s *Scene) read(l *prompt.Line) spoken {
	t := spoken{Line: l, about: -1, to: toNobody}
	text := strings.ToLower(l.Text)
	if strings.ContainsAny(text, "'’`´") {
		text = apostrophes.Replace(text)
	}
	for i, name := range s.keys {
		if name != s.shown[i] { // a name of several words
			text = strings.ReplaceAll(text, s.shown[i], name)
		}
	}
	start := len(s.room)
	for part := range split(text) {
		n := s.number(part)
		if long := s.long[part]; long != nil && n < 0 {
			for _, w := range long {
				s.room = append(s.room, word{w, s.sets[w], -1})
			}
		} else {
			s.room = append(s.room, word{part, s.sets[part], int16(n)})
		}
	}
	t.words = s.room[start:len(s.room):len(s.room)]
	for _, w := range t.words {
		t.sets |= w.sets
	}
	text = strings.TrimRight(text, " .!)(:;")
	t.question = strings.HasSuffix(text, "?") || t.asks(strings.Contains(text, "?"))
	t.named()
	return t
}

// definite are words that make "is" behind a name a statement.
var definite = []string{"the", "all", "both"}

// asks tells whether a line that does not end in a question mark is a question: it begins like one. With a mark inside, the
// question may stand anywhere.
func (t *spoken) asks(marked bool) bool {
	for i, w := range t.words {
		if t.is(i, setStarter) && i+1 < len(t.words) {
			next := t.words[i+1] // "do it" and "are cooperating" are none
			if !marked && i > 0 && t.words[i-1].who >= 0 && w.text == "is" && slices.Contains(definite, next.text) {
				return false // "yellow is the bot" says so
			}
			return !t.is(i, setModal) || next.who >= 0 || next.sets&setSubject != 0 && !(w.text == "do" && next.text == "it")
		}
		if !marked && w.who < 0 && !t.is(i, setFiller) {
			return false
		}
	}
	return false
}

// named reads from the names in a line whom it speaks to and whom it is about. Who is called first, with a comma, stays the one: "red, shall we
// vote green?".
func (t *spoken) named() {
	called := len(t.words) > 0 && t.words[0].who >= 0 && strings.HasPrefix(strings.ToLower(t.Text), t.words[0].text+",")
	for i := range t.words {
		n := int(t.words[i].who)
		t.namesMe = t.namesMe || n == toMe
		switch {
		case n < 0:
		case t.vocative(i) && !(called && i > 0):
			if t.to == toNobody || t.question || n == toMe { // the question is for the last one called
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

// vocative tells whether the name at position i calls the player instead of talking about them. Names joined by "and" are
// one.
func (t *spoken) vocative(i int) bool {
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
	case first > 1 && t.is(first-1, setBefore) && t.words[first-2].text == "you" && t.question: // "what do you think red"
		return end || comma || !t.is(last+1, setVerb)
	case first > 0 && t.is(first-1, setBefore) && !(end && t.question && t.has(setYou) && t.words[first-1].text != "about"):
		return end && (t.words[first-1].text == "about" || first == 1) && t.question && len(t.words) <= 4 // "what about red", "and red"
	case !end && (t.is(last+1, setVerb) || last > first && t.words[last+1].text == "are"):
		return false
	case first == 0 || end:
		return true
	}
	return t.is(first-1, setFiller|setAgree|setLaugh) || t.has(setYou) || comma
}

// is tells whether the word at position i belongs to one of the sets.
func (t *spoken) is(i int, of sets) bool { return t.words[i].sets&of != 0 }

// begins tells whether the line begins with a word of a set.
func (t *spoken) begins(of sets) bool { return len(t.words) > 0 && t.is(0, of) }

// has tells whether a word of a set stands in the line.
func (t *spoken) has(of sets) bool { return t.sets&of != 0 }

// holds tells whether one of these words stands in the line.
func (t *spoken) holds(texts ...string) bool {
	return slices.ContainsFunc(t.words, func(w word) bool { return slices.Contains(texts, w.text) })
}

// keys are what somebody writes who only hits the keyboard.
var keys = regexp.MustCompile(`^(?:[^kx0-9]|[^aeiouyäöü]{4,}|.*(?:\d\pL|\pL\d).*)$`)

// noise tells whether a line is that, or corrects a slip.
func (t *spoken) noise() bool {
	return len(t.words) == 0 || t.Text[0] == '*' || len(t.words) == 1 && t.words[0].who < 0 && !t.has(setLaugh) && keys.MatchString(t.words[0].text)
}

// split returns the words of a text: its runs of letters and digits.
func split(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(text, func(r rune) bool { return (r < 'a' || r > 'z') && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
