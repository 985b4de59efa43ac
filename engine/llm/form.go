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

// capField is the field that bounds an answer. Reasoning models of OpenAI want the newer name. GLM
// and older servers know only the older name. Ollama accepts the newer name and ignores it.
type capField int

const (
	uncapped capField = iota
	maxTokens
	maxCompletionTokens
)

func (n capField) String() string { return []string{"", "max_tokens", "max_completion_tokens"}[n] }

// part is a part of a request that a server may refuse.
type part int

const (
	partFormat part = iota
	partCap
	partTemperature
	partSeed
	partThinking
	partSystem
	partCapValue // the cap's value, not its name
	partObject   // nothing is refused: the server says that it takes json_object
)

// form is the form of a request. It is a value: two calls with equal forms ask in the same way.
type form struct {
	rung rung
	// capField is the field that holds the cap.
	capField capField
	// refusedCapField is the other field, if it was refused; else uncapped.
	refusedCapField capField
	// thinkingTokens are added to the cap, because the model's thinking counts against it.
	thinkingTokens int
	// noTemperature leaves the temperature out.
	noTemperature bool
	// noSeed leaves the seed out.
	noSeed bool
	// oneMessage puts the system message into the user message.
	oneMessage bool
	// effort is an index of efforts: the lowest reasoning_effort that was not refused. At
	// len(efforts) the field is left out.
	effort int
}

const (
	// firstThinkingTokens is the first step of thinkingTokens. Each further step is four times as
	// large. A model needs about this many tokens to think about a small question.
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

// without returns the form that leaves out what was refused. ok is false if nothing more can be
// left out. If the server named nothing that was sent, the least useful part goes first.
func (f form) without(refused []part, unknown bool, role RoleConfig) (next form, ok bool) {
	before := f
	for _, p := range refused {
		f = f.withoutPart(p, unknown, role)
	}
	if f != before {
		return f, true
	}
	f.noSeed, f.effort = true, f.noEffort(role)
	if f != before {
		return f, true
	}
	steps := []func(){
		func() { f.rung = max(f.rung, jsonObject) },
		func() { f.noTemperature = f.noTemperature || role.Temperature != nil },
		func() { f = f.otherCapField() },
		func() { f.rung = plainText },
		func() { f.oneMessage = true },
	}
	for _, step := range steps {
		if step(); f != before {
			return f, true
		}
	}
	return f, false
}

// noEffort returns the effort that leaves reasoning_effort out. It returns the present effort if
// none is sent anyway.
func (f form) noEffort(role RoleConfig) int {
	if f.reasoningEffort(role) == "" {
		return f.effort
	}
	return len(efforts)
}

// withoutPart leaves one part out, or asks for less of it. unknown says that the server does not
// know the field at all.
func (f form) withoutPart(p part, unknown bool, role RoleConfig) form {
	switch p {
	case partFormat:
		f.rung = min(f.rung+1, plainText)
	case partObject:
		f.rung = max(f.rung, jsonObject)
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
	case partThinking:
		if unknown {
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

// otherCapField takes the other field for the cap. If that was refused too, it takes none.
func (f form) otherCapField() form {
	other := maxTokens + maxCompletionTokens - f.capField
	switch {
	case f.capField == uncapped:
	case other == f.refusedCapField:
		f.capField = uncapped
	default:
		f.capField, f.refusedCapField = other, f.capField
	}
	return f
}

// moreThinking adds tokens to the cap.
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

// better returns the forms that a probe may try. Each undoes one change: it is one rung higher,
// sends again what is left out, or has fewer tokens for thinking.
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
	if f.capField == uncapped {
		add(func(n *form) { n.capField, n.refusedCapField = best.capField, uncapped })
	}
	return all
}
