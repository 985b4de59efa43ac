package smalltalk

import (
	"slices"
	"strings"

	"ringer/engine/prompt"
)

// clue is something in the transcript that speaks against a player. kind names its pools of lines.
type clue struct {
	player int
	kind   string
	weight float64
}

// sign is a kind of clue: a mark that more than a share of a player's lines bear, once there are enough of them.
type sign struct {
	Kind, Mark    string
	Weight, Above float64
	Lines         int
}

// What players of real games remark on, not a measure of anything.
const (
	longLine   = 9   // words; people write four
	shortLine  = 2   // words
	enoughTalk = 16  // lines after which people have a hunch even without a clue
	talked     = 10  // lines before which nobody is doubted on purpose: small talk first
	mostClue   = 6.0 // the greatest weight that a clue may have
)

// suspicion returns the player the bot suspects, with the clue: the one it has named before if there is one, or the one with
// the strongest clue. It has no player while there is nothing to go by.
func (s *Scene) suspicion() clue {
	if s.guess == nil {
		g := s.suspect()
		s.guess = &g
	}
	return *s.guess
}

func (s *Scene) suspect() clue {
	best := clue{player: -1}
	named := s.against()
	if s.suspected > 0 && len(s.turns) >= talked {
		named = s.suspected
	}
	for _, c := range s.clues() {
		if c.weight > best.weight && !s.friend(c.player) && (named < 0 || c.player == named) {
			best = c
		}
	}
	switch n := len(s.turns); {
	case best.player > 0:
	case named > 0:
		return clue{named, s.habit(named), 1}
	case n >= enoughTalk:
		if by := s.turns[n-1-s.draw("hunch", 4)].by; by > 0 && !s.friend(by) {
			return clue{by, "odd", 0}
		}
	}
	return best
}

// habit returns the kind of clue that comes nearest to what a player does, where nothing stands out.
func (s *Scene) habit(player int) string {
	if player != s.suspected {
		return "odd"
	}
	kind, most := "hunch", 1 // once is no habit
	_, marks := s.marks(player)
	for _, sign := range s.Signs {
		if marks[sign.Mark] > most {
			kind, most = sign.Kind, marks[sign.Mark]
		}
	}
	return kind
}

// marks counts a player's lines and the marks that they bear.
func (s *Scene) marks(player int) (lines int, marks map[string]int) {
	marks = map[string]int{}
	for i := range s.turns {
		if s.turns[i].by == player {
			lines++
			s.mark(i, marks)
		}
	}
	return lines, marks
}

// marked returns the numbers of a player's lines that bear a mark.
func (s *Scene) marked(player int, mark string) (numbers []int64) {
	for i := range s.turns {
		if marks := map[string]int{}; s.turns[i].by == player {
			if s.mark(i, marks); marks[mark] > 0 {
				numbers = append(numbers, s.turns[i].Number)
			}
		}
	}
	return numbers
}

// clues returns what speaks against the others.
func (s *Scene) clues() (found []clue) {
	for n := 1; n < len(s.shown); n++ {
		lines, marks := s.marks(n)
		for _, sign := range s.Signs {
			if lines >= sign.Lines && float64(marks[sign.Mark]) > sign.Above*float64(lines) {
				found = append(found, clue{n, sign.Kind, sign.Weight + float64(s.draw(s.shown[n]+sign.Kind, 100))/100})
			}
		}
	}
	return found
}

// mark counts the marks that line i bears.
func (s *Scene) mark(i int, marks map[string]int) {
	t, n := &s.turns[i], len(s.turns[i].words)
	count := func(mark string, bears bool) {
		if bears {
			marks[mark]++
		}
	}
	count("long", n >= longLine)
	count("short", n <= shortLine)
	count("agrees", t.begins(setAgree))
	count("asks", t.question)
	count("neat", t.Text[0] >= 'A' && t.Text[0] <= 'Z' && strings.ContainsAny(t.Text[len(t.Text)-1:], ".!"))
	count("doubled", n > 1 && slices.ContainsFunc(s.turns[:i], func(o spoken) bool { return o.by == t.by && slices.Equal(o.words, t.words) }))
	if i > 0 && s.turns[i-1].question {
		before := &s.turns[i-1]
		count("fast", before.by != t.by && t.Clock-before.Clock <= 2 && n >= 5)
		count("dodges", before.to == t.by && s.dodges(t))
	}
}

// dodges tells whether a line does not answer the question before it: it asks back, or says nothing.
func (s *Scene) dodges(t *spoken) bool {
	if t.question {
		return !t.has(setOdd) && t.begins(setStarter)
	}
	w := t.words
	return len(w) == 1 && !w[0].telling() && !t.begins(setAgree) && !t.holds("no", "nein", "nope", "nah") && !strings.ContainsAny(w[0].text, "0123456789")
}

// friend tells whether the player sides with another one, or private information names that one: mafia know each other.
func (s *Scene) friend(n int) bool {
	return n == s.trusted || !s.guest && n != s.suspected && slices.ContainsFunc(s.List(prompt.SectionPrivate), func(item string) bool { return strings.Contains(strings.ToLower(item), s.shown[n]) })
}

// SidesWith tells whether the player sides with another one, for what it alone knows.
func (s *Scene) SidesWith(name string) bool { return s.friend(s.player(name)) }

// against returns the player whom the bot last called suspicious, or -1.
func (s *Scene) against() int {
	for _, own := range slices.Backward(s.own) {
		if !s.charges(own) {
			continue
		}
		for word := range split(strings.ToLower(own)) {
			if n := s.number(word); n > 0 && !s.friend(n) {
				return n
			}
		}
	}
	return -1
}

// charges tells whether a line of the bot is one of those that speak against somebody.
func (s *Scene) charges(own string) bool {
	return slices.ContainsFunc(s.Groups["suspicion"], func(pool string) bool { return drawn(s.Pools[pool], own) })
}

// Against tells whether a line of the bot speaks against a player.
func (s *Scene) Against(name, own string) bool {
	return s.charges(own) && slices.ContainsFunc(slices.Collect(split(strings.ToLower(own))), func(word string) bool { return s.number(word) == s.player(name) })
}
