package tom

import (
	"slices"
	"testing"
)

// TestNobodyIsDoubtedWhoIsOut: once the game master says that a player is out, that player is never
// the suspect, the ally or the player to test.
func TestNobodyIsDoubtedWhoIsOut(t *testing.T) {
	t.Parallel()
	doubted := []string{`You suspect "Blue", 60 of 100 (medium). Ally potential: 40 of 100.`}
	suspects := []string{"Suspect: Blue", "Next: chat"}
	c := table{lines: after(hello, "Green: nothing here", "gm: Blue was voted out. Their role was bystander"), fresh: 2, beliefs: doubted, intention: suspects, play: "suspect"}
	b := c.believed(t)["Blue"]
	if b.Suspicion != leastSure || !slices.Equal(b.Evidence, []int{6}) {
		t.Errorf("the belief about Blue, who is out, is %+v", b)
	}
	for _, p := range c.asked(t, taskKnowledge, 1).(knownAnswer).Patterns {
		if (p.Pattern == isOut) != (p.Name == "Blue") {
			t.Errorf("notes of %s: %s", p.Name, p.Pattern)
		}
	}
	later := table{
		lines: after(hello, "Green: i think blue was the bot", "Red: blue is the bot"), fresh: 2, play: "suspect", intention: suspects,
		beliefs: []string{`You suspect "Blue", 3 of 100 (low). Ally potential: 3 of 100.`}, knowledge: []string{`"Blue": ` + isOut},
	}
	if b = later.believed(t)["Blue"]; b.Suspicion != leastSure || len(b.Evidence) > 0 {
		t.Errorf("the belief about Blue, out for a while, is %+v", b)
	}
	if a := later.intentionOf(t); a.Suspect == "Blue" || a.Ally == "Blue" {
		t.Errorf("intends %+v, though Blue is out", a)
	}
	talk := table{lines: after(hello, "gm: Blue voted for Green", "gm: Green was voted out"), fresh: 2}
	for _, p := range talk.asked(t, taskKnowledge, 1).(knownAnswer).Patterns {
		if (p.Pattern == isOut) != (p.Name == "Green") {
			t.Errorf("notes of %s: %s", p.Name, p.Pattern)
		}
	}
}

// TestNobodyIsAnAllyBeforeTheyWrite: only a player who has written can be the ally.
func TestNobodyIsAnAllyBeforeTheyWrite(t *testing.T) {
	t.Parallel()
	if a := (table{}).intentionOf(t); a.Ally != "" {
		t.Errorf("in an empty chat %s is the ally", a.Ally)
	}
	if a := (table{lines: []string{"Red: hello all"}}).intentionOf(t); a.Ally != "Red" {
		t.Errorf("the ally is %q, where only Red has written", a.Ally)
	}
}

// A question that names the suspect is not an accusation, so the bot still has to accuse.
func TestAQuestionByNameIsNoAccusation(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{"blue what would your mum say about you": "accuse", "you go first blue": "accuse", "blue is always there in a second": "ally", "i think blue is the bot": "ally"} {
		c := table{
			lines: after(hello, "Green: ok", "Yellow: "+line, "Red: hm"), fresh: 1, play: "recruit", intention: []string{"Suspect: Blue", "Next: accuse"},
			beliefs: []string{`You suspect "Blue", 80 of 100 (high): agrees a lot. Ally potential: 20 of 100.`},
		}
		if a := c.intentionOf(t); a.Action != want {
			t.Errorf("after %q it intends to %s: %s", line, a.Action, a.Reasoning)
		}
	}
}

// TestTheFirstPersonAloneTellsNothing: a remark such as "i guess" says nothing about its writer.
func TestTheFirstPersonAloneTellsNothing(t *testing.T) {
	t.Parallel()
	for line, facts := range map[string]int{"yeah, that is fine with me i guess": 0, "oops, thx for pointing that out my bad": 0, "i guess my day was long and dull": 1, "im sitting at home with a tea": 1} {
		c := table{lines: after(hello, "Blue: "+line), fresh: 1}
		if a := c.asked(t, taskKnowledge, 1).(knownAnswer); len(a.Facts) != facts {
			t.Errorf("%q tells %+v", line, a.Facts)
		}
	}
}

// TestWhoTellsSomethingIsNotClosed: a tell that the lines contradict is dropped.
func TestWhoTellsSomethingIsNotClosed(t *testing.T) {
	t.Parallel()
	c := table{
		lines: after(hello, "Red: nice, i am more of a gamer myself"), fresh: 1,
		beliefs: []string{`You suspect "Red", 43 of 100 (medium): says nothing of themselves. Ally potential: 40 of 100.`},
	}
	if b := c.believed(t)["Red"]; len(b.Tells) > 0 {
		t.Errorf("the belief about Red, who has told something, is %+v", b)
	}
}
