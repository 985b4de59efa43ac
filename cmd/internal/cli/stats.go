package cli

import "ringer/cmd/internal/talk"

type statsCommand struct {
	Files []string `arg:"" name:"file" help:"Recorded games, one JSON object a line, as replay reads them; or games that replay has played, from its --played." type:"existingfile"`
}

func (c *statsCommand) Run(t *terminal) error {
	return talk.Stats(t.stdout, c.Files)
}
