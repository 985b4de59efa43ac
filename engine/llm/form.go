package llm

import (
	"cmp"
	"slices"
)

// rung is how the shape of an answer is asked for. The best way comes first.
type rung int

const (
	strictSchema rung = iota
	looseSchema
	jsonObject // the prompt describes the shape in words
	plainText  // the prompt describes the shape in words
)

var rungs = []string{"strict_schema", "schema", "json_object", "text"}

func (r rung) String() string { return rungs[r] }

// capField bounds an answer. Reasoning models of OpenAI want the newer name. GLM and older servers
// know only the older. Ollama accepts the newer and ignores it.
type capField int

const (
	noCapField capField = iota
	maxTokens
	maxCompletionTokens
)

func (n capField) String() string { return []string{"", "max_tokens", "max_completion_tokens"}[n] }

type part int

const (
	partFormat part = iota
	partCap
	partTemperature
	partSeed
	partThinking
	partSystem
	partCapValue // the cap's value, not its name
	partSwitch   // enable_thinking, which the server wants to be off (DashScope)
	partStream   // the server only streams, or never
	partUsage    // stream_options
)

// form is the form of a request. It is a value: two calls with equal forms ask in the same way.
type form struct {
	rung     rung
	capField capField
	// refusedCapField is the other field, if it was refused; else noCapField.
	refusedCapField capField
	// thinkingTokens are added to the cap, because the model's thinking counts against it.
	thinkingTokens int
	noTemperature  bool
	noSeed         bool
	// oneMessage puts the system message into the user message.
	oneMessage bool
	// switchedOff sends enable_thinking: false.
	switchedOff bool
	stream      bool
	// noUsage does not ask for the usage at the end of a stream.
	noUsage bool
	// context is how many tokens prompt and cap may have together, by estimate; 0 for no known
	// limit.
	context int
	// effort is the index of the lowest effort that was not refused; len(efforts) leaves the field
	// out.
	effort int
}

const (
	// firstThinkingTokens is about what a model needs for a small question. Each further step is
	// four times as large.
	firstThinkingTokens = 1000
	// maxThinkingTokens bounds thinkingTokens. A model that thinks longer is too slow for a chat.
	maxThinkingTokens = 16_000
)

// reasoningEffort returns the reasoning_effort for a role, empty if none is sent.
func (f form) reasoningEffort(role RoleConfig) string {
	if role.Thinking == "" || f.effort >= len(efforts) {
		return ""
	}
	return efforts[max(slices.Index(ThinkingLevels(), role.Thinking), f.effort)]
}

// without returns the form without the first refused part that was sent. If an error says nothing
// at all, the least useful part goes first; if it says something else, only the shape of the answer
// can be at fault. ok is false if nothing can be left out.
func (f form) without(r refusal, role RoleConfig) (next form, ok bool) {
	if r.tooLong {
		next, ok = f, r.context > 0
		next.context = r.context
		return next, ok
	}
	for _, again := range []bool{false, true} {
		for _, p := range r.parts {
			if lower := p == partFormat && f.rung > strictSchema; lower != again {
				continue // the rung goes further down only if no other part can be left out
			}
			if next = f.withoutPart(p, r, role); next != f {
				return next, true
			}
		}
	}
	steps := []func(*form){
		func(n *form) { n.noSeed = true },
		func(n *form) { n.effort = n.noEffort(role) },
		func(n *form) { n.rung = max(n.rung, jsonObject) },
		func(n *form) { n.noTemperature = n.noTemperature || role.Temperature != nil },
		func(n *form) { *n = n.otherCapField() },
		func(n *form) { n.rung = plainText },
		func(n *form) { n.oneMessage = true },
	}
	switch {
	case len(r.parts) > 0:
		return f, false // it was left out already
	case !r.vague:
		steps = []func(*form){func(n *form) { n.rung = min(n.rung+1, plainText) }}
	}
	for _, step := range steps {
		next = f
		if step(&next); next != f {
			return next, true
		}
	}
	return f, false
}

