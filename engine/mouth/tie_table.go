package mouth

import (
	"slices"
	"strings"
)

// tieTable holds how an evil player ties themselves or an ally to what they hide. A rule names
// classes of words. A text breaks it if one sentence has a word of each, and does not deny them.
type tieTable struct {
	Rules []string `json:"rules"`
	// Alone are the rules for games in which only evil players know more than the others.
	Alone []string `json:"alone"`
	// Seers are the rules for good players who know evil ones.
	Seers []string `json:"seers"`
	// Answers are the classes by which questions and answers are read.
	Answers []string `json:"answers"`
	// Signs are the words that signs and emoji stand for.
	Signs map[string]string `json:"signs"`
	// Languages hold the phrases of each class. A class of single words is also a set.
	Languages map[string]map[string][]string `json:"languages"`
}

// ties are these rules as they are searched for.
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
	var t tieTable
	decode("tie.json", &t)
	x := &l.ties
	x.classes, x.words = map[string]*phrases{}, map[[3]string]bool{}
	x.rules, x.alone, x.seers = tieRules(t.Rules), tieRules(t.Alone), tieRules(t.Seers)
	for name, own := range t.Languages { // in any order, since no language depends on another
		x.languages = append(x.languages, name)
		var main languageTable
		var conceal concealTable
		decode(name+".json", &main)
		decode("conceal/"+name+".json", &conceal)
		classes := main.Classes
		for _, list := range []map[string][]string{conceal.Classes, own} {
			for class, phrases := range list {
				classes[class] = phrases
			}
		}
		own["ally"], own["evil"] = []string{"{known}"}, []string{"{fact}"}
		for _, rule := range slices.Concat(x.rules, x.alone, x.seers, tieRules(t.Answers)) {
			for _, term := range rule.terms {
				x.addClass(term.class, own[term.class], name, classes, l.claim.vocabulary)
				delete(own, term.class)
			}
		}
		for class, list := range main.Classes {
			for _, w := range list {
				if w := tableWords(w); len(w) == 1 {
					x.words[[3]string{name, class, w[0]}] = true
				}
			}
		}
	}
	var signs []string
	for sign, word := range t.Signs {
		signs = append(signs, sign, word)
	}
	x.signs = strings.NewReplacer(signs...)
}

func (x *ties) addClass(class string, patterns []string, language string, classes map[string][]string, v *vocabulary) {
	if x.classes[class] == nil {
		x.classes[class] = &phrases{vocabulary: v, first: map[int][]*phrase{}}
	}
	for _, p := range patterns {
		x.classes[class].add(p, language, classes)
	}
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
