package game

// SessionCreated opens the log.
type SessionCreated struct {
	Config Config `json:"config"`
}

// EndReason says why a session ended.
type EndReason string

// The reasons of an end.
const (
	EndedByPlatform EndReason = "platform"
	EndedByTTL      EndReason = "ttl"
)

// SessionEnded closes the log: no event follows it. It is a fact when the platform ends the session, and an act when the
// session has had no fact for its time to live.
type SessionEnded struct {
	Reason EndReason `json:"reason"`
	// Outcome is the platform's word for how the game went.
	Outcome string `json:"outcome,omitempty"`
	// Reveal says who was what, by player id.
	Reveal map[string]string `json:"reveal,omitempty"`
}

// MessageReceived is something a player or the game master said.
type MessageReceived struct {
	Post
}

// ObservationReceived is something else that happened.
type ObservationReceived struct {
	Observation
}

// Type implements Payload.
func (*SessionCreated) Type() Type { return "session.created" }

// Type implements Payload.
func (*SessionEnded) Type() Type { return "session.ended" }

// Type implements Payload.
func (*MessageReceived) Type() Type { return "message.received" }

// Type implements Payload.
func (*ObservationReceived) Type() Type { return "observation.received" }
