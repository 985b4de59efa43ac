package thought

import (
	"context"
	"errors"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// judge asks a model what it makes of a vote.
func judge(context.Context, game.View, game.Brief, game.Want, prompt.Asker) (game.Finding, error) {
	return nil, errors.New("thought: votes are not judged yet")
}
