package prompt

import (
	"context"
	"math/rand/v2"

	"ringer/engine/game"
)

// Strategy is a whole strategy: the pure part that the core calls, and the part that asks a model.
type Strategy interface {
	game.Strategy
	// Think runs the model calls of one thought, as straight-line code. It gets a copy of the view and returns what it found,
	// or the error of an ask as it is. It reads no clock and keeps nothing.
	Think(ctx context.Context, v game.View, w game.Want, ask Asker) (game.Finding, error)
}

// Role says what a call is for. Each role may have a model of its own.
type Role string

// The roles.
const (
	RoleReflex   Role = "reflex"   // a quick word
	RoleReply    Role = "reply"    // a message
	RoleAnalysis Role = "analysis" // understanding what was said
	RoleDecision Role = "decision" // a choice among few answers
)

// Asker answers prompts. Ask fills answer, a pointer to a struct, from the model's answer; string fields with an `enum` tag
// hold one of the values that the tag lists. Its error is an *Error when the model is to blame.
type Asker interface {
	Ask(ctx context.Context, p Prompt, answer any) error
}

// Call is the record of one model call.
type Call = game.Call

// Error says why an ask has no answer.
type Error struct {
	// Code is stable: it is shown in thought.failed.
	Code  string
	Cause error
}

// The codes of an Error.
const (
	ModelUnreachable = "model_unreachable" // no connection, or it broke
	ModelTimeout     = "model_timeout"     // no answer in time
	ModelRateLimited = "model_rate_limited"
	ModelError       = "model_error" // the server answered with an error
	AnswerEmpty      = "answer_empty"
	AnswerUnreadable = "answer_unreadable" // an answer, but not of the asked shape
)

func (e *Error) Error() string {
	if e.Cause == nil {
		return e.Code
	}
	return e.Code + ": " + e.Cause.Error()
}

func (e *Error) Unwrap() error { return e.Cause }

// CallSeed returns the seed of a thought's n-th call: 31 bits, which is what servers take.
func CallSeed(thought uint64, n int) int { return int((thought + uint64(n)) & (1<<31 - 1)) }

// Skill answers a task in place of a model: it reads what a model would read and returns a value of the asked shape. rng is
// its only chance.
type Skill func(p Parsed, rng *rand.Rand) any
