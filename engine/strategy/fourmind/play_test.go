package fourmind_test

import (
	"strings"
	"testing"
	"time"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
)

// expectTexts compares what the bot said with what it should have said.
func expectTexts(t *testing.T, log []session.Event, want string) {
	t.Helper()
	if got := texts(log); got != want {
		t.Errorf("it said %q, want %q\n%s", got, want, trace(log))
	}
}

// town takes about ten seconds to type.
const town = "a small town near linz you wont know it"

// TestMessageWhileThinking: a message that comes during a call starts a lookahead of its own. The
// published bot leaves it to the next message.
func TestMessageWhileThinking(t *testing.T) {
	t.Parallel()
	s := newScene(t, replies(map[string]string{"where from": "linz"}), `{"greeting":false}`, 1)
	s.Say(1, "blue", "hello")
	s.Say(1.5, "green", "where from")
	expectTexts(t, s.Until(9), "linz")
}

// TestMessageWhileTyping: a message that comes while the bot types is considered at once. The
// published bot ignores it and sends an outdated reply.
func TestMessageWhileTyping(t *testing.T) {
	t.Parallel()
	to := map[string]string{"where from": town, "red answer me": "sorry was reading"}
	sessiontest.Subtests(t, map[string]func(*testing.T){
		"OneThatIsNotForTheBotKeepsTheReplyAndIsConsidered": func(t *testing.T) {
			s := newScene(t, replies(to), `{"greeting":false}`, 1)
			s.Say(1, "blue", "where from")
			s.Say(4, "green", "lol")
			log := s.Until(20)
			expectTexts(t, log, town)
			if consideredBeforeSending(log) <= sent(log)[0].BasedOn {
				t.Errorf("the message was not considered before the reply went out\n%s", trace(log))
			}
		},
		"OneThatIsForTheBotIsAnsweredInstead": func(t *testing.T) {
			s := newScene(t, replies(to), `{"greeting":false}`, 1)
			s.Say(1, "blue", "where from")
			s.Say(4, "green", "red answer me")
			log := s.Until(20)
			expectTexts(t, log, "sorry was reading")
			var due time.Time
			for _, e := range log {
				switch p := e.Data.(type) {
				case *session.PlanCreated:
					due = p.DueAt
				case *session.PlanRevised:
					if !e.At.Before(due) {
						t.Errorf("a new lookahead should start at once, not when the reply is due\n%s", trace(log))
					}
				}
			}
		},
		"TheLookaheadDecidesAboutTheUnsentLine": func(t *testing.T) {
			answers := replies(to)
			for unsent, want := range map[string]string{"drop": "", "keep": town} {
				writer := map[string]string{"drop": "Blue", "keep": "Red"}[unsent] // a small model keeps its line and writes another
				chooses := func(p prompt.Parsed) (any, error) {
					if p.Text(prompt.SectionPending) == "" {
						return answers(p)
					}
					return map[string]any{"unsent": unsent, "messages": []map[string]string{{"sender": writer, "text": "who is it then"}}}, nil
				}
				s := newScene(t, chooses, `{"greeting":false}`, 1)
				s.Say(1, "blue", "where from")
				for i, text := range []string{"i think blue is the bot", "anyway", "who knows"} { // makes it stale
					s.Say(4+float64(i), "green", text)
				}
				log := s.Until(20)
				expectTexts(t, log, want)
				if dropped := strings.Contains(trace(log), "cancels: dropped"); dropped != (unsent == "drop") || strings.Contains(trace(log), session.KindReconsider) {
					t.Errorf("one call should decide to %s it\n%s", unsent, trace(log))
				}
			}
		},
		"ThreeOthersMakeItStale": func(t *testing.T) {
			s := newScene(t, replies(to), `{"greeting":false}`, 1)
			s.Say(1, "blue", "where from")
			for i, text := range []string{"lol", "anyway", "who is it"} {
				s.Say(4+float64(i), "green", text)
			}
			log := s.Until(20)
			expectTexts(t, log, "")
			if !strings.Contains(trace(log), "cancels: withdrawn") {
				t.Errorf("the plan was not given up\n%s", trace(log))
			}
		},
	})
}

