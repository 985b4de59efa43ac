package mouth

import (
	"slices"
	"strings"
)

// discloses tells whether a text says of its writer that it is a machine, or whose. Talk about machines, denials, questions and what others
// say do not count.
func (r *Room) discloses(s *speech) bool {
	l := words()
	if l.setup.find(s, nil, func(at span) bool { return s.own(at) && !r.nameOf(s, at) }) {
		return true
	}
	return !r.Admits && l.admission.find(s, [][]string{hear(r.Name).words}, func(at span) bool { return s.own(at) && !s.partly(at.to) })
}

// nameOf tells whether a phrase ends with a player's name: "i am claude" is no model where a Claude plays.
func (r *Room) nameOf(s *speech, at span) bool {
	return slices.ContainsFunc(s.words[at.from:at.to], r.named)
}

// partly tells whether the word before a place is part of another one: a bot hunter is no bot.
func (s *speech) partly(to int) bool {
	return to < len(s.words) && s.sentence[to] == s.sentence[to-1] && words().other[s.words[to]] && !words().self[s.words[to-1]]
}

// own tells whether what stands at a place is said by the writer, of the writer, as a fact.
func (s *speech) own(at span) bool {
	l, last, end := words(), s.sentence[at.to-1], at.to
	for end < len(s.words) && l.link[s.words[end]] {
		end++
	}
	closed := end == len(s.words) || s.sentence[end] != last
	if s.asked[last] && closed {
		return false // so i'm a bot now?
	}
	i, first := at.from-1, s.sentence[at.from]
	here := func(i int) bool { return i >= 0 && s.sentence[i] == first }
	is := func(set map[string]bool, i int) bool { return !s.pause[i] && set[at.language+" "+s.words[i]] }
	for here(i) && !l.reported[s.words[i]] && (l.link[s.words[i]] || is(l.denied, i)) {
		if !is(l.denied, i) {
			if s.pause[i] { // you suspect me, i am one
				return true
			}
			i--
			continue
		}
		if !s.undone(i) {
			return false
		}
		i -= 2
	}
	switch {
	case !here(i):
		return true
	case is(l.supposed, i):
		return closed && s.words[i] == "si" // which is a yes, too
	case l.reported[s.words[i]], l.doubtful[s.words[i]] && !s.pause[i] && s.others(i):
		return s.selfSaid(i)
	}
	return true
}

// undone tells whether a denial is denied itself: who cannot deny it says it.
func (s *speech) undone(i int) bool {
	if !strings.HasPrefix(s.words[i], "deny") && !strings.HasPrefix(s.words[i], "denie") || i == 0 || s.sentence[i-1] != s.sentence[i] {
		return false
	}
	before := s.words[i-1]
	return words().denied[before] || before == "cant" || before == "cannot" || before == "wont"
}

// others tells whether a word for other people stands shortly before a place.
func (s *speech) others(i int) bool {
	for j := i - 1; j >= 0 && j >= i-3 && s.sentence[j] == s.sentence[i]; j-- {
		if words().people[s.words[j]] {
			return true
		}
	}
	return false
}

// selfSaid tells whether the writer is who says or thinks what a word reports, and does not deny it: that is as good as said.
func (s *speech) selfSaid(i int) bool {
	l := words()
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
