package cli

import "ringer/cmd/internal/verdict"

type refereeCommand struct {
	File string `arg:"" help:"Recorded games of Mafia or Avalon, one JSON object a line, as replay reads them." type:"existingfile"`
}

func (c *refereeCommand) Run(t *terminal) error { return verdict.Judge(t.stdout, c.File) }