// consideredBeforeSending returns what lookaheads had considered before the first message.
func consideredBeforeSending(log []session.Event) (seq int64) {
	for _, e := range log {
		switch p := e.Data.(type) {
		case *session.ThoughtCompleted:
			if p.Kind == "lookahead" {
				seq = p.BasedOn
			}
		case *session.MessageSent:
			return seq
		}
	}
	return seq
}

// TestFollowUps: all parts of a text are sent, each after a check. The published bot loses the
// parts after the second, and sends a waiting part at the next message without a check.
func TestFollowUps(t *testing.T) {
	t.Parallel()
	to := map[string]string{"who are you": "some guy, from linz, 3,5 km from it, and you"}
	for name, x := range map[string]struct {
		says [][2]string
		want string
	}{
		"AllPartsOneAfterAnother": {nil, "some guy | from linz | 3,5 km from it | and you"},
		"OneForeignMessageKeeps":  {[][2]string{{"green", "lol"}}, "some guy | from linz | 3,5 km from it | and you"},
		"TwoDrop":                 {[][2]string{{"green", "lol"}, {"blue", "ok"}}, "some guy"},
		"AnAddressDrops":          {[][2]string{{"green", "red who asked"}}, "some guy"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, replies(to), `{"greeting":false}`, 3)
			s.Say(1, "blue", "who are you")
			first := sent(s.Until(5))
			if len(first) != 1 {
				t.Fatalf("%d messages after five seconds", len(first))
			}
			for i, say := range x.says {
				s.Say(5.1+float64(i)/10, say[0], say[1])
			}
			log := s.Until(22)
			expectTexts(t, log, x.want)
			for i, m := range sent(log) {
				if m.Timing.Typing == 0 || i > 0 && m.Waited < m.Timing.Typing {
					t.Errorf("%q waited %d ms, typed in %d", m.Text, m.Waited, m.Timing.Typing)
				}
			}
		})
	}
}

// No word loses a part of it. The published bot removes names and marks also inside other words.
func TestWordsStayWhole(t *testing.T) {
	t.Parallel()
	s := newScene(t, replies(map[string]string{"who are you": "Red: tired, scared of hundreds of bluebirds"}), `{"greeting":false}`, 3)
	s.Say(1, "blue", "who are you")
	expectTexts(t, s.Until(22), "tired | scared of hundreds of bluebirds")
}

// TestSilence: a line that ends a silence is cleaned, split and typed like any other line. The
// published bot sends it as the model wrote it.
func TestSilence(t *testing.T) {
	t.Parallel()
	greet := replies(map[string]string{"": "Red: hello people, anybody there"})
	first := map[int64]time.Duration{}
	for seed := range int64(2) {
		s := newScene(t, greet, `{}`, seed)
		log := s.Until(30)
		expectTexts(t, log, "hello people | anybody there")
		for _, m := range sent(log) {
			if m.Timing.Typing == 0 || m.Waited < m.Timing.Typing {
				t.Errorf("%q waited %d ms", m.Text, m.Waited)
			}
		}
		if first[seed] = sent(log)[0].DueAt.Sub(sim.Epoch()); first[seed] < 10*time.Second || first[seed] > 20*time.Second {
			t.Errorf("seed %d opens after %v", seed, first[seed])
		}
	}
	if d := first[0] - first[1]; d.Abs() < 100*time.Millisecond {
		t.Errorf("two bots open within %v", d)
	}
	expectTexts(t, newScene(t, greet, `{"greeting":false}`, 1).Until(60), "")
}

