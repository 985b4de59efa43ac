package session

import (
	"encoding/json"
	"time"

	"ringer/engine/timing"
)

// ThoughtCompleted says that a thought has finished, and what came of it.
type ThoughtCompleted struct {
	// Kind is the kind of the thought. The core's own kinds have names such as core.summary.
	Kind string `json:"kind"`
	// BasedOn is the seq up to which the thought considered the log.
	BasedOn int64 `json:"based_on_seq"`
	// Began says when the thought began and what it knew then.
	Began *Began `json:"began,omitempty"`
	// Mind is the strategy's mind after the thought, as the strategy's own versioned data. It is
	// left out where the mind did not change.
	Mind json.RawMessage `json:"mind,omitempty"`
	// Summary is what a thought of the kind core.summary made of older messages.
	Summary *Summary `json:"summary,omitempty"`
	// Biography is the person that the bot plays from now on. The thought start draws one, and a
	// thought of the kind core.biography may write a better one.
	Biography *Biography `json:"biography,omitempty"`
	// Judgement is what a thought about a vote found.
	Judgement *Judgement `json:"judgement,omitempty"`
	// Refinement is how others would have read the plan, by a thought of the kind core.refine.
	Refinement *Refinement `json:"refinement,omitempty"`
	// Reading is how much the plan reads like a machine's, by a thought of the kind core.reread.
	Reading *PlanScore `json:"reading,omitempty"`
	// Accusation is the accusation that the bot now plans, if there is one.
	Accusation *Accusation `json:"accusation,omitempty"`
	// Candidate is the text that the thought proposed.
	Candidate string `json:"candidate,omitempty"`
	// Urge is how much the strategy wanted to speak, from 0 to 1. It is left out where the strategy
	// does not say.
	Urge *float64 `json:"urge,omitempty"`
	// Read is the seq up to which the thought has looked at the chat for the next line of the bot.
	// It is left out for a thought that is not about a line.
	Read  int64         `json:"read_seq,omitempty"`
	Slot  CandidateFate `json:"slot"` // Slot says what became of the candidate.
	Calls []Call        `json:"calls,omitempty"`
}

// CandidateFate says what became of a candidate.
type CandidateFate string

const (
	SlotNone      CandidateFate = "none"      // the thought proposed nothing
	SlotCreated   CandidateFate = "created"   // it became the plan
	SlotRevised   CandidateFate = "revised"   // it replaced the plan
	SlotKept      CandidateFate = "kept"      // the plan in the slot stayed; if the candidate has its text, it now rests on what the thought considered
	SlotRejected  CandidateFate = "rejected"  // the mouth refused it
	SlotBarred    CandidateFate = "barred"    // the bot may no longer speak
	SlotPassed    CandidateFate = "passed"    // the phase in which its thought began is over
	SlotElsewhere CandidateFate = "elsewhere" // it answers a line of another channel
)

// ThoughtFailed says that a thought failed, and when its kind is tried again.
type ThoughtFailed struct {
	// Kind is the kind of the thought. The core's own kinds have names such as core.summary.
	Kind    string `json:"kind"`
	BasedOn int64  `json:"based_on_seq"`
	// Began says when the thought began and what it knew then.
	Began *Began `json:"began,omitempty"`
	// Code says what went wrong: the outcome of a call, mind_unusable, thought_failed,
	// thought_panicked, or thought_not_storable when the database refuses a value of the finding. A
	// thought that was no longer wanted has the code thought_stopped. It is only in the log if it
	// has cost something.
	Code    string `json:"code"`
	Attempt int    `json:"attempt,omitempty"`
	// RetryAt is when this kind of thought is tried again. It is left out for a thought that was
	// stopped.
	RetryAt time.Time `json:"retry_at,omitzero"`
	Calls   []Call    `json:"calls,omitempty"`
}

// ThoughtStopped is the code of a thought that was no longer wanted.
const ThoughtStopped = "thought_stopped"

// ThoughtNotStorable is the code of a thought whose finding the database can never store.
const ThoughtNotStorable = "thought_not_storable"

