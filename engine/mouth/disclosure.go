package mouth

import "slices"

// discloses tells whether a text says of its writer that it is a machine, or whose. Talk about machines, denials, questions and what others
// say do not count.
func (r *Room) discloses(s *speech) bool {
	l := words()
	if l.setup.find(s, nil, func(from, to int) bool { return r.own(s, from, to) && !r.nameOf(s, from, to) }) {
		return true
	}
	return !r.Admits && l.admission.find(s, nil, func(from, to int) bool { return r.own(s, from, to) && !s.partly(to) })
}

// nameOf tells whether a phrase ends with a player's name: "i am claude" is no model where a Claude plays.
func (r *Room) nameOf(s *speech, from, to int) bool {
	return slices.ContainsFunc(s.words[from:to], r.named)
}

// partly tells whether the word before a place is part of another one: a bot hunter is no bot.
func (s *speech) partly(to int) bool {
	return to < len(s.words) && s.sentence[to] == s.sentence[to-1] && words().other[s.words[to]] && !words().self[s.words[to-1]]
}

// own tells whether what stands at a place is said by the writer, of the writer, as a fact.
func (r *Room) own(s *speech, from, to int) bool {
	l := words()
	last, end := s.sentence[to-1], to
	for end < len(s.words) && l.link[s.words[end]] {
		end++
	}
	if s.asked[last] && (end == len(s.words) || s.sentence[end] != last) {
		return false // so i'm a bot now?
	}
	i := from - 1
	here := func(i int) bool { return i >= 0 && s.sentence[i] == s.sentence[from] }
	for here(i) && l.link[s.words[i]] && !l.reported[s.words[i]] {
		i--
	}
	switch {
	case !here(i):
		return true
	case l.supposed[s.words[i]]:
		return false
	case here(from-1) && l.denied[s.words[from-1]]:
		return false
	case !l.reported[s.words[i]]:
		return true
	}
	// Said or thought: by the writer it is as good as said, unless it is denied or somebody else stands between.
	for j := i - 1; here(j) && j >= i-4; j-- {
		switch w := s.words[j]; {
		case l.denied[w], w == "dont", w == "didnt", w == "wouldnt", w == "cant", w == "if":
			return false
		case l.self[w]:
			return true
		}
	}
	return l.self[s.words[i]]
}
