// Package simtest plays a chat of one bot in the simulator.
package simtest

import (
	"strings"
	"testing"
	"time"

	"ringer/engine/enginetest"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/step"
	"ringer/store"
)

// Chat is a chat of a bot, whom the test lets others talk to. Times are seconds after its start.
type Chat struct {
	Sim *sim.Sim
	ID  string
	T   testing.TB
}

// Three is a game of Red, Blue and Green.
func Three() session.Setting {
	return session.Setting{RulesText: "Talk.", Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}}
}

// Open opens a chat in which the bot plays Red. Its calls take as long as the latencies say, in
// turn. Without models the offline player answers.
func Open(t testing.TB, c session.Config, models step.Models, latencies ...session.Millis) *Chat {
	t.Helper()
	strategies := enginetest.Strategies(t)
	if models == nil {
		models = offline.New(strategies.Skills())
	}
	s := sim.New(store.NewMemory(), strategies, models)
	if len(latencies) > 0 {
		s.Latencies = latencies
	}
	c.Bot.Seat = "red"
	id, err := s.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	return &Chat{Sim: s, ID: id, T: t}
}

// At schedules an action.
func (c *Chat) At(seconds float64, do func() error) {
	c.Sim.At(sim.Epoch().Add(time.Duration(seconds*float64(time.Second))), do)
}

// Say schedules a message of a player.
func (c *Chat) Say(seconds float64, sender, text string) {
	c.At(seconds, func() error { return c.Sim.Say(c.ID, session.Post{Sender: sender, Text: text}) })
}

// SayAll schedules lines, each the name of a player and a text, by their seconds.
func (c *Chat) SayAll(lines map[int]string) {
	for at, line := range lines {
		who, text, _ := strings.Cut(line, " ")
		c.Say(float64(at), who, text)
	}
}

// Until plays up to a time and returns the log.
func (c *Chat) Until(seconds float64) []session.Event {
	c.T.Helper()
	if err := c.Sim.Run(sim.Epoch().Add(time.Duration(seconds * float64(time.Second)))); err != nil {
		c.T.Fatal(err)
	}
	log, err := c.Sim.Log(c.ID)
	if err != nil {
		c.T.Fatal(err)
	}
	return log
}
