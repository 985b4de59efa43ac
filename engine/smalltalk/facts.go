package smalltalk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/prompt"
)

// Fact returns what the bot says about its own life. The source is its biography, else its persona,
// else what the bot has said before, else a draw that stays the same in a game.
func (s *Scene) Fact(kind string) string {
	if fact := s.lived(kind); fact != "" {
		return fact
	}
	if find := s.Persona[kind]; find != nil && !s.guest {
		if m := find.FindStringSubmatch(s.Text(prompt.SectionPersona)); m != nil {
			value := strings.ToLower(m[1])
			return cmp.Or(s.Places[value], value)
		}
	}
	values := s.facts[kind]
	if len(values) == 0 {
		return ""
	}
	for _, line := range s.own {
		for _, value := range values {
			if len(value) > 3 && strings.Contains(line, value) {
				return value
			}
		}
	}
	return values[s.draw(kind, len(values))]
}

func (s *Scene) factTold(m *moment) bool {
	if m.topic == nil || m.topic.Fact == "" {
		return false
	}
	text := s.Fact(m.topic.Fact)
	return slices.ContainsFunc(s.own, func(line string) bool {
		i := strings.Index(line, text)
		return i >= 0 && (i == 0 || line[i-1] == ' ')
	})
}

// saidOneOf reports whether one of the bot's last n lines was made from one of these lines.
func (s *Scene) saidOneOf(lines []template, n int) bool {
	return slices.ContainsFunc(s.own[max(0, len(s.own)-n):], func(own string) bool { return madeFrom(lines, own) })
}

// saidLately reports whether one of the bot's last n lines is from a group of pools.
func (s *Scene) saidLately(group string, n int) bool {
	return slices.ContainsFunc(s.Groups[group], func(pool string) bool { return s.saidOneOf(s.Pools[pool], n) })
}

// lived returns a fact of the biography as the player says it, or "".
func (s *Scene) lived(kind string) string {
	if s.guest {
		return ""
	}
	b := s.Biography(prompt.SectionBiography)
	switch kind {
	case "age":
		if b.Age != 0 {
			return strconv.Itoa(b.Age)
		}
	case "town":
		place := strings.ToLower(cmp.Or(b.Town, b.Country))
		return cmp.Or(s.Places[place], place)
	case "job":
		work, _, _ := strings.Cut(strings.ToLower(b.Work), ",")
		return cmp.Or(s.Works[work], s.asWork(work))
	}
	return ""
}

// asWork returns work as it ends the sentence "I work …".
func (s *Scene) asWork(work string) string {
	first, rest, _ := strings.Cut(work, " ")
	switch {
	case work == "" || slices.Contains(s.WorkWords, first):
		return work
	case first == "works" || first == "work":
		return rest
	case first == "a" || first == "an" || first == "the":
		return "as " + work
	}
	return s.WorkAs + " " + work
}
