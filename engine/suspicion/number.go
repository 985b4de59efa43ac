package suspicion

import (
	"math"
	"unicode"
)

// The numbers of a line, all between 0 and some 6. Names are masked first.
const (
	numWords        = iota // logarithm of the number of words
	numLength              // logarithm of the number of characters
	numWordLength          // mean length of a word, in 5 characters
	numCapitals            // share of capitals among the letters
	numCapital             // begins with a capital
	numNoCapital           // has letters, but no capital
	numStop                // ends with a full stop
	numAsks                // ends with a question mark
	numExclaims            // ends with an exclamation mark
	numStops               // logarithm of the number of full stops, and so on
	numQuestions           //
	numExclamations        //
	numCommas              //
	numApostrophes         // straight ones
	numTypographic         // marks that keyboards do not have: ’ “ ” — …
	numOtherMarks          //
	numDigits              // share of digits among the characters
	numSymbols             // emoji and other symbols
	numNames               // names of players
	numNewlines            //
	numStretched           // a character three times or more: sooo, !!!
	numSmallI              // the word i in lower case
	numBareWord            // words such as dont, that lack their apostrophe
	numTimed               // the time since the line before is known
	numGap                 // logarithm of that time in seconds
	numSpeed               // logarithm of the characters a second in that time
	numPosition            // logarithm of the number of lines before
	numContinues           // the same player wrote the line before
	numRepeatsOwn          // repeats an own line
	numRepeatsOther        // repeats a line of another player

	// Numbers is how many numbers describe a line.
	Numbers = iota
)

// In seconds. After ten minutes a chat begins again.
const maxGap = 600

func logarithm(v float64) float32 { return float32(math.Log1p(v)) }

func flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

type tally struct {
	words, inWords, letters, capitals, digits, symbols, names, newlines, bare, smallI int
	stops, questions, exclamations, commas, apostrophes, typographic, others          int
	stretched                                                                         bool
	first, last                                                                       rune
}

// measure returns the numbers that depend on nothing before. The end is the last character that is
// not a space.
func measure(text []rune, gap float64) (n [Numbers]float32) {
	var t tally
	for i, r := range text {
		t.count(r)
		t.stretched = t.stretched || i >= 2 && r == text[i-1] && r == text[i-2] && !unicode.IsSpace(r) && r != '.'
	}
	for i := 0; i < len(text); {
		size := wordAt(text[i:])
		if size > 0 && inWord(text[i]) {
			t.word(text[i : i+size])
		}
		i += max(size, 1)
	}
	n[numWords], n[numLength] = logarithm(float64(t.words)), logarithm(float64(len(text)))
	n[numWordLength] = float32(float64(t.inWords) / float64(5*max(t.words, 1)))
	n[numCapitals] = float32(float64(t.capitals) / float64(max(t.letters, 1)))
	n[numCapital], n[numNoCapital] = flag(unicode.IsUpper(t.first)), flag(t.letters > 0 && t.capitals == 0)
	n[numStop], n[numAsks], n[numExclaims] = flag(t.last == '.'), flag(t.last == '?'), flag(t.last == '!')
	n[numDigits] = float32(float64(t.digits) / float64(max(len(text), 1)))
	for _, c := range [...]struct{ number, count int }{
		{numStops, t.stops}, {numQuestions, t.questions}, {numExclamations, t.exclamations}, {numCommas, t.commas}, {numApostrophes, t.apostrophes},
		{numTypographic, t.typographic}, {numOtherMarks, t.others}, {numSymbols, t.symbols}, {numNames, t.names}, {numNewlines, t.newlines},
		{numSmallI, t.smallI}, {numBareWord, t.bare},
	} {
		n[c.number] = logarithm(float64(c.count))
	}
	n[numStretched] = flag(t.stretched)
	if gap >= 0 { // NaN is not
		gap = min(gap, maxGap)
		n[numTimed], n[numGap], n[numSpeed] = 1, logarithm(gap), logarithm(float64(len(text))/(gap+0.5)) // half a second, because recorded times are rounded
	}
	return n
}

func (t *tally) count(r rune) {
	if r == '\n' {
		t.newlines++
	}
	if unicode.IsSpace(r) {
		return
	}
	if t.first == 0 {
		t.first = r
	}
	t.last = r
	switch {
	case r == masked:
		t.names++
	case unicode.IsLetter(r):
		t.letters++
		if unicode.IsUpper(r) {
			t.capitals++
		}
	case unicode.IsDigit(r):
		t.digits++
	case r == '.':
		t.stops++
	case r == '?':
		t.questions++
	case r == '!':
		t.exclamations++
	case r == ',':
		t.commas++
	case r == '\'':
		t.apostrophes++
	case typographic(r):
		t.typographic++
	case unicode.IsPunct(r):
		t.others++
	default:
		t.symbols++
	}
}

func typographic(r rune) bool {
	switch r {
	case '’', '‘', '“', '”', '–', '—', '…':
		return true
	}
	return false
}

// A masked name is one character long.
func (t *tally) word(word []rune) {
	t.words++
	t.inWords += len(word)
	if len(word) == 1 && word[0] == 'i' {
		t.smallI++
	}
	if bareWord(word) {
		t.bare++
	}
}

// bareWord reports whether a word lacks its apostrophe. Words such as ill and were, which exist
// without it, are left out.
func bareWord(word []rune) bool {
	if len(word) > 8 { // the longest one is shouldnt
		return false
	}
	var letters [8]byte
	for i, r := range word {
		if letters[i] = byte(lower(r)); r > 0x7f {
			return false
		}
	}
	switch string(letters[:len(word)]) {
	case "dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "werent", "cant", "couldnt", "wouldnt", "shouldnt", "wont", "havent", "hasnt", "hadnt",
		"im", "ive", "youre", "youve", "theyre", "thats", "whats", "lets", "hes", "shes", "theres", "whos":
		return true
	}
	return false
}
