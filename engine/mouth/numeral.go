package mouth

import (
	"slices"
	"strconv"
)

// addNumbers reads the numbers of the text, also those in words: forty-seven eleven.
func (r *readings) addNumbers() {
	for list := r.tokens; len(list) > 0; {
		n := 0
		for n < len(list) && isNumeral(list[n].plain) {
			n++
		}
		if n > 0 {
			eachNumber(list[:n], r.addNumber)
		} else {
			if digits := list[0].plain; isNumber(digits) {
				r.addNumber(digits)
			}
			n = 1
		}
		list = list[n:]
	}
}

func isNumeral(word string) bool {
	_, ok := allLanguages().numerals[word]
	return ok
}

func isNumber(word string) bool {
	for i := range len(word) {
		if word[i] < '0' || word[i] > '9' {
			return false
		}
	}
	return word != ""
}

func (r *readings) addNumber(digits string) {
	r.numbers.add(digits)
	if n, ok := numberOf(digits, 10); ok && n >= 1 && n <= 26 {
		r.ranks.add('a' + n - 1)
	}
}

// eachNumber passes on numbers in words: "four seven" are two, "forty-seven" is one.
func eachNumber(list []token, add func(digits string)) {
	sum, part, open := 0, 0, 0 // open is how many of the last digits of part may still be filled
	flush := func() {
		if open > 0 {
			add(strconv.Itoa(sum + part))
		}
		sum, part, open = 0, 0, 0
	}
	for _, t := range list {
		v := allLanguages().numerals[t.plain]
		switch {
		case v == 1000 && open > 0:
			sum, part, open = sum+part*v, 0, v
		case v == 100 && open > 0 && part > 0 && part < v:
			part, open = part*v, v
		case open > 1 && v > 0 && v < open:
			part += v
			open = filled(v)
		default:
			flush()
			part, open = v, filled(v)
		}
	}
	flush()
}

// filled returns below which value a number may follow to complete this one.
func filled(v int) int {
	switch {
	case v >= 100:
		return v
	case v >= 20 && v%10 == 0:
		return 10
	}
	return 1
}

// repeating are the words before a digit that is said several times.
var repeating = map[string]int{
	"double": 2, "doubled": 2, "twin": 2, "triple": 3, "treble": 3, "doppel": 2, "doppelt": 2, "doble": 2, "doppio": 2, "doppia": 2, "dubbel": 2, "dubbele": 2,
}

// saidForms returns a secret as it is read out, with letters as they are or in the radio alphabet.
func (s *secret) saidForms() (list []string) {
	if len(s.plain) < minCodedLetters {
		return nil
	}
	pieces := runs(tokens(s.raw))
	for _, radio := range []bool{false, true} {
		var all reading
		addSaid(&all, pieces, radio)
		if form := string(all.text); !slices.Contains(list, form) {
			list = append(list, form)
		}
	}
	return list
}

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

// isSaid reports whether a text has a secret as it is read out: kilo seven tango nineteen.
func (s *secret) isSaid(r *readings) bool {
	return slices.ContainsFunc(s.said, func(form string) bool { return r.said.holds(form, r.said.aligned) })
}

// addSaid adds the words of a text with numbers in words. Other texts have them all.
func (r *readings) addSaid() {
	if slices.ContainsFunc(r.tokens, func(t token) bool { return isNumeral(t.plain) }) {
		addSaid(&r.said, r.tokens, false)
	}
}

// addSaid adds words: numbers in digits, names of letters as letters, with radio as its words.
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
