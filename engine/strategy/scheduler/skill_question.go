package scheduler

import (
	"slices"
	"strconv"
	"strings"
)

// asker returns the word that makes a line a question, and the one after it. "hold on, what?" has none.
func (t *spoken) asker() (word, next string) {
	for i, w := range t.words {
		if t.who[i] < 0 && t.is(i, setStarter) {
			if i+1 < len(t.words) {
				return w, t.words[i+1]
			}
			if i == 0 {
				return w, ""
			}
		}
	}
	return "", ""
}

// choice returns the two things that a question leaves to choose from.
func (t *spoken) choice(second bool) (a, b string) {
	i := max(slices.Index(t.words, "or"), slices.Index(t.words, "oder"))
	if i < 1 || i > len(t.words)-2 || len(t.words)-i > 4 {
		return "", ""
	}
	a, b = t.words[i-1], t.words[len(t.words)-1]
	if len(a) < 2 || len(b) < 2 || t.is(i-1, setStop|setMachine) || t.is(len(t.words)-1, setStop|setMachine|setStarter) || b == "not" || t.who[i-1] >= 0 {
		return "", ""
	}
	if second {
		return b, a
	}
	return a, b
}

// sum answers small arithmetic and letters counted in a word: what a person does in the head.
func (t *spoken) sum() (string, bool) {
	if i := slices.Index(t.words, "many"); i >= 0 && i+2 < len(t.words) {
		letter := strings.TrimSuffix(t.words[i+1], "s")
		if len(letter) == 1 {
			return strconv.Itoa(strings.Count(t.words[len(t.words)-1], letter)), true
		}
	}
	return arithmetic(t.Text)
}

func arithmetic(text string) (string, bool) {
	text = operators.Replace(strings.ToLower(text))
	i := strings.IndexAny(text, "+*-/")
	if i < 1 || i == len(text)-1 {
		return "", false
	}
	left, right := strings.TrimRight(text[:i], " "), strings.TrimLeft(text[i+1:], " ")
	start := strings.LastIndexFunc(left, func(r rune) bool { return r < '0' || r > '9' }) + 1
	a, err1 := strconv.Atoi(left[start:])
	b, err2 := strconv.Atoi(digits(right))
	if err1 != nil || err2 != nil || a > 99 || b > 99 {
		return "", false
	}
	switch text[i] {
	case '+':
		return strconv.Itoa(a + b), true
	case '-':
		return strconv.Itoa(a - b), true
	case '*':
		return strconv.Itoa(a * b), a <= 12 && b <= 12
	}
	return "", false
}

var operators = strings.NewReplacer(" plus ", "+", " minus ", "-", " times ", "*", " x ", "*", "×", "*")
