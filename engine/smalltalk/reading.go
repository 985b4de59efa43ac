package smalltalk

import "slices"

// Kind is what a line does.
type Kind string

// The kinds of lines.
const (
	Greeting   Kind = "greeting"
	Laughter   Kind = "laughter"
	Noise      Kind = "noise"
	Order      Kind = "order" // wants to have somebody do what no player does
	Accusation Kind = "accusation"
	Denial     Kind = "denial"
	Question   Kind = "question"
	Remark     Kind = "remark"
)

// Reading is what a line amounts to.
type Reading struct {
	Number int64
	Kind   Kind
	// By wrote it, To are those whom it speaks to, and Accused is whom it takes for what is looked for, empty for nobody in particular.
	By      string
	To      []string
	Accused string
	// Remarked is whose way to write it finds odd, Vouched whom it speaks well of, empty for nobody.
	Remarked string
	Vouched  string
	// Tells is the kind of fact about its writer's life that it tells, such as town or job; empty for none.
	Tells string
	// Asks says that it is a question, whatever else it does. Mood is how it sounds, if it does: thanks, sorry, bye, rude, sad, glad or agree.
	Asks bool
	Mood string
	Text string
}

// Readings returns what the lines amount to, all but the game master's.
func (s *Scene) Readings() []Reading {
	read := make([]Reading, len(s.turns))
	for i := range s.turns {
		t := &s.turns[i]
		m := s.judge(i)
		r := &read[i]
		*r = Reading{Number: t.Number, Kind: s.kind(&m), By: t.Name, To: s.receivers(t), Asks: t.question, Mood: m.mood, Text: t.Text}
		switch {
		case r.Kind != Accusation:
		case t.about >= 0:
			r.Accused = s.names[t.about]
		case t.aboutMe:
			r.Accused = s.names[toMe]
		case len(r.To) == 1:
			r.Accused = r.To[0]
		}
		if r.Accused == r.By && r.Accused != "" { // who speaks of themselves accuses nobody
			r.Accused, r.Kind = "", Remark
			if r.Asks {
				r.Kind = Question
			}
		}
		r.Remarked, r.Vouched, r.Tells = s.remarked(&m), s.vouched(&m), s.told(&m)
	}
	return read
}

// fewWords are the most of a line that is about nothing else than whom it speaks to.
const fewWords = 8

// remarked returns the name of the player whose way to write the line of a moment finds odd, or nothing.
func (s *Scene) remarked(m *moment) string {
	t := m.turn
	switch {
	case m.id() == "" && t.to >= 0 && t.to != t.by && !t.question && t.has(setOdd) && len(t.words) <= fewWords && !t.holds("not", "nicht"):
		return s.names[t.to] // "thats strange, yellow"
	case m.id() != "style" || t.question && t.to < 0:
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

// vouched returns the name of the player whom the line of a moment speaks well of, or nothing.
func (s *Scene) vouched(m *moment) string {
	t, id := m.turn, m.id()
	if t.question || t.by == t.about || id != "praise" && !(id == "blame" && t.holds("not", "nicht", "kein")) {
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

// told returns the kind of fact about its writer's life that the line of a moment tells: of itself, or because somebody has just asked.
func (s *Scene) told(m *moment) string {
	t := m.turn
	if t.question && !t.holds("i", "my", "ich", "mein", "meine") || t.noise() {
		return ""
	}
	if m.topic != nil && !t.question && t.holds("i", "my", "ich", "mein", "meine") {
		return m.topic.Fact
	}
	i := len(s.turns) - 1 - m.since
	if i == 0 || t.question || len(t.words) > 8 || !slices.ContainsFunc(t.words, word.telling) || t.has(setMachine|setOdd|setLaugh) {
		return ""
	}
	asked := &s.turns[i-1]
	if topic := s.topic(s.find(asked)[asks]); asked.question && topic != nil && asked.by != t.by && (asked.to == t.by || asked.to < 0) {
		return topic.Fact
	}
	return ""
}

// kind tells what the line of a moment does.
func (s *Scene) kind(m *moment) Kind {
	t, id := m.turn, m.id()
	denies := t.holds("not", "no", "nicht", "kein", "nobody")
	switch {
	case id == "order":
		return Order
	case t.noise():
		return Noise
	case id == "side" && !denies && (t.aboutMe || t.about >= 0 && t.about != t.to && int(t.words[0].who) != t.about) && t.has(setGrave): // a vote for somebody
		return Accusation
	case id == "machine" || (id == "group" || id == "pair" || id == "blame") && !denies || id == "suspect" && t.about >= 0 && t.has(setMachine):
		return Accusation
	case id == "denial" && !t.question:
		return Denial
	case s.find(t)[greetings] >= 0 && len(t.words) <= 4:
		return Greeting
	case t.has(setLaugh) && len(t.words) <= 2:
		return Laughter
	case t.question:
		return Question
	}
	return Remark
}

// receivers returns the names of those whom a line speaks to: the one it names, else the one it answers, else all others.
func (s *Scene) receivers(t *spoken) (names []string) {
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
	Player, Kind string
	// Weight is from 0 to 1, Lines are the numbers of those that bear it.
	Weight float64
	Lines  []int64
}

// Clues returns what speaks against the other players.
func (s *Scene) Clues() (found []Clue) {
	for _, c := range s.clues() {
		i := slices.IndexFunc(s.Signs, func(sign sign) bool { return sign.Kind == c.kind })
		found = append(found, Clue{Player: s.names[c.player], Kind: c.kind, Weight: c.weight / mostClue, Lines: s.marked(c.player, s.Signs[i].Mark)})
	}
	return found
}

// Doubt is how much of what a player writes looks like a machine's, from 0 to 1.
func (s *Scene) Doubt(name string) float64 {
	n, worst := s.player(name), 0.0
	for _, c := range s.clues() {
		if c.player == n {
			worst = max(worst, c.weight)
		}
	}
	return worst / mostClue
}
