package training

// Options are the settings of a training.
type Options struct {
	Epochs int
	// Batch counts sequences. A sequence holds the lines of a player in a game.
	Batch int
	Rate  float64
	// Shrink pulls vectors of n-grams to zero at each step that moves them, times the rate.
	Shrink float64
	// Drop is the share of n-grams that a step does not see.
	Drop float64
	// Hide is the share of sequences without times, since some platforms have none.
	Hide float64
	// Lone is the share of lines without a history, so that a line on its own can be judged.
	Lone float64
	// Keep is the part of the moving average that a step keeps.
	Keep float64
}

// Default returns the settings of the embedded weights, the best of some 20 trials on folds by game
// (docs/suspicion.md).
func Default() Options {
	return Options{Epochs: 16, Batch: 8, Rate: 2e-3, Shrink: 0.02, Drop: 0.4, Hide: 0.15, Lone: 0.15, Keep: 0.995}
}
