package match

import (
	"encoding/json"

	"ringer/engine/session"
)

// Rules are the rules of one kind of game.
type Rules interface {
	// ID is the id of the rules preset, such as mafia.
	ID() string
	// Deal decides how a game begins. It returns session.Errors with pointers such as
	// /game/players or /options/day_ms if the rules do not fit the players, or the options are
	// wrong.
	Deal(Start) (Deal, error)
	// Begin returns the referee of a game that was dealt so, before its first event.
	Begin(Start, Deal) Referee
	// Empty returns a referee without state, to be filled from JSON.
	Empty() Referee
	// Schema returns the JSON schema of the options.
	Schema() []byte
	// Hidden returns the roles whose players must not admit them, nor what these roles tell them.
	Hidden() []string
	// Revotes reports whether a person may change an answer until the vote is over.
	Revotes() bool
}

// Start is what a host knows before a game begins.
type Start struct {
	// Players are the players of the game, in the platform's order.
	Players []session.Player `json:"players"`
	// Machines are the seats that bots take. Only the games that are about machines use them.
	Machines []string `json:"machines,omitempty"`
	// Roles fixes the role of each player by seat. If it is empty, the seed deals the roles of
	// Mafia, and Machines those of the games about machines. In a game of bots alone, it lets a bot
	// play a person.
	Roles map[string]string `json:"roles,omitempty"`
	// Options are the options of the rules, by their own schema.
	Options json.RawMessage `json:"options,omitempty"`
	// Seed is the seed of every random choice.
	Seed int64 `json:"seed"`
	// Speed is how many times faster than real time the game runs. Orders hold wall time
	// (ends_in_ms, within_ms); the durations of options are game time.
	Speed float64 `json:"speed"`
}

// Referee is the state machine of one game. Its JSON is its whole state.
type Referee interface {
	// Apply folds an event of the game's log. at is the game time of the event: milliseconds since
	// the game began. Events that mean nothing to the rules change nothing.
	Apply(e session.Event, at session.Millis)
	// Decide says what has to happen now. It changes nothing.
	Decide(now session.Millis) Decision
	// Result returns the result so far, or the final one when the game is over. Only the final one
	// has winners, scores and the reveal.
	Result() Result
	// Clone returns a copy. Folding more events into it does not change the receiver.
	Clone() Referee
}

// Decision is what has to happen now.
type Decision struct {
	// Orders are facts for the game's log, to be appended together, in this order.
	Orders []session.Payload
	// Due is when Decide must be called again if nothing happens, in game time; 0 for never. It is
	// also 0 with orders: after them the host decides again at once.
	Due session.Millis
	// Question asks the host for a question to the players: the model writes it. The host appends
	// it as the line of a game master. It is 0 if none is wanted, else the number of the question,
	// from 1. If none comes in time, the rules order a question of their own.
	Question int
}

// Result is how a game went.
type Result struct {
	// Over says that the game is over.
	Over bool `json:"over"`
	// Outcome says in a sentence how the game went.
	Outcome string `json:"outcome,omitempty"`
	// Winners are the seats that have won.
	Winners []string `json:"winners,omitempty"`
	// Scores holds the points of each seat, in games that have points.
	Scores map[string]int `json:"scores,omitempty"`
	// Ballots are the votes that the rules have counted, in order.
	Ballots []Ballot `json:"ballots,omitempty"`
	// Reveal is what each seat was.
	Reveal map[string]string `json:"reveal,omitempty"`
}

// Ballot is a vote that the rules have counted.
type Ballot struct {
	Vote  string `json:"vote"`
	Phase string `json:"phase"`
	// Answers holds the answer of each seat that has answered. Accusations before a vote are among
	// them.
	Answers map[string]session.Answer `json:"answers"`
	// Silent are the seats that were asked and have not answered.
	Silent []string `json:"silent,omitempty"`
	// Tally counts the answers by option. It counts no labels, and no answers for a player who has
	// left since.
	Tally map[string]int `json:"tally,omitempty"`
	// Chosen is what the vote has decided; empty for nothing.
	Chosen string `json:"chosen,omitempty"`
	// Drawn says that the choice was drawn by the seed: from a tie, or because nobody voted.
	Drawn bool `json:"drawn,omitempty"`
}

// Deal is how a game begins. Package session declares it, since the game's log holds it.
type Deal = session.Deal
