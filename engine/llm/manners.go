package llm

import (
	"cmp"
	"slices"
)

// rung is how the shape of an answer is asked for, the best way first.
type rung int

const (
	strictSchema rung = iota
	looseSchema
	jsonObject
	plainText // the shape stands in the prompt, as on jsonObject
)

var rungs = []string{"strict_schema", "schema", "json_object", "text"}

func (r rung) String() string { return rungs[r] }

// capName is the name of the field that bounds an answer. Reasoning models of OpenAI want the newer one, GLM and older servers know
// only the other, and Ollama takes the newer one without heeding it.
type capName int

const (
	uncapped capName = iota
	maxTokens
	maxCompletionTokens
)

func (n capName) String() string { return []string{"", "max_tokens", "max_completion_tokens"}[n] }

// part is a part of a request that a server may refuse.
type part int

const (
	partFormat part = iota
	partCap
	partTemperature
	partSeed
	partThinking
	partSystem
	partRoom
	partObject // not refused: the server says that it takes json_object
)

// manners are how a model is asked. They are a value: two that are equal ask alike.
type manners struct {
	rung rung
	// cap is the name of the field in use, refused the one that was refused before it.
	cap, refused capName
	// room is how many tokens are added to a cap, because the model thinks inside it.
	room int
	// noTemperature and noSeed leave the field out, oneMessage joins the system message to the other.
	noTemperature, noSeed, oneMessage bool
	// effort is the lowest value of reasoning_effort that the model has not refused, as an index of efforts; behind the last it is left out.
	effort int
}

const (
	// firstRoom is how many tokens are added to a cap at first, then four times as many each time: what a model thinks about a small question.
	firstRoom = 1000
	// maxRoom bounds them: a model that thinks longer is too slow for a chat.
	maxRoom = 16_000
)

// thinks returns the reasoning_effort of a role, empty where there is none to be sent.
func (m manners) thinks(role Role) string {
	if role.Thinking == "" || m.effort >= len(efforts) {
		return ""
	}
	return efforts[max(slices.Index(Thinking, role.Thinking), m.effort)]
}

// without returns the manners that leave out what was refused, and whether there is anything left to leave out. Where the server named
// nothing that was sent, the least useful goes first.
func (m manners) without(refused []part, unknown bool, role Role) (manners, bool) {
	before := m
	for _, p := range refused {
		m = m.less(p, unknown, role)
	}
	if m != before {
		return m, true
	}
	m.noSeed, m.effort = true, m.noEffort(role)
	if m != before {
		return m, true
	}
	steps := []func(){
		func() { m.rung = max(m.rung, jsonObject) },
		func() { m.noTemperature = m.noTemperature || role.Temperature != nil },
		func() { m = m.otherCap() },
		func() { m.rung = plainText },
		func() { m.oneMessage = true },
	}
	for _, step := range steps {
		if step(); m != before {
			return m, true
		}
	}
	return m, false
}

func (m manners) noEffort(role Role) int {
	if m.thinks(role) == "" {
		return m.effort
	}
	return len(efforts)
}

// less leaves one part out, or asks for less of it. unknown says that the server does not know the field at all.
func (m manners) less(p part, unknown bool, role Role) manners {
	switch p {
	case partFormat:
		m.rung = min(m.rung+1, plainText)
	case partObject:
		m.rung = max(m.rung, jsonObject)
	case partCap:
		m = m.otherCap()
	case partRoom:
		m = m.narrower()
	case partTemperature:
		m.noTemperature = m.noTemperature || role.Temperature != nil
	case partSeed:
		m.noSeed = true
	case partSystem:
		m.oneMessage = true
	case partThinking:
		if unknown {
			m.effort = m.noEffort(role)
		} else if sent := m.thinks(role); sent != "" {
			m.effort = slices.Index(efforts, sent) + 1
			if m.effort > slices.Index(efforts, "low") { // more thinking than that is not what was asked for
				m.effort = len(efforts)
			}
		}
	}
	return m
}

// otherCap takes the other name of the cap, and when that was refused, too, none.
func (m manners) otherCap() manners {
	next := maxTokens + maxCompletionTokens - m.cap
	switch {
	case m.cap == uncapped:
	case next == m.refused:
		m.cap = uncapped
	default:
		m.cap, m.refused = next, m.cap
	}
	return m
}

// roomier adds tokens to the cap.
func (m manners) roomier() manners {
	m.room = min(cmp.Or(m.room*4, firstRoom), maxRoom)
	return m
}

// narrower takes back what roomier did last.
func (m manners) narrower() manners {
	if m.room /= 4; m.room < firstRoom {
		m.room = 0
	}
	return m
}

// better returns the manners that each try to undo one thing: a rung higher first, then what was left out, then the room.
func (m manners) better(best manners) []manners {
	var all []manners
	add := func(change func(*manners)) {
		n := m
		if change(&n); n != m {
			all = append(all, n)
		}
	}
	add(func(n *manners) { n.rung = max(n.rung-1, strictSchema) })
	add(func(n *manners) { n.noSeed = false })
	add(func(n *manners) { n.noTemperature = false })
	add(func(n *manners) { n.effort = best.effort })
	add(func(n *manners) { n.oneMessage = false })
	add(func(n *manners) { *n = n.narrower() })
	if m.cap == uncapped {
		add(func(n *manners) { n.cap, n.refused = best.cap, uncapped })
	}
	return all
}
