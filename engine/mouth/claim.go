package mouth

import (
	"slices"
	"strings"
)

// Claim is what a line says of a player's role or side.
type Claim struct {
	// Player is the name of the player of whom the line says it; empty for its writer.
	Player string
	// Role is one of the roles of the game, or a side: SideEvil or SideGood.
	Role string
	// Told reports that the writer claims to know it from the game: i checked kim.
	Told bool
}

// Claims are what a line says of roles and sides. Questions, reports and conditions say nothing.
type Claims struct {
	Of []Claim
	// Clueless reports that the writer claims to know or suspect nothing.
	Clueless bool
}

// ClaimedRole is a role that players may claim to have.
type ClaimedRole struct {
	ID   string
	Evil bool
}

// ClaimReader reads what the lines of a game claim. Only one goroutine may use it. Claims of the
// own role are read in all languages, claims of others in English and German.
type ClaimReader struct {
	names []string
	forms [][][]string
	roles []claimedTitles
	// evil and good are the words for the sides, with the names of their roles.
	evil, good [][]string
	// clear are the words for the good side alone: i'm the seer, i checked kim.
	clear [][]string
	rooms map[string]*Room // by writer
}

type claimedTitles struct {
	ClaimedRole
	hidden *hiddenRole
	titles [][]string
}

// claimWords are the tables of how players speak of each other.
type claimWords struct {
	accuse, vouch, denied, negated, told, innocent, clueless, asks *phrases
	// other are words after a claim that make it none, and undone such words before it.
	other, undone map[string]bool
	// good are more words for players of the good side.
	good [][]string
}

var loadedClaims = func() *claimWords {
	// The words are not those of the mouth: a word more there would let a code pass.
	c, v := &claimWords{}, newVocabulary()
	for _, language := range []string{"en", "de"} {
		t := readTable("claim/"+language, language, v)
		t.classes = classesOf(language, classesOf("conceal/"+language), t.classes)
		t.phrases(&c.accuse, "accuse")
		t.phrases(&c.vouch, "vouch")
		t.phrases(&c.denied, "denied")     // denies a fact of a player
		t.phrases(&c.negated, "negated")   // denies a fact of somebody
		t.phrases(&c.told, "told")         // tells that the game has shown something of a player
		t.phrases(&c.innocent, "innocent") // denies a fact of the writer
		t.phrases(&c.clueless, "clueless")
		t.phrases(&c.asks, "asks") // asks whom others suspect
		t.words(&c.other, "other")
		t.words(&c.undone, "undone")
		for _, word := range t.list("good") {
			c.good = append(c.good, tableWords(word))
		}
	}
	return c
}()

// ReadResult reads what the game tells one player of another: Kim is not a werewolf. It returns the
// player and the role; both are empty for another text.
func ReadResult(text string, names []string) (player, role string, is bool) {
	for _, name := range names {
		if rest, ok := strings.CutPrefix(text, name+" is "); ok {
			rest, not := strings.CutPrefix(rest, "not ")
			rest = strings.TrimPrefix(strings.TrimPrefix(rest, "a "), "an ")
			return name, strings.ToLower(strings.TrimSuffix(rest, ".")), !not
		}
	}
	return "", "", false
}

// NewClaimReader returns a reader of the lines of players with these names, in a game with these
// roles.
func NewClaimReader(names []string, roles []ClaimedRole) *ClaimReader {
	l := &allLanguages().conceal
	r := &ClaimReader{names: names, rooms: map[string]*Room{}, evil: l.evil, good: slices.Concat(l.good, loadedClaims.good)}
	r.clear = r.good
	for _, name := range names {
		r.forms = append(r.forms, append(formsOfName(name), shortNames(name)...))
	}
	for _, role := range roles {
		t := claimedTitles{role, newHiddenRole(role.ID), allLanguages().namesOfRole(role.ID)}
		r.roles = append(r.roles, t)
		if role.Evil {
			r.evil = slices.Concat(r.evil, t.titles)
		} else {
			r.good = slices.Concat(r.good, t.titles)
		}
	}
	return r
}

