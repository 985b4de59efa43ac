package mouth

import (
	"slices"
	"strings"
)

// family is the names of one hidden role in all languages.
type family struct {
	Names []string `json:"names"`
	// Evil says that its players win against the others, Machine that they are no people.
	Evil    bool `json:"evil"`
	Machine bool `json:"machine"`
}

// readRoles reads the table of hidden roles.
func (l *lexicon) readRoles() {
	var t struct {
		Open     []string
		Families []family
		Evil     []string
	}
	decode("roles.json", &t)
	l.open = map[string]bool{}
	for _, name := range t.Open {
		l.open[name] = true
	}
	for _, f := range t.Families {
		if f.Evil {
			f.Names = append(f.Names, t.Evil...)
		}
		l.roles = append(l.roles, f)
	}
}

// claims tells whether a text says what the bot's hidden role is. A role that everybody may claim is not hidden.
func (r *Room) claims(s *speech) bool {
	l, role := words(), strings.Join(hear(r.Role).words, " ")
	if role == "" || l.open[role] {
		return false
	}
	names := []string{role}
	for _, f := range l.roles {
		if !slices.ContainsFunc(f.Names, func(name string) bool { return Mentions(role, name) }) {
			continue
		}
		if f.Machine && r.Admits {
			return false
		}
		names = append(names, f.Names...)
	}
	split := make([][]string, len(names))
	for i, name := range names {
		split[i] = strings.Fields(name)
	}
	return l.claim.find(s, split, func(from, to int) bool { return r.own(s, from, to) && !s.partly(to) })
}
