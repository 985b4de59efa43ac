package cli

import "ringer/cmd/internal/suspicion"

type suspicionCommand struct {
	Train trainSuspicionCommand `cmd:"" help:"Train the classifier on recorded games, and show how good it is in games that it has not seen."`
	Score scoreSuspicionCommand `cmd:"" help:"Write how much each line of recorded games reads like a bot's, one JSON object a line."`
}

type trainSuspicionCommand struct{ suspicion.Settings }

func (c *trainSuspicionCommand) Run(t *terminal) error { return c.Train(t.stdout, t.stderr) }

type scoreSuspicionCommand struct {
	Files   []string    `arg:"" help:"Recorded games, one JSON object a line." type:"existingfile"`
	Weights weightsFile `help:"File of weights, from ringer suspicion train. By default the weights in this program." placeholder:"FILE"`
}

func (c *scoreSuspicionCommand) Run(t *terminal) error {
	return suspicion.Score(t.stdout, c.Files, c.Weights.orEmbedded())
}
