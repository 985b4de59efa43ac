package engine

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// Recorded is one model call of a session that is recorded, with what was said in it.
type Recorded struct {
	Place
	// At is when the call was made.
	At time.Time `json:"at"`
	game.Call
	// Prompt is what the model was shown.
	Prompt Prompt `json:"prompt"`
	// Answer is what it wrote, as it came; empty when there was no answer.
	Answer string `json:"answer"`
}

// Place is where a recorded call stands among those of its session: they are ordered by it.
type Place struct {
	// Seq is the last event that the thought knew.
	Seq int64 `json:"seq"`
	// Thought is the id of the thought that made the call.
	Thought string `json:"thought_id"`
	// N numbers the calls of the thought from 1.
	N int `json:"n"`
}

// Prompt is a prompt as a model reads it.
type Prompt struct {
	// System holds everything that a session never changes.
	System string `json:"system"`
	// User holds the rest.
	User string `json:"user"`
}

// Tape stands before the models of one thought, and keeps what is said to them and by them if the session wants that.
type Tape struct {
	models Models
	on     bool
	said   []prompt.Exchange
}

// NewTape returns a tape for a thought of a session with this configuration.
func NewTape(models Models, c *game.Config) *Tape { return &Tape{models: models, on: c.Record} }

// Asker implements Models.
func (t *Tape) Asker(c prompt.Caller) prompt.Asker {
	if record := c.Record; t.on {
		c.Record = func(x prompt.Exchange) {
			t.said = append(t.said, x)
			record(x)
		}
	}
	return t.models.Asker(c)
}

// Calls returns what the tape holds, as the calls of the thought.
func (t *Tape) Calls(of game.Thought) []Recorded {
	calls := make([]Recorded, len(t.said))
	for i, x := range t.said {
		calls[i] = Recorded{
			Place: Place{Seq: of.Seq, Thought: of.ID, N: i + 1}, At: x.At.UTC().Truncate(time.Microsecond), Call: x.Call,
			Prompt: Prompt(x.Prompt), Answer: x.Answer,
		}
	}
	return calls
}

// recordLimit bounds the storing of a thought's calls: the bot's reply waits for it, and is worth more.
const recordLimit = 2 * time.Second

// record stores the calls of a thought that is over, also when it was stopped. What cannot be stored is missing from the record, and
// the game goes on.
func (e *Engine) record(ctx context.Context, session string, calls []Recorded) {
	if len(calls) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordLimit)
	defer cancel()
	if err := e.store.Record(ctx, session, calls); err != nil && !errors.Is(err, ErrNotFound) { // it has been deleted
		e.log.Warn("the model calls of a thought could not be recorded", slog.String("session", session), slog.String("thought", calls[0].Thought), slog.Any("error", err))
	}
}
