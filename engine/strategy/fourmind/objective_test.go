package fourmind

import (
	"fmt"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// firstObjective concludes the start of the session and returns the firstObjective of the mind.
func firstObjective(t *testing.T, c *fixture, raw string) objective {
	t.Helper()
	c.conclude(fourMind(t, raw), session.Want{Kind: session.Start}, nil)
	return readMind(c.View()).Objective
}

func TestObjective(t *testing.T) {
	t.Parallel()
	sessiontest.Subtests(t, map[string]func(*testing.T){
		"DrawnByTheSeedAmongTheOthers": func(t *testing.T) {
			pairs := map[string]int{}
			for seed := range int64(600) {
				p := firstObjective(t, newSession(t, "red", seed), `{}`)
				if again := firstObjective(t, newSession(t, "red", seed), `{}`); again != p {
					t.Fatalf("seed %d draws %+v and %+v", seed, p, again)
				}
				pairs[p.Support+">"+p.Target]++
			}
			// With three others there are six pairs, each drawn about a hundred times.
			for pair, n := range pairs {
				if n < 60 || n > 140 || strings.Contains(pair, "red") {
					t.Errorf("%s is drawn %d times", pair, n)
				}
			}
			if len(pairs) != 6 {
				t.Errorf("%v", pairs)
			}
		},
		"GivenByThePlatform": func(t *testing.T) {
			for seed := range int64(20) {
				c := newSession(t, "red", seed)
				if p := firstObjective(t, c, `{"support":"gold","target":"blue"}`); p.Support != "gold" || p.Target != "blue" {
					t.Errorf("seed %d: %+v", seed, p)
				}
				if p := firstObjective(t, c, `{"target":"gold"}`); p.Target != "gold" || p.Support == "gold" || p.Support == "" {
					t.Errorf("then %+v", p)
				}
				if p := firstObjective(t, c, `{"support":"nobody","target":"red"}`); p.Support == "" || p.Target != "gold" {
					t.Errorf("with unknown ids: %+v", p)
				}
			}
		},
		"APlayerWhoLeavesIsReplaced": func(t *testing.T) {
			for seed := range int64(20) {
				c := newSession(t, "red", seed)
				before := firstObjective(t, c, `{}`)
				c.Leaves(1000, before.Target)
				after := firstObjective(t, c, `{}`)
				if after.Support != before.Support || after.Target == before.Target || after.Target == after.Support || after.Target == "" {
					t.Errorf("seed %d: from %+v to %+v", seed, before, after)
				}
				c.Leaves(2000, after.Support)
				if last := firstObjective(t, c, `{}`); last.Support != "" || last.Target != after.Target {
					t.Errorf("beside one player: %+v", last)
				}
			}
		},
		"NoneAndTheSessionsOwn": func(t *testing.T) {
			if p := firstObjective(t, newSession(t, "red", 1), `{"objective":"none"}`); p != (objective{Mode: objectiveNone}) {
				t.Errorf("%+v", p)
			}
			c := newSession(t, "red", 1, func(c *session.Config) { c.Objective = "talk about food" })
			if p := firstObjective(t, c, `{"target":"blue"}`); p != (objective{Mode: objectiveSession}) {
				t.Errorf("%+v", p)
			}
		},
	})
}

// appraisal returns an answer with the doubts about players, in percent.
func appraisal(percents map[string]int) (a appraisalAnswer) {
	for name, p := range percents {
		a.Players = append(a.Players, appraised{name, p})
	}
	return a
}

func TestAdaptiveObjective(t *testing.T) {
	t.Parallel()
	const adaptive = `{"objective":"adaptive"}`
	// appraise starts with Gold to support and Blue as the target, and returns the objective after
	// some appraisals.
	appraise := func(t *testing.T, raw string, all ...map[string]int) (p objective) {
		t.Helper()
		c, f := newSession(t, "red", 1), fourMind(t, raw)
		c.Tell(0, &session.ThoughtCompleted{Kind: session.Start, Mind: session.EncodeMind(mind{Version: 1, Objective: objective{Mode: f.options.Objective, Support: "gold", Target: "blue"}})})
		for _, percents := range all {
			c.conclude(f, session.Want{Kind: kindAppraisal}, appraisal(percents))
		}
		return readMind(c.View()).Objective
	}
	for name, x := range map[string]struct {
		options         string
		all             []map[string]int
		support, target string
	}{
		"StaticStays":            {`{}`, []map[string]int{{"Green": 95, "Blue": 5, "Gold": 50}}, "gold", "blue"},
		"ToWhoIsDoubtedMore":     {adaptive, []map[string]int{{"Green": 80, "Blue": 40, "Gold": 40}}, "gold", "green"},
		"NotForALittleMore":      {adaptive, []map[string]int{{"Green": 60, "Blue": 50, "Gold": 50}}, "gold", "blue"},
		"TheSupportedIsDoubted":  {adaptive, []map[string]int{{"Gold": 90, "Blue": 30, "Green": 40}}, "blue", "gold"},
		"AllyWhomNobodyDoubts":   {adaptive, []map[string]int{{"Gold": 60, "Blue": 70, "Green": 10}}, "green", "blue"},
		"NoAllyForALittleLess":   {adaptive, []map[string]int{{"Gold": 50, "Blue": 60, "Green": 40}}, "gold", "blue"},
		"DoesNotFlicker":         {adaptive, []map[string]int{{"Green": 80, "Blue": 50}, {"Green": 50, "Blue": 60}}, "gold", "green"},
		"ButChangesBack":         {adaptive, []map[string]int{{"Green": 80, "Blue": 50}, {"Green": 20, "Blue": 60}}, "green", "blue"},
		"WhomThePlatformSupport": {`{"objective":"adaptive","support":"green"}`, []map[string]int{{"Green": 99, "Blue": 10, "Gold": 60}}, "green", "gold"},
		"TheDrawnTwoChange":      {`{}`, []map[string]int{{"Gold": 80, "Blue": 40}}, "blue", "gold"},
		"NotForALittleDoubt":     {`{}`, []map[string]int{{"Gold": 60, "Blue": 50}}, "gold", "blue"},
		"NorIfTheyAreGiven":      {`{"support":"gold"}`, []map[string]int{{"Gold": 80, "Blue": 40}}, "gold", "blue"},
		"UnknownNamesAndItself":  {adaptive, []map[string]int{{"Purple": 99, "Red": 99}}, "gold", "blue"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if p := appraise(t, x.options, x.all...); p.Support != x.support || p.Target != x.target {
				t.Errorf("%+v, want to support %s and turn on %s", p, x.support, x.target)
			}
		})
	}
}

