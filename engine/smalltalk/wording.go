package smalltalk

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// maxLine is the longest line in characters: people rarely write more than two or three times the median of 22.
const maxLine = 70

// pick returns a line of a pool that can be filled and is fresh, or nothing. Of two, it takes the longer one more often:
// short lines are easier to write down than to answer.
func (s *Scene) pick(m *moment, pool []line) string {
	if len(pool) == 0 {
		return ""
	}
	best, two := "", s.rng.IntN(5) > 1
	start := s.rng.IntN(len(pool))
	for i := range pool {
		text := s.fill(m, pool[(start+i)%len(pool)].text)
		if text == "" || !s.fresh(text, false) {
			continue
		}
		if len(text) > len(best) {
			best = text
		}
		if !two {
			return best
		}
		two = false
	}
	return best
}

// fill chooses among alternatives and fills the slots. A line with a slot that has no value is none.
func (s *Scene) fill(m *moment, line string) string {
	complete := true
	if strings.ContainsAny(line, "[{") {
		line = holes.ReplaceAllStringFunc(line, func(hole string) string {
			inner := hole[1 : len(hole)-1]
			if hole[0] == '[' {
				return pickOne(strings.Split(inner, "|"), s.rng)
			}
			value := s.slot(m, inner)
			complete = complete && value != ""
			return value
		})
	}
	line = strings.TrimRight(strings.Join(strings.Fields(line), " "), " ,")
	if !complete || len(line) > maxLine {
		return ""
	}
	return s.style(line)
}

// pickOne draws one of several.
func pickOne[T any](from []T, rng *rand.Rand) T { return from[rng.IntN(len(from))] }

// slot returns what stands for a slot.
func (s *Scene) slot(m *moment, name string) string {
	switch name {
	case "me":
		return s.shown[toMe]
	case "name":
		return s.other(m.turn.by)
	case "other":
		if m.turn.about == m.turn.by {
			return ""
		}
		return s.other(m.turn.about)
	case "ally":
		return s.other(s.trusted)
	case "suspect":
		return s.other(s.suspicion().player)
	case "why", "sin":
		name += "_" + s.suspicion().kind
	case "word":
		return m.turn.taste()
	case "thing":
		if slices.ContainsFunc(s.own[max(0, len(s.own)-4):], func(own string) bool { return strings.Contains(own, m.thing) }) {
			return "" // it has been asked about just now
		}
		return m.thing
	case "a", "b":
		a, b := m.turn.choice()
		if (s.draw(m.turn.Text, 2) == 1) == (name == "a") {
			return b
		}
		return a
	case "sum":
		return m.turn.sum()
	case "fact":
		name = m.topic.Fact
	}
	if pool := s.Pools[name]; len(pool) > 0 {
		return pickOne(pool, s.rng).text
	}
	fact := s.Fact(name)
	if m.situation == remarked && len(fact) > 3 && strings.Contains(strings.ToLower(m.turn.Text), fact) {
		return "" // they have just said that
	}
	return fact
}

// other returns the name of another player, or nothing.
func (s *Scene) other(n int) string {
	if n <= 0 {
		return ""
	}
	return s.shown[n]
}

// bare returns the words of a text without players' names, which do not make a line another one.
func (s *Scene) bare(text string) []string {
	words := make([]string, 0, lineWords)
	for word := range split(strings.ToLower(text)) {
		if s.number(word) < 0 {
			words = append(words, word)
		}
	}
	return words
}

// listen remembers what has been said, by the bot and by the others.
func (s *Scene) listen() {
	for _, line := range s.own {
		s.heard = append(s.heard, s.bare(line))
	}
	for i := range s.turns {
		if !s.turns[i].mine {
			s.heard = append(s.heard, s.bare(s.turns[i].Text))
		}
	}
}

// fresh tells whether nobody has said a text yet. Unless it must only differ in its wording, it must not resemble what has
// been said either: begin alike, or share most words.
func (s *Scene) fresh(text string, literal bool) bool {
	words := s.bare(text)
	return !slices.ContainsFunc(s.heard, func(o []string) bool {
		alike := len(o) > 1 && len(words) > 1 && slices.Equal(o[:2], words[:2]) || share(o, words) >= 0.6
		return slices.Equal(o, words) || alike && !literal
	})
}

// share is the Jaccard index of two lists of words.
func share(a, b []string) float64 {
	common := 0
	for _, word := range a {
		if slices.Contains(b, word) {
			common++
		}
	}
	return float64(common) / float64(max(1, len(a)+len(b)-common))
}

var (
	you      = regexp.MustCompile(`\byou(r?)\b`)
	laughter = regexp.MustCompile(`\b(?:lol|haha)\b`)
)

// style gives a line the bot's own way of writing, which it keeps for a game.
func (s *Scene) style(text string) string {
	if s.draw("short", 10) < 3 {
		text = you.ReplaceAllString(text, "u$1")
	}
	if s.draw("mark", 10) < 3 && strings.Count(text, " ") > 1 {
		text = strings.TrimSuffix(text, "?")
	}
	if strings.Contains(text, "lol") || strings.Contains(text, "haha") {
		text = laughter.ReplaceAllString(text, [...]string{"lol", "haha", "xd"}[s.draw("laugh", 3)])
	}
	return text
}
