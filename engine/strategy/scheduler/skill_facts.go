package scheduler

import (
	"strings"
	"unicode"

	"ringer/engine/prompt"
)

// fact returns what the bot says of its own life: what its persona says, else what it has said before, else a draw that
// stays the same in a game.
func (s *scene) fact(kind string) string {
	if told := s.persona(kind); told != "" {
		return told
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

// told counts the bot's own lines that hold a text as words.
func (s *scene) told(text string) (n int) {
	for _, line := range s.own {
		if i := strings.Index(line, text); i >= 0 && (i == 0 || line[i-1] == ' ') {
			n++
		}
	}
	return n
}

// likes tells whether the bot likes something: more often than not.
func (s *scene) likes(word string) bool { return s.draw("taste "+word, 10) < 6 }

// marks are the words behind which a persona tells a fact.
var marks = map[string][]string{
	"town": {" from ", " live in ", " lives in ", " living in ", " aus ", " wohnt in "},
	"age":  {" aged ", " age ", " age: ", " I'm ", " am ", " is ", " are ", ", "},
	"job":  {" work as a ", " works as a ", " work as an ", " works as an ", " work ", " works ", " arbeitet "},
	"pet":  {" has a cat", " has a dog"},
}

// persona reads a fact from the persona section, where it says so in plain words.
func (s *scene) persona(kind string) string {
	text := s.Text(prompt.SectionPersona)
	if text == "" || marks[kind] == nil {
		return ""
	}
	text = " " + strings.ReplaceAll(text, "\n", " ")
	for _, mark := range marks[kind] {
		_, rest, found := strings.Cut(text, mark)
		if !found {
			continue
		}
		switch kind {
		case "town":
			if name := capitals(rest); name != "" {
				return strings.ToLower(name)
			}
		case "age":
			if n := digits(rest); len(n) == 2 {
				return n
			}
		case "pet":
			return strings.TrimPrefix(mark, " has ")
		case "job":
			if i := strings.Index(mark, "as a"); i >= 0 {
				rest = mark[i:] + rest
			}
			end := strings.IndexAny(rest, ".,;")
			if words := strings.Fields(rest[:max(end, 0)]); len(words) > 0 && len(words) < 7 {
				return strings.ToLower(strings.Join(words, " "))
			}
		}
	}
	return ""
}

// capitals returns the words at the start of a text that begin with a capital letter.
func capitals(text string) string {
	var name []string
	for _, word := range strings.Fields(text) {
		bare := strings.TrimRight(word, ".,;:!")
		if r := []rune(bare); len(r) == 0 || !unicode.IsUpper(r[0]) {
			break
		}
		if name = append(name, bare); bare != word {
			break
		}
	}
	return strings.Join(name, " ")
}

// digits returns the digits at the start of a text.
func digits(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		return text
	}
	return text[:end]
}
