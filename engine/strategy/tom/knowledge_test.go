package tom

import (
	"fmt"
	"slices"
	"testing"

	"ringer/engine/session"
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
	k := learns([]patternAnswer{{"Blue", "in a hurry"}, {"Green", "silent"}}, factAnswer{1, "Blue", "is from Rome"}, factAnswer{2, "the round", "is the first"})
	if len(k.Facts) != 2 || k.Facts[0] != (fact{2, "blue", "is from Rome", ""}) || k.Facts[1] != (fact{3, "", "is the first", ""}) {
		t.Fatalf("it knows %+v", k)
	}
	c.Say(2000, "blue", "so?")
	k = learns([]patternAnswer{{"Green", "awake"}, {"Blue", " "}}, factAnswer{1, "blue", "is  from Rome"}, factAnswer{3, "who said it", "asks"})
	if len(k.Facts) != 3 || k.Facts[2] != (fact{5, "blue", "asks", ""}) {
		t.Errorf("it knows %+v", k.Facts)
	}
	if k.Patterns["blue"] != "in a hurry" || k.Patterns["green"] != "awake" {
		t.Errorf("it sees %+v", k.Patterns)
	}
	var many []factAnswer
	for i := range keptFacts {
		many = append(many, factAnswer{3, "Blue", fmt.Sprint("says ", i)})
	}
	if k = learns(nil, many...); len(k.Facts) != keptFacts || k.Facts[0].Text != "says 0" || k.Facts[keptFacts-1].Text != fmt.Sprint("says ", keptFacts-1) {
		t.Errorf("it knows %+v", k.Facts)
	}
	c.Leaves(9000, "green")
	if k = learns(nil); len(k.Patterns) != 1 || len(k.Facts) != keptFacts {
		t.Errorf("it knows %+v", k)
	}
}

// TestWhatOnlyADenKnowsIsMarked: a fact from a private channel is marked in every later prompt, and
// the mouth gets it.
func TestWhatOnlyADenKnowsIsMarked(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, func(c *session.Config) {
		c.Game.Channels = []session.Channel{{ID: "den", Members: []string{"red", "blue"}}}
	}), newToM(t, `{}`)
	c.Tell(1000, &session.MessageReceived{Post: session.Post{Sender: "blue", Text: "we take green", Kind: session.FromPlayer, Channel: "den"}})
	c.conclude(s, kindCognition, cognitionFound{state: stateAnswer{Knowledge: knowledgeAnswer{Facts: []factAnswer{{1, "Blue", "wants to take Green"}}}}})
	m := c.mind()
	if got := m.knowledge(c.View(), shownFacts); !slices.Contains(got, `#1 in "den" (private) "Blue": wants to take Green`) {
		t.Errorf("%q", got)
	}
	if got := s.Confided(c.View()); len(got) != 1 || got[0] != (session.ChannelSummary{Channel: "den", Text: "Blue wants to take Green"}) {
		t.Errorf("the mouth hears of %+v", got)
	}
}

// TestCognitionOfADenWritesNoLineForTheMainChannel: by day a line in the den changes the mental
// state, but no message is asked for.
func TestCognitionOfADenWritesNoLineForTheMainChannel(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, func(c *session.Config) {
		c.Game.Channels = []session.Channel{{ID: "den", Members: []string{"red", "blue"}}}
	}), newToM(t, `{}`)
	c.Tell(1000, &session.MessageReceived{Post: session.Post{Sender: "blue", Text: "red, shall we take green", Kind: session.FromPlayer, Channel: "den"}})
	knows := `{"type":"question","facts":[],"patterns":[]}`
	_, m := c.thinks(s, kindCognition, knows, `{"players":[]}`, intendedJSON, `{"goal":"x"}`, `{"text":"yes"}`)
	if tasks := m.Tasks(); !slices.Contains(tasks, taskGoal) || slices.Contains(tasks, taskMessage) {
		t.Errorf("it asks for %v", tasks)
	}
}
