package step

import (
	"time"

	"ringer/engine/journal"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Tape wraps the models of one thought. It keeps the prompts and answers if the session is
// recorded.
type Tape struct {
	models    Models
	on        bool
	exchanges []prompt.Exchange
}

// NewTape returns a tape for a thought of a session with this configuration.
func NewTape(models Models, c *session.Config) *Tape { return &Tape{models: models, on: c.Record} }

// Asker implements Models.
func (t *Tape) Asker(c prompt.Caller) prompt.Asker {
	if record := c.Record; t.on {
		c.Record = func(x prompt.Exchange) {
			t.exchanges = append(t.exchanges, x)
			record(x)
		}
	}
	return t.models.Asker(c)
}

// Calls returns the calls on the tape as calls of a thought.
func (t *Tape) Calls(of session.Thought) []journal.RecordedCall {
	calls := make([]journal.RecordedCall, len(t.exchanges))
	for i, x := range t.exchanges {
		calls[i] = journal.RecordedCall{
			Place: journal.Place{Seq: of.Seq, Thought: of.ID, N: i + 1}, At: x.At.UTC().Truncate(time.Microsecond), Call: x.Call,
			Prompt: journal.Prompt(x.Prompt), Answer: x.Answer,
		}
	}
	return calls
}
