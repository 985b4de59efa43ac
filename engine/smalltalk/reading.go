package smalltalk

import "slices"

// Kind says what a line does.
type Kind string

// The kinds of lines.
const (
	Greeting   Kind = "greeting"
	Laughter   Kind = "laughter"
	Noise      Kind = "noise"
	Order      Kind = "order" // a line that tells somebody to do what no player does
	Accusation Kind = "accusation"
	Denial     Kind = "denial"
	Question   Kind = "question"
	Remark     Kind = "remark"
)

// Reading sums up a line.
type Reading struct {
	Number int64
	Kind   Kind
	By     string
	// To are the names of the players whom the line addresses.
	To      []string
	Accused string
	// Remarked is the player whose way of writing the line finds odd, or empty.
	Remarked string
	// Vouched is the player whom the line speaks well of, or empty.
	Vouched string
	// Fact is the kind of fact that the writer tells about themselves, such as town or job, or
	// empty.
	Fact       string
	IsQuestion bool
	// Mood is how the line sounds: thanks, sorry, bye, rude, sad, glad or agree, or empty.
	Mood string
	Text string
}

// Readings returns a reading of each line, except the game master's.
func (s *Scene) Readings() []Reading {
	read := make([]Reading, len(s.lines))
	for i := range s.lines {
		t := &s.lines[i]
		m := s.momentOf(i)
		r := &read[i]
		*r = Reading{Number: t.Number, Kind: s.kindOf(&m), By: t.Name, To: s.receivers(t), IsQuestion: t.question, Mood: m.mood, Text: t.Text}
		switch {
		case r.Kind != Accusation:
		case t.about >= 0:
			r.Accused = s.names[t.about]
		case t.aboutMe:
			r.Accused = s.names[toMe]
		case len(r.To) == 1:
			r.Accused = r.To[0]
		}
		if r.Accused == r.By && r.Accused != "" {
			// A player who speaks of themselves accuses nobody.
			r.Accused, r.Kind = "", Remark
			if r.IsQuestion {
				r.Kind = Question
			}
		}
		r.Remarked, r.Vouched, r.Fact = s.oddPlayer(&m), s.vouchedPlayer(&m), s.factIn(&m)
	}
	return read
}

// maxAddressWords is the most words of a line that is only about the player it addresses.
const maxAddressWords = 8

// oddPlayer returns the name of the player whose way of writing a line finds odd, or "".
func (s *Scene) oddPlayer(m *moment) string {
	t := m.line
	switch {
	case m.topicID() == "" && t.to >= 0 && t.to != t.by && !t.question && t.hasWordOf(setOdd) && len(t.words) <= maxAddressWords && !t.hasWord("not", "nicht"):
		return s.names[t.to] // "thats strange, yellow"
	case m.topicID() != "style" || t.question && t.to < 0:
	case t.question && t.to != t.by:
		return s.names[t.to]
	case t.about >= 0 && t.about != t.by:
		return s.names[t.about]
	case (t.aboutMe || t.to == toMe) && t.by != toMe:
		return s.names[toMe]
	case t.to > 0 && t.to != t.by:
		return s.names[t.to]
	}
	return ""
}

// vouchedPlayer returns the name of the player whom a line speaks well of, or "".
func (s *Scene) vouchedPlayer(m *moment) string {
	t, id := m.line, m.topicID()
	if t.question || t.by == t.about || id != "praise" && !(id == "blame" && t.hasWord("not", "nicht", "kein")) {
		return ""
	}
	switch {
	case t.about >= 0:
		return s.names[t.about]
	case (t.aboutMe || t.to == toMe && t.namesMe) && t.by != toMe:
		return s.names[toMe]
	}
	return ""
}

// factIn returns the kind of fact that a line tells about its writer, unasked or asked.
func (s *Scene) factIn(m *moment) string {
	t := m.line
	if t.question && !t.hasWord("i", "my", "ich", "mein", "meine") || t.isNoise() {
		return ""
	}
	if m.topic != nil && !t.question && t.hasWord("i", "my", "ich", "mein", "meine") {
		return m.topic.Fact
	}
	i := len(s.lines) - 1 - m.since
	if i == 0 || t.question || len(t.words) > 8 || !slices.ContainsFunc(t.words, word.isContentWord) || t.hasWordOf(setMachine|setOdd|setLaugh) {
		return ""
	}
	asked := &s.lines[i-1]
	if topic := s.topicAt(s.find(asked)[questionTopic]); asked.question && topic != nil && asked.by != t.by && (asked.to == t.by || asked.to < 0) {
		return topic.Fact
	}
	return ""
}

func (s *Scene) kindOf(m *moment) Kind {
	t, id := m.line, m.topicID()
	denies := t.hasWord("not", "no", "nicht", "kein", "nobody")
	switch {
	case id == "order":
		return Order
	case t.isNoise():
		return Noise
	case id == "side" && !denies && (t.aboutMe || t.about >= 0 && t.about != t.to && int(t.words[0].who) != t.about) && t.hasWordOf(setGrave):
		// A vote for somebody.
		return Accusation
	case id == "machine" || (id == "group" || id == "pair" || id == "blame") && !denies || id == "suspect" && t.about >= 0 && t.hasWordOf(setMachine):
		return Accusation
	case id == "denial" && !t.question:
		return Denial
	case s.find(t)[greetingPattern] >= 0 && len(t.words) <= 4:
		return Greeting
	case t.hasWordOf(setLaugh) && len(t.words) <= 2:
		return Laughter
	case t.question:
		return Question
	}
	return Remark
}

// receivers returns whom a line addresses: whom it calls, else whom it answers, else all.
func (s *Scene) receivers(t *spokenLine) (names []string) {
	for _, w := range t.words {
		if n := int(w.who); n >= 0 && n != t.by && t.to >= 0 && !slices.Contains(names, s.names[n]) && (n == t.to || t.about != n) {
			names = append(names, s.names[n])
		}
	}
	switch {
	case len(names) > 0:
		return names
	case t.to >= 0 && t.to != t.by && s.names[t.to] != "":
		return []string{s.names[t.to]}
	}
	for n, name := range s.names {
		if n != t.by && name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Clue is something that speaks against a player.
type Clue struct {
	Player string
	Kind   string
	// Weight is from 0 to 1.
	Weight float64
	// Lines are the numbers of the lines that show the clue.
	Lines []int64
}

// Clues returns what speaks against the other players.
func (s *Scene) Clues() (found []Clue) {
	for _, c := range s.clues() {
		i := slices.IndexFunc(s.Signs, func(sign sign) bool { return sign.Kind == c.kind })
		found = append(found, Clue{Player: s.names[c.player], Kind: c.kind, Weight: c.weight / maxClueWeight, Lines: s.linesWithMark(c.player, s.Signs[i].Mark)})
	}
	return found
}

// Doubt returns how much a player's writing looks like a machine's, from 0 to 1.
func (s *Scene) Doubt(name string) float64 {
	n, worst := s.playerNumber(name), 0.0
	for _, c := range s.clues() {
		if c.player == n {
			worst = max(worst, c.weight)
		}
	}
	return worst / maxClueWeight
}
