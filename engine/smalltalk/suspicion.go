package smalltalk

import (
	"slices"
	"strings"

	"ringer/engine/prompt"
)

// clue is something that speaks against a player. Its kind names its pools of lines.
type clue struct {
	player int
	kind   string
	weight float64
}

// sign is a kind of clue: more than the share Above of a player's lines have the mark.
type sign struct {
	Kind   string
	Mark   string
	Weight float64
	Above  float64
	Lines  int
}

// These values follow what players of real games remark on. They are not measured.
const (
	// longLine is the length of a long line, in words. People write four.
	longLine  = 9
	shortLine = 2
	// hunchLines is the number of lines after which people suspect somebody even without a clue.
	hunchLines = 16
	// minTalk is the number of lines before which the options' suspect is ignored: small talk comes
	// first.
	minTalk       = 10
	maxClueWeight = 6.0
)

// suspicion returns whom the bot suspects, first whom it named before; player -1 for nobody.
func (s *Scene) suspicion() clue {
	if s.cachedSuspicion == nil {
		g := s.findSuspect()
		s.cachedSuspicion = &g
	}
	return *s.cachedSuspicion
}

func (s *Scene) findSuspect() clue {
	best := clue{player: -1}
	named := s.lastAccused()
	if s.suspected > 0 && len(s.lines) >= minTalk {
		named = s.suspected
	}
	for _, c := range s.clues() {
		if c.weight > best.weight && !s.isFriend(c.player) && (named < 0 || c.player == named) {
			best = c
		}
	}
	switch n := len(s.lines); {
	case best.player > 0:
	case named > 0:
		return clue{named, s.nearestClue(named), 1}
	case n >= hunchLines:
		if by := s.lines[n-1-s.draw("hunch", 4)].by; by > 0 && !s.isFriend(by) {
			return clue{by, "odd", 0}
		}
	}
	return best
}

// nearestClue returns the kind of clue that a player comes nearest to, if nothing stands out.
func (s *Scene) nearestClue(player int) string {
	if player != s.suspected {
		return "odd"
	}
	kind, most := "hunch", 1 // a mark on one line means nothing
	_, marks := s.countMarks(player)
	for _, sign := range s.Signs {
		if marks[sign.Mark] > most {
			kind, most = sign.Kind, marks[sign.Mark]
		}
	}
	return kind
}

func (s *Scene) countMarks(player int) (lines int, marks map[string]int) {
	marks = map[string]int{}
	for i := range s.lines {
		if s.lines[i].by == player {
			lines++
			s.addMarks(i, marks)
		}
	}
	return lines, marks
}

func (s *Scene) linesWithMark(player int, mark string) (numbers []int64) {
	for i := range s.lines {
		marks := map[string]int{}
		if s.addMarks(i, marks); s.lines[i].by == player && marks[mark] > 0 {
			numbers = append(numbers, s.lines[i].Number)
		}
	}
	return numbers
}

func (s *Scene) clues() (found []clue) {
	for n := 1; n < len(s.lowerNames); n++ {
		lines, marks := s.countMarks(n)
		for _, sign := range s.Signs {
			if lines >= sign.Lines && float64(marks[sign.Mark]) > sign.Above*float64(lines) {
				found = append(found, clue{n, sign.Kind, sign.Weight + float64(s.draw(s.lowerNames[n]+sign.Kind, 100))/100})
			}
		}
	}
	return found
}

func (s *Scene) addMarks(i int, marks map[string]int) {
	t, n := &s.lines[i], len(s.lines[i].words)
	count := func(mark string, bears bool) {
		if bears {
			marks[mark]++
		}
	}
	count("long", n >= longLine)
	count("short", n <= shortLine)
	count("agrees", t.beginsWith(setAgree))
	count("asks", t.question)
	count("neat", t.Text[0] >= 'A' && t.Text[0] <= 'Z' && strings.ContainsAny(t.Text[len(t.Text)-1:], ".!"))
	count("doubled", n > 1 && slices.ContainsFunc(s.lines[:i], func(o spokenLine) bool { return o.by == t.by && slices.Equal(o.words, t.words) }))
	if i > 0 && s.lines[i-1].question {
		before := &s.lines[i-1]
		count("fast", before.by != t.by && t.Clock-before.Clock <= 2 && n >= 5)
		count("dodges", before.to == t.by && s.isDodge(t))
	}
}

// isDodge reports whether a line, after a question, asks back or says nothing.
func (s *Scene) isDodge(t *spokenLine) bool {
	if t.question {
		return !t.hasWordOf(setOdd) && t.beginsWith(setStarter)
	}
	w := t.words
	return len(w) == 1 && !w[0].isContentWord() && !t.beginsWith(setAgree) && !t.hasWord("no", "nein", "nope", "nah") && !strings.ContainsAny(w[0].text, "0123456789")
}

// isFriend reports whether the player sides with another one: mafia know each other.
func (s *Scene) isFriend(n int) bool {
	return n == s.trusted || !s.guest && n != s.suspected && slices.ContainsFunc(s.List(prompt.SectionPrivate), func(item string) bool { return strings.Contains(strings.ToLower(item), s.lowerNames[n]) })
}

// SidesWith reports whether the player sides with another one, from private knowledge or by its
// options.
func (s *Scene) SidesWith(name string) bool { return s.isFriend(s.playerNumber(name)) }

// lastAccused returns the player whom the bot last called suspicious, or -1.
func (s *Scene) lastAccused() int {
	for _, own := range slices.Backward(s.own) {
		if !s.isAccusation(own) {
			continue
		}
		for word := range splitWords(strings.ToLower(own)) {
			if n := s.playerInWord(word); n > 0 && !s.isFriend(n) {
				return n
			}
		}
	}
	return -1
}

func (s *Scene) isAccusation(own string) bool {
	return slices.ContainsFunc(s.Groups["suspicion"], func(pool string) bool { return madeFrom(s.Pools[pool], own) })
}

// SpeaksAgainst reports whether a line of the bot speaks against a player.
func (s *Scene) SpeaksAgainst(name, own string) bool {
	return s.isAccusation(own) && slices.ContainsFunc(slices.Collect(splitWords(strings.ToLower(own))), func(word string) bool { return s.playerInWord(word) == s.playerNumber(name) })
}
