package mouth

import "strconv"

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

// isNumber reports whether a word consists of digits.
func isNumber(word string) bool {
	for i := range len(word) {
		if word[i] < '0' || word[i] > '9' {
			return false
		}
	}
	return word != ""
}

// addNumber adds a number. As a rank, it stands for a letter.
func (r *readings) addNumber(digits string) {
	r.numbers.add(digits)
	if n, ok := numberOf(digits, 10); ok && n >= 1 && n <= 26 {
		r.ranks.add('a' + n - 1)
	}
}

// eachNumber passes on the numbers that are written in words. "Four seven" are two numbers, and
// "forty-seven" and "four hundred" are one.
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
