package scheduler_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/sim/simtest"
	"ringer/engine/step"
)

// play returns the log of a chat with Blue and Green at the paper's pace. The model decides. Lines
// have their seconds.
func play(t *testing.T, models step.Models, options string, call session.Millis, lines map[int]string, until float64) []session.Event {
	t.Helper()
	asking := map[string]any{"order": "schedule_then_generate", "decide": "model", "opens": false}
	sessiontest.NoError(t, json.Unmarshal([]byte(options), &asking))
	seed := int64(1)
	chat := simtest.Open(t, session.Config{
		Strategy: "scheduler", Options: sessiontest.Must(json.Marshal(asking))(t), Biography: sessiontest.Biography(), Seed: &seed, Pace: session.PacePaper, Game: simtest.Three(),
	}, models, call)
	chat.SayAll(lines)
	return chat.Until(until)
}

// seconds is when an event was stored.
func seconds(e session.Event) float64 { return e.At.Sub(sim.Epoch()).Seconds() }

// The delay begins "after each generated message" (§2), not with the message that it answers.
func TestBeforeSendingItWaitsASecondAWord(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		"yes": 11 + 1, "quite fine so far": 11 + 4, "one two three four five six seven eight nine ten eleven twelve": 11 + 10,
	} {
		model := func(p prompt.Parsed) (any, error) {
			return map[string]string{"decision": "send", "text": text}, nil
		}
		sent := 0.0
		for _, e := range play(t, sessiontest.Model(model), `{}`, 5000, map[int]string{1: "blue how is everybody"}, 40) {
			if _, ok := e.Data.(*session.MessageSent); ok {
				sent = seconds(e)
			}
		}
		if sent != want { // two calls of 5 s after the message
			t.Errorf("%q was found at 11 s and sent at %g s, want %g s", text, sent, want)
		}
	}
}

// TestASilenceIsAskedAboutOnlyIfItHasGrown: no two questions in a silence show the same.
func TestASilenceIsAskedAboutOnlyIfItHasGrown(t *testing.T) {
	t.Parallel()
	for _, options := range []string{`{}`, `{"tick_ms":1000,"max_tick_ms":1000}`} {
		var silences []string
		model := func(p prompt.Parsed) (any, error) {
			if p.Task == "scheduler.when" {
				silences = append(silences, p.Text(prompt.SectionSilence))
			}
			return map[string]string{"decision": "wait"}, nil
		}
		play(t, sessiontest.Model(model), options, 500, map[int]string{1: "blue i like the coast", 20: "green so do i"}, 900)
		same := len(slices.Compact(slices.Sorted(slices.Values(silences))))
		empty := len(slices.DeleteFunc(slices.Clone(silences), func(s string) bool { return s != "" }))
		if empty != 2 || same != len(silences)-1 || len(silences) < 6 || len(silences) > 14 {
			t.Errorf("with %s: %d questions, %d of them without a silence: %q", options, len(silences), empty, silences)
		}
	}
}

// TestEveryOrderPlays: each order speaks, and has the share of the talk that it is meant to have.
func TestEveryOrderPlays(t *testing.T) {
	t.Parallel()
	lines := map[int]string{}
	for i := range 60 {
		lines[9*i+1] = []string{"blue", "green"}[i%2] + " " + []string{"who is it then", "i think about number %d", "red what do you think of %d?", "my day was long %d"}[i%4]
		if strings.Contains(lines[9*i+1], "%d") {
			lines[9*i+1] = fmt.Sprintf(lines[9*i+1], i)
		}
	}
	for order, tasks := range map[string][]string{
		"schedule_then_generate": {"scheduler.when", "scheduler.what"}, "generate_then_schedule": {"scheduler.what", "scheduler.draft"},
		"every_n": {"scheduler.what"}, "pass_token": {"scheduler.pass"},
	} {
		t.Run(order, func(t *testing.T) {
			t.Parallel()
			sent, asked := 0, map[string]bool{}
			for _, e := range play(t, nil, `{"order":"`+order+`"}`, 1000, lines, 560) {
				switch d := e.Data.(type) {
				case *session.MessageSent:
					sent++
				case *session.ThoughtCompleted:
					for _, c := range d.Calls {
						asked[c.Task] = asked[c.Task] || d.Kind == "turn"
					}
				}
			}
			if share := float64(sent) / float64(sent+len(lines)); share < 0.15 || share > 0.45 {
				t.Errorf("the bot has %.0f %% of the talk", 100*share)
			}
			for _, task := range tasks {
				if !asked[task] {
					t.Errorf("%s was not asked: %v", task, asked)
				}
			}
		})
	}
}

// TestTheTwoCallsDifferInTheirParameters: appendix A.2. docs/strategies/scheduler.md lists them.
func TestTheTwoCallsDifferInTheirParameters(t *testing.T) {
	t.Parallel()
	roles := llm.DefaultRoles()
	when, what := roles[prompt.RoleDecision], roles[prompt.RoleReply]
	if *when.Temperature != 0 || when.MaxTokens != 60 || *what.Temperature != 0.8 || what.MaxTokens != 400 || when.Model != what.Model {
		t.Errorf("when is asked with %+v, what with %+v", when, what)
	}
}
