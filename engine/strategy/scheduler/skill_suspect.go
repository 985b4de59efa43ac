package scheduler

import (
	"slices"
	"strings"
)

// clue is something in the transcript that speaks against a player. kind names its pools of lines.
type clue struct {
	player int
	kind   string
	weight float64
}

// tally counts what a player's lines look like.
type tally struct {
	lines, words, doubled, fast, neat, agrees, asks, dodges int
}

// Thresholds of the clues. They are what players of real games remark on, not a measure of anything.
const (
	enoughLines = 4   // fewer say nothing about a style
	longLine    = 8.5 // mean words a line; people write four
	shortLine   = 2.0
	enoughTalk  = 16 // lines after which people have a hunch even without a clue
)

// clues returns what speaks against the others, the strongest first.
func (s *scene) clues() []clue {
	counts := make([]tally, len(s.shown))
	total := 0
	for i := range s.turns {
		if n := s.number(speaker(&s.turns[i])); n > 0 {
			s.count(&counts[n], i)
			total++
		}
	}
	var found []clue
	for n := 1; n < len(counts); n++ {
		c, add := counts[n], func(kind string, weight float64) {
			found = append(found, clue{n, kind, weight + float64(s.draw(s.shown[n]+kind, 100))/100})
		}
		if c.doubled > 0 {
			add("repeat", 5)
		}
		if c.fast > 1 {
			add("fast", 3)
		}
		if c.dodges > 0 {
			add("dodge", 2)
		}
		if total >= 8 && c.lines*3*(len(counts)-1) < total && c.lines > 0 {
			add("quiet", 1)
		}
		if c.lines < enoughLines {
			continue
		}
		style(c, add)
	}
	slices.SortStableFunc(found, func(a, b clue) int {
		if a.weight > b.weight {
			return -1
		}
		return 1
	})
	return found
}

// style adds what a player's way of writing shows.
func style(c tally, add func(kind string, weight float64)) {
	mean := float64(c.words) / float64(c.lines)
	if mean > longLine {
		add("long", 3)
	}
	if mean < shortLine {
		add("short", 1.5)
	}
	if c.neat*4 > c.lines*3 {
		add("neat", 2.5)
	}
	if c.agrees*5 > c.lines*2 {
		add("agree", 2.5)
	}
	if c.asks*5 > c.lines*3 {
		add("ask", 2)
	}
}

// count adds line i to its writer's tally.
func (s *scene) count(c *tally, i int) {
	t := &s.turns[i]
	c.lines++
	c.words += len(t.words)
	if t.begins(setAgree) {
		c.agrees++
	}
	if t.question {
		c.asks++
	}
	if first := t.Text[0]; first >= 'A' && first <= 'Z' && strings.ContainsAny(t.Text[len(t.Text)-1:], ".!") {
		c.neat++
	}
	if i == 0 {
		return
	}
	before := &s.turns[i-1]
	if before.question && before.Name != t.Name && t.Clock-before.Clock <= 2 && len(t.words) >= 5 {
		c.fast++
	}
	if before.question && before.to == s.number(speaker(t)) && (t.question && !t.has(setOdd) || len(t.words) == 1 && !t.begins(setAgree) && t.words[0] != "no") {
		c.dodges++
	}
	for j := i - 1; j >= 0; j-- {
		if o := &s.turns[j]; o.Name == t.Name && len(t.words) > 1 && slices.Equal(o.words, t.words) {
			c.doubled++
			return
		}
	}
}

// suspect returns the player the bot suspects, with the clue: the one it has named before if there is one, or the one with
// the strongest clue. It has no player while there is nothing to go by.
func (s *scene) suspect() clue {
	found := slices.DeleteFunc(s.clues(), func(c clue) bool { return s.friend(c.player) })
	if n := s.against(); n > 0 {
		for _, c := range found {
			if c.player == n {
				return c
			}
		}
		return clue{n, "odd", 1}
	}
	if len(found) > 0 {
		return found[0]
	}
	if len(s.turns) >= enoughTalk {
		if n := s.number(speaker(&s.turns[len(s.turns)-1-s.draw("hunch", 4)])); n > 0 && !s.friend(n) {
			return clue{n, "odd", 0}
		}
	}
	return clue{player: -1}
}

// friend tells whether private information names a player: mafia know each other.
func (s *scene) friend(n int) bool {
	for _, item := range s.List("private") {
		if strings.Contains(strings.ToLower(item), s.shown[n]) {
			return true
		}
	}
	return false
}

// against returns the player whom the bot's own lines last called suspicious, or -1.
func (s *scene) against() int {
	for i := len(s.turns) - 1; i >= 0; i-- {
		t := &s.turns[i]
		if t.mine && s.voiced(t) {
			for _, n := range t.who {
				if n > 0 && !s.friend(n) {
					return n
				}
			}
		}
	}
	return -1
}

// voiced tells whether a line of the bot's voices a suspicion: it comes from a pool that does.
func (s *scene) voiced(t *spoken) bool {
	return slices.ContainsFunc(suspicions, func(pool string) bool { return drawn(s.Pools[pool], t.Text) })
}

// suspicions are the pools of lines that say whom the bot suspects.
var suspicions = []string{
	"suspect", "back", "counter", "clue_repeat", "clue_fast", "clue_long", "clue_neat", "clue_agree", "clue_ask", "clue_short", "clue_dodge", "clue_odd",
}
