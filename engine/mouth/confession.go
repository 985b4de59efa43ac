package mouth

import "slices"

// concealed returns what the room conceals from its readers, or nil.
func (r *Room) concealed() *concealment {
	if r.AmongAllies {
		return nil
	}
	return r.Forms.conceal
}

// admits reports whether a text admits the role or side, or to know what only the role tells.
func (r *Room) admits(s *parsedText) bool {
	c := r.concealed()
	if c == nil || len(s.words) == 0 {
		return false
	}
	if r.ties(s) {
		return true
	}
	l, plain := allLanguages(), r.names()
	said := func(at span) bool { return s.claimed(s.withPartner(at)) && !s.conditional(at) }
	for _, role := range c.roles {
		if r.claimsRole(role, s, said) || l.conceal.claim.find(s, names{roleName: role.namesIn(s), botName: r.Forms.own}, said) {
			return true
		}
	}
	told := func(at span) bool { return said(at) && !r.tieSearch(s).told(at) }
	if c.evil && l.conceal.deed.find(s, plain, told) || c.sees && l.conceal.sight.find(s, plain, func(at span) bool { return said(at) && s.inOne(at) && !s.doubted(at) }) {
		return true
	}
	return slices.ContainsFunc(c.known, func(k knownForms) bool { return k.admitted(s, c.evil) })
}

// admitted reports whether a text tells for certain what its writer knows of players alike.
func (k *knownForms) admitted(s *parsedText, evil bool) bool {
	l := &allLanguages().conceal
	stated := func(at span) bool { return s.stated(at, k.names[factName]) }
	certain := func(at span) bool { return stated(at) && s.inOne(at) && !s.doubted(at) }
	if len(k.titles[factName]) > 0 && l.vision.find(s, k.titles, certain) {
		return true
	}
	if !s.mentions(k.names[knownName]) {
		return false // nearly always
	}
	if l.certain.find(s, k.names, certain) || l.vouched.find(s, k.names, stated) {
		return true
	}
	if len(k.players) == 0 { // the players are unknown: he, she
		return false
	}
	if l.sure.find(s, k.names, func(at span) bool { return certain(at) && !s.hasEvidence(at) }) {
		return true
	}
	if evil && l.partner.find(s, k.names, stated) {
		return true
	}
	named := func(at span) bool { return stated(at) && !s.isOpinion(at) }
	if len(k.ranks) > 0 && l.named.find(s, names{knownName: k.names[knownName], factName: k.ranks}, func(at span) bool { return named(at) && !s.guessed(at) && !s.hasEvidence(at) }) {
		return true
	}
	if len(k.titles[factName]) == 0 {
		return false
	}
	return l.named.find(s, k.titles, named) ||
		l.pair.find(s, k.names, func(at span) bool { return stated(at) && k.countIn(s, at) > 1 })
}

func (s *parsedText) mentions(names [][]string) bool {
	for i := range s.words {
		if slices.ContainsFunc(names, func(name []string) bool { return s.occursAt(name, i) }) {
			return true
		}
	}
	return false
}

// countIn returns how many of the players alike a range names.
func (k *knownForms) countIn(s *parsedText, at span) (n int) {
	for _, forms := range k.players {
		for i := at.from; i < at.to; i++ {
			if slices.ContainsFunc(forms, func(name []string) bool { return s.occursAt(name, i) }) {
				n++
				break
			}
		}
	}
	return n
}

// stated reports whether the writer says the words at a position as a fact, and neither denies them
// nor ties them to a condition. The facts are what the words may say: "not good" denies nothing.
func (s *parsedText) stated(at span, facts [][]string) bool {
	if !s.claimed(at) {
		return false
	}
	l := allLanguages()
	for i := at.from; i < at.to; i++ {
		said := func(fact []string) bool { return len(fact) > 1 && s.occursAt(fact, i) }
		if !l.denied[at.language+" "+s.words[i]] || slices.ContainsFunc(facts, said) {
			continue
		}
		if !s.doubtAt(i+1) && !s.doubtAt(i+2) { // "i dont think, i know" and "not a guess" claim it
			return false
		}
	}
	return !s.conditional(at)
}

// conditional reports whether a position is tied to a condition: if he fails, i know it.
func (s *parsedText) conditional(at span) bool {
	l, first := &allLanguages().conceal, s.sentence[at.from]
	i := at.from - 1
	if i >= 0 && s.sentence[i] == first && l.inverted[s.words[i]] {
		return true
	}
	for ; i >= 0 && s.sentence[i] == first && !l.contrast[s.words[i]]; i-- {
		if s.isCondition(i) {
			return true
		}
	}
	last := s.sentence[at.to-1]
	for i := at.to; i < min(len(s.words), at.to+2) && s.sentence[i] == last; i++ {
		if s.isCondition(i) {
			return true
		}
	}
	return false
}

