package mouth

import "maps"

// concealPhrases holds how players tell what a hidden role told them, in all languages.
type concealPhrases struct {
	certain, vouched, sure, vision, named, pair, sight, partner, deed, claim              *phrases
	condition, inverted, indirect, contrast, evidence, occasion, ordinal, reason, opinion map[string]bool
	// evil and good are words for the players of a side, somebody for players without a name.
	evil, good, somebody [][]string
}

// joinConceal adds the table of a language. Its classes are those of the language's other table,
// too.
func (l *lexicon) joinConceal(name string) {
	t, c := readTable("conceal/"+name, name, l.vocabulary), &l.conceal
	t.classes = classesOf(name, t.classes)
	t.phrases(&c.certain, "certain")   // claims to know the body, a fact of a player, for certain, or tells who said it
	t.phrases(&c.vouched, "vouched")   // the same, also in several sentences
	t.phrases(&c.sure, "sure")         // claims it, unless the words name what everybody saw
	t.phrases(&c.vision, "vision")     // claims to see a good role
	t.phrases(&c.named, "named")       // says which role a player has
	t.phrases(&c.pair, "pair")         // says that one of two players has a role
	t.phrases(&c.sight, "sight")       // a good player claims to know who is evil
	t.phrases(&c.partner, "partner")   // names an evil player's partner
	t.phrases(&c.deed, "deed")         // an evil player admits the side
	t.phrases(&c.claim, "claim")       // names the writer's role
	t.words(&c.condition, "condition") // makes a claim depend on something. No other language has the word
	t.words(&c.inverted, "inverted")   // does so right before the claim
	t.words(&c.indirect, "indirect")   // a condition word after it asks
	t.words(&c.contrast, "contrast")   // a condition ends before it
	t.words(&c.evidence, "evidence")   // for what everybody saw
	t.words(&c.occasion, "occasion")   // the same, beside an ordinal
	t.words(&c.ordinal, "ordinal")
	t.words(&c.reason, "reason")   // introduces what everybody saw, after a claim
	t.words(&c.opinion, "opinion") // before what is only thought
	l.joinAsides(t)
	for name, to := range map[string]*[][]string{"evil": &c.evil, "good": &c.good, "somebody": &c.somebody} {
		for _, w := range t.list(name) {
			*to = append(*to, tableWords(w))
		}
	}
}

// classesOf returns the classes of a language's main table, and more of them in place of those of
// the same name.
func classesOf(name string, more ...map[string][]string) map[string][]string {
	classes := readTable(name, name, nil).classes
	for _, list := range more {
		maps.Copy(classes, list)
	}
	return classes
}
