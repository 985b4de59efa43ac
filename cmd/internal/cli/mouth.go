package cli

import (
	"fmt"

	"ringer/cmd/internal/replay"
	"ringer/engine/session"
)

type mouthCommand struct {
	File     string `arg:"" help:"Recorded games, one JSON object a line, as replay reads them." type:"existingfile"`
	MaxChars int    `default:"250" help:"Characters of one message."`
	Show     bool   `help:"Print the lines that were stopped."`
}

func (c *mouthCommand) Validate() error {
	if c.MaxChars < 20 || c.MaxChars > session.MaxText {
		return fmt.Errorf("--max-chars must be from 20 to %d", session.MaxText)
	}
	return nil
}

func (c *mouthCommand) Run(t *terminal) error {
	return replay.Mouth(t.stdout, c.File, replay.MouthSettings{MaxChars: c.MaxChars, Show: c.Show})
}
