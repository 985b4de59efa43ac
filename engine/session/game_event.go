package session

// GameCreated opens the log of a game.
type GameCreated struct {
	// Config is the configuration as the platform has sent it, with the defaults filled in.
	Config GameConfig `json:"config"`
	// Deal is how the game begins, if Ringer runs its rules. Its ids are those that count.
	Deal *Deal     `json:"deal,omitempty"`
	Bots []BotSeat `json:"bots"` // Bots are the seats of the bots, with their sessions.
	// StandIns are the seats of people whose bots stand by, with the sessions of these bots.
	StandIns []BotSeat `json:"stand_ins,omitempty"`
	// Proof is what the game was dealt by, as JSON, if a nonce was drawn. Views show it in the end.
	Proof string `json:"proof,omitempty"`
	// Commitment is the SHA-256 of the text of the proof, in hex.
	Commitment string `json:"commitment,omitempty"`
	// ViewKey hides the seqs of the log from who may not see all of it. It is random. Games of
	// older versions have none.
	ViewKey string `json:"view_key,omitempty"`
}

// BotSeat is a seat of a game that a bot takes.
type BotSeat struct {
	Seat    string `json:"seat"`
	Session string `json:"session_id"`      // Session is the id of the bot's session.
	Muted   bool   `json:"muted,omitempty"` // Muted says that the platform has muted the bot.
	// Waits says that the bot does not have the floor of a moderated game.
	Waits bool `json:"waits,omitempty"`
	// Floor says that the bot has the floor of a game that gives it by bids.
	Floor bool `json:"floor,omitempty"`
}

// GameUpdated changes the configuration of a game.
type GameUpdated struct {
	Metadata map[string]string `json:"metadata"`
}

// GameEnded closes the log of a game: no event follows it. All its sessions end with it.
type GameEnded struct {
	SessionEnded
	// Proof is what the game was dealt by, as JSON. Its hash is the commitment of game.created.
	Proof string `json:"proof,omitempty"`
}

// VoteReceived is the vote of a person, which the platform has posted. Each person has at most one
// in each vote. VoteReplaced has their later answers.
type VoteReceived struct {
	VoteID string `json:"vote_id"`
	Seat   string `json:"seat"` // Seat is the player who votes.
	Answer Answer `json:"answer"`
}

// VoteReplaced is another answer of a person who has voted. It counts in place of the one before.
type VoteReplaced struct{ VoteReceived }

// Validate checks the changes of a game.
func (p *GameUpdated) Validate() error {
	var errs Errors
	errs.AddIf(p.Metadata == nil, CodeRequired, "/metadata", "give the metadata that the game has now")
	checkMetadata(&errs, "/metadata", p.Metadata, MaxMetadata)
	return errs.Err()
}

// Silent reports whether the bot may not speak: it is muted, or does not have the floor.
func (b BotSeat) Silent() bool { return b.Muted || b.Waits }

func (*GameCreated) Type() Type  { return "game.created" }
func (*GameUpdated) Type() Type  { return "game.updated" }
func (*GameEnded) Type() Type    { return "game.ended" }
func (*VoteReceived) Type() Type { return "vote.received" }
func (*VoteReplaced) Type() Type { return "vote.replaced" }
