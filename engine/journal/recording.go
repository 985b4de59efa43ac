package journal

import (
	"time"

	"ringer/engine/game"
)

// RecordedCall is one model call of a recorded session, with its prompt and its answer.
type RecordedCall struct {
	Place
	// At is when the call was made.
	At time.Time `json:"at"`
	game.Call
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

// Prompt is a prompt as a model reads it.
type Prompt struct {
	// System holds everything that never changes in a session.
	System string `json:"system"`
	// User holds the rest.
	User string `json:"user"`
}
