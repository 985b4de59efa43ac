package cli

import "ringer/cmd/internal/suspicion"

// suspicionCommand is about the classifier of lines.
type suspicionCommand struct {
	Train trainSuspicionCommand `cmd:"" help:"Train the classifier on recorded games, and show how good it is in games that it has not seen."`
	Score scoreSuspicionCommand `cmd:"" help:"Write how much each line of recorded games reads like a bot's, one JSON object a line."`
}

type trainSuspicionCommand struct {
	Files   []string `arg:"" help:"Recorded games, one JSON object a line, with the kind of each player." type:"existingfile"`
	Out     string   `help:"Write the weights to this file. engine/suspicion/weights.bin is such a file." placeholder:"FILE" type:"path"`
	Report  string   `help:"Write the report as a page with charts to this file." placeholder:"FILE" type:"path"`
	Seed    uint64   `default:"1" help:"Seed of all random choices. The same games and seed give the same file, byte for byte."`
	Folds   int      `default:"10" help:"How many parts the games are dealt to. Each part is judged by networks that trained on the others."`
	LeftOut bool     `help:"Also show how it does with each bot and each domain left out of the training. This takes several times as long."`
}

// Run implements the command.
func (c *trainSuspicionCommand) Run(t *terminal) error {
	s := suspicion.Settings{Files: c.Files, Out: c.Out, Report: c.Report, Seed: c.Seed, Folds: c.Folds, LeftOut: c.LeftOut}
	return s.Train(t.stdout, t.stderr)
}

type scoreSuspicionCommand struct {
	Files   []string    `arg:"" help:"Recorded games, one JSON object a line." type:"existingfile"`
	Weights weightsFile `help:"File of weights, from ringer suspicion train. By default the weights in this program." placeholder:"FILE"`
}

// Run implements the command.
func (c *scoreSuspicionCommand) Run(t *terminal) error {
	return suspicion.Score(t.stdout, c.Files, c.Weights.orEmbedded())
}
