package journal

import (
	"context"
	"strconv"
	"strings"
	"time"

	"ringer/engine/session"
)

// RecordedCall is one model call of a recorded session, with its prompt and its answer.
type RecordedCall struct {
	Place
	// At is when the call was made.
	At time.Time `json:"at"`
	session.Call
	// Prompt is what the model was shown.
	Prompt Prompt `json:"prompt"`
	// Answer is what the model wrote, unchanged; empty when it did not answer.
	Answer string `json:"answer"`
}

// Place is the position of a recorded call among the calls of its session.
type Place struct {
	// Seq is the last event that the thought knew.
	Seq int64 `json:"seq"`
	// Thought is the id of the thought that made the call.
	Thought string `json:"thought_id"`
	// N numbers the calls of the thought from 1.
	N int `json:"n"`
}

// PlaceOf returns the place before the first call of a thought, whose id holds the last event that
// it knew: tht_SESSION_SEQ_MS_KIND. It reports whether the text is such an id.
func PlaceOf(thought string) (p Place, ok bool) {
	parts := strings.SplitN(thought, "_", 5)
	if len(parts) < 5 || parts[0] != "tht" {
		return p, false
	}
	seq, err := strconv.ParseInt(parts[2], 10, 64)
	return Place{Seq: seq, Thought: thought}, err == nil && seq > 0
}

// Prompt is a prompt as a model reads it.
type Prompt struct {
	// System holds everything that never changes in a session.
	System string `json:"system"`
	// User holds the rest.
	User string `json:"user"`
}

// Survey is a stored survey of a game.
type Survey struct {
	session.Survey
	// At is when it was given.
	At time.Time
}

// Surveys is the part of a Store that keeps what people thought of a game.
type Surveys interface {
	// AddSurvey stores a survey, unless its seat has one. It returns the seat's, and whether it had
	// it.
	AddSurvey(ctx context.Context, gameID string, s Survey) (stored Survey, known bool, err error)
	// Surveys returns the surveys of a game by time, then by seat.
	Surveys(ctx context.Context, gameID string) ([]Survey, error)
}
