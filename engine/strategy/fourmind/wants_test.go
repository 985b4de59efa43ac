package fourmind

import (
	"fmt"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/timing"
)

func TestWantsLookahead(t *testing.T) {
	t.Parallel()
	f := fourMind(t, `{}`)
	wanted := func(t *testing.T, c *fixture, want bool, why string) {
		t.Helper()
		v := c.view()
		last, _ := v.Last()
		w, ok := c.wants(f, v.Now)[kindLookahead]
		if ok != want || ok && w.BasedOn != last.Seq {
			t.Errorf("%s: wanted %v, %+v", why, ok, w)
		}
	}
	sessiontest.Cases(t, func(t *testing.T) *fixture { return newSession(t, "red", 1) }, map[string]func(*testing.T, *fixture){
		"AfterEveryMessageItsOwnToo": func(t *testing.T, c *fixture) {
			for _, sender := range []string{"gm", "blue", "red", "green"} {
				c.Say(1000, sender, "hi")
				wanted(t, c, true, "after a message of "+sender)
				c.Considered(1000, kindLookahead)
				wanted(t, c, false, "when that was considered")
			}
		},
		"NotWhileTheRestOfAMessageIsOnItsWay": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hi")
			c.Tell(2000, &session.PlanCreated{Plan: session.Plan{ID: "pln_1", Kind: session.Rest, Text: "you", BasedOn: c.State.Seq, Phase: c.State.Roster.Phase}})
			c.Say(2500, "blue", "so")
			wanted(t, c, false, "one foreign message later")
			c.Say(2600, "green", "well")
			wanted(t, c, true, "when the chat has left it behind")
		},
		"NotWhenItMayNotSpeak": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hi")
			c.Leaves(1500, "red")
			wanted(t, c, false, "when it has left")
		},
		"SparselyWhenAddressedOrAfterFive": func(t *testing.T, c *fixture) {
			c.Tell(0, &session.StrategyDegraded{PathChange: session.PathChange{From: session.PathFull, To: pathSparse}})
			for n := range 5 {
				if _, ok := c.wants(f, 1000)[kindLookahead]; ok {
					t.Errorf("wanted after %d messages", n)
				}
				c.Say(1000, "blue", fmt.Sprint(n))
			}
			wanted(t, c, true, "after five")
			c.Considered(1000, kindLookahead)
			c.Say(1000, "blue", "red?")
			wanted(t, c, true, "when addressed")
		},
	})
}

