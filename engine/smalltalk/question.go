package smalltalk

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// asker returns the word that makes a line a question, and the one after it. "hold on, what?" has none.
func (t *spoken) asker() (word, next string) {
	for i, w := range t.words {
		switch {
		case w.who >= 0 || !t.is(i, setStarter):
		case i+1 < len(t.words):
			return w.text, t.words[i+1].text
		case i == 0:
			return w.text, ""
		}
	}
	return "", ""
}

// thing returns a noun of a remark that can be taken up, taste what a question wants to know a taste for: "museums" in "you
// into museums".
func (t *spoken) thing() string { return t.noun(setArticle) }
func (t *spoken) taste() string { return t.noun(setTaste) }

// noun returns the one or two words that stand behind one of a set, up to a word that says little.
func (t *spoken) noun(behind sets) string {
	for i := 1; i < len(t.words); i++ {
		if !t.is(i-1, behind) || behind == setTaste && i > 1 && t.words[i-2].telling() { // "a town like the series" is no taste
			continue
		}
		for i < len(t.words) && (t.is(i, setArticle) || t.words[i].text == "of") {
			i++
		}
		n := slices.IndexFunc(t.words[i:], func(w word) bool { return !w.telling() })
		if n < 0 {
			n = len(t.words) - i
		}
		if n == 1 {
			return t.words[i].text
		} else if n == 2 {
			return t.words[i].text + " " + t.words[i+1].text
		}
	}
	return ""
}

// telling tells whether a word may be taken up.
func (w word) telling() bool {
	return w.who < 0 && w.sets&^setTown == 0 && len(w.text) > 2 && len(w.text) < 13 && !strings.HasSuffix(w.text, "ly") && !strings.HasSuffix(w.text, "ed")
}

// choice returns the two things that a question leaves to choose from.
func (t *spoken) choice() (a, b string) {
	last := len(t.words) - 1
	i := slices.IndexFunc(t.words, func(w word) bool { return w.text == "or" || w.text == "oder" })
	if i < 1 || i == last || last-i > 3 || t.is(i-1, setStop|setMachine) || t.is(last, setStop|setMachine|setStarter) || t.words[i-1].who >= 0 {
		return "", ""
	}
	if a, b = t.words[i-1].text, t.words[last].text; len(a) < 2 || len(b) < 2 || b == "not" {
		return "", ""
	}
	return a, b
}

// sum answers small arithmetic and letters counted in a word: what a person does in the head.
func (t *spoken) sum() string {
	if i := slices.IndexFunc(t.words, func(w word) bool { return w.text == "many" }); i >= 0 && i+2 < len(t.words) {
		if letter := strings.TrimSuffix(t.words[i+1].text, "s"); len(letter) == 1 {
			return strconv.Itoa(strings.Count(t.words[len(t.words)-1].text, letter))
		}
	}
	result, _ := arithmetic(t.Text)
	return result
}

var calculation = regexp.MustCompile(`(\d+) ?([-+*/x]|mal|times|plus|minus) ?(\d+)`)

// arithmetic tells whether a text asks for a calculation, and returns the result if it is an easy one.
func arithmetic(text string) (result string, found bool) {
	if !strings.ContainsAny(text, "0123456789") {
		return "", false
	}
	m := calculation.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	a, err1 := strconv.Atoi(m[1])
	b, err2 := strconv.Atoi(m[3])
	switch {
	case err1 != nil || err2 != nil || max(a, b) > 99 || m[2] == "/":
		return "", true
	case m[2] == "+" || m[2] == "plus":
		return strconv.Itoa(a + b), true
	case m[2] == "-" || m[2] == "minus":
		return strconv.Itoa(a - b), true
	case max(a, b) > 12:
		return "", true
	}
	return strconv.Itoa(a * b), true
}
