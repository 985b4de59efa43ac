package tom

import (
	"fmt"
	"testing"
)

// TestKnowledge: knowledge grows with each cognition, and the oldest facts are dropped first.
func TestKnowledge(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	learns := func(patterns []patternAnswer, facts ...factAnswer) knowledge {
		c.conclude(s, kindCognition, cognitionFound{state: stateAnswer{Knowledge: knowledgeAnswer{Type: "casual", Facts: facts, Patterns: patterns}}})
		return c.mind().Knowledge
	}
	c.Say(1000, "blue", "i am from rome")
	c.Say(1500, "gm", "round 1")
	k := learns([]patternAnswer{{"Blue", "in a hurry"}, {"Green", "silent"}}, factAnswer{2, "Blue", "is from Rome"}, factAnswer{3, "the round", "is the first"})
	if len(k.Facts) != 2 || k.Facts[0] != (fact{2, "blue", "is from Rome"}) || k.Facts[1] != (fact{3, "", "is the first"}) {
		t.Fatalf("it knows %+v", k)
	}
	c.Say(2000, "blue", "so?")
	k = learns([]patternAnswer{{"Green", "awake"}, {"Blue", " "}}, factAnswer{2, "blue", "is  from Rome"}, factAnswer{5, "who said it", "asks"})
	if len(k.Facts) != 3 || k.Facts[2] != (fact{5, "blue", "asks"}) {
		t.Errorf("it knows %+v", k.Facts)
	}
	if k.Patterns["blue"] != "in a hurry" || k.Patterns["green"] != "awake" {
		t.Errorf("it sees %+v", k.Patterns)
	}
	var many []factAnswer
	for i := range keptFacts {
		many = append(many, factAnswer{5, "Blue", fmt.Sprint("says ", i)})
	}
	if k = learns(nil, many...); len(k.Facts) != keptFacts || k.Facts[0].Text != "says 0" || k.Facts[keptFacts-1].Text != fmt.Sprint("says ", keptFacts-1) {
		t.Errorf("it knows %+v", k.Facts)
	}
	c.leaves(9000, "green")
	if k = learns(nil); len(k.Patterns) != 1 || len(k.Facts) != keptFacts {
		t.Errorf("it knows %+v", k)
	}
}
