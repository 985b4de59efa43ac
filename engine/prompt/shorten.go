package prompt

import (
	"slices"

	"ringer/engine/session"
)

const (
	keptLines  = 6   // how many lines of each transcript stay whole and are left out last
	leastLines = 2   // how many lines stay in any case: the line that is answered and the one before
	shortChars = 160 // how much stays of a text that is cut: about one line of chat, or two sentences
)

// Len returns the length of the prompt in bytes.
func (r Rendered) Len() int { return len(r.System) + len(r.User) }

// Shortened returns the prompt with so much left out that it has at most n bytes, if that is
// possible. What is least missed goes first: the ends of older long lines, the oldest lines, what
// describes the person and the chat, the ends of other long texts. If n is 0, all stays.
func (p Prompt) Shortened(n int) Prompt {
	p.Sections = slices.Clone(p.Sections)
	steps := []func(*Section) bool{
		(*Section).cutOlderLines,
		func(s *Section) bool { return s.dropLine(keptLines) },
		func(s *Section) bool { return s.drop(SectionStyle, SectionBiography, SectionShare, SectionOwn) },
		func(s *Section) bool { return s.cut(SectionSummary, SectionPersona) },
		func(s *Section) bool { return s.dropLine(leastLines) },
		func(s *Section) bool { return s.cut(SectionRules) },
	}
	for _, step := range steps {
		for n > 0 && p.Render().Len() > n {
			changed := false
			for i := 0; i < len(p.Sections) && !changed; i++ {
				changed = step(&p.Sections[i])
			}
			if !changed {
				break
			}
		}
	}
	return p
}

// cutOlderLines cuts the texts of all but the newest lines of a transcript. It reports whether that
// changed something, as do the functions below.
func (s *Section) cutOlderLines() (changed bool) {
	lines := slices.Clone(s.Lines)
	for i := range lines[:max(0, len(lines)-keptLines)] {
		text := session.Shortened(lines[i].Text, shortChars)
		if text != lines[i].Text || len(lines[i].Notes) > 0 {
			lines[i].Text, lines[i].Cut, lines[i].Notes, changed = text, lines[i].Cut || text != lines[i].Text, nil, true
		}
	}
	s.Lines = lines
	return changed
}

func (s *Section) dropLine(least int) bool {
	if len(s.Lines) <= least {
		return false
	}
	s.Lines = s.Lines[1:]
	return true
}

func (s *Section) drop(names ...string) bool {
	if !slices.Contains(names, s.Name) {
		return false
	}
	s.Name = ""
	return true
}

func (s *Section) cut(names ...string) bool {
	if !slices.Contains(names, s.Name) {
		return false
	}
	text, items := s.Text, s.Items
	s.Text, s.Items = session.Shortened(text, shortChars), session.Each(items, func(item string) string { return session.Shortened(item, shortChars) })
	return s.Text != text || !slices.Equal(s.Items, items)
}