// TestDoubts: a suspicion is the log-odds of a doubt, bounded at 1 and 99 percent. With a clear
// lead the bot accuses.
func TestDoubts(t *testing.T) {
	t.Parallel()
	c, f := newSession(t, "red", 1, func(c *session.Config) { c.Accuse = session.AccuseAuto }), fourMind(t, `{"support":"gold"}`)
	if out := c.conclude(f, session.Want{Kind: kindAppraisal}, appraisal(map[string]int{"blue": 90, "Gold": 40})); out.Accuse != "" {
		t.Errorf("accuses %s on a lead of 2.6", out.Accuse)
	}
	out := c.conclude(f, session.Want{Kind: kindAppraisal}, appraisal(map[string]int{"blue": 100, "Green": 40, "Gold": 30}))
	s := f.Brief(c.View()).Suspicion
	for id, want := range map[string]string{"blue": "4.595", "green": "-0.405", "gold": "-0.847"} {
		if got := fmt.Sprintf("%.3f", s[id]); got != want {
			t.Errorf("%s is suspected with %s, want %s", id, got, want)
		}
	}
	if len(s) != 3 || out.Accuse != "blue" {
		t.Errorf("suspicion %v, accuses %q", s, out.Accuse)
	}
	c.conclude(f, session.Want{Kind: kindAppraisal}, appraisal(map[string]int{"Red": 70}))
	if doubts := readMind(c.View()).Doubts; len(doubts) != 3 || doubts["blue"] != 100 {
		t.Errorf("doubts %v after an answer about the bot alone", doubts)
	}
	// A thought of another kind still says whom the bot would accuse.
	if out := c.conclude(f, session.Want{Kind: kindLookahead}, lookaheadFound{}); out.Accuse != "blue" {
		t.Errorf("after a lookahead it accuses %q", out.Accuse)
	}
	if out := c.conclude(fourMind(t, `{"support":"blue"}`), session.Want{Kind: kindLookahead}, lookaheadFound{}); out.Accuse != "" {
		t.Errorf("it accuses %q, whom it supports", out.Accuse)
	}
	c.Leaves(1000, "blue")
	if s := f.Brief(c.View()).Suspicion; len(s) != 2 {
		t.Errorf("suspects a player who has left: %v", s)
	}
}

