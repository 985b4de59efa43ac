package fourmind

import "ringer/engine/session"

type mind struct {
	Version   int       `json:"v"`
	Objective objective `json:"objective"`
	// Lookaheads counts them also in silences, Spoken those that proposed a message.
	Lookaheads int                 `json:"lookaheads"`
	Spoken     int                 `json:"spoken"`
	Analysed   int                 `json:"analysed"`
	Last       *lastLookahead      `json:"last_lookahead,omitempty"`
	Analyses   []session.Annotated `json:"last_analyses,omitempty"`
	// Doubts are in percent, by player id.
	Doubts   map[string]int `json:"doubted_percent,omitempty"`
	Foreseen foreseen       `json:"foreseen,omitzero"`
	// Expected waits for the next message.
	Expected *expected `json:"expected,omitempty"`
}

// Bounds that keep a mind far below session.MaxMind.
const (
	// All analyses are in the log, with their messages.
	keptAnalyses = 3
	// Nearly all messages of people in such chats are shorter.
	keptChars = 120
)

type lastLookahead struct {
	At      session.Millis `json:"at_ms"`
	BasedOn int64          `json:"based_on_seq"`
	// Silence says that it was about a silence. Then Urge means nothing: the model was told
	// that the bot is first.
	Silence bool `json:"silence,omitempty"`
	// Urge is the share of continuations in which the bot was first.
	Urge          float64         `json:"urge"`
	Continuations [][]keptMessage `json:"paths"`
}

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
