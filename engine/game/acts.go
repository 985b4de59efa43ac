package game

import (
	"encoding/json"
	"time"

	"ringer/engine/timing"
)

// ThoughtCompleted brings the mind that a thought resulted in, or what else it was for.
type ThoughtCompleted struct {
	// Kind is what its strategy calls a thought of this sort; one of the core's own has a name such as core.summary.
	Kind string `json:"kind"`
	// BasedOn is the seq up to which the thought considered the log.
	BasedOn int64 `json:"based_on_seq"`
	// Began says what it set out with.
	Began *Began `json:"began,omitempty"`
	// Mind is the strategy's mind after it, as its own versioned data. A thought that leaves the mind as it was has none.
	Mind json.RawMessage `json:"mind,omitempty"`
	// Summary is what a thought of the kind core.summary made of older messages.
	Summary *Summary `json:"summary,omitempty"`
	// Judgement is what a thought about a vote found.
	Judgement *Judgement `json:"judgement,omitempty"`
	// Accusation is what the bot is about to accuse somebody of, if the thought made it want to.
	Accusation *Accusation `json:"accusation,omitempty"`
	// Candidate is the text it proposed.
	Candidate string `json:"candidate,omitempty"`
	// Urge is how much the strategy wanted to speak, from 0 to 1, where it says so.
	Urge *float64 `json:"urge,omitempty"`
	// Slot is what became of the candidate.
	Slot  Slot   `json:"slot"`
	Calls []Call `json:"calls,omitempty"`
}

// Slot says what became of a candidate.
type Slot string

// The fates of a candidate.
const (
	SlotNone     Slot = "none"     // the thought proposed nothing
	SlotCreated  Slot = "created"  // it became the plan
	SlotRevised  Slot = "revised"  // it replaced the plan
	SlotKept     Slot = "kept"     // the plan that was there stayed
	SlotRejected Slot = "rejected" // the mouth refused it
	SlotBarred   Slot = "barred"   // the bot may not speak any more
	SlotPassed   Slot = "passed"   // the phase that it was thought in is over
)

// ThoughtFailed says that a thought brought nothing, and when its kind is tried again.
type ThoughtFailed struct {
	// Kind is what its strategy calls a thought of this sort; one of the core's own has a name such as core.summary.
	Kind    string `json:"kind"`
	BasedOn int64  `json:"based_on_seq"`
	// Began says what it set out with.
	Began *Began `json:"began,omitempty"`
	// Code is what went wrong: the outcome of a call, or mind_unusable, thought_failed or thought_panicked; thought_stopped when nobody
	// wanted it any more, which is told if it had cost something.
	Code    string `json:"code"`
	Attempt int    `json:"attempt,omitempty"`
	// RetryAt is when its kind is tried again; one that was stopped is not.
	RetryAt time.Time `json:"retry_at,omitzero"`
	Calls   []Call    `json:"calls,omitempty"`
}

// ThoughtStopped is the code of a thought that nobody wanted any more.
const ThoughtStopped = "thought_stopped"

// TextRejected says that the mouth refused a text, and by which rule.
type TextRejected struct {
	Rule string `json:"rule"`
	Text string `json:"text"`
	// Kind is the kind of the thought that proposed it.
	Kind string `json:"kind"`
	// PlanID is the plan that it was the text of, if it had become one.
	PlanID string `json:"plan_id,omitempty"`
	// Rewrite is what is now to be written anew; nothing, where the bot rather keeps silent.
	Rewrite *Draft `json:"rewrite,omitempty"`
}

// PlanCreated fills the empty slot.
type PlanCreated struct {
	Plan
}

// PlanRevised replaces the plan in the slot.
type PlanRevised struct {
	Plan
	Replaces string `json:"replaces"`
}

// CancelReason says why a plan was given up.
type CancelReason string

// The reasons of a cancellation.
const (
	CancelMuted     CancelReason = "muted"     // the bot was muted
	CancelGone      CancelReason = "gone"      // the bot left or was eliminated
	CancelBarred    CancelReason = "barred"    // the phase, dormancy or refusals keep the bot silent
	CancelStale     CancelReason = "stale"     // thought again twice, and still not legal
	CancelDropped   CancelReason = "dropped"   // a rest that the chat has left behind, or whose first part was rejected
	CancelWithdrawn CancelReason = "withdrawn" // thought again, the strategy preferred silence
	CancelRejected  CancelReason = "rejected"  // the mouth refused it at the last moment
	CancelCommanded CancelReason = "commanded" // the platform wanted it so
)

// PlanCancelled empties the slot without a message.
type PlanCancelled struct {
	PlanID string       `json:"plan_id"`
	Reason CancelReason `json:"reason"`
}

// TypingStarted says that the bot is seen typing.
type TypingStarted struct {
	PlanID string `json:"plan_id"`
}

// TypingStopped says that it stopped without a message.
type TypingStopped struct {
	PlanID string `json:"plan_id"`
}

// MessageSent is the bot's message.
type MessageSent struct {
	MessageID string   `json:"message_id"`
	PlanID    string   `json:"plan_id"`
	Kind      PlanKind `json:"kind"`
	Sender    string   `json:"sender"`
	Text      string   `json:"text"`
	Channel   string   `json:"channel,omitempty"`
	// Follows is the message that this one is the rest of.
	Follows string `json:"follows,omitempty"`
	BasedOn int64  `json:"based_on_seq"`
	// Timing is what the delay was made of, in game time; the model's own time overlaps it.
	Timing timing.Delay `json:"timing"`
	Model  Millis       `json:"model_ms"`
	// Waited is the game time from the trigger to the sending.
	Waited Millis `json:"waited_ms"`
	// DueAt is when it should have gone out.
	DueAt time.Time `json:"due_at"`
	// Lateness is how much later that was decided, in milliseconds of wall time.
	Lateness int64 `json:"lateness_ms"`
}

// Type implements Payload.
func (*ThoughtCompleted) Type() Type { return "thought.completed" }

// Type implements Payload.
func (*ThoughtFailed) Type() Type { return "thought.failed" }

// Type implements Payload.
func (*TextRejected) Type() Type { return "text.rejected" }

// Type implements Payload.
func (*PlanCreated) Type() Type { return "plan.created" }

// Type implements Payload.
func (*PlanRevised) Type() Type { return "plan.revised" }

// Type implements Payload.
func (*PlanCancelled) Type() Type { return "plan.cancelled" }

// Type implements Payload.
func (*TypingStarted) Type() Type { return "typing.started" }

// Type implements Payload.
func (*TypingStopped) Type() Type { return "typing.stopped" }

// Type implements Payload.
func (*MessageSent) Type() Type { return "message.sent" }
