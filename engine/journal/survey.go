package journal

import (
	"context"
	"time"

	"ringer/engine/session"
)

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