// TextRejected says that the mouth refused a text, and which rule did.
type TextRejected struct {
	Rule string `json:"rule"`
	Text string `json:"text"`
	Kind string `json:"kind"` // Kind is the kind of the thought that proposed it.
	// PlanID is the id of the plan with this text, if the text had become a plan.
	PlanID string `json:"plan_id,omitempty"`
	// Rewrite is the text that is to be rewritten. It is left out where the bot keeps silent
	// instead.
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

const (
	CancelMuted     CancelReason = "muted"     // the bot was muted
	CancelGone      CancelReason = "gone"      // the bot left or was eliminated
	CancelBarred    CancelReason = "barred"    // phase, dormancy or refusals forbid it to speak
	CancelStale     CancelReason = "stale"     // its phase is over, its channel is closed, or a player that it names is out
	CancelDropped   CancelReason = "dropped"   // the chat moved on, its first part was rejected, or the strategy dropped it
	CancelWithdrawn CancelReason = "withdrawn" // it was stale, and the strategy now chose silence
	CancelRejected  CancelReason = "rejected"  // the mouth refused it when it was due
	CancelCommanded CancelReason = "commanded" // the platform commanded it
)

// PlanCancelled empties the slot without a message.
type PlanCancelled struct {
	PlanID string       `json:"plan_id"`
	Reason CancelReason `json:"reason"`
}

// TypingStarted says that the players now see the bot typing.
type TypingStarted struct {
	PlanID string `json:"plan_id"`
	// Seat is the bot's seat. Only the log of a game says so.
	Seat string `json:"seat,omitempty"`
	// Channel is where the bot types; empty for the main channel.
	Channel string `json:"channel,omitempty"`
}

// TypingStopped says that the bot stopped typing and sent no message.
type TypingStopped struct {
	PlanID string `json:"plan_id"`
	// Seat is the bot's seat. Only the log of a game says so.
	Seat string `json:"seat,omitempty"`
	// Channel is where the bot types; empty for the main channel.
	Channel string `json:"channel,omitempty"`
}

// MessageSent is a message that the bot sends.
type MessageSent struct {
	MessageID string   `json:"message_id"`
	PlanID    string   `json:"plan_id"`
	Kind      PlanKind `json:"kind"`
	Sender    string   `json:"sender"`
	Text      string   `json:"text"`
	Channel   string   `json:"channel,omitempty"`
	// Follows is the id of the message that this one continues.
	Follows string `json:"follows,omitempty"`
	BasedOn int64  `json:"based_on_seq"`
	// Answers is the seq of the line that the text answers. It is left out for none.
	Answers int64 `json:"answers_seq,omitempty"`
	// Read is the seq up to which a thought has looked at the chat. What came after the lines that
	// the text takes into account did not change it.
	Read int64 `json:"read_seq,omitempty"`
	// Timing says what the delay is made of, in game time. The model's own time overlaps with it.
	Timing timing.Delay `json:"timing"`
	Model  Millis       `json:"model_ms"`
	Waited Millis       `json:"waited_ms"` // Waited is the game time from the trigger to the sending.
	DueAt  time.Time    `json:"due_at"`    // DueAt is when the message should have been sent.
	// Lateness is how much later the bot decided to send it, in milliseconds of wall time.
	Lateness int64 `json:"lateness_ms"`
}

func (*ThoughtCompleted) Type() Type { return "thought.completed" }
func (*ThoughtFailed) Type() Type    { return "thought.failed" }
func (*TextRejected) Type() Type     { return "text.rejected" }
func (*PlanCreated) Type() Type      { return "plan.created" }
func (*PlanRevised) Type() Type      { return "plan.revised" }
func (*PlanCancelled) Type() Type    { return "plan.cancelled" }
func (*TypingStarted) Type() Type    { return "typing.started" }
func (*TypingStopped) Type() Type    { return "typing.stopped" }
func (*MessageSent) Type() Type      { return "message.sent" }
