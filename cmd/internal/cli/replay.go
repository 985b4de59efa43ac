package cli

import (
	"context"
	"errors"

	"ringer/cmd/internal/replay"
)

type replayCommand struct {
	replay.Settings
	modelFlags
}

func (c *replayCommand) Validate() error {
	if err := c.Check(); err != nil {
		return err
	}
	if c.Virtual && (c.MaxCalls > 0 || c.MaxTokens > 0 || c.MaxCost > 0) {
		return errors.New("--virtual knows no limit of a session; leave out --session-max-calls, --session-max-tokens and --session-max-cost")
	}
	return errors.Join(c.ParseVariants(), (&databaseFlags{URL: c.Database}).Validate(), c.modelFlags.Validate())
}

func (c *replayCommand) Run(t *terminal) error {
	c.NewSim, c.Classifier = c.newSim(nil), c.Suspicion.weights
	c.StartServer = func(ctx context.Context) (string, func(), error) {
		return startServer(ctx, c.Database, c.modelFlags, t)
	}
	return replay.Run(t.ctx, c.Settings, t.stdout, t.stderr)
}
