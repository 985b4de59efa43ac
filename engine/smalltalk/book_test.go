package smalltalk

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"ringer/engine/mouth"
)

func TestLines(t *testing.T) {
	t.Parallel()
	for language, b := range books {
		slots := regexp.MustCompile(`{(\w+)}`)
		known := []string{"me", "name", "other", "ally", "suspect", "why", "sin", "word", "thing", "a", "b", "sum", "fact"}
		check := func(where string, lines []template) {
			for _, l := range lines {
				for _, slot := range slots.FindAllStringSubmatch(l.text, -1) {
					if !slices.Contains(known, slot[1]) && b.facts[slot[1]] == nil && b.Pools[slot[1]] == nil {
						t.Errorf("%s: %s: %q has an unknown slot", language, where, l.text)
					}
				}
				if machineTalk.MatchString(l.text) || l.text != strings.ToLower(l.text) {
					t.Errorf("%s: %s: %q", language, where, l.text)
				}
			}
		}
		for name, pool := range b.Pools {
			if name != "admit" { // it is said only where it is allowed
				check(name, pool)
			}
		}
		for _, topic := range b.Topics {
			check(topic.ID, slices.Concat(topic.Answer, topic.React, topic.Start))
			if topic.Fact != "" && b.facts[topic.Fact] == nil {
				t.Errorf("%s: %s has no facts", language, topic.ID)
			}
		}
	}
}

// TestLinesPassTheMouth fills each line with a name, because most lines have one. Everybody may say
// a line, also who hides a role.
func TestLinesPassTheMouth(t *testing.T) {
	t.Parallel()
	hides := mouth.Conceal{Roles: []string{"werewolf"}, Side: mouth.SideEvil}
	for language, b := range books {
		pass := func(where string, lines []template, admits bool) {
			for _, l := range lines {
				text := slotPattern.ReplaceAllStringFunc(l.text, func(hole string) string {
					if hole[0] == '{' {
						return "red"
					}
					return strings.Split(hole[1:len(hole)-1], "|")[0]
				})
				room := mouth.Room{Name: "Yellow", Names: []string{"Blue", "Red", "Yellow"}, MaxChars: 250, MayAdmit: admits}
				if _, rule := room.Pass(text); rule != "" {
					t.Errorf("%s: %s: %q is refused: %s", language, where, text, rule)
				}
				if !admits && hides.Leaks("Yellow", strings.ReplaceAll(text, "red", "ann")) {
					t.Errorf("%s: %s: %q gives a werewolf away", language, where, text)
				}
			}
		}
		for name, pool := range b.Pools {
			pass(name, pool, name == "admit")
		}
		for _, topic := range b.Topics {
			pass(topic.ID, slices.Concat(topic.Answer, topic.React, topic.Start), false)
		}
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	b := books["en"]
	for _, text := range b.SituationRules {
		for _, name := range newRule(text).then {
			if situation(name).urgency() < 0 || b.Chances[name].Under == 0 {
				t.Errorf("%s: no situation %s", text, name)
			}
		}
	}
	for _, text := range append(b.PoolRules, "-> "+strings.Join(slices.Concat(b.Groups["denial"], b.Groups["hunt"]), " ")) {
		for _, name := range newRule(text).then {
			if !strings.HasPrefix(name, "@") && b.Pools[name] == nil {
				t.Errorf("%s: no pool %s", text, name)
			}
		}
	}
	for _, s := range b.Signs {
		if b.Pools["clue_"+s.Kind] == nil || b.Pools["why_"+s.Kind] == nil {
			t.Errorf("no pools for %s", s.Kind)
		}
	}
}
