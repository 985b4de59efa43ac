package scheduler

import "ringer/engine/session"

type mind struct {
	Version int `json:"v"`
	// Asked counts the turns, Sends those that were answered with send.
	Asked int `json:"asked"`
	Sends int `json:"sends"`
	// Quiet counts the waits in a row without a new message. Each doubles the tick.
	Quiet int       `json:"quiet"`
	Last  *decision `json:"last,omitempty"`
}

type decision struct {
	At      session.Millis `json:"at_ms"`
	AskedAt session.Millis `json:"asked_at_ms"`
	BasedOn int64          `json:"based_on_seq"`
	// Balance is the instruction in the prompt; empty if no prompt had one.
	Balance string `json:"balance"`
	// Older minds have no Leaning.
	Leaning string `json:"leaning,omitempty"`
	Lines   int    `json:"lines,omitempty"`
	Answer  string `json:"answer"`
}

func readMind(v session.View) mind {
	m := mind{Version: 1}
	v.ReadMind(&m)
	return m
}

// leaning returns the last leaning in a phase of so many lines, or "" if another phase has begun.
func (m *mind) leaning(lines int) string {
	if m.Last == nil || m.Last.Lines > lines {
		return ""
	}
	return m.Last.Leaning
}