// A line for a silence is not sent once somebody else has spoken, even while it is being typed.
func TestSilenceIsBroken(t *testing.T) {
	t.Parallel()
	to := map[string]string{"": "Red: so quiet in here today is anybody still awake", "what do you do": "i am a baker"}
	for name, x := range map[string]struct{ says, want string }{
		"ByARemark":   {"sorry was away", ""},
		"ByAQuestion": {"what do you do", "i am a baker"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, replies(to), `{}`, 1)
			if log := s.Until(16); !strings.Contains(trace(log), "plans reply") || len(sent(log)) > 0 {
				t.Fatalf("there should be a plan\n%s", trace(log))
			}
			s.Say(16.5, "blue", x.says)
			expectTexts(t, s.Until(40), x.want)
		})
	}
}

// After an error the bot goes on. The published bot keeps its lock and never speaks again.
func TestFailedLookahead(t *testing.T) {
	t.Parallel()
	failures := 1
	well := replies(map[string]string{"where from": "linz"})
	s := newScene(t, func(p prompt.Parsed) (any, error) {
		if p.Task == taskLookahead && failures > 0 {
			failures--
			return nil, errModel
		}
		return well(p)
	}, `{"greeting":false}`, 1)
	s.Say(1, "blue", "where from")
	expectTexts(t, s.Until(9), "linz")
}

// TestPaths: with one simulation the urge is 0 or 1; with three it shows how sure the model is.
func TestPaths(t *testing.T) {
	t.Parallel()
	for options, x := range map[string]struct {
		want string
		urge float64
	}{
		`{"greeting":false}`:                                 {"linz", 1},
		`{"greeting":false,"paths":3}`:                       {"", 1. / 3},
		`{"greeting":false,"paths":3,"speak_threshold":0.3}`: {"linz", 1. / 3},
	} {
		asked := 0
		s := newScene(t, func(p prompt.Parsed) (any, error) {
			if p.Task != taskLookahead {
				return others(p)
			}
			asked++
			return next([]string{"Red", "Blue", "Green"}[(asked-1)%3], "linz"), nil
		}, options, 1)
		s.Say(1, "blue", "where from")
		log := s.Until(3)
		expectTexts(t, log, x.want)
		if looked := completed(log, "lookahead"); looked[0].Urge == nil || *looked[0].Urge != x.urge {
			t.Errorf("%s: urge %v", options, looked[0].Urge)
		}
	}
}

// The prompt is as long at message 500 as at message 50. The paper's prompt grows with the game.
func TestTokensDoNotGrow(t *testing.T) {
	t.Parallel()
	const side = "this is what the line says on one of its four sides"
	model := withSides(func(p prompt.Parsed) (any, error) {
		if p.Task == session.KindSummary {
			return map[string]any{"summary": strings.Repeat("They talked about football. ", 16)}, nil
		}
		return others(p)
	}, func(prompt.Line) map[string]any {
		return map[string]any{"receivers": []string{"Red", "Green"}, "facts": side, "self_revelation": side, "relationship": side, "appeal": side}
	})
	s := newScene(t, model, `{"greeting":false}`, 1)
	for i := range 510 {
		s.Say(float64(1+6*i), []string{"blue", "green"}[i%2], "line number "+strings.Repeat("x", i%30))
	}
	log := s.Until(3070)
	said, summaries := 0, 0
	tokens := map[int][]int{}
	for _, e := range log {
		switch p := e.Data.(type) {
		case *session.MessageReceived:
			said++
		case *session.ThoughtCompleted:
			if p.Summary != nil {
				summaries++
			}
			if p.Kind == "lookahead" {
				tokens[(said+10)/20] = append(tokens[(said+10)/20], p.Calls[0].PromptTokens)
			}
		}
	}
	mean := func(values []int) (m float64) {
		for _, v := range values {
			m += float64(v) / float64(len(values))
		}
		return m
	}
	early, late := mean(append(tokens[2], tokens[3]...)), mean(append(tokens[24], tokens[25]...))
	t.Logf("a lookahead takes %.0f tokens at message 50 and %.0f at message 500, %d summaries", early, late, summaries)
	if late > 1.1*early || summaries == 0 {
		t.Errorf("from %.0f to %.0f tokens, %d summaries", early, late, summaries)
	}
}
