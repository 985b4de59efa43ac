package mouth

import (
	"slices"
	"strings"
)

// ties is how an evil player ties themselves or an ally to what they hide. A rule names classes of
// words. A text breaks it if one sentence has a word of each, and does not deny them. alone are the
// rules for games in which only evil players know more than the others, and seers those for good
// players who know evil ones.
type ties struct {
	languages           []string
	rules, alone, seers []tieRule
	classes             map[string]*phrases
	// words has the language, the class and the word of each single word.
	words map[[3]string]bool
	signs *strings.Replacer
}

// tieRule is the classes of a rule.
type tieRule struct {
	terms []tieTerm
	// taken reports that the words take the tie for granted: "i never betray my partner" does.
	taken bool
	// asked reports that a question says it, too: "kim, shall we kill ann tonight?" does.
	asked bool
	// bare reports that the sentence must name nobody else, and neither suspect nor search.
	bare bool
}

// tieTerm is a class of a rule. An adjacent one stands right after the one before it.
type tieTerm struct {
	class    string
	adjacent bool
}

// readTies reads the table. Its patterns may use the classes of the other tables of a language.
func (l *lexicon) readTies() {
	t, x := readTable("tie", "tie", l.vocabulary), &l.ties
	x.classes, x.words = map[string]*phrases{}, map[[3]string]bool{}
	x.rules, x.alone, x.seers = tieRules(t.list("rules")), tieRules(t.list("alone")), tieRules(t.list("seers"))
	var languages map[string]map[string][]string
	t.read("languages", &languages)
	for name, own := range languages { // in any order, since no language depends on another
		x.languages = append(x.languages, name)
		classes := classesOf(name, readTable("conceal/"+name, name, nil).classes, own)
		own["ally"], own["evil"] = []string{"{known}"}, []string{"{fact}"}
		for _, rule := range slices.Concat(x.rules, x.alone, x.seers, tieRules(t.list("answers"))) {
			for _, term := range rule.terms {
				p := x.classes[term.class]
				x.classes[term.class] = l.newPhrases(&p)
				for _, pattern := range own[term.class] {
					p.add(pattern, name, classes)
				}
				delete(own, term.class)
			}
		}
		for class, list := range classes {
			for _, w := range list {
				if w := tableWords(w); len(w) == 1 {
					x.words[[3]string{name, class, w[0]}] = true
				}
			}
		}
	}
	words := map[string]string{} // for signs and emoji
	t.read("signs", &words)
	var signs []string
	for sign, word := range words {
		signs = append(signs, sign, word)
	}
	x.signs = strings.NewReplacer(signs...)
}

// tieRules reads rules such as "we>kill night". A rule ends with ! if it takes the tie for granted,
// with ~ if it may be asked, and with ? if it is bare.
func tieRules(list []string) (rules []tieRule) {
	for _, text := range list {
		var rule tieRule
		text, rule.taken = strings.CutSuffix(text, "!")
		text, rule.asked = strings.CutSuffix(text, "~")
		text, rule.bare = strings.CutSuffix(text, "?")
		for field := range strings.FieldsSeq(text) {
			for i, class := range strings.Split(field, ">") {
				rule.terms = append(rule.terms, tieTerm{class, i > 0})
			}
		}
		rules = append(rules, rule)
	}
	return rules
}
