package strategy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/attacktest"
	"ringer/engine/enginetest"
	"ringer/engine/game"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/store"
)

// aimless are the tasks whose prompts show no aim, with the reason.
var aimless = map[string]string{
	session.KindBiography: "who a player is at home does not depend on the game",
	"fourmind.analysis":   "the analyst does not know which player is the bot",
}

// TestPromptsHaveTheAimOfTheirRole plays a game of each rules with each strategy in a seat of each
// role, and asks for a vote. Every prompt tells the aim of its own role, and of no other one.
func TestPromptsHaveTheAimOfTheirRole(t *testing.T) {
	t.Parallel()
	for _, e := range strategy.All() {
		for _, rules := range referee.IDs() {
			t.Run(e.Name+"/"+rules, func(t *testing.T) {
				t.Parallel()
				of := map[string]string{}
				for _, c := range seats(t, rules) {
					if c.Strategy = e.Name; of[c.Aim()] == c.Bot.Role {
						continue
					} else if other := of[c.Aim()]; other != "" {
						t.Errorf("a %s and a %s have the same aim", other, c.Bot.Role)
					}
					of[c.Aim()] = c.Bot.Role
					checkAims(t, c, promptsOf(t, c))
				}
			})
		}
	}
}

// seats returns the sessions of a game of seven bots, or of three, as the rules deal it.
func seats(t *testing.T, id string) (all []session.Config) {
	c := session.GameConfig{Host: session.HostRinger, Speed: 1, Game: session.Setting{Rules: id}}
	one, others := referee.OddOne(id)
	names := []string{"Ann", "Bob", "Cleo", "Dan", "Eva", "Finn", "Gus"}
	if id == "three_party" {
		names = names[:3]
	}
	for _, name := range names {
		c.Game.Players = append(c.Game.Players, session.Player{ID: name, Name: name})
		c.Bots = append(c.Bots, session.GameBot{Bot: session.Bot{Seat: name}})
	}
	if one != "" {
		c.Roles = map[string]string{}
		for _, p := range c.Game.Players {
			c.Roles[p.ID] = others
		}
		c.Roles["Ann"] = one
	}
	rules, _ := referee.Find(id)
	d := sessiontest.Must(rules.Deal(game.StartOf(&c)))(t)
	if id == "gameshow" { // a table of bots alone has no person
		d.Roles[d.Players[0].ID], d.Conceal[d.Players[0].ID] = "human", nil
	}
	dealt := c.Dealt(&d)
	for i := range dealt.Bots {
		own := dealt.Session(i)
		own.Bot.Private = d.Private[own.Bot.Seat]
		all = append(all, own)
	}
	return all
}

// promptsOf plays a session in which the others talk to the bot, and then it votes.
func promptsOf(t *testing.T, c session.Config) []prompt.Prompt {
	strategies := enginetest.Strategies(t)
	witness := &attacktest.PromptRecorder{Models: offline.New(strategies.Skills())}
	s := sim.New(store.NewMemory(), strategies, witness)
	id := sessiontest.Must(s.Open(c))(t)
	var others []string
	for _, p := range c.Game.Players {
		if p.ID != c.Bot.Seat {
			others = append(others, p.ID)
		}
	}
	for i := range 12 {
		s.At(sim.Epoch().Add(time.Duration(10*i)*time.Second), func() error {
			return s.Say(id, session.Post{Sender: others[i%len(others)], Text: fmt.Sprintf("%s what do you think of %s, number %d", c.Bot.Seat, others[(i+1)%len(others)], i)})
		})
	}
	s.At(sim.Epoch().Add(150*time.Second), func() error {
		_, err := s.AskVote(t.Context(), id, session.VoteRequest{Kind: session.ChooseOne, Question: "Who is it?"})
		return err
	})
	sessiontest.NoError(t, s.Run(sim.Epoch().Add(4*time.Minute)))
	return witness.Prompts
}

func checkAims(t *testing.T, c session.Config, prompts []prompt.Prompt) {
	sessiontest.NoError(t, c.Complete()) // the aim is that of a new session
	preset, _ := session.FindPreset(c.Game.Rules)
	own, told := c.Aim(), map[string]bool{}
	for _, p := range prompts {
		text := sessiontest.PromptText(p)
		for _, a := range preset.Aims {
			if a.Text != own && strings.Contains(text, a.Text) {
				t.Errorf("%s of a %s has the aim of a %s", p.Task, c.Bot.Role, a.Role)
			}
		}
		told[p.Task] = strings.Contains(text, own)
	}
	var without []string
	for task, tells := range told {
		if !tells && aimless[task] == "" {
			without = append(without, task)
		}
	}
	if slices.Sort(without); len(without) > 0 || len(told) == 0 {
		t.Errorf("of %d tasks of a %s, these do not tell its aim: %v", len(told), c.Bot.Role, without)
	}
}
