package mouth

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// roleFamily holds the names of one hidden role in all languages.
type roleFamily struct {
	Names   []string `json:"names"`
	Evil    bool     `json:"evil"`
	Machine bool     `json:"machine"`
	// Common says that the role has the name of its side: who has it is no more than who is evil.
	Common bool `json:"common"`

	// own are the words of Names alone, and words those of its side, too.
	own, words [][]string
}

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
		for _, name := range f.Names {
			f.own = append(f.own, tableWords(name))
		}
		if f.Evil {
			f.Names = append(f.Names, t.Evil...)
		}
		for _, name := range f.Names {
			f.words = append(f.words, tableWords(name))
		}
		l.roles = append(l.roles, f)
	}
	l.hidden = map[string]*hiddenRole{}
	shared := map[string]*hiddenRole{}
	for name, list := range l.families {
		list = slices.Compact(list) // names may differ only in accents
		l.families[name] = list
		key := fmt.Sprint(list)
		if shared[key] == nil {
			h := &hiddenRole{titles: map[string][][]string{}, encoded: map[string]bool{}, halves: map[string][]string{}}
			for _, i := range list {
				h.addFamily(&l.roles[i], l)
			}
			shared[key] = h
		}
		l.hidden[name] = shared[key]
	}
}

// hiddenRole is a role as it is searched for.
type hiddenRole struct {
	open, evil, machine, common bool
	deeds, powers               []*phrases
	// names are its names in all languages, and titles the same by their first word.
	names   [][]string
	titles  map[string][][]string
	encoded map[string]bool
	halves  map[string][]string
}

func newHiddenRole(raw string) *hiddenRole {
	l, words := allLanguages(), parseText(raw).words
	whole := strings.Join(words, " ")
	h := &hiddenRole{open: whole == "" || l.publicRoles[whole], titles: map[string][][]string{}, encoded: map[string]bool{}, halves: map[string][]string{}}
	if h.open {
		return h
	}
	if known := l.hidden[whole]; known != nil && len(words) == 1 {
		return known // nearly always
	}
	h.add(words, l)
	for _, name := range append(words, whole) {
		for _, i := range l.families[name] {
			h.addFamily(&l.roles[i], l)
		}
	}
	return h
}

func (h *hiddenRole) addFamily(f *roleFamily, l *lexicon) {
	h.machine, h.evil, h.common = h.machine || f.Machine, h.evil || f.Evil, h.common || f.Common
	if p := l.deeds[f.Names[0]]; p != nil {
		h.deeds = append(h.deeds, p)
	}
	if p := l.powers[f.Names[0]]; p != nil {
		h.powers = append(h.powers, p)
	}
	for _, title := range f.words {
		h.add(title, l)
	}
}

func (h *hiddenRole) add(title []string, l *lexicon) {
	h.names = append(h.names, title)
	h.titles[title[0]] = append(h.titles[title[0]], title)
	if len(title) > 1 || len(title[0]) < minCodedLetters {
		return
	}
	for _, form := range []string{backwards(title[0]), rot13(title[0])} {
		if !l.knows(form) {
			h.encoded[form] = true
		}
	}
	for at := 1; at < len(title[0])-1 && len(title[0]) >= minNearLetters; at++ {
		if begin, end := title[0][:at], title[0][at:]; !l.knows(end) && utf8.ValidString(end) {
			h.halves[begin] = append(h.halves[begin], end)
		}
	}
}

// encodesRole reports whether a text has a hidden role's name in halves, backwards or in rot13.
func encodesRole(role *hiddenRole, s *parsedText) bool {
	if role.open {
		return false
	}
	for i, w := range s.words {
		if role.encoded[w] {
			return true
		}
		for _, rest := range role.halves[w] {
			if slices.Contains(s.words[i+1:min(len(s.words), i+1+apartWords)], rest) {
				return true
			}
		}
	}
	return false
}

// decodesToRole reports whether only the decoded text has a name of the role.
func decodesToRole(role *hiddenRole, plain, text *parsedText) bool {
	return !role.open && slices.ContainsFunc(plain.words, func(w string) bool {
		alone := slices.ContainsFunc(role.titles[w], func(name []string) bool { return len(name) == 1 })
		return alone && len(w) >= minCodedLetters && !slices.Contains(text.words, w)
	})
}

// claimsRole reports whether a text claims a hidden role, at positions that said allows.
func (r *Room) claimsRole(role *hiddenRole, s *parsedText, said func(span) bool) bool {
	if role.open || role.machine && r.MayAdmit {
		return false
	}
	if r.tellsOfRole(role, s) {
		return true
	}
	if role.evil && (r.admitsDeed(allLanguages().killing, s) || allLanguages().evil.find(s, r.names(), said)) {
		return true
	}
	titles := role.namesIn(s)
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
	return allLanguages().claim.find(s, known, func(at span) bool { return said(at) && !s.inCompound(at.to) })
}

func (h *hiddenRole) namesIn(s *parsedText) (titles [][]string) {
	for i, w := range s.words {
		for _, name := range h.titles[w] {
			if s.occursAt(name, i) {
				titles = append(titles, name)
			}
		}
	}
	return titles
}

// tellsOfRole reports whether the writer tells of what only the bot's role does or can do.
func (r *Room) tellsOfRole(role *hiddenRole, s *parsedText) bool {
	return slices.ContainsFunc(role.deeds, func(p *phrases) bool { return r.admitsDeed(p, s) }) ||
		slices.ContainsFunc(role.powers, func(p *phrases) bool { return p.find(s, r.names(), s.claimed) })
}

// doneToThing reports whether a deed is none to a player: i ate pizza, i killed it.
func (s *parsedText) doneToThing(at span) bool {
	return at.to < len(s.words) && s.sentence[at.to] == s.sentence[at.from] && allLanguages().things[s.words[at.to]]
}

// admitsDeed reports whether the writer tells of a deed of their own, such as a killing, on a
// player or at night. By day, others vote players out, and people save and check other things.
func (r *Room) admitsDeed(deeds *phrases, s *parsedText) bool {
	var atNight []bool // the sentences that tell of a night
	return deeds.find(s, r.names(), func(at span) bool {
		if !s.claimed(at) || s.doneToThing(at) {
			return false
		}
		if atNight == nil {
			atNight = make([]bool, len(s.isQuestion)+1)
			for i, w := range s.words {
				atNight[s.sentence[i]] = atNight[s.sentence[i]] || allLanguages().nights[w]
			}
		}
		end := at.to
		for end < min(len(s.words), at.to+2) && s.sentence[end] == s.sentence[at.from] {
			end++
		}
		return atNight[s.sentence[at.from]] || slices.ContainsFunc(s.words[max(0, at.from-1):end], r.isPlayerName)
	})
}