// Read returns what a line of a player claims.
func (r *ClaimReader) Read(writer, text string) (c Claims) {
	s := parseText(text)
	if len(s.words) == 0 {
		return c
	}
	loose := *s // its words are looked up in another vocabulary
	if r.rooms[writer] == nil {
		r.rooms[writer] = &Room{Name: writer, Names: r.names}
		r.rooms[writer].Prepare()
	}
	p := &claimSearch{ClaimReader: r, room: r.rooms[writer], text: s, loose: &loose}
	c.Of = p.own()
	for i, name := range r.names {
		if name != writer && s.mentions(r.forms[i]) {
			c.Of = append(c.Of, p.of(i)...)
		}
	}
	c.Clueless = loadedClaims.clueless.find(p.loose, names{}, p.said)
	return c
}

// AsksForSuspects reports whether a line asks whom others suspect, or what they know.
func (r *ClaimReader) AsksForSuspects(text string) bool {
	return loadedClaims.asks.find(parseText(text), names{playerName: slices.Concat(r.forms...)}, always)
}

type claimSearch struct {
	*ClaimReader
	room        *Room
	text, loose *parsedText
}

// said reports whether the writer says the words at a position as what they think.
func (p *claimSearch) said(at span) bool { return p.text.claimed(at) && !p.text.conditional(at) }

// closed also asks that no word follows with which the words mean something else: good with it.
func (p *claimSearch) closed(at span) bool {
	next := at.to < len(p.text.words) && p.text.sentence[at.to] == p.text.sentence[at.to-1] && loadedClaims.other[p.text.words[at.to]]
	return !next && (at.from == 0 || !loadedClaims.undone[p.text.words[at.from-1]]) && p.said(at)
}

// stated also asks that nothing denies the words.
func (p *claimSearch) stated(at span) bool { return p.text.stated(at, nil) }

// own returns what the writer claims to be.
func (p *claimSearch) own() (list []Claim) {
	l := allLanguages()
	for i := range p.roles {
		role := &p.roles[i]
		n := names{roleName: titlesIn(p.text, role.titles)}
		plain := func(at span) bool { return p.said(at) && !p.text.inCompound(at.to) }
		named := len(n[roleName]) > 0 && (l.claim.find(p.text, n, plain) || l.conceal.claim.find(p.text, n, plain))
		if named || !role.hidden.open && p.room.tellsOfRole(role.hidden, p.text) {
			list = append(list, Claim{Role: role.ID})
		}
	}
	evil := names{factName: titlesIn(p.text, p.evil)}
	if len(list) == 0 && loadedClaims.innocent.find(p.loose, evil, p.said) {
		list = append(list, Claim{Role: SideGood})
	}
	for _, side := range []struct {
		role   string
		titles [][]string
	}{{SideEvil, p.evil}, {SideGood, p.good}} {
		n := names{roleName: titlesIn(p.text, side.titles)}
		if len(list) == 0 && len(n[roleName]) > 0 && l.claim.find(p.text, n, p.closed) {
			list = append(list, Claim{Role: side.role})
		}
	}
	return list
}

// titlesIn returns which titles a text has.
func titlesIn(s *parsedText, titles [][]string) (found [][]string) {
	for _, title := range titles {
		if s.mentions([][]string{title}) {
			found = append(found, title)
		}
	}
	return found
}

// of returns what the line says of one player.
func (p *claimSearch) of(player int) (list []Claim) {
	l, w := allLanguages(), loadedClaims
	forms := p.forms[player]
	with := func(facts [][]string) names {
		return names{playerName: forms, knownName: forms, factName: titlesIn(p.text, facts)}
	}
	c := Claim{Player: p.names[player], Told: w.told.find(p.loose, with(slices.Concat(p.evil, p.good)), p.said)}
	for i := range p.roles {
		role := &p.roles[i]
		if n := with(role.titles); len(n[factName]) > 0 && !role.hidden.open && l.conceal.named.find(p.text, n, p.stated) {
			c.Role = role.ID
			list = append(list, c)
		}
	}
	evil, good, clear := with(p.evil), with(p.good), with(p.clear)
	switch {
	case len(list) > 0:
		return list
	case w.denied.find(p.loose, evil, p.said), c.Told && w.negated.find(p.loose, evil, p.said):
		c.Role = SideGood
	case w.denied.find(p.loose, good, p.said), c.Told && w.negated.find(p.loose, good, p.said):
		c.Role = SideEvil
	case c.Told && len(evil[factName]) > 0:
		c.Role = SideEvil
	case c.Told && len(clear[factName]) > 0:
		c.Role = SideGood
	case w.vouch.find(p.loose, good, p.closed):
		c.Role = SideGood
	case w.accuse.find(p.loose, evil, p.closed):
		c.Role = SideEvil
	default:
		return nil
	}
	return []Claim{c}
}
