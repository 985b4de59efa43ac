package smalltalk

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/prompt"
)

type rulebook struct {
	// Chances are the probabilities, by situation, that the player speaks when it is asked once.
	// Under applies if it has said less than its share of the talk, else Over.
	Chances map[string]struct{ Under, Over float64 }
	// SituationRules find the situation that a line creates. The first rule that applies counts.
	SituationRules []string `json:"calls"`
	// PoolRules find the pools of lines that suit a moment, the best first. The first rule that
	// applies counts.
	PoolRules []string `json:"says"`
	Groups    map[string][]string
	Signs     []sign
	Persona   map[string]*regexp.Regexp
}

// rule has conditions, all of which must hold, and a result. In rules.json it is written
// "conditions -> names". An exclamation mark negates a condition, and key=value|value holds for any
// of the values.
type rule struct {
	conditions []condition
	then       []string
}

type condition struct {
	check   predicate
	negated bool
	value   value
}

type predicate = func(s *Scene, m *moment, v *value) bool

type value struct {
	texts []string
	sets  sets
	n     int
}

func newRule(text string) (r rule) {
	before, after, _ := strings.Cut(text, "->")
	r.then = strings.Fields(after)
	for _, field := range strings.Fields(before) {
		bare, not := strings.CutPrefix(field, "!")
		name, texts, _ := strings.Cut(bare, "=")
		c := condition{check: conditions[name], negated: not}
		c.value.texts = strings.Split(texts, "|")
		c.value.n, _ = strconv.Atoi(texts)
		if name == "has" || name == "begins" {
			c.value.sets = setOf(c.value.texts...)
		}
		if c.check == nil {
			panic("smalltalk: book/rules.json: no condition " + field) // embedded at build time
		}
		r.conditions = append(r.conditions, c)
	}
	return r
}

func (s *Scene) firstMatch(rules []rule, m *moment) []string {
	for i := range rules {
		if rules[i].applies(s, m) {
			return rules[i].then
		}
	}
	return nil
}

func (r *rule) applies(s *Scene, m *moment) bool {
	for i := range r.conditions {
		if c := &r.conditions[i]; c.check(s, m, &c.value) == c.negated {
			return false
		}
	}
	return true
}

