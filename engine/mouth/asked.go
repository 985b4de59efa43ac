package mouth

import "slices"

// Asked tells whether a line asks the bot of that name, sincerely, whether it is a bot or a person. Who asks for another player, or of nobody, does not.
func Asked(text, name string) bool {
	l, s := words(), hear(text)
	named := Mentions(letters(text), letters(name))
	return l.asked.find(s, nil, func(at span) bool {
		from, to := at.from, at.to
		last := s.sentence[to-1]
		if !s.asked[last] && s.states(from, to) {
			return false
		}
		if named {
			return s.called(name, from, to) && l.idles(s, from, to, hear(name).words)
		}
		return l.idles(s, from, to, nil)
	})
}

// states tells whether the words of a question without its mark are a statement: nothing in their order asks, and no choice is given.
func (s *speech) states(from, to int) bool {
	for i, w := range s.words {
		if s.sentence[i] == s.sentence[to-1] && (w == "or" || w == "oder" || w == "ou" || w == "o" || w == "oppure") {
			return false
		}
	}
	switch s.words[from] {
	case "you", "u", "ru", "youre", "ur", "your", "tu", "du", "t", "tes", "vous", "es", "eres", "sos", "sei", "siete":
		return true
	case "bist":
		return from+1 == to || s.words[from+1] != "du"
	}
	return false
}

// called tells whether the name stands in the sentence of the question, or just before or after it.
func (s *speech) called(name string, from, to int) bool {
	want := hear(name).words
	for i := range s.words {
		near := s.sentence[i] >= s.sentence[from]-1 && s.sentence[i] <= s.sentence[to-1]+1
		if near && s.said(want, i) {
			return true
		}
	}
	return false
}

// idles tells whether all that the sentence holds besides the question is a name or changes nothing: any other word may be somebody else's name, or
// make it another question.
func (l *lexicon) idles(s *speech, from, to int, name []string) bool {
	for i, w := range s.words {
		inside := i >= from && i < to || s.sentence[i] < s.sentence[from] || s.sentence[i] > s.sentence[to-1]
		if !inside && !l.idle[w] && !slices.Contains(name, w) {
			return false
		}
	}
	return true
}
