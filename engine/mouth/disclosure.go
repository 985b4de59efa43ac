package mouth

import (
	"slices"
	"strings"
)

// discloses reports whether the writer of a text admits to being a machine, or names its maker or
// model. Talk about machines, denials, questions and reports of what others say do not count.
func (r *Room) discloses(s *parsedText) bool {
	l := allLanguages()
	if l.setup.find(s, names{}, func(at span) bool { return s.claimed(at) && !r.containsName(s, at) }) {
		return true
	}
	return !r.MayAdmit && l.admission.find(s, r.names(), func(at span) bool { return s.claimed(at) && !s.inCompound(at.to) })
}

// containsName reports whether a phrase has a player's name: a player may be called Claude.
func (r *Room) containsName(s *parsedText, at span) bool {
	return slices.ContainsFunc(s.words[at.from:at.to], r.isPlayerName)
}

// inCompound reports whether the word before a position begins a compound, as in "bot hunter".
func (s *parsedText) inCompound(to int) bool {
	return to < len(s.words) && s.sentence[to] == s.sentence[to-1] && allLanguages().compound[s.words[to]] && !allLanguages().self[s.words[to-1]] && s.words[to-1] != "me"
}

// linkWords is how many linking words are read before and after a claim. People write a few.
const linkWords = 12

// claimed reports whether the writer says the words at a position about themselves and as a fact.
func (s *parsedText) claimed(at span) bool {
	l, last, end := allLanguages(), s.sentence[at.to-1], at.to
	for end < min(len(s.words), at.to+linkWords) && l.link[s.words[end]] {
		end++
	}
	closed := end == len(s.words) || s.sentence[end] != last
	if s.isQuestion[last] && closed {
		return false // so i'm a bot now?
	}
	i, first := at.from-1, s.sentence[at.from]
	if s.asideBefore(at.from) {
		return true
	}
	here := func(i int) bool { return i >= max(0, at.from-linkWords) && s.sentence[i] == first }
	is := func(set map[string]bool, i int) bool { return !s.pauseAfter[i] && set[at.language+" "+s.words[i]] }
	for here(i) && !l.reported[s.words[i]] && (l.link[s.words[i]] || is(l.denied, i)) {
		if !is(l.denied, i) {
			if s.pauseAfter[i] { // you suspect me, i am one
				return true
			}
			i--
			continue
		}
		if !s.doubleNegation(i) {
			return false
		}
		i -= 2
	}
	switch {
	case !here(i):
		return true
	case is(l.supposed, i):
		return closed && s.words[i] == "si" // "si" alone also means yes
	case l.reported[s.words[i]], l.doubtful[s.words[i]] && !s.pauseAfter[i] && s.peopleBefore(i):
		return s.selfReported(i)
	}
	return true
}

// asideBefore reports whether a sentence begins with what takes nothing back: if you ask me.
func (s *parsedText) asideBefore(to int) bool {
	return slices.ContainsFunc(allLanguages().asides, func(aside []string) bool {
		from := to - len(aside)
		return from >= 0 && (from == 0 || s.sentence[from-1] != s.sentence[from]) && s.occursAt(aside, from)
	})
}

// doubleNegation reports whether a denial is itself denied: "i can't deny it" admits it.
func (s *parsedText) doubleNegation(i int) bool {
	if !strings.HasPrefix(s.words[i], "deny") && !strings.HasPrefix(s.words[i], "denie") || i == 0 || s.sentence[i-1] != s.sentence[i] {
		return false
	}
	before := s.words[i-1]
	return allLanguages().denied[before] || before == "cant" || before == "cannot" || before == "wont"
}

// peopleBefore reports whether a word for other people stands in the three words before a position.
func (s *parsedText) peopleBefore(i int) bool {
	for j := i - 1; j >= 0 && j >= i-3 && s.sentence[j] == s.sentence[i]; j-- {
		if allLanguages().people[s.words[j]] {
			return true
		}
	}
	return false
}

// selfReported reports whether the writer says the reported words: the report counts as said.
func (s *parsedText) selfReported(i int) bool {
	l := allLanguages()
	for j := i - 1; j >= 0 && j >= i-4 && s.sentence[j] == s.sentence[i]; j-- {
		switch w := s.words[j]; {
		case l.denied[w], w == "dont", w == "didnt", w == "cant", w == "if", l.people[w]:
			return false
		case l.self[w]:
			return true
		}
	}
	return l.self[s.words[i]]
}
