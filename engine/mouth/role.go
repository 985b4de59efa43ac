package mouth

import (
	"slices"
	"strings"
)

// roleFamily holds the names of one hidden role in all languages.
type roleFamily struct {
	Names []string `json:"names"`
	// Evil reports that players of this role win against the others.
	Evil bool `json:"evil"`
	// Machine reports that players of this role are machines.
	Machine bool `json:"machine"`

	words [][]string
}

// readRoles reads the table of hidden roles.
func (l *lexicon) readRoles() {
	var t struct {
		Open     []string
		Families []roleFamily
		Evil     []string
	}
	decode("roles.json", &t)
	l.publicRoles, l.families = map[string]bool{}, map[string][]int{}
	for _, name := range t.Open {
		l.publicRoles[strings.Join(tableWords(name), " ")] = true
	}
	for i, f := range t.Families {
		for _, name := range f.Names {
			key := strings.Join(tableWords(name), " ")
			l.families[key] = append(l.families[key], i)
		}
		if f.Evil {
			f.Names = append(f.Names, t.Evil...)
		}
		for _, name := range f.Names {
			f.words = append(f.words, tableWords(name))
		}
		l.roles = append(l.roles, f)
	}
}

// claimsRole reports whether a text says what the bot's hidden role is. A role that everybody may
// claim is not hidden.
func (r *Room) claimsRole(s *parsedText) bool {
	l, role := allLanguages(), strings.Join(parseText(r.Role).words, " ")
	if role == "" || l.publicRoles[role] {
		return false
	}
	titles, evil := [][]string{strings.Fields(role)}, false
	for _, name := range append(strings.Fields(role), role) {
		for _, i := range l.families[name] {
			if l.roles[i].Machine && r.MayAdmit {
				return false
			}
			titles, evil = append(titles, l.roles[i].words...), evil || l.roles[i].Evil
		}
	}
	if evil && r.admitsKilling(s) {
		return true
	}
	here := map[string]bool{}
	for _, w := range s.words {
		here[w] = true
	}
	titles = slices.DeleteFunc(titles, func(name []string) bool { return !here[name[0]] || !s.contains(name) })
	if len(titles) == 0 { // nearly always
		return false
	}
	alone := func(name []string) bool { return slices.Equal(name, s.words) }
	if slices.ContainsFunc(titles, alone) && !s.isQuestion[s.sentence[0]] {
		// It answers the question for the role.
		return true
	}
	known := r.names()
	known[roleName] = titles
	return l.claim.find(s, known, func(at span) bool { return s.claimed(at) && !s.inCompound(at.to) })
}

// contains reports whether these words occur in a row.
func (s *parsedText) contains(name []string) bool {
	for i := range s.words {
		if s.occursAt(name, i) {
			return true
		}
	}
	return false
}

// nights are the words for the time at which killers kill.
var nights = []string{"night", "tonight", "nacht", "nuit", "noche", "anoche", "notte", "stanotte"}

// admitsKilling reports whether the writer tells of a killing of their own, of a player or at
// night. By day, others vote players out.
func (r *Room) admitsKilling(s *parsedText) bool {
	atNight := make([]bool, len(s.isQuestion)+1)
	for i, w := range s.words {
		atNight[s.sentence[i]] = atNight[s.sentence[i]] || slices.Contains(nights, w)
	}
	return allLanguages().killing.find(s, names{}, func(at span) bool {
		if !s.claimed(at) {
			return false
		}
		end := at.to
		for end < min(len(s.words), at.to+2) && s.sentence[end] == s.sentence[at.from] {
			end++
		}
		return atNight[s.sentence[at.from]] || slices.ContainsFunc(s.words[max(0, at.from-1):end], r.isPlayerName)
	})
}
