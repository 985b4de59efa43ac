package scheduler

import "ringer/engine/session"

// mind is what the scheduler remembers between two turns. The log keeps it as JSON, so it has a
// version.
type mind struct {
	Version int `json:"v"`
	// Asked counts the turns.
	Asked int `json:"asked"`
	// Sends counts the turns that were answered with send.
	Sends int `json:"sends"`
	// Quiet counts the waits in a row without a new message between them. Each doubles the tick.
	Quiet int `json:"quiet"`
	// Last is the last decision.
	Last *decision `json:"last,omitempty"`
}

// decision is one answer of the first stage.
type decision struct {
	At session.Millis `json:"at_ms"`
	// AskedAt is when the first question was asked.
	AskedAt session.Millis `json:"asked_at_ms"`
	BasedOn int64          `json:"based_on_seq"`
	// Balance is the instruction in the prompt: talk, listen or answer. It is empty if no prompt
	// had one.
	Balance string `json:"balance"`
	// Leaning is talk or listen: the instruction if no question had been open. Older minds have
	// none.
	Leaning string `json:"leaning,omitempty"`
	// Lines is how many lines the phase had.
	Lines int `json:"lines,omitempty"`
	// Answer is send or wait.
	Answer string `json:"answer"`
}

func readMind(v session.View) mind {
	m := mind{Version: 1}
	v.ReadMind(&m)
	return m
}

// leaning returns the last leaning, in a phase that has so many lines now. It returns "" if another
// phase has begun since, or nothing was decided yet.
func (m *mind) leaning(lines int) string {
	if m.Last == nil || m.Last.Lines > lines {
		return ""
	}
	return m.Last.Leaning
}
