package llm

import (
	"cmp"
	"time"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// Role is how the calls of one role are made.
type Role struct {
	Model string
	// Temperature is how freely the model writes; nil leaves it to the server.
	Temperature *float64
	// MaxTokens bounds an answer.
	MaxTokens int
	// Timeout bounds an ask from its first wait to its last call.
	Timeout time.Duration
	// Thinking is how much a model thinks before it answers: off, minimal, low, medium or high, sent as reasoning_effort; empty
	// leaves it to the server. A server that refuses the field is asked without it; what it has in its place goes into Config.ExtraBody.
	Thinking string
}

// Thinking are the values of Role.Thinking besides none, efforts the values of reasoning_effort that they are sent as.
var (
	Thinking = []string{"off", "minimal", "low", "medium", "high"}
	efforts  = append([]string{"none"}, Thinking[1:]...)
)

// ranks are the roles in the order in which they are served: who waits for a quick word notices a second, nobody waits for an analysis.
var ranks = []prompt.Role{prompt.RoleReflex, prompt.RoleReply, prompt.RoleDecision, prompt.RoleAnalysis}

// defaultModel is cheap, fast, follows schemas and does not think before it answers.
const defaultModel = "gpt-4.1-mini"

// DefaultRoles returns the roles for OpenAI.
func DefaultRoles() map[prompt.Role]Role {
	temperature := func(t float64) *float64 { return &t }
	return map[prompt.Role]Role{
		// A quick word is a handful of tokens, and one that takes longer than this is none any more.
		prompt.RoleReflex: {Model: defaultModel, Temperature: temperature(0.9), MaxTokens: 80, Timeout: 5 * time.Second},
		// A choice should be the likeliest one; its JSON is some ten tokens, with room for a name.
		prompt.RoleDecision: {Model: defaultModel, Temperature: temperature(0), MaxTokens: 60, Timeout: 10 * time.Second},
		// A line of chat has at most some 100 tokens; 0.8 varies the wording without losing the thread.
		prompt.RoleReply: {Model: defaultModel, Temperature: temperature(0.8), MaxTokens: 400, Timeout: 20 * time.Second},
		// An analysis names several players and messages; nobody waits for it.
		prompt.RoleAnalysis: {Model: defaultModel, Temperature: temperature(0.2), MaxTokens: 1200, Timeout: 30 * time.Second},
	}
}

// OneModel returns the default roles with one model for all, and no time limit above the one given.
func OneModel(model string, limit time.Duration) map[prompt.Role]Role {
	roles := DefaultRoles()
	for name, r := range roles {
		r.Model, r.Timeout = model, min(r.Timeout, limit)
		roles[name] = r
	}
	return roles
}

// rank returns the place of a role among the ranks; what no role has is served as a reply.
func rank(role prompt.Role) int {
	for i, r := range ranks {
		if r == role {
			return i
		}
	}
	return rank(prompt.RoleReply)
}

// role returns how a call is made for a session: its own choice for the role, else its default, else the server's.
func (c *Client) role(name prompt.Role, own *game.ModelChoices) Role {
	role := c.roles[ranks[rank(name)]]
	if own == nil {
		return role
	}
	var choice *game.ModelChoice
	switch name {
	case prompt.RoleReflex:
		choice = own.Reflex
	case prompt.RoleReply:
		choice = own.Reply
	case prompt.RoleAnalysis:
		choice = own.Analysis
	case prompt.RoleDecision:
		choice = own.Decision
	}
	for _, m := range []*game.ModelChoice{own.Default, choice} { // the role's own is put over the default
		if m == nil {
			continue
		}
		role.Model = cmp.Or(m.Model, role.Model)
		role.MaxTokens = cmp.Or(m.MaxTokens, role.MaxTokens)
		role.Timeout = cmp.Or(time.Duration(m.Timeout)*time.Millisecond, role.Timeout)
		if m.Temperature != nil {
			role.Temperature = m.Temperature
		}
	}
	return role
}
