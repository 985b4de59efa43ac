package fourmind

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
)

// The bot knows that an ally is on its side, whatever a model or the options say.
func TestAnAllyIsNeitherDoubtedNorATarget(t *testing.T) {
	t.Parallel()
	allied := func(c *session.Config) { c.Bot.Allies = []string{"blue"} }
	for seed := range int64(40) {
		c := newSession(t, "red", seed, allied)
		for _, options := range []string{`{}`, `{"target":"blue"}`, `{"objective":"adaptive"}`} {
			if p := firstObjective(t, c, options); p.Target == "blue" || p.Target == "" {
				t.Fatalf("seed %d, %s: %+v", seed, options, p)
			}
		}
	}
	c, f := newSession(t, "red", 1, allied), fourMind(t, `{"objective":"adaptive"}`)
	c.Say(1000, "blue", "hello")
	c.conclude(f, session.Want{Kind: kindAppraisal, BasedOn: c.State.Seq}, appraisalAnswer{Players: []appraised{{"Blue", 99}, {"Green", 60}}})
	m := readMind(c.View())
	if m.Doubts["blue"] != 0 || m.Doubts["green"] != 60 || m.Objective.Target == "blue" {
		t.Errorf("it doubts %v and pursues %+v", m.Doubts, m.Objective)
	}
	if asked := f.appraisalPrompt(c.View()).Parsed().List(sectionJudge); !slices.Equal(asked, []string{"Green", "Gold"}) {
		t.Errorf("the appraisal asks about %q", asked)
	}
}

// What the game has told a good bot binds the draw, the doubts of the chat and the options.
func TestWhatTheBotKnowsBindsItsObjective(t *testing.T) {
	t.Parallel()
	seer := func(c *session.Config) {
		c.Bot.Role, c.Game.Rules, c.Game.RulesText = "seer", "werewolf", ""
	}
	merlin := func(c *session.Config) {
		c.Bot.Role, c.Game.Rules, c.Game.RulesText = "merlin", "avalon", ""
		c.Bot.KnownRoles = map[string][]string{"blue": {"morgana", "assassin"}, "gold": {"servant", "percival"}, "green": {"servant", "assassin"}}
	}
	for name, x := range map[string]struct {
		change                   func(*session.Config)
		told                     []string
		options, support, target string // who may be supported, and who may be the target
	}{
		"a werewolf is the target":     {seer, []string{"Blue is a werewolf."}, `{}`, "green gold", "blue"},
		"the cleared is supported":     {seer, []string{"Blue is not a werewolf."}, `{}`, "blue", "green gold"},
		"both":                         {seer, []string{"Blue is not a werewolf.", "Gold is a werewolf."}, `{"objective":"adaptive"}`, "blue", "gold"},
		"all but one are cleared":      {seer, []string{"Blue is not a werewolf.", "Gold is not a werewolf."}, `{}`, "blue gold", "green"},
		"the options know no better":   {seer, []string{"Blue is not a werewolf.", "Gold is a werewolf."}, `{"support":"gold","target":"blue"}`, "blue", "gold"},
		"they choose among the others": {seer, []string{"Blue is a werewolf."}, `{"target":"gold"}`, "green", "gold"},
		"known roles of one side":      {merlin, nil, `{}`, "gold", "blue"},
		"an evil bot deceives":         {func(c *session.Config) { seer(c); c.Bot.Role = "possessed" }, []string{"Blue is a werewolf."}, `{}`, "blue green gold", "blue green gold"},
	} {
		for seed := range int64(20) {
			c, f := newSession(t, "red", seed, x.change), fourMind(t, x.options)
			firstObjective(t, c, x.options)
			for _, text := range x.told {
				c.Tell(0, &session.ObservationReceived{Observation: session.Observation{Kind: session.PrivateInfo, Text: text}})
			}
			for _, line := range []string{"blue: hello", "gold: hi", "green: somebody is odd"} {
				player, text, _ := strings.Cut(line, ": ")
				c.Say(1000, player, text)
			}
			for _, percents := range []map[string]int{nil, {"Blue": 95, "Gold": 5}, {"Blue": 5, "Gold": 95}, {"Green": 95}} {
				c.conclude(f, session.Want{Kind: kindAppraisal}, appraisal(percents))
				m := readMind(c.View())
				p, told := m.Objective, f.told(c.View(), &m)
				if !slices.Contains(strings.Fields(x.support), p.Support) || !slices.Contains(strings.Fields(x.target), p.Target) {
					t.Errorf("%s, seed %d: %+v", name, seed, p)
				}
				if !strings.Contains(x.support+x.target, " ") && (told.Support != p.Support || told.Target != p.Target) {
					t.Errorf("%s, seed %d: tells %+v of %+v", name, seed, told, p)
				}
			}
		}
	}
}
