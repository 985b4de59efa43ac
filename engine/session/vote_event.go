package session

import (
	"time"

	"ringer/engine/timing"
)

// VoteRequested asks the bot for a decision. It holds the request as the platform made it, so that
// a repeated request can be recognised.
type VoteRequested struct {
	VoteRequest
	// Seats are asked. Only the log of a game says so.
	Seats []string `json:"seats,omitempty"`
}

// VoteUpdated changes the options of an open vote.
type VoteUpdated struct {
	VoteID  string   `json:"vote_id"`
	Options []Option `json:"options"` // Options replace the old ones.
}

// VoteCancelled closes a vote without an answer.
type VoteCancelled struct {
	VoteID string `json:"vote_id"`
	Reason string `json:"reason,omitempty"` // Reason is the platform's reason.
	// Accused is whom the person accuses for whom the bot stands by.
	Accused string `json:"accused,omitempty"`
}

// Used says what a platform has counted as the bot's answer.
type Used string

const (
	UsedAnswer   Used = "answer"   // the answer that the bot cast
	UsedStanding Used = "standing" // the standing answer, which closes an open vote
	UsedNone     Used = "none"     // nothing: the accusation or the vote was not valid
)

// VoteReceipt says what became of a vote on the platform.
type VoteReceipt struct {
	VoteID string `json:"vote_id"`
	VoteUse
}

// VoteUse is what the platform did with a vote.
type VoteUse struct {
	Used Used `json:"used"`
	// Reason says why the platform did not count the bot's answer.
	Reason string `json:"reason,omitempty"`
}

// Validate checks a receipt.
func (u *VoteUse) Validate() error {
	var errs Errors
	oneOf(&errs, "/used", u.Used, UsedAnswer, UsedStanding, UsedNone)
	CheckReason(&errs, u.Reason)
	return errs.Err()
}

// VoteOrigin says who wanted a vote.
type VoteOrigin string

const (
	FromRequest    VoteOrigin = "request"    // the platform asked
	FromAccusation VoteOrigin = "accusation" // the bot accuses by itself
)

// AnsweredBy says what an answer is based on.
type AnsweredBy string

const (
	ByModel    AnsweredBy = "model"    // a model's judgement, combined with what the mind suspects
	ByMind     AnsweredBy = "mind"     // what the mind suspects
	ByFallback AnsweredBy = "fallback" // the standing answer, because nothing better was known
)

// VoteCast is the bot's answer. Each vote has at most one, and it is final.
type VoteCast struct {
	VoteID string `json:"vote_id"`
	// Seat is the bot's seat. Only the log of a game says so.
	Seat   string     `json:"seat,omitempty"`
	Origin VoteOrigin `json:"origin"`
	Kind   VoteKind   `json:"kind"`
	Answer Answer     `json:"answer"`
	Chances
	// Confidence is how sure the bot is of the answer, from 0 to 1. It is 0 if the bot knew
	// nothing. A standard read token shows neither it nor probabilities.
	Confidence float64    `json:"confidence"`
	AnsweredBy AnsweredBy `json:"answered_by"`
	BasedOn    int64      `json:"based_on_seq"`
	// Timing says what the delay is made of, in game time. The model's own time overlaps with it.
	Timing timing.Delay `json:"timing"`
	Model  Millis       `json:"model_ms"`
	// Waited is the game time from the question, or from the decision to accuse, to the answer.
	Waited Millis    `json:"waited_ms"`
	DueAt  time.Time `json:"due_at"` // DueAt is when it should have been cast.
	// Lateness is how much later the bot decided to cast it, in milliseconds of wall time.
	Lateness int64 `json:"lateness_ms"`
	// DeadlineAt is when the platform needed the answer. An accusation has no deadline.
	DeadlineAt time.Time `json:"deadline_at,omitzero"`
	// Late says that the deadline had passed, because no server was running the session.
	Late bool `json:"late,omitempty"`
}

// Chances are the probabilities behind an answer, from 0 to 1.
type Chances struct {
	// Probabilities holds the probability of each option, by option id. They add up to 1, together
	// with abstain_probability. In a vote of the kind choose_many, each is the probability that the
	// option is chosen.
	Probabilities map[string]float64 `json:"probabilities,omitempty"`
	// LabelProbabilities holds the probability of each label, by option id and label id.
	LabelProbabilities map[string]map[string]float64 `json:"label_probabilities,omitempty"`
	// Abstain is the probability of abstaining.
	Abstain float64 `json:"abstain_probability,omitempty"`
}

// Judgement is what a thought about a vote found.
type Judgement struct {
	VoteID string `json:"vote_id"`
	// BasedOn is the seq up to which the thought considered the log.
	BasedOn int64 `json:"based_on_seq"`
	Chances       // the model's probabilities, before the mind's suspicion is added
	// Number is the model's answer to a vote of the kind number.
	Number *float64 `json:"number,omitempty"`
	// Confidence is how sure the model is of the number, from 0 to 1.
	Confidence float64 `json:"confidence,omitempty"`
	// The option that the bot has supported in public, if any.
	PublicOption string `json:"word,omitempty"`
	// Rationale is the model's reason, for people who inspect the mind. The bot never says it. It
	// is the reason of an answer that asks for one.
	Rationale string `json:"rationale,omitempty"`
	// Shown holds the ids of the options in the order in which the model saw them.
	Shown []string `json:"shown,omitempty"`
	Took  Millis   `json:"took_ms,omitempty"` // Took is how long the thought took, in game time.
}

// Accusation is an accusation that the bot plans to make by itself.
type Accusation struct {
	Player   string       `json:"player"`    // Player is the id of the accused player.
	WantedAt time.Time    `json:"wanted_at"` // WantedAt is when the bot made up its mind.
	DueAt    time.Time    `json:"due_at"`    // DueAt is when the bot makes the accusation.
	Timing   timing.Delay `json:"timing"`
	// BasedOn is the seq up to which the thought behind it considered the log.
	BasedOn int64 `json:"based_on_seq"`
}

func (*VoteRequested) Type() Type { return "vote.requested" }
func (*VoteUpdated) Type() Type   { return "vote.updated" }
func (*VoteCancelled) Type() Type { return "vote.cancelled" }
func (*VoteReceipt) Type() Type   { return "vote.receipt" }
func (*VoteCast) Type() Type      { return "vote.cast" }
