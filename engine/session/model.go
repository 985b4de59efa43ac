package session

import "fmt"

// Limits of what a session may choose for its model calls. A server may allow less.
const (
	MaxTemperature  = 2      // as in the chat completions API
	MaxAnswerTokens = 32_000 // more than any message needs, even after long thinking
	MinAnswerMillis = 500    // no model answers faster over a network
	MaxAnswerMillis = 90_000 // later, the chat has moved on anyway
)

// ModelChoices are a session's own choices of models: one for each role, and a default for the
// roles without one.
type ModelChoices struct {
	Default  *ModelChoice `json:"default,omitempty"`
	Reflex   *ModelChoice `json:"reflex,omitempty"`
	Reply    *ModelChoice `json:"reply,omitempty"`
	Analysis *ModelChoice `json:"analysis,omitempty"`
	Decision *ModelChoice `json:"decision,omitempty"`
}

// ModelChoice is how the calls of one role are made. The server's settings apply to what it leaves
// out.
type ModelChoice struct {
	Model string `json:"model,omitempty"` // Model is the model's name at the model server.
	// Temperature is how freely the model writes.
	Temperature *float64 `json:"temperature,omitempty"`
	// MaxTokens is the longest answer, in tokens.
	MaxTokens int `json:"max_tokens,omitempty" zero:"default"`
	// Timeout is how long all calls for one question may take together.
	Timeout int64 `json:"timeout_ms,omitempty" zero:"default"`
}

// Each calls f with each choice that is set, and with its name.
func (m *ModelChoices) Each(f func(name string, c *ModelChoice)) {
	if m == nil {
		return
	}
	for _, role := range []struct {
		name   string
		choice *ModelChoice
	}{{"default", m.Default}, {"reflex", m.Reflex}, {"reply", m.Reply}, {"analysis", m.Analysis}, {"decision", m.Decision}} {
		if role.choice != nil {
			f(role.name, role.choice)
		}
	}
}

func (m *ModelChoices) validate(errs *Errors) {
	m.Each(func(name string, c *ModelChoice) {
		at := "/model/" + name
		if c.Model != "" {
			checkName(errs, CodeInvalidName, at+"/model", c.Model)
		}
		if t := c.Temperature; t != nil && !(*t >= 0 && *t <= MaxTemperature) {
			errs.Add(CodeOutOfRange, at+"/temperature", fmt.Sprintf("must be from 0 to %d", MaxTemperature))
		}
		errs.AddIf(c.MaxTokens < 0 || c.MaxTokens > MaxAnswerTokens, CodeOutOfRange, at+"/max_tokens", "must be from 1 to %d", MaxAnswerTokens)
		if c.Timeout != 0 && (c.Timeout < MinAnswerMillis || c.Timeout > MaxAnswerMillis) {
			errs.Add(CodeOutOfRange, at+"/timeout_ms", fmt.Sprintf("must be from %d to %d", MinAnswerMillis, MaxAnswerMillis))
		}
	})
}