// isCondition reports whether a condition begins at a word. After "i dont know" it is a question.
func (s *parsedText) isCondition(i int) bool {
	l := &allLanguages().conceal
	return l.condition[s.words[i]] && (i == 0 || !l.indirect[s.words[i-1]]) && !s.inAside(i)
}

// doubtAt reports whether a word is one for what is only thought.
func (s *parsedText) doubtAt(i int) bool {
	return i < len(s.words) && (allLanguages().reported[s.words[i]] || allLanguages().conceal.opinion[s.words[i]])
}

// doubted reports whether the word before a position makes it a thought: i think i know.
func (s *parsedText) doubted(at span) bool {
	i := at.from - 1
	return i >= 0 && s.sentence[i] == s.sentence[at.from] && !s.pauseAfter[i] && s.doubtAt(i)
}

func (s *parsedText) inOne(at span) bool { return s.sentence[at.from] == s.sentence[at.to-1] }

// withPartner returns a range with the name before it, if it begins with "and": kim and i are evil.
func (s *parsedText) withPartner(at span) span {
	if w := s.words[at.from]; at.from > 0 && (w == "and" || w == "n" || w == "und") {
		at.from--
	}
	return at
}

// inAside reports whether a word begins an aside that takes nothing back: if you ask me.
func (s *parsedText) inAside(i int) bool {
	return slices.ContainsFunc(allLanguages().asides, func(aside []string) bool { return s.occursAt(aside, i) })
}

const evidenceWords = 12

// hasEvidence reports whether a claim draws a conclusion from what everybody saw.
func (s *parsedText) hasEvidence(at span) bool {
	l := &allLanguages().conceal
	for i := max(0, at.from-evidenceWords); i < min(len(s.words), at.to+evidenceWords); i++ {
		if w := s.words[i]; l.evidence[w] || i >= at.to && l.reason[w] || l.occasion[w] && (s.isOrdinal(i-1) || s.isOrdinal(i+1)) {
			return true
		}
	}
	return false
}

func (s *parsedText) isOrdinal(i int) bool {
	return i >= 0 && i < len(s.words) && allLanguages().conceal.ordinal[s.words[i]]
}

func (s *parsedText) isOpinion(at span) bool {
	l := allLanguages()
	for i := at.from - 1; i >= 0 && s.sentence[i] == s.sentence[at.from]; i-- {
		if w := s.words[i]; l.reported[w] || l.conceal.opinion[w] {
			return true
		}
	}
	return false
}

// guessed reports whether the words after a position say that it is what somebody thinks.
func (s *parsedText) guessed(at span) bool {
	for i := at.to; i < min(len(s.words), at.to+4); i++ {
		if s.doubtAt(i) {
			return true
		}
	}
	return false
}

// spellsConcealed reports whether a text, or the last lines with it, spells what is concealed.
func (r *Room) spellsConcealed(text string) bool {
	c := r.concealed()
	if c == nil {
		return false
	}
	alone := read(text)
	return slices.ContainsFunc(c.codes, func(s *secret) bool { return s.inCode(alone) }) || slices.ContainsFunc(c.facts, func(s *secret) bool { return s.spelt(alone) }) ||
		r.completes(text, slices.Concat(c.codes, c.facts), (*secret).spelt)
}

// inCode reports whether a text has the secret in a code. A text that has it plainly has not.
func (s *secret) inCode(r *readings) bool {
	return s.letters > minNearLetters && (s.spelt(r) || s.isAltered(r) || s.shifted(r) || s.asBytes(r) || s.inMorse(r))
}

// encodesConcealed reports whether a text has the writer's role in halves, backwards or in rot13.
func (r *Room) encodesConcealed(s *parsedText) bool {
	c := r.concealed()
	return c != nil && slices.ContainsFunc(c.roles, func(role *hiddenRole) bool { return encodesRole(role, s) })
}

// decodesToConcealed reports whether only the decoded text has a name of the writer's role.
func (r *Room) decodesToConcealed(plain, text *parsedText) bool {
	c := r.concealed()
	return c != nil && slices.ContainsFunc(c.roles, func(role *hiddenRole) bool { return decodesToRole(role, plain, text) })
}
