package session

// Rhythm is how the talk has gone lately: when something last happened, and what the bot did since.
type Rhythm struct {
	LastFact Millis `json:"last_fact"` // when the platform last caused an event
	// LastActivity is when somebody last said or typed something where the bot may see it.
	LastActivity Millis `json:"last_activity"`
	// PhaseSince is the seq of the event that began the current phase. It is 0 in the phase in
	// which the session began.
	PhaseSince int64  `json:"phase_since,omitempty"`
	PhaseBegan Millis `json:"phase_began_ms,omitempty"` // when it happened
	// PhaseEnds is when the current phase ends, or 0 if nobody has said so.
	PhaseEnds Millis `json:"phase_ends_ms,omitempty"`
	// ChannelSince is the seq of the event that moved the bot to the channel where it speaks. It
	// is 0 in the channel in which the session began.
	ChannelSince int64 `json:"channel_since,omitempty"`
	// LinesSince is the seq from which on a line may get a reply: the beginning of the phase. Where
	// the phase moved the bot to this channel, it is the time when the bot went elsewhere.
	LinesSince int64 `json:"lines_since,omitempty"`
	// RuledSince is the seq of the last ruling of a quest game, or 0.
	RuledSince int64 `json:"ruled_since,omitempty"`
	// FreeSince is when the bot was last allowed to speak again, after a phase or a mute that had
	// silenced it, or when a phase last moved it to another channel.
	FreeSince Millis `json:"free_since_ms,omitempty"`
	// OwnRun counts the bot's own utterances since another player spoke.
	OwnRun int `json:"own_run,omitempty"`
	// Refusals counts the texts that the mouth refused since the last fact.
	Refusals int `json:"refusals,omitempty"`
}

// maxRefusals is after how many refused texts a bot whose model is stuck waits for a fact.
const maxRefusals = 2

// fact notes that the platform caused an event: it wakes a dormant bot and forgives refusals.
func (r *Rhythm) fact(now Millis) { r.LastFact, r.Refusals = now, 0 }

// Dormant reports whether the bot should not end a silence. No other player has written since its
// last two messages, or nothing has happened for five minutes.
func (r *Rhythm) Dormant(now Millis) bool {
	return r.OwnRun >= 2 || now-r.LastFact >= 300*1000
}