var conditions = map[string]predicate{
	"question":  func(_ *Scene, m *moment, _ *value) bool { return m.line.question },
	"named":     func(_ *Scene, m *moment, _ *value) bool { return m.line.namesMe },
	"about_me":  func(_ *Scene, m *moment, _ *value) bool { return m.line.aboutMe },
	"about":     func(_ *Scene, m *moment, _ *value) bool { return m.line.about > 0 },
	"about_own": func(_ *Scene, m *moment, _ *value) bool { return m.line.about == m.line.by },
	"about_to":  func(_ *Scene, m *moment, _ *value) bool { return m.line.about == m.line.to },
	"denies":    func(_ *Scene, m *moment, _ *value) bool { return m.line.hasWord("not", "nicht", "nobody") },
	"noise":     func(_ *Scene, m *moment, _ *value) bool { return m.line.isNoise() },
	"greeting": func(s *Scene, m *moment, _ *value) bool {
		return s.find(m.line)[greetingPattern] >= 0 && len(m.line.words) <= 4
	},
	"choice":   func(_ *Scene, m *moment, _ *value) bool { a, _ := m.line.alternatives(); return a != "" },
	"taste":    func(_ *Scene, m *moment, _ *value) bool { return m.line.taste() != "" },
	"thing":    func(_ *Scene, m *moment, _ *value) bool { return m.thing != "" },
	"reacts":   func(_ *Scene, m *moment, _ *value) bool { return m.topic != nil && len(m.topic.React) > 0 },
	"personal": func(_ *Scene, m *moment, _ *value) bool { return m.topic != nil && m.topic.Personal },
	"light":    func(_ *Scene, m *moment, _ *value) bool { return m.topic != nil && m.topic.Light },
	"passed":   func(_ *Scene, m *moment, _ *value) bool { return m.since > 1 },
	"answered": func(s *Scene, m *moment, _ *value) bool {
		return m.topic != nil && s.saidOneOf(m.topic.Answer, len(s.own))
	},
	"lately": func(s *Scene, m *moment, _ *value) bool {
		return m.topic != nil && m.topic.Fact == "" && s.saidOneOf(m.topic.Answer, 4)
	},
	"fact_told": func(s *Scene, m *moment, _ *value) bool { return s.factTold(m) },
	"begun":     func(s *Scene, m *moment, _ *value) bool { return len(s.lines) > 0 && (len(s.own) > 0 || s.now >= 30) },
	"spoken":    func(s *Scene, _ *moment, _ *value) bool { return len(s.own) > 0 },
	"young":     func(s *Scene, _ *moment, _ *value) bool { return len(s.lines) < openLines },
	"quiet": func(s *Scene, _ *moment, _ *value) bool {
		n := len(s.lines)
		return n == 0 || s.now-s.lines[n-1].Clock >= quietAfter
	},
	"follows": func(s *Scene, m *moment, _ *value) bool { return s.ownQuestionTopic(m) != nil },
	"open":    func(s *Scene, _ *moment, _ *value) bool { return !s.guest && s.Text(prompt.SectionDisclosure) != "" },
	"hunting": func(s *Scene, _ *moment, _ *value) bool { return s.hunting },
	"heated":  func(s *Scene, _ *moment, _ *value) bool { return s.heated() },
	"grown":   func(s *Scene, _ *moment, _ *value) bool { return s.oldEnough() },
	"prodded": func(s *Scene, _ *moment, _ *value) bool { return s.saidLately("prod", 6) },
	"pointed": func(s *Scene, _ *moment, _ *value) bool { return s.saidLately("suspicion", 3) },
	"tested":  func(s *Scene, _ *moment, _ *value) bool { return s.saidLately("test", 4) },
	"hunted":  func(s *Scene, _ *moment, _ *value) bool { return s.saidLately("hunt", 3) },
	"denied":  func(s *Scene, _ *moment, _ *value) bool { return s.saidLately("denial", len(s.own)) },
	"likes":   func(s *Scene, m *moment, _ *value) bool { return s.draw("taste "+m.line.taste(), 10) < 6 },
	"sided": func(s *Scene, m *moment, _ *value) bool {
		return m.line.about > 0 && m.line.about != s.trusted && (m.line.by == s.trusted || s.draw("side "+s.lowerNames[m.line.about], 4) == 0)
	},
	"aim":      func(s *Scene, _ *moment, v *value) bool { return slices.Contains(v.texts, string(s.aim)) },
	"trusts":   func(s *Scene, _ *moment, _ *value) bool { return s.trusted > 0 },
	"suspects": func(s *Scene, _ *moment, _ *value) bool { return s.suspicion().player > 0 },
	"agrees": func(s *Scene, m *moment, _ *value) bool {
		return m.line.about > 0 && s.suspicion().player == m.line.about
	},
	"suspected": func(s *Scene, m *moment, _ *value) bool { return s.suspicion().player == m.line.by },
	"voiced":    func(s *Scene, _ *moment, _ *value) bool { return s.lastAccused() > 0 },
	"voiced_by": func(s *Scene, m *moment, _ *value) bool { return s.lastAccused() == m.line.by },
	"in":        func(_ *Scene, m *moment, v *value) bool { return slices.Contains(v.texts, string(m.situation)) },
	"topic":     func(_ *Scene, m *moment, v *value) bool { return slices.Contains(v.texts, m.topicID()) },
	"mood":      func(_ *Scene, m *moment, v *value) bool { return slices.Contains(v.texts, m.mood) },
	"says":      func(_ *Scene, m *moment, v *value) bool { return m.line.hasWord(v.texts...) },
	"to": func(_ *Scene, m *moment, v *value) bool {
		return slices.Contains(v.texts, addressees[min(3, m.line.to+2)])
	},
	"has":    func(_ *Scene, m *moment, v *value) bool { return m.line.hasWordOf(v.sets) },
	"begins": func(_ *Scene, m *moment, v *value) bool { return m.line.beginsWith(v.sets) },
	"words":  func(_ *Scene, m *moment, v *value) bool { return len(m.line.words) <= v.n },
	"dice":   func(_ *Scene, m *moment, v *value) bool { return m.dice < v.n },
	"asks": func(_ *Scene, m *moment, v *value) bool {
		word, next := m.line.questionWord()
		return slices.Contains(v.texts, word) || slices.Contains(v.texts, word+"_"+next)
	},
}

// addressees say whom a line may address, from toNobody on.
var addressees = [...]string{"nobody", "all", "me", "other"}
