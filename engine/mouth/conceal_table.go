package mouth

import "strings"

// concealTable holds, for one language, how players tell what a hidden role told them. The classes
// are those of the language's other table, too.
type concealTable struct {
	Classes map[string][]string `json:"classes"`
	// Body holds the phrases that tell a fact of a player. They stand for {body} in the others.
	Body []string `json:"body"`
	// Certain holds phrases that claim to know the body for certain, or tell who said it.
	Certain []string `json:"certain"`
	// Vouched holds such phrases that may stand in several sentences.
	Vouched []string `json:"vouched"`
	// Sure holds phrases that claim it, unless they name what everybody saw.
	Sure []string `json:"sure"`
	// Vision holds phrases that claim to see a good role, and Named those that say which role a
	// player has.
	Vision []string `json:"vision"`
	Named  []string `json:"named"`
	// Pair holds phrases that say that one of two players has a role.
	Pair []string `json:"pair"`
	// Sight holds phrases in which a good player claims to know who is evil.
	Sight []string `json:"sight"`
	// Partner holds phrases that name an evil player's partner, and Deed those in which an evil
	// player admits the side.
	Partner []string `json:"partner"`
	Deed    []string `json:"deed"`
	// Claim holds phrases that name the writer's role.
	Claim []string `json:"claim"`
	// Condition words make a claim depend on something. No other language has them. Inverted words
	// do so right before it. Aside holds phrases of such words that take nothing back.
	Condition []string `json:"condition"`
	Inverted  []string `json:"inverted"`
	Aside     []string `json:"aside"`
	// After Indirect words, a condition word asks. Before Contrast words, a condition ends.
	Indirect []string `json:"indirect"`
	Contrast []string `json:"contrast"`
	// Evidence are words for what everybody saw, and Occasion words are, beside an Ordinal one.
	// Reason words after a claim introduce it.
	Evidence []string `json:"evidence"`
	Occasion []string `json:"occasion"`
	Ordinal  []string `json:"ordinal"`
	Reason   []string `json:"reason"`
	// Opinion are words before what is only thought.
	Opinion []string `json:"opinion"`
	// Evil and Good are words for the players of a side, Somebody for players without a name.
	Evil     []string `json:"evil"`
	Good     []string `json:"good"`
	Somebody []string `json:"somebody"`
}

// concealPhrases holds these tables of all languages together.
type concealPhrases struct {
	*vocabulary
	certain, vouched, sure, vision, named, pair, sight, partner, deed, claim              *phrases
	condition, inverted, indirect, contrast, evidence, occasion, ordinal, reason, opinion map[string]bool
	evil, good, somebody                                                                  [][]string
}

// readConceal reads the tables of how players tell what a hidden role told them.
func (l *lexicon) readConceal() {
	c := &l.conceal
	for _, p := range []**phrases{&c.certain, &c.vouched, &c.sure, &c.vision, &c.named, &c.pair, &c.sight, &c.partner, &c.deed, &c.claim} {
		*p = &phrases{vocabulary: c.vocabulary, first: map[int][]*phrase{}}
	}
	for _, set := range []*map[string]bool{&c.condition, &c.inverted, &c.indirect, &c.contrast, &c.evidence, &c.occasion, &c.ordinal, &c.reason, &c.opinion} {
		*set = map[string]bool{}
	}
	for _, name := range Languages {
		l.joinConceal(name)
	}
}

// joinConceal adds the table of a language.
func (l *lexicon) joinConceal(name string) {
	var main languageTable
	var t concealTable
	decode(name+".json", &main)
	decode("conceal/"+name+".json", &t)
	classes, c := main.Classes, &l.conceal
	for class, list := range t.Classes {
		classes[class] = list
	}
	for _, x := range []struct {
		to   *phrases
		list []string
	}{{c.certain, t.Certain}, {c.vouched, t.Vouched}, {c.sure, t.Sure}, {c.vision, t.Vision}, {c.named, t.Named}, {c.pair, t.Pair}, {c.sight, t.Sight}, {c.partner, t.Partner}, {c.deed, t.Deed}, {c.claim, t.Claim}} {
		for _, p := range x.list {
			if !strings.Contains(p, "{body}") {
				x.to.add(p, name, classes)
				continue
			}
			for _, body := range t.Body {
				x.to.add(strings.ReplaceAll(p, "{body}", body), name, classes)
			}
		}
	}
	for _, x := range []struct {
		to   map[string]bool
		list []string
	}{
		{c.condition, t.Condition}, {c.inverted, t.Inverted}, {c.indirect, t.Indirect}, {c.contrast, t.Contrast},
		{c.evidence, t.Evidence}, {c.occasion, t.Occasion}, {c.ordinal, t.Ordinal}, {c.reason, t.Reason}, {c.opinion, t.Opinion},
	} {
		for _, w := range tableWords(strings.Join(x.list, " ")) {
			x.to[w] = true
		}
	}
	for _, aside := range t.Aside {
		l.asides = append(l.asides, tableWords(aside))
	}
	for _, x := range []struct {
		to   *[][]string
		list []string
	}{{&c.evil, t.Evil}, {&c.good, t.Good}, {&c.somebody, t.Somebody}} {
		for _, w := range x.list {
			*x.to = append(*x.to, tableWords(w))
		}
	}
}