func TestWantsSilence(t *testing.T) {
	t.Parallel()
	f := fourMind(t, `{}`)
	// at returns when the bot speaks into a silence that begins at 60 s, after some messages.
	at := func(t *testing.T, seed int64, messages int) session.Millis {
		t.Helper()
		c := newSession(t, "red", seed)
		for range messages {
			c.Say(60_000, "blue", "hi")
		}
		c.Considered(60_000, kindLookahead)
		w, ok := c.wants(f, 60_000)[kindSilence]
		if !ok || !w.Silence {
			t.Fatalf("no silence is wanted, %+v", w)
		}
		return w.At - 60_000
	}
	sessiontest.Cases(t, func(t *testing.T) *fixture { return newSession(t, "red", 1) }, map[string]func(*testing.T, *fixture){
		"TenSecondsInTheBeginning": func(t *testing.T, _ *fixture) {
			for seed := range int64(50) {
				if got := at(t, seed, 5); got < 10_000 || got >= 13_000 {
					t.Errorf("seed %d: after %d ms", seed, got)
				}
			}
		},
		"LaterThirtyWithFourMoreForEachDrawThatFails": func(t *testing.T, _ *fixture) {
			const n = 2000
			fails := map[session.Millis]int{}
			for seed := range int64(n) {
				got := at(t, seed, 6) - 30_000
				if got < 0 || got%4000 >= 3000 {
					t.Fatalf("seed %d: %d ms after the 30 s", seed, got)
				}
				fails[got/4000]++
			}
			// 70 % of the silences should end at the first draw and 21 % at the second, within four
			// standard errors.
			if a, b := fails[0], fails[1]; a < 1318 || a > 1482 || b < 347 || b > 493 {
				t.Errorf("of %d silences %d end at once, %d after four seconds", n, a, b)
			}
		},
		"TwoSeedsDoNotOpenTogether": func(t *testing.T, _ *fixture) {
			if a, b := at(t, 1, 0), at(t, 2, 0); a == b {
				t.Errorf("both open after %d ms", a)
			}
			if a, b := at(t, 1, 0), at(t, 1, 0); a != b {
				t.Errorf("one seed opens after %d and %d ms", a, b)
			}
		},
		"NorDoTwoBotsOfOneGame": func(t *testing.T, _ *fixture) {
			red, blue := newSession(t, "red", 1), newSession(t, "blue", 1)
			if a, b := red.wants(f, 0)[kindSilence].At, blue.wants(f, 0)[kindSilence].At; a == b {
				t.Errorf("of one seed, both open after %d ms", a)
			}
		},
		"IsCountedFromTheLastActivity": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hi")
			c.Considered(1000, kindLookahead)
			before := c.wants(f, 1000)[kindSilence].At
			c.Tell(4000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerTyping, Player: &session.Player{ID: "blue"}}})
			if after := c.wants(f, 4000)[kindSilence].At; after != before+3000 {
				t.Errorf("from %d to %d when somebody types", before, after)
			}
		},
		"NoGreetingWhenTheOptionSaysSo": func(t *testing.T, c *fixture) {
			if _, ok := c.wants(f, 0)[kindSilence]; !ok {
				t.Error("an empty chat is left alone")
			}
			quiet := fourMind(t, `{"greeting":false}`)
			if _, ok := c.wants(quiet, 0)[kindSilence]; ok {
				t.Error("an empty chat is greeted")
			}
			c.Say(500, "gm", "the chat is open")
			c.Considered(500, kindLookahead)
			if _, ok := c.wants(quiet, 500)[kindSilence]; ok {
				t.Error("a chat that only the game master has opened is greeted")
			}
			c.Say(1000, "blue", "hi")
			c.Considered(1000, kindLookahead)
			if _, ok := c.wants(quiet, 1000)[kindSilence]; !ok {
				t.Error("a chat that has begun is left alone")
			}
		},
		"NotWhileAPlanOrALookaheadIsOnItsWay": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hi")
			if _, ok := c.wants(f, 1000)[kindSilence]; ok {
				t.Error("a silence is wanted before the message was considered")
			}
			c.Considered(1000, kindLookahead)
			c.Tell(2000, &session.PlanCreated{Plan: session.Plan{ID: "pln_1", Kind: session.Reply, Text: "yo", BasedOn: c.State.Seq, Phase: c.State.Roster.Phase}})
			if _, ok := c.wants(f, 2000)[kindSilence]; ok {
				t.Error("a silence is wanted while a plan waits")
			}
		},
		"NotOnTheSparsePath": func(t *testing.T, c *fixture) {
			c.Tell(0, &session.StrategyDegraded{PathChange: session.PathChange{From: session.PathFull, To: pathLean}})
			if _, ok := c.wants(f, 0)[kindSilence]; !ok {
				t.Error("the lean path opens no chat")
			}
			c.Tell(0, &session.StrategyDegraded{PathChange: session.PathChange{From: pathLean, To: pathSparse}})
			if _, ok := c.wants(f, 0)[kindSilence]; ok {
				t.Error("the sparse path spends a call on a silence")
			}
		},
		"OneThatBroughtNothingStartsAgain": func(t *testing.T, c *fixture) {
			c.Considered(14_000, kindSilence)
			if got := c.wants(f, 14_000)[kindSilence].At; got < 24_000 || got >= 27_000 {
				t.Errorf("at %d", got)
			}
		},
	})
}

// byAnalyst are the options with which the analyst reads all lines, as in the paper.
const byAnalyst = `{"reading":"analysis"}`

