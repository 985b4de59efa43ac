package recheck

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"ringer/engine/journal"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// recordedModels answer one thought as the models did when it was recorded.
type recordedModels struct {
	caller prompt.Caller
	calls  []journal.RecordedCall
	read   func(answer string, into any) error
	// await waits until the state has folded the event with a seq, and returns the view of the
	// state at a time. It returns false if the recording ends before that event.
	await func(seq int64, at session.Millis) bool

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

// Ask implements prompt.Asker.
func (m *recordedModels) Ask(ctx context.Context, p prompt.Prompt, answer any) error {
	return m.AskAll(ctx, []prompt.Question{{Prompt: p, Answer: answer}})[0]
}

// AskAll writes the prompts in the order in which they were written when the calls were made.
func (m *recordedModels) AskAll(_ context.Context, questions []prompt.Question) []error {
	first := m.asks
	m.asks += len(questions)
	order := make([]int, len(questions))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.known(first+a), m.known(first+b)) })
	errs, records := make([]error, len(questions)), make([][]prompt.Exchange, len(questions))
	for _, i := range order {
		records[i], errs[i] = m.ask(first+i, questions[i])
	}
	for _, of := range records {
		for _, x := range of {
			m.caller.Record(x)
		}
	}
	return errs
}

func (m *recordedModels) known(ask int) int64 {
	i := slices.IndexFunc(m.calls, func(c journal.RecordedCall) bool { return c.Ask == ask })
	if i < 0 {
		return 0
	}
	return m.calls[i].Known
}

// ask answers one question. It may have had several calls. The last one counts.
func (m *recordedModels) ask(ask int, q prompt.Question) (records []prompt.Exchange, err error) {
	var last *journal.RecordedCall
	for i := range m.calls {
		c := &m.calls[i]
		if c.Ask != ask {
			continue
		}
		if last == nil {
			if c.Known > 0 && !m.await(c.Known, c.AskedAt) {
				break
			}
			m.compare(q.Prompt.Renewed().Shortened(c.ShortenedTo).Render(), c)
		}
		last = c
		records = append(records, prompt.Exchange{Call: c.Call, At: c.At, Prompt: prompt.Rendered(c.Prompt), Answer: c.Answer})
	}
	switch {
	case last == nil, last.Outcome == session.OutcomeOK && last.Answer == "":
		m.unknown = true
		return records, errNotRecorded
	case last.Outcome != session.OutcomeOK:
		return records, &prompt.Error{Code: last.Outcome}
	}
	return records, m.read(last.Answer, q.Answer)
}

// compare compares a prompt with the recorded one, to which the client may have added a section.
func (m *recordedModels) compare(now prompt.Rendered, c *journal.RecordedCall) {
	m.prompts++
	added, same := strings.CutPrefix(c.Prompt.System+c.Prompt.User, now.System+now.User)
	if !same || added != "" && !strings.HasPrefix(added, "## ") {
		m.changed = append(m.changed, c.Ask)
	}
}
