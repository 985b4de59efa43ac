package mouth

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// copiedWords is from how many words on a line must not be another player's: people write "i am not a bot" in each other's words, and
// longer lines in their own.
const copiedWords = 6

// A line is nearly another one when that share of the words of the longer one stand in the same order in both, of lines with enough words that a
// word more or less is not another meaning. With another's it is stricter: people take up what others say.
const (
	nearOwn, nearOwnWords       = 0.8, 5
	nearOthers, nearOthersWords = 0.85, 7
)

// comparedWords is how many words of two lines are compared one by one, from the first on. The work grows with the square, players may post 4,000
// characters, and what is longer than any message is not sent as a whole.
const comparedWords = 100

// repeats tells whether the bot has said this before, or somebody else has. A line of one or two words may come again after five others.
func (r *Room) repeats(flat string) bool {
	words := strings.Fields(flat)
	own := r.Own
	if len(words) <= 2 {
		own = own[max(0, len(own)-5):]
	}
	return slices.ContainsFunc(own, r.like(flat, words, nearOwn, nearOwnWords)) ||
		len(words) >= copiedWords && slices.ContainsFunc(r.Others, r.like(flat, words, nearOthers, nearOthersWords))
}

// like returns what tells whether a line is the same or nearly so.
func (r *Room) like(flat string, words []string, near float64, least int) func(string) bool {
	size := utf8.RuneCountInString(flat)
	return func(line string) bool {
		// Lines far shorter or longer cannot be like this one; that spares reading most of them.
		if least := size - size/3; len(line)*2 < least {
			return false
		} else if n := shown(line); n*2 < least || n > size*2+2 {
			return false
		}
		other := Normalise(line)
		if other == flat {
			return true
		}
		if len(words) < least {
			return false
		}
		before := strings.Fields(other)
		if float64(min(len(words), len(before))) < near*float64(max(len(words), len(before))) {
			return false
		}
		after := words[:min(len(words), comparedWords)]
		before = before[:min(len(before), comparedWords)]
		same := shared(after, before)
		return float64(len(same)) >= near*float64(max(len(after), len(before))) && !r.turns(after, same) && !r.turns(before, same)
	}
}

// shown counts the letters and digits of a line.
func shown(line string) (n int) {
	for _, c := range line {
		if wordRune(c) {
			n++
		}
	}
	return n
}

// shared returns the longest list of words that two lines have in the same order.
func shared(a, b []string) []string {
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	var same []string
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			same = append(same, a[i])
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return same
}

// turns tells whether a line says another thing than the words it shares: it names a player besides them, a number, or denies.
func (r *Room) turns(line, same []string) bool {
	i := 0
	for _, w := range line {
		if i < len(same) && same[i] == w {
			i++
			continue
		}
		if r.named(w) || words().denied[w] || strings.ContainsAny(w, "0123456789") {
			return true
		}
	}
	return false
}
