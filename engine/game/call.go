package game

// Call is one model call of a thought, made or refused.
type Call struct {
	// Role is what the call was for: reflex (a quick word), reply (a message), analysis (understanding what was said) or decision (a
	// choice among few answers).
	Role  string `json:"role"`
	Model string `json:"model"`
	Task  string `json:"task"`
	// Ask numbers the questions of the thought from 0: one question may take several calls.
	Ask int `json:"ask"`
	// Reason says why the call was made.
	Reason CallReason `json:"reason,omitempty"`
	// Rung is how the shape of the answer was asked for: strict_schema, schema, json_object or text.
	Rung string `json:"rung,omitempty"`
	// PromptBytes is the length of the prompt.
	PromptBytes int `json:"prompt_bytes"`
	// PromptTokens are those of the prompt.
	PromptTokens int `json:"prompt_tokens"`
	// CachedTokens are those of the prompt that the server had in its cache.
	CachedTokens int `json:"cached_tokens,omitempty"`
	AnswerTokens int `json:"answer_tokens"`
	// Estimated says that the server did not count the tokens, so that they were estimated from lengths.
	Estimated bool `json:"estimated,omitempty"`
	// CostMicros is what it cost, in millionths of the currency that prices are given in.
	CostMicros int64 `json:"cost_micros"`
	// Waited is how long the call waited for its turn.
	Waited int64 `json:"waited_ms"`
	// How long it then took, without the wait.
	Millis int64 `json:"ms"`
	// Outcome is ok, or what went wrong: model_unreachable, model_timeout, call_stopped, model_rate_limited, model_error, answer_empty or
	// answer_unreadable; of a call that was not made, model_busy, model_down or budget_spent.
	Outcome string `json:"outcome"`
}

// CallReason says why a call was made.
type CallReason string

// The reasons of a call.
const (
	CallFirst  CallReason = "first"  // it is the question's first
	CallRetry  CallReason = "retry"  // the one before it failed
	CallRung   CallReason = "rung"   // the server did not take the form of the one before it
	CallRepair CallReason = "repair" // the answer to the one before it could not be read
)

// OutcomeOK is the outcome of a call that brought an answer.
const OutcomeOK = "ok"

// The outcomes of calls that were not made.
const (
	OutcomeBusy   = "model_busy"
	OutcomeDown   = "model_down"
	OutcomeBudget = "budget_spent"
)

// Made tells whether the server was asked at all.
func (c *Call) Made() bool {
	return c.Outcome != OutcomeBusy && c.Outcome != OutcomeDown && c.Outcome != OutcomeBudget
}

// Spent is what model calls have cost.
type Spent struct {
	// Calls counts those that were made.
	Calls int `json:"calls"`
	// PromptTokens are those of their prompts.
	PromptTokens int `json:"prompt_tokens"`
	// AnswerTokens are those of their answers.
	AnswerTokens int `json:"answer_tokens"`
	// CostMicros is in millionths of the currency that prices are given in.
	CostMicros int64 `json:"cost_micros"`
}

// Plus returns the sum.
func (s Spent) Plus(t Spent) Spent {
	return Spent{s.Calls + t.Calls, s.PromptTokens + t.PromptTokens, s.AnswerTokens + t.AnswerTokens, s.CostMicros + t.CostMicros}
}

// Minus returns the difference.
func (s Spent) Minus(t Spent) Spent {
	return Spent{s.Calls - t.Calls, s.PromptTokens - t.PromptTokens, s.AnswerTokens - t.AnswerTokens, s.CostMicros - t.CostMicros}
}

// SpentOn returns what calls have cost; those that were not made cost nothing.
func SpentOn(calls []Call) (sum Spent) {
	for i := range calls {
		if c := &calls[i]; c.Made() {
			sum = sum.Plus(Spent{1, c.PromptTokens, c.AnswerTokens, c.CostMicros})
		}
	}
	return sum
}

// Began is what a thought set out with: enough to think it again from what its calls brought.
type Began struct {
	// Thought is its id, which recorded calls name.
	Thought string `json:"thought_id"`
	// Seq is the last event that it knew.
	Seq int64 `json:"seq"`
	// At is when it began, in game time since the session opened.
	At Millis `json:"at_ms"`
	// Took is how long it ran, in game time.
	Took Millis `json:"took_ms"`
	// WantedAt is the earliest time at which it was wanted.
	WantedAt Millis `json:"wanted_at_ms"`
	// Silence says that no message asked for it.
	Silence bool `json:"silence,omitempty"`
}
