package mouth

import "slices"

// repeating are the words before a digit that is said several times.
var repeating = map[string]int{
	"double": 2, "doubled": 2, "twin": 2, "triple": 3, "treble": 3, "doppel": 2, "doppelt": 2, "doble": 2, "doppio": 2, "doppia": 2, "dubbel": 2, "dubbele": 2,
}

// saidForms returns a secret as it is read out: its numbers in digits, and its single letters as
// they are or in the radio alphabet.
func (s *secret) saidForms() (list []string) {
	if len(s.plain) < minCodedLetters {
		return nil
	}
	pieces := runs(tokens(s.raw))
	for _, radio := range []bool{false, true} {
		all := newReading(2 * len(s.raw))
		addSaid(&all, pieces, radio)
		if form := string(all.text); !slices.Contains(list, form) {
			list = append(list, form)
		}
	}
	return list
}

// runs splits words into runs of digits and of other signs.
func runs(list []token) (pieces []token) {
	for _, t := range list {
		from := 0
		for i := 1; i <= len(t.plain); i++ {
			if i == len(t.plain) || startsWithDigit(t.plain[i:]) != startsWithDigit(t.plain[i-1:]) {
				pieces = append(pieces, token{plain: t.plain[from:i]})
				from = i
			}
		}
	}
	return pieces
}

// isSaid reports whether a text has a secret with numbers as it is read out: kilo seven tango
// nineteen.
func (s *secret) isSaid(r *readings) bool {
	return slices.ContainsFunc(s.said, func(form string) bool { return r.said.holds(form, r.said.aligned) })
}

// addSaid adds the words of a text that has numbers in words. Without any, the other readings have
// them all.
func (r *readings) addSaid() {
	if slices.ContainsFunc(r.tokens, func(t token) bool { return isNumeral(t.plain) }) {
		r.said = newReading(len(r.text))
		addSaid(&r.said, r.tokens, false)
	}
}

// addSaid adds words to a reading: numbers in digits, names of letters as letters. With radio,
// letters become words of the radio alphabet.
func addSaid(to *reading, list []token, radio bool) {
	times, before := 1, false
	for i := 0; i < len(list); {
		word, n := list[i].plain, 0
		for i+n < len(list) && isNumeral(list[i+n].plain) {
			n++
		}
		number := n > 0
		switch {
		case number:
			eachNumber(list[i:i+n], func(digits string) {
				for ; times > 0; times-- {
					to.add(digits)
				}
				times = 1
			})
			i += n - 1
		case repeating[word] > 0 && i+1 < len(list) && isNumeral(list[i+1].plain):
			times = repeating[word]
		case before && (word == "oh" || word == "o"):
			to.add("0")
			number = true
		default:
			to.add(saidWord(word, radio))
		}
		before = number
		i++
	}
}

// saidWord returns the letter that a word is the name of, or the word.
func saidWord(word string, radio bool) string {
	letter := word
	if sign, ok := spokenSigns[word]; ok {
		letter = sign
	} else if radioAlphabet[word] {
		return radioWords[word[0]-'a']
	}
	if radio && len(letter) == 1 && letter[0] >= 'a' && letter[0] <= 'z' {
		return radioWords[letter[0]-'a']
	}
	return letter
}