// TestAChangeOfMindIsTold: the line after a change of sides may stand below one that defends the
// new target. Once the bot has written since, nothing is told any more.
func TestAChangeOfMindIsTold(t *testing.T) {
	t.Parallel()
	const told = `- You have just changed your mind about "Gold" and "Blue".`
	for generation, tells := range map[int]bool{2: false, 3: true} {
		c, f := newSession(t, "red", 1), fourMind(t, `{}`)
		c.State.Config.Generation = generation
		c.Tell(0, &session.ThoughtCompleted{Kind: session.Start, Mind: session.EncodeMind(mind{Version: 1, Objective: objective{Mode: objectiveSeed, Support: "gold", Target: "blue"}})})
		for i, text := range []string{"blue: hi all", "gold: somebody here is a bot", "red: gold is fine", "green: hm"} {
			player, text, _ := strings.Cut(text, ": ")
			c.Say(session.Millis(1000+5000*i), player, text)
		}
		says := func() bool {
			return strings.Contains(f.lookaheadPrompt(ahead{view: c.View()}).Parsed().Text(sectionObjective), told)
		}
		before := says()
		c.conclude(f, session.Want{Kind: kindAppraisal}, appraisal(map[string]int{"Gold": 80, "Blue": 40}))
		after := says()
		c.Say(30_000, "green", "so what now")
		later := says()
		c.Say(35_000, "red", "gold is not so fine")
		if before || after != tells || later != tells || says() {
			t.Errorf("generation %d: told before %t, after %t, after a line of others %t, after its own %t", generation, before, after, later, says())
		}
	}
}

// TestALineThatPointsHasWords: one or two words cannot point at an odd line. An answer may be
// short, and so may the lines after the bot has pointed.
func TestALineThatPointsHasWords(t *testing.T) {
	t.Parallel()
	shortest := func(lines ...string) int {
		least := 99
		for seed := range int64(30) {
			c, f := newSession(t, "red", seed), fourMind(t, `{"support":"gold","target":"blue"}`)
			for i, line := range append([]string{"gold: somebody here is a bot", "blue: hi", "red: hello", "green: yes"}, lines...) {
				player, text, _ := strings.Cut(line, ": ")
				c.Say(session.Millis(1000+7000*i), player, text)
			}
			least = min(least, f.lookaheadPrompt(ahead{view: c.View()}).Parsed().Words())
		}
		return least
	}
	if n := shortest(); n < 4 {
		t.Errorf("a line that points has %d words", n)
	}
	for line, most := range map[string]int{"green: red where are you from?": 3, "red: blue is odd": 2} {
		if n := shortest(line); n > most {
			t.Errorf("after %q a line has at least %d words", line, n)
		}
	}
}
