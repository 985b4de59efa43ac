package tom

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestEvidenceThatIsLeftOutIsFoundByRule: a small model leaves the evidence out. Then the new lines
// by or about the player count, and the suspicion changes within bounds. Without such a line it
// stays.
func TestEvidenceThatIsLeftOutIsFoundByRule(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	thinks := func(all ...believed) map[string]belief {
		c.conclude(s, kindCognition, cognitionFound{state: believes("", all...)})
		return c.mind().Beliefs
	}
	c.Say(1000, "blue", "hello")   // 2
	thinks(doubt("Blue", 40, 1))   // 3
	c.Say(2000, "gold", "so so")   // 4
	c.sends(2500, "blue hm")       // 5
	b := thinks(doubt("Blue", 70)) // 6
	if b["blue"].Suspicion != 40 {
		t.Errorf("without a line by or about Blue it believes %+v", b["blue"])
	}
	c.Say(3000, "green", "blue is a letter writer") // 7
	b = thinks(doubt("Blue", 90))
	if x := b["blue"]; x.Suspicion != 40+ruleStep || !slices.Contains(x.Evidence, 7) {
		t.Errorf("with a line about Blue it believes %+v", x)
	}
	c.Say(4000, "blue", "lol no")
	line := lastSeq(c.View())
	b = thinks(doubt("Blue", 20))
	if x := b["blue"]; x.Suspicion != 40 || !slices.Equal(x.Relief, []int64{line}) || slices.Contains(x.Evidence, line) {
		t.Errorf("a belief may fall, too, but it is %+v", x)
	}
	c.Say(5000, "blue", "my cat is on the keyboard")
	if x := thinks(doubt("Blue", 5, lastNumber(c.View())))["blue"]; x.Suspicion != 5 || x.Level != levelLow {
		t.Errorf("named evidence moves it at once, but it is %+v", x)
	}
}

// TestABeliefQuotesItsReasons: a belief is a plain sentence. It quotes the newest lines that raised
// the suspicion, and says what speaks against it.
func TestABeliefQuotesItsReasons(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	step := func(text string, percent int, against string) {
		c.Say(c.State.Now+1000, "blue", text)
		b := doubt("Blue", percent, lastNumber(c.View()))
		b.Against = against
		c.conclude(s, kindCognition, cognitionFound{state: believes("Blue", b)})
	}
	step("good day to all of you", 45, "")
	step("As I said, good day.", 64, "may be polite")
	m := c.mind()
	want := `You suspect "Blue", 64 of 100, because of #1 "good day to all of you" and #2 "As I said, good day.". Against this: may be polite. Ally potential: 0 of 100.`
	if got := m.beliefs(c.View(), severalReasons); !slices.Equal(got, []string{want}) {
		t.Errorf("it reads %q", got)
	}
	if got := s.Brief(c.View()); !slices.Equal(got.Beliefs, []string{`You suspect "Blue", 64 of 100, because of #2 "As I said, good day.". Against this: may be polite.`}) || !slices.Contains(got.Lines, "Suspects"+strings.TrimPrefix(want, "You suspect")) {
		t.Errorf("people read %q", got.Lines)
	}
	step("lol my dog ate it", 50, "may be polite")
	m = c.mind()
	if got := m.beliefs(c.View(), severalReasons)[0]; !strings.Contains(got, `Lowered by #3 "lol my dog ate it". Against this: may be polite.`) {
		t.Errorf("it reads %s", got)
	}
	if got := m.Intention.Evidence; !slices.Equal(got, []int64{2, 4, 6}) {
		t.Errorf("the reasons for the suspect stick: %v", got)
	}
}

// TestSumsAccumulate: after new lines each belief adds its log-odds to the player's sum S (§3.4,
// equation 5), also the belief about a player who is silent. S begins at 0, and nothing new adds
// nothing.
func TestSumsAccumulate(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, func(c *session.Config) { c.Game.Players = c.Game.Players[:3] }), newToM(t, `{}`)
	thinks := func() (blue, green float64, accuse string) {
		out := c.conclude(s, kindCognition, cognitionFound{state: believes("Blue", doubt("Blue", 85), doubt("Green", 40))})
		b := c.mind().Beliefs
		return b["blue"].Sum, b["green"].Sum, out.Accuse
	}
	each, other := session.LogOdds(85), session.LogOdds(40)
	near := func(a, b float64) bool { return a-b < 0.01 && b-a < 0.01 }
	for n := 1; ; n++ {
		c.Say(c.State.Now+1000, "blue", "well")
		if n == 1 {
			c.Say(c.State.Now+1000, "green", "hm")
		}
		blue, green, accuse := thinks()
		if !near(blue, each*float64(n)) || !near(green, other*float64(n)) {
			t.Fatalf("after %d beliefs the sums are %v and %v", n, blue, green)
		}
		if (accuse == "blue") != (blue-green > session.AccuseLead) {
			t.Fatalf("with the sums %v and %v it accuses %q", blue, green, accuse)
		}
		if again, _, _ := thinks(); again != blue {
			t.Fatalf("without a new line the sum goes from %v to %v", blue, again)
		}
		if accuse != "" {
			if n != 5 {
				t.Errorf("85 against 40 is an accusation after %d beliefs", n)
			}
			return
		}
	}
}

// TestACopiedExampleChangesNothing: a small model copies the example of its prompt. Its players are
// in no game, and its lines have numbers that no game reaches.
func TestACopiedExampleChangesNothing(t *testing.T) {
	t.Parallel()
	for _, text := range examples[taskState] {
		_, answer, _ := strings.Cut(text, "Answer: ")
		var a stateAnswer
		sessiontest.NoError(t, json.Unmarshal([]byte(strings.NewReplacer("{A}", "Wren", "{B}", "Otter").Replace(answer)), &a))
		c, s := newSession(t), newToM(t, `{}`)
		c.Say(1000, "blue", "hello")
		c.conclude(s, kindCognition, cognitionFound{state: a})
		if m := c.mind(); len(m.Beliefs)+len(m.Knowledge.Facts)+len(m.Knowledge.Patterns) > 0 || m.Intention.Suspect != "" || m.Intention.Ally != "" {
			t.Errorf("it takes over %+v", m)
		}
	}
}
