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

	words [][]string
}

// readRoles reads the table of hidden roles.
func (l *lexicon) readRoles() {
	var t struct {
		Open     []string
		Families []family
		Evil     []string
	}
	decode("roles.json", &t)
	l.open, l.families = map[string]bool{}, map[string][]int{}
	for _, name := range t.Open {
		l.open[name] = true
	}
	for i, f := range t.Families {
		for _, name := range f.Names {
			l.families[name] = append(l.families[name], i)
		}
		if f.Evil {
			f.Names = append(f.Names, t.Evil...)
		}
		for _, name := range f.Names {
			f.words = append(f.words, strings.Fields(name))
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
	names, evil := [][]string{strings.Fields(role)}, false
	for _, name := range append(strings.Fields(role), role) {
		for _, i := range l.families[name] {
			if l.roles[i].Machine && r.Admits {
				return false
			}
			names, evil = append(names, l.roles[i].words...), evil || l.roles[i].Evil
		}
	}
	if evil && r.tells(s) {
		return true
	}
	if !slices.ContainsFunc(names, s.holds) { // nearly always
		return false
	}
	alone := func(name []string) bool { return slices.Equal(name, s.words) }
	if slices.ContainsFunc(names, alone) && !s.asked[s.sentence[0]] { // the answer to what it is
		return true
	}
	return l.claim.find(s, names, func(at span) bool { return s.own(at) && !s.partly(at.to) })
}

// holds tells whether words in a row are said.
func (s *speech) holds(name []string) bool {
	for i := range s.words {
		if s.said(name, i) {
			return true
		}
	}
	return false
}

// nights are the words for when killers kill.
var nights = []string{"night", "tonight", "nacht", "nuit", "noche", "anoche", "notte", "stanotte"}

// tells tells whether a text speaks of a killing of its writer's own: of a player, or at night. Others vote players out by day.
func (r *Room) tells(s *speech) bool {
	return words().deed.find(s, nil, func(at span) bool {
		if !s.own(at) {
			return false
		}
		for i := max(0, at.from-1); i < len(s.words) && s.sentence[i] <= s.sentence[at.from]; i++ {
			if r.named(s.words[i]) && i <= at.to+1 || slices.Contains(nights, s.words[i]) {
				return true
			}
		}
		return false
	})
}
