package smalltalk

import "slices"

// blandEvery is within how many own lines one may be bland: agreeing with everything is what gives a bot away.
const blandEvery = 5

// Say writes a line for the moment: the first from the pools that suit, in their order, that has not been said yet. It is
// empty when everything has.
func (s *Scene) Say() string {
	return s.say(s.look())
}

// Begin writes a line for a silence, whatever was said before it: something new.
func (s *Scene) Begin() string {
	m := moment{situation: silent, turn: &spoken{by: toNobody, about: -1}}
	if n := len(s.turns); n > 0 {
		m.turn = &s.turns[n-1]
	}
	return s.say(m)
}

func (s *Scene) say(found moment) string {
	m := &found
	m.dice = s.rng.IntN(10)
	s.listen()
	names := append(slices.Clone(s.follow(s.says, m)), "@raise", "nudge")
	bland := func(name string) bool {
		return slices.Contains(s.Groups["bland"], name) || name == "@mood" && m.mood == "glad"
	}
	if slices.ContainsFunc(names, bland) && s.lately("bland", blandEvery) {
		names = append(slices.DeleteFunc(slices.Clone(names), bland), names...)
	}
	for _, name := range names {
		if text := s.pick(m, s.pool(m, name)); text != "" {
			return text
		}
	}
	for range 20 {
		if text := s.fill(m, pickOne(s.Pools["last"], s.rng).text); text != "" && s.fresh(text, true) {
			return text
		}
	}
	return ""
}

// pool returns the lines of a pool. Those that depend on the moment have an @.
func (s *Scene) pool(m *moment, name string) []line {
	switch {
	case name == "@raise":
		return s.raise(m)
	case name == "@mood":
		return s.Pools[m.mood]
	case name == "@clue": // what speaks against the suspect
		return s.Pools["clue_"+s.suspicion().kind]
	case name == "@answer" && m.topic != nil:
		return m.topic.Answer
	case name == "@react" && m.topic != nil:
		return m.topic.React
	}
	return s.Pools[name]
}

// late is when small talk becomes rare, in seconds.
const late = 240

// raise returns what starts something new: a topic that has not come up, or, while the talk is about who it is or late in a
// game, a question about that.
func (s *Scene) raise(m *moment) (lines []line) {
	if s.heated() || s.hunting && s.now > late && m.dice < 8 {
		return s.Pools["hunt"]
	}
	var raised []*topic
	for i := range s.turns {
		raised = append(raised, s.topic(s.find(&s.turns[i])[asks]), s.topic(s.find(&s.turns[i])[tells]))
	}
	for i := range s.Topics {
		if !slices.Contains(raised, &s.Topics[i]) {
			lines = append(lines, s.Topics[i].Start...)
		}
	}
	return lines
}

// heated tells whether the talk is about who it is: small talk would be out of place.
func (s *Scene) heated() bool {
	return s.hunting && slices.ContainsFunc(s.turns[max(0, len(s.turns)-6):], func(t spoken) bool { return t.has(setMachine | setOdd | setGrave) })
}

// grown tells whether the talk is old enough for suspicions.
func (s *Scene) grown() bool {
	return s.hunting && (s.now >= int64(100+s.draw("patience", 100)) || s.heated())
}
