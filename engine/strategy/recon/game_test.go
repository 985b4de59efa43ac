package recon_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/enginetest"
	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim/simtest"
	"ringer/engine/step"
)

// play returns the log of a chat with Blue and Green. A call takes a second. Lines have their
// seconds.
func play(t *testing.T, models step.Models, change func(*session.Config), lines map[int]string, until float64) []session.Event {
	t.Helper()
	c := session.Config{Strategy: "recon", Biography: sessiontest.Biography(), Seed: new(int64), Pace: session.PacePaper, Game: simtest.Three()}
	change(&c)
	chat := simtest.Open(t, c, models, 1000)
	chat.SayAll(lines)
	return chat.Until(until)
}

// separate makes a call for each stage, as in the paper.
var separate = json.RawMessage(`{"stages":"separate"}`)

// thoughts returns the contemplations of a log, each with its tasks.
func thoughts(log []session.Event) (all []*session.ThoughtCompleted, tasks []string) {
	for _, e := range log {
		if p, ok := e.Data.(*session.ThoughtCompleted); ok && p.Kind == "contemplation" {
			var asked []string
			for _, c := range p.Calls {
				asked = append(asked, strings.TrimPrefix(c.Task, "recon."))
			}
			all, tasks = append(all, p), append(tasks, strings.Join(asked, " "))
		}
	}
	return all, tasks
}

// As the budget runs out, the bot thinks step by step, then only speaks, then is silent.
func TestTheLadder(t *testing.T) {
	t.Parallel()
	lines := map[int]string{}
	for i := range 60 {
		lines[10*i+5] = fmt.Sprint("blue red what do you say to number ", i)
	}
	log := play(t, nil, func(c *session.Config) { c.Limits.MaxCalls, c.Options = 60, separate }, lines, 700)
	var steps []string
	for _, e := range log {
		if p, ok := e.Data.(*session.StrategyDegraded); ok {
			steps = append(steps, p.To)
		}
	}
	if !slices.Equal(steps, []string{"cot", "vanilla", session.PathSilence}) {
		t.Errorf("the paths are %v", steps)
	}
	_, tasks := thoughts(log)
	if got := slices.Compact(tasks); !slices.Equal(got, []string{"first_order formulate second_order refine", "cot", "vanilla"}) {
		t.Errorf("it asks %q", got)
	}
}

// Each stage shows the newest lines. So one contemplation answers a line that came while it ran.
func TestALineThatComesMeanwhileIsConsidered(t *testing.T) {
	t.Parallel()
	shown := map[string]int{}
	model := sessiontest.Model(func(p prompt.Parsed) (any, error) {
		shown[p.Task] = max(shown[p.Task], len(p.Transcript(prompt.SectionTranscript)))
		return map[string]any{"text": "fine by me", "players": []any{}, "readings": []any{}}, nil
	})
	log := play(t, model, func(c *session.Config) { c.Options = separate }, map[int]string{5: "blue red who is it?", 7: "green i say blue"}, 12)
	all, _ := thoughts(log)
	if len(all) != 1 || all[0].BasedOn != 4 || shown["recon.first_order"] != 1 || shown["recon.refine"] != 2 {
		t.Errorf("%d contemplations, %+v, lines shown %v", len(all), all, shown)
	}
}

// TestTheOfflinePlayerThroughAServer: each of its answers can be read.
func TestTheOfflinePlayerThroughAServer(t *testing.T) {
	t.Parallel()
	wired := sessiontest.Must(llm.New(llm.Config{Roles: llm.OneModel(offline.Name, 10*time.Second), Transport: offline.Transport{Model: offline.New(enginetest.Strategies(t).Skills())}}))(t)
	for _, options := range []string{`{}`, `{"stages":"separate"}`, `{"formulation":"off"}`, `{"contemplation":"cot"}`, `{"contemplation":"vanilla"}`} {
		for _, roles := range [][]string{nil, {"merlin", "servant", "assassin"}} {
			log := play(t, wired, func(c *session.Config) {
				if c.Options = json.RawMessage(options); roles != nil {
					c.Game.Rules, c.Game.RulesText, c.Game.RoleList, c.Bot.Role = "avalon", "", roles, "servant"
				}
			}, map[int]string{5: "blue red where are you from?", 30: "green and what do you do all day red?"}, 60)
			for _, e := range log {
				if p, ok := e.Data.(*session.ThoughtFailed); ok {
					t.Errorf("%s, %v: %s %s", options, roles, p.Kind, p.Code)
				}
			}
			if all, _ := thoughts(log); len(all) == 0 {
				t.Errorf("%s, %v: no thought", options, roles)
			}
		}
	}
}
