package mouth

import (
	"slices"
	"strings"
)

// Conceal is what the writer of a text has and knows through a hidden role, and must not admit. It
// is empty for a writer who hides nothing.
type Conceal struct {
	Roles []string
	// Side is the side of the writer: "evil", "good" or "". Everybody may say that they are good.
	Side string
	// Channels are the channels that only some players read, the writer among them.
	Channels []string
	// Alone reports that only players of evil roles know more than the others.
	Alone bool
	// Known are the players of whom the role tells the writer something.
	Known []KnownPlayer
}

const SideEvil, SideGood = "evil", "good"

// KnownPlayer is what a hidden role tells of another player.
type KnownPlayer struct {
	Name  string
	Roles []string
	// Side is the side that all these roles are on, or "".
	Side string
}

// Leaks reports whether a text admits what its writer must conceal, plainly or in code. Suspicions
// and lies about the own role do not. The count of leaks in a game is how often this is true.
func (c Conceal) Leaks(writer, text string) bool {
	r := Room{Name: writer, Names: []string{writer}, Conceal: c}
	r.Prepare()
	plain, s := decoded(text), parseText(r.withoutQuotes(text))
	if r.spellsConcealed(text) || r.admits(s) || r.admitsBeside(text, s) || r.encodesConcealed(s) {
		return true
	}
	return plain != text && r.decodesToConcealed(parseText(plain), s) || slices.ContainsFunc(disguises(text, plain), r.admits)
}

func (c Conceal) empty() bool { return len(c.Roles) == 0 && c.Side == "" && len(c.Known) == 0 }

func (c Conceal) clone() Conceal {
	c.Roles, c.Channels, c.Known = slices.Clone(c.Roles), slices.Clone(c.Channels), slices.Clone(c.Known)
	return c
}

// concealment is what a writer conceals, as it is searched for.
type concealment struct {
	of Conceal
	// roles are the writer's roles, and for an evil writer also the side.
	roles []*hiddenRole
	// codes are the names of the roles, and facts what is known of each player, such as bobevil.
	codes, facts  []*secret
	known         []knownForms
	evil, machine bool
	// tied are the names that an evil writer's ties are made of.
	tied names
	// tiedBy are these names, and those of the other players, by their first word.
	tiedBy map[string][]tiedName
	sees   bool
}

// tiedName is a name that ties are made of, and whose it is.
type tiedName struct {
	of    name
	words []string
}

// knownForms are the forms of what a writer knows of one player, or of several alike.
type knownForms struct {
	names names
	// titles are the good roles that the player can have, as names of a phrase.
	titles names
	// ranks are the names of an evil role of which there is only one.
	ranks [][]string
	// players are the names of the players alike, each in all forms.
	players [][][]string
}

// newConcealment returns the forms of what a writer with a name conceals from players, or nil.
func newConcealment(c Conceal, own, players [][]string) *concealment {
	if c.empty() {
		return nil
	}
	f := &concealment{of: c, evil: c.Side == SideEvil}
	for _, role := range c.Roles {
		if h := newHiddenRole(role); !h.open {
			f.roles, f.codes = append(f.roles, h), append(f.codes, newSecret(role))
			f.machine = f.machine || h.machine
			f.evil = f.evil || c.Side == "" && h.evil
		}
	}
	if f.evil {
		f.roles = append(f.roles, newHiddenRole(SideEvil))
		for _, p := range c.Known { // who claims an ally's role says as much
			for _, role := range p.Roles {
				if h := newHiddenRole(role); h.evil && !slices.Contains(f.roles, h) {
					f.roles = append(f.roles, h)
				}
			}
		}
	}
	alike := map[string]int{}
	for _, p := range c.Known {
		if f.evil && p.Side == "" && isEvilRole(p.Roles) {
			p.Side = SideEvil
		}
		forms := append(formsOfName(p.Name), shortNames(p.Name)...)
		for _, fact := range append(slices.Clone(p.Roles), p.Side) {
			if fact != "" {
				f.facts = append(f.facts, newSecret(p.Name+fact), newSecret(p.Name+"is"+fact))
			}
		}
		key := strings.Join(append(slices.Sorted(slices.Values(p.Roles)), p.Side), " ")
		i, ok := alike[key]
		if !ok {
			i = len(f.known)
			alike[key] = i
			f.known = append(f.known, newKnownForms(p, own, f.evil && !c.Alone))
		}
		k := &f.known[i]
		k.players = append(k.players, forms)
		k.names[knownName] = append(k.names[knownName], forms...)
		k.titles[knownName] = k.names[knownName]
		f.sees = f.sees || p.Side == SideEvil && !f.evil
	}
	if f.sees {
		// A claim to know it of "him" names one of those that the writer knows.
		somebody := knownForms{names: f.known[0].names}
		somebody.names[knownName] = allLanguages().conceal.somebody
		somebody.names[factName] = allLanguages().conceal.evil
		f.known = append(f.known, somebody)
	}
	if f.evil || f.sees {
		f.tie(own)
	}
	for _, name := range players {
		if !hasName(f.tied[knownName], name) && !hasName(own, name) {
			f.tied[playerName] = append(f.tied[playerName], name)
		}
	}
	f.tiedBy = map[string][]tiedName{}
	for of, list := range f.tied {
		for _, words := range list {
			if len(words) > 0 {
				f.tiedBy[words[0]] = append(f.tiedBy[words[0]], tiedName{name(of), words})
			}
		}
	}
	return f
}

