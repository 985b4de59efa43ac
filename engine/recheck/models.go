package recheck

import (
	"context"
	"errors"
	"strings"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/prompt"
)

// recordedModels answer one thought as the models did when it was recorded.
type recordedModels struct {
	caller prompt.Caller
	calls  []journal.RecordedCall
	read   func(answer string, into any) error

	// asks counts the questions of the thought so far.
	asks int
	// prompts counts the prompts that were compared.
	prompts int
	// changed lists the questions whose prompt differs, numbered from 0.
	changed []int
	// unknown says that a call was not recorded.
	unknown bool
}

// Asker implements step.Models.
func (m *recordedModels) Asker(c prompt.Caller) prompt.Asker {
	m.caller = c
	return m
}

var errNotRecorded = errors.New("the call was not recorded")

// Ask implements prompt.Asker. A question may have had several calls. The last one counts.
func (m *recordedModels) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	ask := m.asks
	m.asks++
	var last *journal.RecordedCall
	for i := range m.calls {
		c := &m.calls[i]
		if c.Ask != ask {
			continue
		}
		if last == nil {
			m.compare(p.Render(), c)
		}
		last = c
		m.caller.Record(prompt.Exchange{Call: c.Call, At: c.At, Prompt: prompt.Rendered(c.Prompt), Answer: c.Answer})
	}
	switch {
	case last == nil, last.Outcome == game.OutcomeOK && last.Answer == "":
		m.unknown = true
		return errNotRecorded
	case last.Outcome != game.OutcomeOK:
		return &prompt.Error{Code: last.Outcome}
	}
	return m.read(last.Answer, answer)
}

// compare compares a prompt with the recorded one. The client may have sent both parts as one
// message, and added a section on how to answer.
func (m *recordedModels) compare(now prompt.Rendered, c *journal.RecordedCall) {
	m.prompts++
	added, same := strings.CutPrefix(c.Prompt.System+c.Prompt.User, now.System+now.User)
	if !same || added != "" && !strings.HasPrefix(added, "## ") {
		m.changed = append(m.changed, c.Ask)
	}
}