func TestWantsAnalysis(t *testing.T) {
	t.Parallel()
	f := fourMind(t, byAnalyst)
	sessiontest.Cases(t, func(t *testing.T) *fixture { return newSession(t, "red", 1) }, map[string]func(*testing.T, *fixture){
		"OfEveryMessageOldestFirst": func(t *testing.T, c *fixture) {
			c.Say(1000, "gm", "go")
			if w := c.wants(f, 1000)[kindAnalysis]; w.BasedOn != c.State.Seq {
				t.Errorf("of the game master's: %+v", w)
			}
			c.State.Thoughts[kindAnalysis] = session.Progress{Considered: c.State.Seq}
			for n := range 7 {
				c.Say(1000, []string{"blue", "red"}[n%2], fmt.Sprint(n))
			}
			pending := f.pending(c.view())
			if w := c.wants(f, 1000)[kindAnalysis]; len(pending) != 5 || pending[0].Text != "0" || pending[1].Sender != "red" || w.BasedOn != pending[4].Seq {
				t.Errorf("%d pending, %+v", len(pending), w)
			}
			c.Tell(1000, &session.ThoughtCompleted{Kind: kindAnalysis, BasedOn: pending[4].Seq})
			if rest := f.pending(c.view()); len(rest) != 2 || rest[0].Text != "5" {
				t.Errorf("then %+v", rest)
			}
		},
		"OfItsOwnLinesOnlyThreeAtOnce": func(t *testing.T, _ *fixture) {
			for batch, least := range map[int]int{5: ownLines, 2: 2, 1: 1} {
				c, f := newSession(t, "red", 1), fourMind(t, fmt.Sprintf(`{"batch":%d}`, batch))
				for n := 1; n <= least; n++ {
					c.Say(1000, "red", fmt.Sprint("own ", n))
					c.Considered(1000, kindLookahead)
					if _, ok := c.wants(f, 2000)[kindAnalysis]; ok != (n == least) {
						t.Errorf("with a batch of %d, %d own lines are analysed: %v", batch, n, ok)
					}
				}
			}
			c := newSession(t, "red", 1)
			c.Say(1000, "red", "hi")
			c.Say(1000, "blue", "hi")
			if pending := f.pending(c.view()); c.wants(f, 2000)[kindAnalysis].Kind == "" || len(pending) != 2 {
				t.Errorf("with a line of another player %d are analysed", len(pending))
			}
		},
		"OfWhatTheLookaheadHasLeft": func(t *testing.T, _ *fixture) {
			c, f := newSession(t, "red", 1), fourMind(t, `{}`)
			c.Say(1000, "blue", "so")
			c.Say(1500, "green", "well")
			if _, ok := c.wants(f, 2000)[kindAnalysis]; ok {
				t.Error("the analyst takes lines that a lookahead is about to read")
			}
			c.Considered(2500, kindLookahead)
			c.Tell(2500, &session.MessageAnnotated{Annotated: session.Annotated{Seq: c.State.Seq - 1}})
			if pending := f.pending(c.view()); len(pending) != 1 || pending[0].Text != "so" || c.wants(f, 3000)[kindAnalysis].Kind == "" {
				t.Errorf("left are %+v", pending)
			}
			c.Tell(3000, &session.ObservationReceived{Observation: session.Observation{Kind: session.BotMuted}})
			c.Say(3500, "blue", "red is muted")
			if pending := f.pending(c.view()); len(pending) != 2 {
				t.Errorf("while no lookahead comes, left are %+v", pending)
			}
		},
		"AFloodIsNotAnalysedWhole": func(t *testing.T, c *fixture) {
			for n := range 150 {
				c.Say(1000, "blue", fmt.Sprint(n))
			}
			if pending := f.pending(c.view()); pending[0].Text != "126" {
				t.Errorf("it begins with message %s, not with the first of the last 24", pending[0].Text)
			}
			calls := 0
			for w, ok := c.wants(f, 1000)[kindAnalysis]; ok; w, ok = c.wants(f, 1000)[kindAnalysis] {
				calls++
				c.Tell(1000, &session.ThoughtCompleted{Kind: kindAnalysis, BasedOn: w.BasedOn})
			}
			if calls != 5 {
				t.Errorf("%d calls for the 24 messages that prompts show with notes", calls)
			}
		},
		"AfterAFailureOnlyWhenALookaheadHasSucceeded": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hi")
			c.Considered(2000, kindLookahead)
			c.Failed(3000, kindAnalysis)
			if _, ok := c.wants(f, 60_000)[kindAnalysis]; ok {
				t.Error("tried again at once")
			}
			c.Say(61_000, "blue", "so")
			c.Considered(62_000, kindLookahead)
			if _, ok := c.wants(f, 62_000)[kindAnalysis]; !ok {
				t.Error("not tried again after a lookahead")
			}
			if w := c.wants(f, 62_000); w[kindLookahead].Kind != "" || w[kindSilence].Kind == "" {
				t.Errorf("beside it %+v", w)
			}
		},
		"NotOnACheaperPathNorWithoutABatch": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hi")
			if _, ok := c.wants(fourMind(t, `{"batch":0,"reading":"analysis"}`), 1000)[kindAnalysis]; ok {
				t.Error("a batch of 0 is analysed")
			}
			c.Tell(1000, &session.StrategyDegraded{PathChange: session.PathChange{From: session.PathFull, To: pathLean}})
			if _, ok := c.wants(f, 1000)[kindAnalysis]; ok {
				t.Error("the lean path analyses")
			}
		},
	})
}

func TestWantsAppraisal(t *testing.T) {
	t.Parallel()
	f := fourMind(t, `{}`)
	c := newSession(t, "red", 1)
	for n := range 16 { // every second message is the bot's own
		if _, ok := c.wants(f, 1000)[kindAppraisal]; ok {
			t.Fatalf("wanted after %d messages", n)
		}
		c.Say(timing.Millis(n)*1000, []string{"red", "blue"}[n%2], "hi")
	}
	if w, ok := c.wants(f, 20_000)[kindAppraisal]; !ok || w.BasedOn != c.State.Seq {
		t.Errorf("after eight messages of others: %+v", w)
	}
}
