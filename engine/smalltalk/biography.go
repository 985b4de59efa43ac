package smalltalk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/prompt"
)

// lived returns a fact of the biography as the player says it, or "" if the biography has none of
// the kind.
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
