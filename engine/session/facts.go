package session

import (
	"maps"
	"slices"
)

// SessionCreated opens the log.
type SessionCreated struct {
	Config Config `json:"config"`
	// Table is the id of the game to which the session belongs, if it belongs to one.
	GameID string `json:"game_id,omitempty"`
	// Muted says that the bot may not speak until it is unmuted.
	Muted bool `json:"muted,omitempty"`
	// StandIn says that the bot stands by: it hears what its seat hears, and does nothing until the
	// person on the seat is away.
	StandIn bool `json:"stand_in,omitempty"`
	// Bids says that the game gives the floor to the bot that wants to speak most. Until it is
	// given the floor, the bot thinks and plans, and does not type.
	Bids bool `json:"bids,omitempty"`
	// Dealt is what the bot knows from the start by the rules that Ringer runs.
	Dealt string `json:"dealt,omitempty"`
	// Peers are the seats of the game's bots with the same strategy, this one among them. What does
	// not depend on a seat is made once for all of them.
	Peers []string `json:"peers,omitempty"`
	// Bots are the seats of all bots of the game, this one among them.
	Bots []string `json:"bots,omitempty"`
}

// SessionUpdated changes the configuration of a session.
type SessionUpdated struct {
	Changes
}

// EndReason says why a session ended.
type EndReason string

const (
	EndedByPlatform EndReason = "platform" // the platform ended it
	EndedByTTL      EndReason = "ttl"      // no fact arrived within the session's time to live
	EndedByDeletion EndReason = "deleted"  // the platform deleted it
	EndedByRules    EndReason = "rules"    // the rules that Ringer runs have ended the game
)

// SessionEnded closes the log: no event follows it. It is a fact if the platform ends the session.
// It is an act if the session has had no fact for its time to live.
type SessionEnded struct {
	Reason EndReason `json:"reason"`
	// Outcome is how the game went, in the platform's words.
	Outcome string            `json:"outcome,omitempty"`
	Reveal  map[string]string `json:"reveal,omitempty"` // Reveal says who was what, by player id.
}

// Validate checks an end against the roster.
func (p *SessionEnded) Validate(r *Roster) error {
	var errs Errors
	errs.limit("/outcome", p.Outcome, MaxText)
	if tooMany(&errs, "/reveal", len(p.Reveal), MaxRoster) {
		return errs
	}
	for _, id := range slices.Sorted(maps.Keys(p.Reveal)) {
		at := "/reveal/" + Pointer(id)
		if _, ok := r.Player(id); !ok {
			errs.Add(CodeUnknownPlayer, at, r.unknownPlayer(id))
		} else {
			checkName(&errs, CodeInvalidValue, at, p.Reveal[id])
		}
	}
	return errs.Err()
}

// MessageReceived is a message of a player or of the game master.
type MessageReceived struct {
	Post
}

// MessageReceipt says what became of one of the bot's messages on the platform.
type MessageReceipt struct {
	MessageID string `json:"message_id"`
	Receipt
}

// PlanCommanded records what the platform wants done with a plan. If the slot holds another plan by
// now, nothing happens.
type PlanCommanded struct {
	PlanID  string  `json:"plan_id"`
	Command Command `json:"command"`
}

// ObservationReceived is something that happened other than a message.
type ObservationReceived struct {
	Observation
	// Seat is the only bot that it concerns. Only the log of a game says so.
	Seat string `json:"seat,omitempty"`
	// Channel is where a player is typing. Only the log of a game says so.
	Channel string `json:"channel,omitempty"`
}

func (*SessionCreated) Type() Type      { return "session.created" }
func (*SessionUpdated) Type() Type      { return "session.updated" }
func (*SessionEnded) Type() Type        { return "session.ended" }
func (*MessageReceived) Type() Type     { return "message.received" }
func (*ObservationReceived) Type() Type { return "observation.received" }
func (*MessageReceipt) Type() Type      { return "message.receipt" }
func (*PlanCommanded) Type() Type       { return "plan.commanded" }