func isEvilRole(roles []string) bool {
	return len(roles) > 0 && !slices.ContainsFunc(roles, func(role string) bool { return !newHiddenRole(role).evil })
}

// IsEvilRole reports whether the name of a role says that it hides: mafia, werewolf, machine.
func IsEvilRole(role string) bool {
	h := newHiddenRole(role)
	return h.evil || h.machine
}

// IsOpenRole reports whether everybody may claim a role, such as villager.
func IsOpenRole(role string) bool { return newHiddenRole(role).open }

// tie sets the names that ties are made of: evil players, what they are, where they talk.
func (f *concealment) tie(own [][]string) {
	f.tied[botName], f.tied[factName] = own, slices.Clone(allLanguages().conceal.evil)
	for _, role := range f.roles {
		if !f.evil {
			break // a good role says nothing of evil players
		}
		f.tied[factName] = slices.Concat(f.tied[factName], role.names)
	}
	f.tied[factName] = slices.DeleteFunc(f.tied[factName], func(name []string) bool { return len(name) == 1 && len(name[0]) < minParticular })
	for _, p := range f.of.Known {
		if p.Side == SideEvil || p.Side == "" && isEvilRole(p.Roles) {
			letters := strings.Split(strings.Join(parseText(p.Name).words, ""), "")
			f.tied[knownName] = append(append(append(f.tied[knownName], formsOfName(p.Name)...), shortNames(p.Name)...), letters)
		}
	}
	for _, channel := range f.of.Channels {
		f.tied[channelName] = append(f.tied[channelName], parseText(channel).words)
	}
}

// newKnownForms returns the forms of the roles and the side of a player, without names. Roles may
// be particular: to say who is the assassin tells more than to say who is evil.
func newKnownForms(p KnownPlayer, own [][]string, particular bool) (k knownForms) {
	l := allLanguages()
	k.names[botName], k.titles[botName] = own, own
	particular = particular && isEvilRole(p.Roles) && len(p.Roles) == 1 && !hasName(l.conceal.evil, tableWords(p.Roles[0]))
	for _, role := range p.Roles {
		h := newHiddenRole(role)
		if h.open {
			continue
		}
		titles := l.namesOfRole(role)
		k.names[factName] = append(k.names[factName], titles...)
		if !h.evil {
			k.titles[factName] = append(k.titles[factName], titles...)
		} else if particular && !h.common {
			k.ranks = append(k.ranks, titles...)
		}
	}
	switch p.Side {
	case SideEvil:
		k.names[factName] = append(k.names[factName], l.conceal.evil...)
	case SideGood:
		k.names[factName] = append(k.names[factName], l.conceal.good...)
	}
	return k
}

// namesOfRole returns the names of a role in all languages, without words for its side.
func (l *lexicon) namesOfRole(role string) (list [][]string) {
	words := tableWords(role)
	list = append(list, words)
	for _, i := range l.families[strings.Join(words, " ")] {
		list = append(list, l.roles[i].own...)
	}
	return list
}

// shortNames returns how players shorten a name of a word and a number, such as Player 3: p3 and 3.
func shortNames(name string) (list [][]string) {
	if words := parseText(name).words; len(words) == 2 && isNumber(words[1]) {
		list = append(list, parseText(words[0][:1]+words[1]).words)
	}
	return list
}
