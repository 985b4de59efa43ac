package llm

import (
	"cmp"
	"slices"
	"time"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

type RoleConfig struct {
	Model string
	// Temperature is how freely the model writes; nil leaves it to the server.
	Temperature *float64
	MaxTokens   int
	// Timeout bounds an ask from its first wait to its last call.
	Timeout time.Duration
	// Thinking is one of ThinkingLevels, sent as reasoning_effort; empty leaves it to the server. A
	// server that refuses the field is asked without it. A server's own field goes into
	// Config.ExtraBody.
	Thinking string
}

// ThinkingLevels returns the values of RoleConfig.Thinking, the least thinking first.
func ThinkingLevels() []string { return []string{"off", "minimal", "low", "medium", "high"} }

// efforts are the values of reasoning_effort for the ThinkingLevels.
var efforts = append([]string{"none"}, ThinkingLevels()[1:]...)

// ranks are the roles in the order of service. Who waits for a quick word notices a second. Nobody
// waits for an analysis.
var ranks = []prompt.ModelRole{prompt.RoleReflex, prompt.RoleReply, prompt.RoleDecision, prompt.RoleAnalysis}

// defaultModel is cheap, fast, follows schemas and does not think before it answers.
const defaultModel = "gpt-4.1-mini"

// DefaultRoles returns the roles for OpenAI.
func DefaultRoles() map[prompt.ModelRole]RoleConfig {
	temperature := func(t float64) *float64 { return &t }
	return map[prompt.ModelRole]RoleConfig{
		// A quick word has few tokens. After this time it is not quick any more.
		prompt.RoleReflex: {Model: defaultModel, Temperature: temperature(0.9), MaxTokens: 80, Timeout: 5 * time.Second},
		// The likeliest choice. Its JSON has some ten tokens, and may hold a name.
		prompt.RoleDecision: {Model: defaultModel, Temperature: temperature(0), MaxTokens: 60, Timeout: 10 * time.Second},
		// A line of chat has some 100 tokens. At 0.8 the wording varies and still fits the
		// conversation.
		prompt.RoleReply: {Model: defaultModel, Temperature: temperature(0.8), MaxTokens: 400, Timeout: 20 * time.Second},
		// An analysis names several players and messages; nobody waits for it.
		prompt.RoleAnalysis: {Model: defaultModel, Temperature: temperature(0.2), MaxTokens: 1200, Timeout: 30 * time.Second},
	}
}

// OneModel returns the default roles with one model for all. No time limit is above limit.
func OneModel(model string, limit time.Duration) map[prompt.ModelRole]RoleConfig {
	roles := DefaultRoles()
	for name, r := range roles {
		r.Model, r.Timeout = model, min(r.Timeout, limit)
		roles[name] = r
	}
	return roles
}

// rank returns the place of a role among the ranks. A call without a role is served as a reply.
func rank(role prompt.ModelRole) int {
	for i, r := range ranks {
		if r == role {
			return i
		}
	}
	return rank(prompt.RoleReply)
}

// role returns how a call is made: by the session's choice for the role, its default, or the
// server's.
func (c *Client) role(name prompt.ModelRole, own *session.ModelChoices) RoleConfig {
	role := c.roles[ranks[rank(name)]]
	for _, m := range choices(name, own) {
		role.Model = cmp.Or(m.Model, role.Model)
		role.MaxTokens = cmp.Or(m.MaxTokens, role.MaxTokens)
		role.Timeout = cmp.Or(time.Duration(m.Timeout)*time.Millisecond, role.Timeout)
		if m.Temperature != nil {
			role.Temperature = m.Temperature
		}
	}
	return role
}

// temperature returns the session's choice, or what the prompt asks for. A role without one keeps
// none, because its model may refuse every one.
func temperature(p *prompt.Prompt, role RoleConfig, own *session.ModelChoices) *float64 {
	chosen := slices.ContainsFunc(choices(p.Role, own), func(m *session.ModelChoice) bool { return m.Temperature != nil })
	if p.Temperature == nil || role.Temperature == nil || chosen {
		return role.Temperature
	}
	return p.Temperature
}

// choices returns what a session has chosen for a role, the more specific choice last.
func choices(name prompt.ModelRole, own *session.ModelChoices) []*session.ModelChoice {
	if own == nil {
		return nil
	}
	all := []*session.ModelChoice{own.Default}
	switch name {
	case prompt.RoleReflex:
		all = append(all, own.Reflex)
	case prompt.RoleReply:
		all = append(all, own.Reply)
	case prompt.RoleAnalysis:
		all = append(all, own.Analysis)
	case prompt.RoleDecision:
		all = append(all, own.Decision)
	}
	return slices.DeleteFunc(all, func(m *session.ModelChoice) bool { return m == nil })
}
