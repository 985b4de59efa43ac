package game

import (
	"slices"
	"time"

	"ringer/engine/timing"
)

// VoteRequested asks the bot for a decision. It holds the request as the platform made it, so that the same one again can be told.
type VoteRequested struct {
	VoteRequest
}

// VoteUpdated changes the options of an open vote.
type VoteUpdated struct {
	VoteID string `json:"vote_id"`
	// Options take the place of those there were.
	Options []Option `json:"options"`
}

// VoteCancelled closes a vote without an answer.
type VoteCancelled struct {
	VoteID string `json:"vote_id"`
	// Reason is the platform's.
	Reason string `json:"reason,omitempty"`
}

// Used says what a platform has counted as the bot's answer.
type Used string

// What a platform may have counted.
const (
	UsedAnswer   Used = "answer"   // the one that the bot cast
	UsedStanding Used = "standing" // the standing answer; it closes a vote that is open
	UsedNone     Used = "none"     // nothing: an accusation that the rules did not allow, a vote that was void
)

// VoteReceipt says what became of a vote on the platform.
type VoteReceipt struct {
	VoteID string `json:"vote_id"`
	VoteUse
}

// VoteUse is the platform's word on a vote.
type VoteUse struct {
	Used Used `json:"used"`
	// Reason says why, where it was not the bot's answer.
	Reason string `json:"reason,omitempty"`
}

// Validate checks a receipt.
func (u *VoteUse) Validate() error {
	var errs Errors
	if !slices.Contains([]Used{UsedAnswer, UsedStanding, UsedNone}, u.Used) {
		errs.Add(CodeInvalidValue, "/used", "must be answer, standing or none")
	}
	CheckReason(&errs, u.Reason)
	return errs.Err()
}

// VoteOrigin says who wanted a vote.
type VoteOrigin string

// The origins of a vote.
const (
	FromRequest    VoteOrigin = "request"    // the platform asked
	FromAccusation VoteOrigin = "accusation" // the bot accuses by itself
)

// AnsweredBy says what an answer comes from.
type AnsweredBy string

// What an answer may come from.
const (
	ByModel    AnsweredBy = "model"    // a model was asked, and what the mind suspects was added
	ByMind     AnsweredBy = "mind"     // what the mind suspects
	ByFallback AnsweredBy = "fallback" // the standing answer: nothing better was known
)

// VoteCast is the bot's answer. There is one for each vote, and it stays.
type VoteCast struct {
	VoteID string     `json:"vote_id"`
	Origin VoteOrigin `json:"origin"`
	Kind   VoteKind   `json:"kind"`
	Answer Answer     `json:"answer"`
	Odds
	// Confidence is how sure the bot is of the answer, from 0 to 1; 0 where it knew nothing.
	Confidence float64    `json:"confidence"`
	AnsweredBy AnsweredBy `json:"answered_by"`
	BasedOn    int64      `json:"based_on_seq"`
	// Timing is what the delay was made of, in game time; the model's own time overlaps it.
	Timing timing.Delay `json:"timing"`
	Model  Millis       `json:"model_ms"`
	// Waited is the game time from the question, or from what made the bot accuse, to the answer.
	Waited Millis `json:"waited_ms"`
	// DueAt is when it should have been cast.
	DueAt time.Time `json:"due_at"`
	// Lateness is how much later that was decided, in milliseconds of wall time.
	Lateness int64 `json:"lateness_ms"`
	// DeadlineAt is when the platform needed it; an accusation has none.
	DeadlineAt time.Time `json:"deadline_at,omitzero"`
	// Late says that the deadline had passed, since nobody was there to answer.
	Late bool `json:"late,omitempty"`
}

// Odds are the probabilities behind an answer, from 0 to 1.
type Odds struct {
	// Probabilities are those of the options, by their ids. They sum up to 1, with that of abstaining; in a vote of the kind choose_many each
	// is that of being chosen.
	Probabilities map[string]float64 `json:"probabilities,omitempty"`
	// LabelProbabilities are those of the labels, by the ids of the options and of the labels.
	LabelProbabilities map[string]map[string]float64 `json:"label_probabilities,omitempty"`
	// Abstain is that of abstaining.
	Abstain float64 `json:"abstain_probability,omitempty"`
}

// Judgement is what a thought about a vote found.
type Judgement struct {
	VoteID string `json:"vote_id"`
	// BasedOn is the seq up to which the thought had considered the log.
	BasedOn int64 `json:"based_on_seq"`
	// Odds are those that the model gave, before the mind's suspicion is added.
	Odds
	// Number is the model's answer to a vote of the kind number.
	Number *float64 `json:"number,omitempty"`
	// Confidence is how sure the model is of the number, from 0 to 1.
	Confidence float64 `json:"confidence,omitempty"`
	// Word is the option that the bot has spoken for in public, if it has for one.
	Word string `json:"word,omitempty"`
	// Rationale is the model's reason. It is for those who look into the mind, and is never said.
	Rationale string `json:"rationale,omitempty"`
	// Shown are the ids of the options in the order in which the model saw them.
	Shown []string `json:"shown,omitempty"`
	// Took is the game time that the thought took.
	Took Millis `json:"took_ms,omitempty"`
}

// Accusation is one that the bot is about to make by itself.
type Accusation struct {
	// Player is whom it accuses.
	Player string `json:"player"`
	// WantedAt is when the bot made up its mind.
	WantedAt time.Time `json:"wanted_at"`
	// DueAt is when it speaks up.
	DueAt  time.Time    `json:"due_at"`
	Timing timing.Delay `json:"timing"`
	// BasedOn is the seq up to which the thought behind it had considered the log.
	BasedOn int64 `json:"based_on_seq"`
}

// Type implements Payload.
func (*VoteRequested) Type() Type { return "vote.requested" }

// Type implements Payload.
func (*VoteUpdated) Type() Type { return "vote.updated" }

// Type implements Payload.
func (*VoteCancelled) Type() Type { return "vote.cancelled" }

// Type implements Payload.
func (*VoteReceipt) Type() Type { return "vote.receipt" }

// Type implements Payload.
func (*VoteCast) Type() Type { return "vote.cast" }
