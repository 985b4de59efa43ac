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
	// Tenant is the tenant of the session; empty for the default one. The tenants share the places
	// for calls.
	Tenant string
	Seed   uint64                // the thought's only source of randomness
	Models *session.ModelChoices // the session's own choices, or nil
	// Purse limits what the session may spend. Nil sets no limit.
	Purse  Purse
	Record func(Exchange) // called with each call, in the order of the questions
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
	At     time.Time // the time of the call
	Prompt Rendered  // what the model was shown
	Answer string    // what the model wrote, unchanged
	// Err says what went wrong, without any part of prompt or answer; nil for an answer.
	Err error
}

// Error says why an ask has no answer.
type Error struct {
	Code  string // stable, because thought.failed shows it
	Cause error
}

// The codes of an Error.
const (
	ModelUnreachable = "model_unreachable"  // there was no connection, or it broke
	ModelTimeout     = "model_timeout"      // there was no answer in time
	CallStopped      = "call_stopped"       // nobody wanted the answer any more
	ModelRateLimited = "model_rate_limited" // the server limits the rate of calls
	ModelError       = "model_error"        // the server answered with an error
	AnswerEmpty      = "answer_empty"       // the answer was empty
	AnswerUnreadable = "answer_unreadable"  // the answer did not have the requested shape
	ModelRefused     = "model_refused"      // the model refuses to answer
	// ContentFiltered: a filter of the server withholds the answer, or does not take the prompt.
	ContentFiltered = "content_filtered"
	// PromptTooLong: the prompt is too long for the model's context, even when shortened.
	PromptTooLong = "prompt_too_long"
	// ModelBusy: calls in flight left no room in time, or have reserved what is left.
	ModelBusy   = session.OutcomeBusy
	ModelDown   = session.OutcomeDown   // the server has failed so often that it gets no calls for a while
	BudgetSpent = session.OutcomeBudget // the session may not spend as much as the call may cost
)

// Codes returns the codes of an Error.
func Codes() []string {
	return []string{
		ModelUnreachable, ModelTimeout, CallStopped, ModelRateLimited, ModelError, AnswerEmpty, AnswerUnreadable, ModelRefused, ContentFiltered,
		PromptTooLong, ModelBusy, ModelDown, BudgetSpent,
	}
}

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
