package scheduler

import (
	"strings"
	"unicode"

	"ringer/engine/prompt"
)

// spoken is one line of the transcript as the offline player reads it.
type spoken struct {
	prompt.Line
	mine bool
	// raw are its words in lower case, words the same with short forms written out.
	raw, words []string
	// sets holds, for each of words, the sets it belongs to, and who the number of the player it names, or -1.
	sets     []sets
	who      []int
	question bool
	// to is whom the line speaks to, a player's number or one of the groups below; about is whom it names otherwise, or -1.
	to, about int
	// aboutMe says that the bot is named without being spoken to.
	aboutMe bool
}

// Whom a line speaks to when it is no single other player. The bot is number 0.
const (
	toMe     = 0
	toAll    = -1
	toNobody = -2
)

// reader reads lines into slices that it shares out.
type reader struct {
	*vocabulary
	cast
	text []string
	sets []sets
	who  []int
}

func newReader(v *vocabulary, c cast, lines int) *reader {
	const words = 12 // a line, more than most have; longer ones let the slices grow
	return &reader{v, c, make([]string, 0, 2*words*lines), make([]sets, 0, words*lines), make([]int, 0, words*lines)}
}

func (r *reader) add(word string, sets sets, who int) {
	r.text, r.sets, r.who = append(r.text, word), append(r.sets, sets), append(r.who, who)
}

// read takes a line apart.
func (r *reader) read(l prompt.Line) spoken {
	t := spoken{Line: l, about: -1, to: toNobody}
	text := strings.ToLower(l.Text)
	if strings.ContainsAny(text, "'’`´") {
		text = apostrophes.Replace(text)
	}
	for i, name := range r.keys {
		if name != r.shown[i] { // a name of several words
			text = strings.ReplaceAll(text, r.shown[i], name)
		}
	}
	start := len(r.text)
	r.text = split(text, r.text)
	t.raw = r.text[start:len(r.text):len(r.text)]
	start, marks := len(r.text), len(r.who)
	for _, word := range t.raw {
		n := r.find(word)
		if n < 0 {
			if long := r.expand[word]; long != nil {
				for _, w := range long {
					r.add(w, r.vocabulary.sets[w], -1)
				}
				continue
			}
		}
		r.add(word, r.vocabulary.sets[word], n)
	}
	t.words, t.sets, t.who = r.text[start:len(r.text):len(r.text)], r.sets[marks:len(r.sets):len(r.sets)], r.who[marks:len(r.who):len(r.who)]
	text = strings.TrimRight(text, " .!)(:;")
	t.question = strings.HasSuffix(text, "?") || t.asks(strings.Contains(text, "?"))
	return t
}

var apostrophes = strings.NewReplacer("'", "", "’", "", "`", "", "´", "")

// asks tells whether a line that does not end in a question mark is a question: it begins like one. With a mark inside, the
// question may stand anywhere.
func (t *spoken) asks(marked bool) bool {
	for i, word := range t.words {
		if t.is(i, setStarter) && i+1 < len(t.words) {
			next := t.words[i+1]
			if t.is(i, setModal) && !t.is(i+1, setSubject) && t.who[i+1] < 0 || word == "do" && next == "it" || word == "what" && next == "a" {
				return false
			}
			return true
		}
		if !marked && t.who[i] < 0 && !t.is(i, setFiller) {
			return false
		}
	}
	return false
}

// named reads from the names in a line whom it speaks to and whom it is about.
func (t *spoken) named() {
	for i, n := range t.who {
		if n < 0 {
			continue
		}
		if t.vocative(i) {
			if t.to == toNobody || t.question || n == toMe { // the question is for the last one called
				t.to = n
			}
			continue
		}
		if n == toMe {
			t.aboutMe = true
		} else {
			t.about = n
		}
	}
	if t.to > 0 && t.about < 0 {
		t.about = t.to
	}
}

// vocative tells whether the name at position i calls the player instead of talking about them.
func (t *spoken) vocative(i int) bool {
	last := len(t.words) - 1
	if last == 0 {
		return true
	}
	if i > 0 && t.is(i-1, setBefore) && !(i == last && t.question && t.has(setYou) && t.words[i-1] != "about") {
		return i == last && t.words[i-1] == "about" && t.question && len(t.words) <= 4 // how about you, and "what about red"
	}
	if i < last && t.is(i+1, setVerb) {
		return false
	}
	if i == 0 || i == last {
		return true
	}
	return t.is(i-1, setFiller|setAgree|setLaugh) || t.has(setYou) || strings.Contains(strings.ToLower(t.Text), t.words[i]+",")
}

// is tells whether the word at position i belongs to one of the sets.
func (t *spoken) is(i int, sets sets) bool { return t.sets[i]&sets != 0 }

// has tells whether a word of a set stands in the line.
func (t *spoken) has(set sets) bool {
	for _, of := range t.sets {
		if of&set != 0 {
			return true
		}
	}
	return false
}

// begins tells whether the line begins with a word of a set.
func (t *spoken) begins(set sets) bool { return len(t.words) > 0 && t.is(0, set) }

// noise tells whether somebody only hit the keys.
func (t *spoken) noise() bool {
	if len(t.words) != 1 {
		return len(t.words) == 0
	}
	word := t.words[0]
	if len(word) == 1 {
		return !strings.ContainsAny(word, "kx0123456789")
	}
	if len(word) < 4 || t.who[0] >= 0 || t.is(0, setLaugh) {
		return false
	}
	vowels := 0
	for _, r := range word {
		if strings.ContainsRune("aeiouyäöü", r) {
			vowels++
		} else if unicode.IsDigit(r) && len(word) > 4 && unicode.IsLetter(rune(word[len(word)-1])) {
			return true
		}
	}
	return vowels*6 < len(word)
}
