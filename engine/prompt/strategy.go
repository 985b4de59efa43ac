package prompt

import (
	"context"
	"math/rand/v2"
	"time"

	"ringer/engine/session"
)

// Thinker is a complete strategy: the pure part, and the part that asks a model.
type Thinker interface {
	session.Strategy
	// Think runs the model calls of one thought. It gets a copy of the view and returns its
	// finding, or the unchanged error of an ask. It reads no clock and keeps no state.
	Think(ctx context.Context, v session.View, w session.Want, ask Asker) (session.Finding, error)
}

// ModelRole is the purpose of a call. Each role may have a model of its own.
type ModelRole string

const (
	RoleReflex   ModelRole = "reflex"   // a quick word
	RoleReply    ModelRole = "reply"    // a message
	RoleAnalysis ModelRole = "analysis" // understanding what was said
	RoleDecision ModelRole = "decision" // a choice among few answers
)

// Asker answers prompts. Ask fills answer, a pointer to a struct; a string field with an `enum` tag
// gets one of its values. A call without an answer gives an *Error; any other error is a bug. The
// order of a thought's asks determines their seeds and their place in its record.
type Asker interface {
	Ask(ctx context.Context, p Prompt, answer any) error
}

// Question holds the arguments of Ask: a prompt, and a pointer to the struct that gets its answer.
type Question struct {
	Prompt Prompt
	Answer any
}

// AskAll asks several questions at once if the asker can, and returns the error of each. They count
// as asks in this order.
func AskAll(ctx context.Context, ask Asker, questions []Question) []error {
	if a, ok := ask.(batchAsker); ok {
		return a.AskAll(ctx, questions)
	}
	errs := make([]error, len(questions))
	for i, q := range questions {
		errs[i] = ask.Ask(ctx, q.Prompt, q.Answer)
	}
	return errs
}

type batchAsker interface {
	AskAll(ctx context.Context, questions []Question) []error
}

// Call is the record of one model call.
type Call = session.Call

// Caller describes the thought that asks.
type Caller struct {
	// Session is the id of the session that thinks. Calls of one session share a limit.
	Session string
	// Seed is the thought's only source of randomness.
	Seed uint64
	// Models are the session's own choices, or nil.
	Models *session.ModelChoices
	// Purse limits what the session may spend. Nil sets no limit.
	Purse Purse
	// Record is called with each call, in the order of the questions.
	Record func(Exchange)
}

// Purse holds what a session may still spend.
type Purse interface {
	// Reserve sets aside the maximum cost of a call. Its *Error has the code BudgetSpent, or
	// ModelBusy if enough may be left once other calls are settled.
	Reserve(cost session.Spent) error
	// Settle pays the cost of a call from what was reserved for it, and returns the rest.
	Settle(reserved, spent session.Spent)
}

// Exchange is one model call with its texts.
type Exchange struct {
	Call
	// At is the time of the call.
	At time.Time
	// Prompt is what the model was shown.
	Prompt Rendered
	// Answer is what the model wrote, unchanged.
	Answer string
	// Err says what went wrong, without any part of prompt or answer; nil for an answer.
	Err error
}

// Error says why an ask has no answer.
type Error struct {
	// Code is stable, because thought.failed shows it.
	Code  string
	Cause error
}

// The codes of an Error.
const (
	// ModelUnreachable: there was no connection, or it broke.
	ModelUnreachable = "model_unreachable"
	// ModelTimeout: there was no answer in time.
	ModelTimeout = "model_timeout"
	// CallStopped: nobody wanted the answer any more.
	CallStopped = "call_stopped"
	// ModelRateLimited: the server limits the rate of calls.
	ModelRateLimited = "model_rate_limited"
	// ModelError: the server answered with an error.
	ModelError = "model_error"
	// AnswerEmpty: the answer was empty.
	AnswerEmpty = "answer_empty"
	// AnswerUnreadable: the answer did not have the requested shape.
	AnswerUnreadable = "answer_unreadable"
	// ModelRefused: the model refuses to answer.
	ModelRefused = "model_refused"
	// ContentFiltered: a filter of the server withholds the answer, or does not take the prompt.
	ContentFiltered = "content_filtered"
	// PromptTooLong: the prompt is too long for the model's context, even when shortened.
	PromptTooLong = "prompt_too_long"
	// ModelBusy: calls in flight left no room in time, or have reserved what is left.
	ModelBusy = session.OutcomeBusy
	// ModelDown: the server has failed so often that it gets no calls for a while.
	ModelDown = session.OutcomeDown
	// BudgetSpent: the session may not spend as much as the call may cost.
	BudgetSpent = session.OutcomeBudget
)

func (e *Error) Error() string {
	if e.Cause == nil {
		return e.Code
	}
	return e.Code + ": " + e.Cause.Error()
}

func (e *Error) Unwrap() error { return e.Cause }

// CallSeed returns the seed of a thought's n-th call. It has 31 bits, which is what servers accept.
func CallSeed(thought uint64, n int) int { return int((thought + uint64(n)) & (1<<31 - 1)) }

// Skill answers a task in place of a model, which would read the same. Its only chance is rng.
type Skill func(p Parsed, rng *rand.Rand) any
