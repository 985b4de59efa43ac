package smalltalk

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// maxLine is the longest line in characters: people rarely write more than three times 22.
const maxLine = 70

// pick returns a line of a pool that can be filled and is fresh, or "". It often compares two lines
// and takes the longer one: short lines are easier to write than to answer.
func (s *Scene) pick(m *moment, pool []template) string {
	if len(pool) == 0 {
		return ""
	}
	best, two := "", s.rng.IntN(5) > 1
	start := s.rng.IntN(len(pool))
	for i := range pool {
		text := s.fill(m, pool[(start+i)%len(pool)].text)
		if text == "" || !s.isFresh(text, false) {
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

// fill chooses alternatives and fills slots. It returns "" without a value, above maxLine, and for
// a line to several readers if there is one.
func (s *Scene) fill(m *moment, line string) string {
	complete := true
	if strings.ContainsAny(line, "[{") {
		line = slotPattern.ReplaceAllStringFunc(line, func(hole string) string {
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
	if !complete || len(line) > maxLine || s.oneReader && severalPattern.MatchString(line) {
		return ""
	}
	return s.ownWording(line)
}

func pickOne[T any](from []T, rng *rand.Rand) T { return from[rng.IntN(len(from))] }

func (s *Scene) slot(m *moment, name string) string {
	switch name {
	case "me":
		return s.lowerNames[toMe]
	case "name":
		return s.otherName(m.line.by)
	case "other":
		if m.line.about == m.line.by {
			return ""
		}
		return s.otherName(m.line.about)
	case "ally":
		return s.otherName(s.trusted)
	case "suspect":
		return s.otherName(s.suspicion().player)
	case "why", "sin":
		name += "_" + s.suspicion().kind
	case "word":
		return m.line.taste()
	case "thing":
		if slices.ContainsFunc(s.own[max(0, len(s.own)-4):], func(own string) bool { return strings.Contains(own, m.thing) }) {
			return "" // the bot has just asked about it
		}
		return m.thing
	case "a", "b":
		a, b := m.line.alternatives()
		if (s.draw(m.line.Text, 2) == 1) == (name == "a") {
			return b
		}
		return a
	case "sum":
		return m.line.easyAnswer()
	case "fact":
		name = m.topic.Fact
	}
	if pool := s.Pools[name]; len(pool) > 0 {
		return pickOne(pool, s.rng).text
	}
	fact := s.Fact(name)
	if m.situation == remarked && len(fact) > 3 && strings.Contains(strings.ToLower(m.line.Text), fact) {
		return "" // they have just said that
	}
	return fact
}

func (s *Scene) otherName(n int) string {
	if n <= 0 {
		return ""
	}
	return s.lowerNames[n]
}

// wordsWithoutNames leaves out players' names: another name does not make another line.
func (s *Scene) wordsWithoutNames(text string) []string {
	words := make([]string, 0, wordsPerLine)
	for word := range splitWords(strings.ToLower(text)) {
		if s.playerInWord(word) < 0 {
			words = append(words, word)
		}
	}
	return words
}

func (s *Scene) rememberLines() {
	for _, line := range s.own {
		s.saidWords = append(s.saidWords, s.wordsWithoutNames(line))
	}
	for i := range s.lines {
		if !s.lines[i].mine {
			s.saidWords = append(s.saidWords, s.wordsWithoutNames(s.lines[i].Text))
		}
	}
}

// isFresh reports whether nobody said a text. Unless literal, it must not resemble one either.
func (s *Scene) isFresh(text string, literal bool) bool {
	words := s.wordsWithoutNames(text)
	return !slices.ContainsFunc(s.saidWords, func(o []string) bool {
		alike := len(o) > 1 && len(words) > 1 && slices.Equal(o[:2], words[:2]) || jaccard(o, words) >= 0.6
		return slices.Equal(o, words) || alike && !literal
	})
}

func jaccard(a, b []string) float64 {
	common := 0
	for _, word := range a {
		if slices.Contains(b, word) {
			common++
		}
	}
	return float64(common) / float64(max(1, len(a)+len(b)-common))
}

var (
	youPattern   = regexp.MustCompile(`\byou(r?)\b`)
	laughPattern = regexp.MustCompile(`\b(?:lol|haha)\b`)
	// severalPattern matches words that speak to several readers, in English and German.
	severalPattern = regexp.MustCompile(`(?i)\b(?:(?:every|any|some)(?:one|body)|you (?:two|all|both|guys)|(?:both|one|all) of (?:you|us)|(?:hi|hey|hello|and) all` +
		`|guys|folks|people here|ihr|euch|alle|leute|zusammen)\b|\bpeople\W*$`)
)

// ownWording changes a line to the bot's own spelling and laughter, which stay the same in a game.
func (s *Scene) ownWording(text string) string {
	if s.draw("short", 10) < 3 {
		text = youPattern.ReplaceAllString(text, "u$1")
	}
	if s.draw("mark", 10) < 3 && strings.Count(text, " ") > 1 {
		text = strings.TrimSuffix(text, "?")
	}
	if strings.Contains(text, "lol") || strings.Contains(text, "haha") {
		text = laughPattern.ReplaceAllString(text, [...]string{"lol", "haha", "xd"}[s.draw("laugh", 3)])
	}
	return text
}
