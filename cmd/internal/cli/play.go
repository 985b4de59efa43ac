package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"ringer/cmd/internal/play"
)

type playCommand struct {
	play.Settings
	modelFlags
}

func (c *playCommand) Validate() error {
	if c.Server != "" {
		if err := checkURL("--server", c.Server); err != nil {
			return err
		}
	}
	return errors.Join(c.Complete(), c.modelFlags.Validate())
}

func (c *playCommand) Run(t *terminal) error {
	c.StartServer = func(ctx context.Context, log io.Writer) (string, func(), error) {
		own := *t
		own.stderr = log
		return startServer(ctx, "", c.modelFlags, &own)
	}
	if err := play.Run(t.ctx, c.Settings, t.stdin, t.stdout, t.stderr); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	return nil
}
