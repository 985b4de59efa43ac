package fourmind

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// Commands of its own show lines for analyst and lookahead, the sections ahead and objective, and
// the brief.
func TestWhatIsWanted(t *testing.T) {
	t.Parallel()
	sessiontest.Wants(t, "testdata/wants.txt", func(string) session.Config { return config("red", 1) }, func(raw json.RawMessage) (prompt.Thinker, error) {
		return New(sessiontest.Merged(t, eachLine, cmp.Or(string(raw), "{}")))
	}, func(t *testing.T, s *sessiontest.Session, by prompt.Thinker, command string) string {
		c, f, v := &fixture{s}, by.(*FourMind), s.View()
		word, rest, _ := strings.Cut(command, " ")
		seq, _ := strconv.ParseInt(rest, 10, 64)
		switch word {
		case "annotated":
			c.Tell(c.State.Now, &session.MessageAnnotated{Annotated: session.Annotated{Seq: seq}})
			return ""
		case "analysed":
			c.Tell(c.State.Now, &session.ThoughtCompleted{Kind: kindAnalysis, BasedOn: seq})
			return ""
		case "doubted":
			c.conclude(f, session.Want{Kind: kindAppraisal}, appraisal(map[string]int{rest: 70}))
			return ""
		case "pending":
			var texts []string
			for _, m := range f.pending(v) {
				texts = append(texts, m.Text)
			}
			return strings.Join(texts, " | ")
		case "read":
			return fmt.Sprint(f.toRead(v))
		case "ahead":
			return ahead{view: v, count: 1, botFirst: rest == "first"}.section().Text
		case "brief":
			return strings.Join(f.Brief(v).Lines, "\n")
		}
		return f.lookaheadPrompt(ahead{view: v}).Parsed().Text(sectionObjective)
	})
}

// TestWhatIsOpen: by default the bot looks ahead after what may be for it.
func TestWhatIsOpen(t *testing.T) {
	t.Parallel()
	sessiontest.Wants(t, "testdata/open.txt", func(string) session.Config { return config("red", 1) }, New, func(_ *testing.T, s *sessiontest.Session, by prompt.Thinker, _ string) string {
		v := s.View()
		return ahead{view: v, count: 1, turn: by.(*FourMind).hasTurn(v)}.section().Text
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
	sessiontest.Subtests(t, map[string]func(*testing.T){
		"TenSecondsInTheBeginning": func(t *testing.T) {
			for seed := range int64(50) {
				if got := at(t, seed, 5); got < 10_000 || got >= 13_000 {
					t.Errorf("seed %d: after %d ms", seed, got)
				}
			}
		},
		"LaterThirtyWithFourMoreForEachDrawThatFails": func(t *testing.T) {
			const n = 2000
			fails := map[session.Millis]int{}
			for seed := range int64(n) {
				got := at(t, seed, 6) - 30_000
				if got < 0 || got%4000 >= 3000 {
					t.Fatalf("seed %d: %d ms after the 30 s", seed, got)
				}
				fails[got/4000]++
			}
			// 70 % should end at the first draw and 21 % at the second, within four
			// standard errors.
			if a, b := fails[0], fails[1]; a < 1318 || a > 1482 || b < 347 || b > 493 {
				t.Errorf("of %d silences %d end at once, %d after four seconds", n, a, b)
			}
		},
		"TwoSeedsDoNotOpenTogether": func(t *testing.T) {
			if a, b := at(t, 1, 0), at(t, 2, 0); a == b {
				t.Errorf("both open after %d ms", a)
			}
			if a, b := at(t, 1, 0), at(t, 1, 0); a != b {
				t.Errorf("one seed opens after %d and %d ms", a, b)
			}
		},
		"NorDoTwoBotsOfOneGame": func(t *testing.T) {
			red, blue := newSession(t, "red", 1), newSession(t, "blue", 1)
			if a, b := red.wants(f, 0)[kindSilence].At, blue.wants(f, 0)[kindSilence].At; a == b {
				t.Errorf("of one seed, both open after %d ms", a)
			}
		},
	})
}

// byAnalyst are the options with which the analyst reads all lines, as in the paper.
const byAnalyst = `{"reading":"analysis"}`

func TestAFloodIsNotAnalysedWhole(t *testing.T) {
	t.Parallel()
	c, f := newSession(t, "red", 1), fourMind(t, byAnalyst)
	for n := range 150 {
		c.Say(1000, "blue", fmt.Sprint(n))
	}
	if pending := f.pending(c.View()); pending[0].Text != "126" {
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
}
