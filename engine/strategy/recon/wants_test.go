package recon

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func (c *fixture) says(player, text string) { c.Say(c.State.Now+1000, player, text) }

func (c *fixture) phase(id string) {
	c.Tell(c.State.Now+1000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: id}})
}

// TestScripts plays what the bot wants, and how it plays (figures 22 to 26). The name of a
// configuration has Ann's role and those of the others. The commands are in runCommand.
func TestScripts(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"testdata/wants.txt", "testdata/play.txt"} {
		sessiontest.Wants(t, file, func(name string) session.Config {
			role, others, _ := strings.Cut(cmp.Or(name, "servant: merlin percival servant morgana assassin"), ": ")
			c := config(role, strings.Fields(others))
			c.Seed = new(int64)
			return c
		}, func(raw json.RawMessage) (prompt.Thinker, error) {
			return New(sessiontest.Merged(t, asInThePaper, cmp.Or(string(raw), "{}")))
		}, runCommand)
	}
}

// runCommand tells of rulings (quest FAILS TEAM, propose BY TEAM, refused N TEAM, rule {…}) or of
// guesses ({…}), opens a vote ({…}), or shows facts, odds, suspicion, task and "evil PLAYER".
func runCommand(t *testing.T, s *sessiontest.Session, by prompt.Thinker, command string) string {
	c := &fixture{s, t, by.(*ReCon)}
	word, rest, _ := strings.Cut(command, " ")
	first, team, _ := strings.Cut(rest, " ")
	n, _ := strconv.Atoi(first)
	var lines []string
	switch word {
	case "quest":
		c.quest(n, strings.Fields(team)...)
	case "propose":
		c.propose(first, strings.Fields(team)...)
	case "refused":
		c.refused(n, strings.Fields(team)...)
	case "rule":
		c.rule(decoded[session.Ruling](t, rest))
	case "guesses":
		c.guesses(decoded[map[string]guess](t, rest))
	case "vote":
		l := c.vote(decoded[session.VoteRequest](t, rest))
		lines = sorted(l.Options)
		for _, id := range slices.Sorted(maps.Keys(l.Labels)) {
			lines = append(lines, id+" is "+strings.Join(sorted(l.Labels[id]), ", "))
		}
	case "facts":
		lines = c.beliefs().facts()
	case "odds":
		lines = c.beliefs().odds()
	case "suspicion":
		lines = sorted(c.r.Brief(c.View()).Suspicion)
	case "evil":
		return fmt.Sprintf("%.3f", c.beliefs().evil(rest))
	default:
		return sideTask(c.View())[0].Text
	}
	return strings.Join(lines, "\n")
}

func decoded[T any](t *testing.T, text string) (x T) {
	t.Helper()
	sessiontest.NoError(t, json.Unmarshal([]byte(text), &x))
	return x
}

func sorted(values map[string]float64) (lines []string) {
	for _, id := range slices.Sorted(maps.Keys(values)) {
		lines = append(lines, fmt.Sprintf("%s %.2f", id, values[id]))
	}
	return lines
}

func TestNotAllAtOnce(t *testing.T) {
	t.Parallel()
	at := map[session.Millis]bool{}
	for seed := range int64(20) {
		c := chat(t, `{"turn_ms":1000}`, func(c *session.Config) { c.Seed = &seed })
		c.says("bo", "hi")
		w := c.r.Wants(c.View())[0]
		if at[w.At] = true; w.At < c.State.Now || w.At > c.State.Now+3*1000 {
			t.Errorf("after a line at %d it waits until %d", c.State.Now, w.At)
		}
	}
	if len(at) < 15 {
		t.Errorf("20 seeds wait until %d times", len(at))
	}
}

// TestANewMessageEndsTheDoubling: Quiet counts only thoughts about nothing new.
func TestANewMessageEndsTheDoubling(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{"contemplation":"vanilla"}`)
	quiet := func(say bool) int {
		if say {
			c.says("bo", "hi")
		}
		_, f, err := c.think(silent)
		if err != nil {
			t.Fatal(err)
		}
		v := c.View()
		last, _ := v.Last()
		c.remember(c.r.Conclude(v, session.Want{Kind: kindContemplation, BasedOn: last.Seq}, f))
		return readMind(c.View()).Quiet
	}
	if got := []int{quiet(true), quiet(false), quiet(false), quiet(true)}; fmt.Sprint(got) != "[0 1 2 0]" {
		t.Errorf("quiet thoughts: %v", got)
	}
}
