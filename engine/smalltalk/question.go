package smalltalk

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// questionWord returns the word that makes a line a question, and the word after it. They are empty
// for "hold on, what?".
func (t *spokenLine) questionWord() (word, next string) {
	for i, w := range t.words {
		switch {
		case w.who >= 0 || !t.inSet(i, setStarter):
		case i+1 < len(t.words):
			return w.text, t.words[i+1].text
		case i == 0:
			return w.text, ""
		}
	}
	return "", ""
}

func (t *spokenLine) thing() string { return t.noun(setArticle) }

// taste returns the thing that a question wants an opinion of: "museums" in "you into museums".
func (t *spokenLine) taste() string { return t.noun(setTaste) }

// noun returns the one or two words after a word of a set, up to a word that says little.
func (t *spokenLine) noun(behind sets) string {
	for i := 1; i < len(t.words); i++ {
		if !t.inSet(i-1, behind) || behind == setTaste && i > 1 && t.words[i-2].isContentWord() {
			// "a town like the series" asks for no opinion.
			continue
		}
		for i < len(t.words) && (t.inSet(i, setArticle) || t.words[i].text == "of") {
			i++
		}
		n := slices.IndexFunc(t.words[i:], func(w word) bool { return !w.isContentWord() })
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

func (w word) isContentWord() bool {
	return w.who < 0 && w.sets&^setTown == 0 && len(w.text) > 2 && len(w.text) < 13 && !strings.HasSuffix(w.text, "ly") && !strings.HasSuffix(w.text, "ed")
}

func (t *spokenLine) alternatives() (a, b string) {
	last := len(t.words) - 1
	i := slices.IndexFunc(t.words, func(w word) bool { return w.text == "or" || w.text == "oder" })
	if i < 1 || i == last || last-i > 3 || t.inSet(i-1, setStop|setMachine) || t.inSet(last, setStop|setMachine|setStarter) || t.words[i-1].who >= 0 {
		return "", ""
	}
	if a, b = t.words[i-1].text, t.words[last].text; len(a) < 2 || len(b) < 2 || b == "not" {
		return "", ""
	}
	return a, b
}

// easyAnswer returns what a person does in the head: small sums, counts of letters in a word.
func (t *spokenLine) easyAnswer() string {
	if i := slices.IndexFunc(t.words, func(w word) bool { return w.text == "many" }); i >= 0 && i+2 < len(t.words) {
		if letter := strings.TrimSuffix(t.words[i+1].text, "s"); len(letter) == 1 {
			return strconv.Itoa(strings.Count(t.words[len(t.words)-1].text, letter))
		}
	}
	result, _ := arithmetic(t.Text)
	return result
}

var calculation = regexp.MustCompile(`(\d+) ?([-+*/x]|mal|times|plus|minus) ?(\d+)`)

// arithmetic reports whether a text asks for a calculation, and returns the result if it is easy.
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
