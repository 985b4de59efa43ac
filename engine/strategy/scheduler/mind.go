package scheduler

import "ringer/engine/game"

// mind is what the scheduler remembers between two thoughts. Its JSON is versioned: it is stored with every thought that changes it.
type mind struct {
	Version int `json:"v"`
	// Asked counts the questions whether to speak, Sends those answered with send.
	Asked int `json:"asked"`
	Sends int `json:"sends"`
	// Quiet counts the waits in a row without a new message in between: each doubles the tick.
	Quiet int `json:"quiet"`
	// Last is the last decision.
	Last *decision `json:"last,omitempty"`
}

// decision is one answer of the first stage.
type decision struct {
	At      game.Millis `json:"at_ms"`
	BasedOn int64       `json:"based_on_seq"`
	// Balance is the instruction it was asked under: talk or listen.
	Balance string `json:"balance"`
	Answer  string `json:"answer"`
}

func readMind(v game.View) mind {
	m := mind{Version: 1}
	v.ReadMind(&m)
	return m
}