// noEffort returns the effort that leaves reasoning_effort out, or the present one if none is sent.
func (f form) noEffort(role RoleConfig) int {
	if f.reasoningEffort(role) == "" {
		return f.effort
	}
	return len(efforts)
}

// withoutPart leaves one part out, or asks for less of it.
func (f form) withoutPart(p part, r refusal, role RoleConfig) form {
	switch p {
	case partFormat:
		f.rung = min(f.rung+1, plainText)
		if r.object {
			f.rung = max(f.rung, jsonObject)
		}
	case partCap:
		f = f.otherCapField()
	case partCapValue:
		f = f.lessThinking()
	case partTemperature:
		f.noTemperature = f.noTemperature || role.Temperature != nil
	case partSeed:
		f.noSeed = true
	case partSystem:
		f.oneMessage = true
	case partSwitch:
		f.switchedOff = r.off && !r.unknown
	case partStream:
		f.stream = !f.stream
	case partUsage:
		f.noUsage = f.stream
	case partThinking:
		if r.unknown {
			f.effort = f.noEffort(role)
		} else if sent := f.reasoningEffort(role); sent != "" {
			f.effort = slices.Index(efforts, sent) + 1
			if f.effort > slices.Index(efforts, "low") { // nobody asked for more thinking than that
				f.effort = len(efforts)
			}
		}
	}
	return f
}

// otherCapField takes the cap's other name, unless that was refused, too. A request always has a
// cap: without one, an answer may cost anything.
func (f form) otherCapField() form {
	if other := maxTokens + maxCompletionTokens - f.capField; other != f.refusedCapField {
		f.capField, f.refusedCapField = other, f.capField
	}
	return f
}

func (f form) moreThinking() form {
	f.thinkingTokens = min(cmp.Or(f.thinkingTokens*4, firstThinkingTokens), maxThinkingTokens)
	return f
}

// lessThinking undoes the last step of moreThinking.
func (f form) lessThinking() form {
	if f.thinkingTokens /= 4; f.thinkingTokens < firstThinkingTokens {
		f.thinkingTokens = 0
	}
	return f
}

// better returns the forms that a probe may try. Each undoes one change.
func (f form) better(best form) []form {
	var all []form
	add := func(change func(*form)) {
		n := f
		if change(&n); n != f {
			all = append(all, n)
		}
	}
	add(func(n *form) { n.rung = max(n.rung-1, strictSchema) })
	add(func(n *form) { n.noSeed = false })
	add(func(n *form) { n.noTemperature = false })
	add(func(n *form) { n.effort = best.effort })
	add(func(n *form) { n.oneMessage = false })
	add(func(n *form) { *n = n.lessThinking() })
	add(func(n *form) { n.switchedOff = false })
	add(func(n *form) { n.stream, n.noUsage = false, false })
	return all
}

const (
	// minContext is the smallest context that is believed, in tokens. No prompt of a game fits a
	// smaller one.
	minContext = 256
	// minCap is the smallest cap that a small context makes, in tokens. A line of chat fits it.
	minCap = 60
)

// capOf returns the cap of an answer of n tokens. A third of a small context leaves room for the
// prompt.
func (f form) capOf(n int) int {
	if n += f.thinkingTokens; f.context == 0 {
		return n
	}
	return min(n, f.context/3)
}

// room returns how many bytes a prompt may have beside a cap, if the context is known.
func (f form) room(cap int) int { return max(0, f.context-cap) * bytesPerToken }

// fittingContext returns the context to keep to after the server has refused the call as too long,
// or 0 if the prompt cannot become shorter. named is what the server names, or 0. Its template
// takes some tokens, and it may count more than the estimate, so the context gets smaller in any
// case.
func (c *call) fittingContext(named int) int {
	sent := tokens(c.record.PromptBytes) + c.cap
	context := sent * 3 / 4
	if named = named * 15 / 16; 0 < named && named < sent && (c.form.context == 0 || named < c.form.context) {
		context = named
	}
	if context < minContext {
		return 0
	}
	return context
}
