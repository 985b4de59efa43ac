package mouth

import "slices"

// discloses tells whether a text says of its writer that it is a machine, or whose. Talk about machines, denials, questions and what others
// say do not count.
func (r *Room) discloses(s *speech) bool {
	l := words()
	if l.setup.find(s, nil, func(from, to int) bool { return r.own(s, from, to) && !r.nameOf(s, from, to) }) {
		return true
	}
	return !r.Admits && l.admission.find(s, nil, func(from, to int) bool { return r.own(s, from, to) })
}

// nameOf tells whether a phrase ends with a player's name: "i am claude" is no model where a Claude plays.
func (r *Room) nameOf(s *speech, from, to int) bool {
	return slices.ContainsFunc(s.words[from:to], r.named)
}

// own tells whether what stands at a place is said by the writer, of the writer, as a fact.
func (r *Room) own(s *speech, from, to int) bool {
	l := words()
	if to < len(s.words) && s.sentence[to] == s.sentence[to-1] && l.other[s.words[to]] {
		return false // a bot hunter
	}
	if last := s.sentence[to-1]; s.asked[last] && (to == len(s.words) || s.sentence[to] != last) {
		return false // so i'm a bot?
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
