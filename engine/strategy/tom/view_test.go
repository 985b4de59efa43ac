package tom

import (
	"slices"
	"testing"
)

// TestAnAllyWhoHasLeftIsNone: neither the brief nor a prompt names an ally who has left the game.
func TestAnAllyWhoHasLeftIsNone(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	a := believes("Blue", doubt("Blue", 50))
	a.Intention.Ally = "Green"
	c.conclude(s, kindCognition, cognitionFound{state: a})
	shown := func() [2]bool {
		m := c.mind()
		return [2]bool{
			slices.Contains(s.Brief(c.View()).Lines, `Wants "Green" as an ally.`), slices.Contains(m.intention(c.View(), false), "Ally: Green"),
		}
	}
	if got := shown(); got != [2]bool{true, true} {
		t.Errorf("the ally is shown: %v", got)
	}
	c.Leaves(2000, "green")
	if got := shown(); got != [2]bool{} {
		t.Errorf("an ally who has left is shown: %v", got)
	}
}
