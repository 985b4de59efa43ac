package fourmind

import "ringer/engine/session"

// mind is what the bot remembers between two thoughts. The log keeps it as JSON, so it has a
// version.
type mind struct {
	Version   int       `json:"v"`
	Objective objective `json:"objective"`
	// Lookaheads counts the lookaheads, also in silences.
	Lookaheads int `json:"lookaheads"`
	// Spoken counts the lookaheads that proposed a message.
	Spoken int `json:"spoken"`
	// Analysed counts the messages that were analysed.
	Analysed int `json:"analysed"`
	// Last is the last lookahead.
	Last *lastLookahead `json:"last_lookahead,omitempty"`
	// Analyses are the last keptAnalyses.
	Analyses []session.Annotated `json:"last_analyses,omitempty"`
	// Doubts is how likely each player is what the bot looks for, in percent, by player id.
	Doubts map[string]int `json:"doubted_percent,omitempty"`
	// Foreseen counts the simulated messages of others that came true.
	Foreseen foreseen `json:"foreseen,omitzero"`
	// Expected is the newest of them, until the next message comes.
	Expected *expected `json:"expected,omitempty"`
}

// Bounds of what a mind keeps, so that it stays far below session.MaxMind.
const (
	// keptAnalyses is how many analyses it keeps. All of them are in the log, with their messages.
	keptAnalyses = 3
	// keptChars is how much of a simulated message it keeps. Nearly all messages of people in such
	// chats are shorter.
	keptChars = 120
)

// lastLookahead is the record of one lookahead.
type lastLookahead struct {
	At      session.Millis `json:"at_ms"`
	BasedOn int64          `json:"based_on_seq"`
	// Silence says that the lookahead was about a silence. Its Urge means nothing, because the
	// model was told that the bot is first.
	Silence bool `json:"silence,omitempty"`
	// Urge is the share of continuations in which the bot was first.
	Urge float64 `json:"urge"`
	// Continuations are the simulated messages of each simulation.
	Continuations [][]keptMessage `json:"paths"`
}

// keptMessage is a simulated message as the mind keeps it.
type keptMessage struct {
	// Player is the sender's id; empty if the model named somebody else.
	Player string `json:"player"`
	Text   string `json:"text"`
}

func readMind(v session.View) mind {
	m := mind{Version: 1}
	v.ReadMind(&m)
	return m
}

// shorten returns the part of a text that the mind keeps.
func shorten(text string) string { return session.Shortened(text, keptChars) }
