package prompt

import (
	"context"
	"math/rand/v2"
	"time"

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
// hold one of the values that the tag lists. Its error is an *Error, of any of the codes below, when the model is to blame. The asks of a thought
// have an order: its chance goes by it, and so does its record when it is decided again. What need not wait for one another goes to AskAll.
type Asker interface {
	Ask(ctx context.Context, p Prompt, answer any) error
}

// Question is a prompt with the place for its answer, as Ask takes them.
type Question struct {
	Prompt Prompt
	Answer any
}

// AskAll asks several questions at once, if the asker can, and returns the error of each in their order. They count as asks in this order, whichever
// is answered first; one that fails loses nothing of the others.
func AskAll(ctx context.Context, ask Asker, questions []Question) []error {
	if a, ok := ask.(together); ok {
		return a.AskAll(ctx, questions)
	}
	errs := make([]error, len(questions))
	for i, q := range questions {
		errs[i] = ask.Ask(ctx, q.Prompt, q.Answer)
	}
	return errs
}

// together is an asker that can have several questions under way. Whoever wraps an asker sees each ask, one after another, until it implements this too.
type together interface {
	AskAll(ctx context.Context, questions []Question) []error
}

// Call is the record of one model call.
type Call = game.Call

// Caller is on whose behalf a thought asks.
type Caller struct {
	// Session is the one that thinks; calls of one session share a limit.
	Session string
	// Seed is the thought's only chance.
	Seed uint64
	// Models are the session's own choices; nil for none.
	Models *game.ModelChoices
	// Purse bounds what the session may spend; nil for nothing.
	Purse Purse
	// Record is told of each call, in their order, and of those of questions that were asked at once in the order of the questions.
	Record func(Exchange)
}

// Purse is what a session may still spend.
type Purse interface {
	// Reserve sets aside what a call may cost at most. It returns an *Error of the code BudgetSpent when there is not as much left, of the
	// code ModelBusy when as much may be left once other calls have been settled.
	Reserve(most game.Spent) error
	// Settle takes what the call has cost out of what was set aside for it, and puts the rest back.
	Settle(most, spent game.Spent)
}

// Exchange is one model call with what was said in it.
type Exchange struct {
	Call
	// At is when the call was made.
	At time.Time
	// Prompt is what the model was shown, Answer what it wrote, as it came.
	Prompt Rendered
	Answer string
	// Err says what went wrong, for a log; nil when the call brought an answer. It holds nothing of what was said.
	Err error
}

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
	CallStopped      = "call_stopped"      // nobody wanted the answer any more
	ModelRateLimited = "model_rate_limited"
	ModelError       = "model_error" // the server answered with an error
	AnswerEmpty      = "answer_empty"
	AnswerUnreadable = "answer_unreadable" // an answer, but not of the asked shape
	ModelBusy        = game.OutcomeBusy    // other calls in flight left no room in time, or have set aside what the session has left
	ModelDown        = game.OutcomeDown    // the server has failed so often that it is left alone for a while
	BudgetSpent      = game.OutcomeBudget  // the session may not spend as much
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
