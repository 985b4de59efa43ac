package mouth

import "slices"

// AsksWhetherBot reports whether a line sincerely asks the bot of that name whether it is a bot or
// a person. A question on behalf of another player, or of nobody, does not count.
func AsksWhetherBot(text, name string) bool {
	l, s := allLanguages(), parseText(text)
	named := Mentions(foldLetters(text), foldLetters(name))
	return l.questions.find(s, names{}, func(at span) bool {
		from, to := at.from, at.to
		last := s.sentence[to-1]
		if !s.isQuestion[last] && s.isStatement(from, to) {
			return false
		}
		if named {
			return s.nameNear(name, from, to) && l.onlyNeutralWords(s, from, to, parseText(name).words)
		}
		return l.onlyNeutralWords(s, from, to, nil)
	})
}

// isStatement reports whether a question without its mark is a statement: its word order asks
// nothing and it offers no choice.
func (s *parsedText) isStatement(from, to int) bool {
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

// nameNear reports whether the name stands in the sentence of the question, or in the sentence
// before or after it.
func (s *parsedText) nameNear(name string, from, to int) bool {
	want := parseText(name).words
	for i := range s.words {
		near := s.sentence[i] >= s.sentence[from]-1 && s.sentence[i] <= s.sentence[to-1]+1
		if near && s.occursAt(want, i) {
			return true
		}
	}
	return false
}

// onlyNeutralWords reports whether the rest of the sentence consists of the name and of words that
// change nothing. Any other word may be somebody else's name, or may make it another question.
func (l *lexicon) onlyNeutralWords(s *parsedText, from, to int, name []string) bool {
	for i, w := range s.words {
		inside := i >= from && i < to || s.sentence[i] < s.sentence[from] || s.sentence[i] > s.sentence[to-1]
		if !inside && !l.neutral[w] && !slices.Contains(name, w) {
			return false
		}
	}
	return true
}
