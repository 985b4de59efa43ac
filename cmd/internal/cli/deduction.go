package cli

import "ringer/cmd/internal/deduction"

type deductionCommand struct {
	Fit   fitDeductionCommand   `cmd:"" help:"Fit the weights to the games, and print them as JSON: engine/deduction/weights.json."`
	Check checkDeductionCommand `cmd:"" help:"Show how often the deduction is right in each game, with weights fitted to the others."`
}

type fitDeductionCommand struct {
	Files []string `arg:"" help:"Recorded games of Avalon or The Resistance, one JSON object a line." type:"existingfile"`
}

func (c *fitDeductionCommand) Run(t *terminal) error { return deduction.Fit(t.stdout, c.Files) }

type checkDeductionCommand struct {
	Files []string `arg:"" help:"Recorded games of Avalon or The Resistance, one JSON object a line." type:"existingfile"`
}

func (c *checkDeductionCommand) Run(t *terminal) error { return deduction.Check(t.stdout, c.Files) }
