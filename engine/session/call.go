package session

// Call is one model call of a thought, made or refused.
type Call struct {
	// Role says what the call was for. A reflex is a quick word, a reply is a message. An analysis
	// finds out what was said. A decision is a choice among few answers.
	Role  string `json:"role"`
	Model string `json:"model"`
	Task  string `json:"task"`
	// Ask numbers the questions of a thought from 0. One question may take several calls.
	Ask int `json:"ask"`
	// Known is the seq of the last event that the prompt shows. It is left out if the thought's own
	// seq says it.
	Known int64 `json:"known_seq,omitempty"`
	// AskedAt is when the prompt was written, in game time since the session opened. It is left out
	// together with Known.
	AskedAt Millis     `json:"asked_at_ms,omitempty"`
	Reason  CallReason `json:"reason,omitempty"` // Reason says why the call was made.
	// Rung says how the shape of the answer was asked for: strict_schema, schema, json_object or
	// text.
	Rung        string `json:"rung,omitempty"`
	PromptBytes int    `json:"prompt_bytes"` // PromptBytes is the length of the prompt.
	// ShortenedTo is the number of bytes to which the prompt was shortened before its last sections
	// were added, because the model's context is small. It is left out if the prompt is whole.
	ShortenedTo  int `json:"shortened_to,omitempty"`
	PromptTokens int `json:"prompt_tokens"` // PromptTokens counts the tokens of the prompt.
	// CachedTokens counts the tokens of the prompt that the server had in its cache.
	CachedTokens int `json:"cached_tokens,omitempty"`
	AnswerTokens int `json:"answer_tokens"`
	// Estimated says that the server did not count the tokens. They were estimated from lengths.
	Estimated bool `json:"estimated,omitempty"`
	// CostMicros is the cost, in millionths of the currency of the prices.
	CostMicros int64 `json:"cost_micros"`
	// Waited is how long the call waited for its turn, in milliseconds of wall time.
	Waited int64 `json:"waited_ms"`
	// How long the call took without the wait, in milliseconds of wall time.
	Millis int64 `json:"ms"`
	// Outcome is ok, or says what went wrong: model_unreachable, model_timeout, call_stopped,
	// model_rate_limited, model_error, model_refused, content_filtered, prompt_too_long,
	// answer_empty or answer_unreadable. A call that was not made has model_busy, model_down or
	// budget_spent.
	Outcome string `json:"outcome"`
}

// CallReason says why a call was made.
type CallReason string

const (
	CallFirst  CallReason = "first"  // the first call of a question
	CallRetry  CallReason = "retry"  // the call before it failed
	CallRung   CallReason = "rung"   // the server did not accept the form of the call before it
	CallRepair CallReason = "repair" // the answer to the call before it could not be read
)

// OfflineModel is the name of the offline player in calls.
const OfflineModel = "offline"

// OutcomeOK is the outcome of a call that got an answer.
const OutcomeOK = "ok"

// The outcomes of calls that were not made.
const (
	OutcomeBusy   = "model_busy"
	OutcomeDown   = "model_down"
	OutcomeBudget = "budget_spent"
)

// Made reports whether the server was asked at all.
func (c *Call) Made() bool {
	return c.Outcome != OutcomeBusy && c.Outcome != OutcomeDown && c.Outcome != OutcomeBudget
}

// Spent is what model calls have cost.
type Spent struct {
	Calls        int `json:"calls"`         // Calls counts the calls that were made.
	PromptTokens int `json:"prompt_tokens"` // PromptTokens counts the tokens of the prompts.
	AnswerTokens int `json:"answer_tokens"` // AnswerTokens counts the tokens of the answers.
	// CostMicros is the cost, in millionths of the currency of the prices.
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

// SpentOn returns what calls have cost. A call that was not made costs nothing.
func SpentOn(calls []Call) (sum Spent) {
	for i := range calls {
		if c := &calls[i]; c.Made() {
			sum = sum.Plus(Spent{1, c.PromptTokens, c.AnswerTokens, c.CostMicros})
		}
	}
	return sum
}

// Began says what a thought started from. With the recorded calls, that is enough to repeat the
// thought.
type Began struct {
	// Thought is the thought's id. Recorded calls name it.
	Thought string `json:"thought_id"`
	Seq     int64  `json:"seq"`     // Seq is the seq of the last event that the thought knew.
	At      Millis `json:"at_ms"`   // At is when the thought began, in game time since the session opened.
	Took    Millis `json:"took_ms"` // Took is how long the thought ran, in game time.
	// WantedAt is the earliest time at which the thought could start.
	WantedAt Millis `json:"wanted_at_ms"`
	Silence  bool   `json:"silence,omitempty"` // Silence says that no message asked for the thought.
}
