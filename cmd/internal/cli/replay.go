package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ringer/cmd/internal/replay"
	"ringer/engine/session"
	"ringer/engine/strategy"
	"ringer/engine/strategy/scheduler"
)

// replayCommand plays recorded games, or decides a recorded session again.
type replayCommand struct {
	File     string   `arg:"" help:"Recorded games, one JSON object a line; with --recorded, the export of a session (- is the standard input)." type:"existingfile"`
	Recorded bool     `help:"Decide a recorded session again, from the answers that its models gave, and say where the acts differ. No other flag may be given."`
	Game     []string `help:"Id of a game to play; may be repeated. By default the first game of the file." placeholder:"ID" sep:"none"`
	As       string   `help:"Player whose seat the bot takes. By default the first recorded bot, or else the first player." placeholder:"NAME"`
	All      bool     `help:"Play every game of the file. With several games replay prints a line for each play and the totals, and plays a reverse Turing game once in the seat of each bot."`
	Strategy string   `help:"Strategy of the bot; scheduler by default." placeholder:"NAME"`
	Option   []string `help:"Option of the strategy; may be repeated." placeholder:"K=V" sep:"none"`
	Compare  []string `help:"Strategy to play the games with, and its options; may be repeated. The table has a row for each." placeholder:"NAME[:K=V,K=V]" sep:"none"`
	Chart    string   `help:"With --compare: write a chart of the table to this file, as SVG." placeholder:"FILE" type:"path"`
	Gaps     string   `help:"With --compare: write a chart of the times before replies, people beside bots, to this file, as SVG." placeholder:"FILE" type:"path"`
	Speed    float64  `default:"20" help:"Game time per wall time: 20 is twenty times as fast as the recorded game."`
	Seed     int64    `default:"1" help:"Seed of the session."`
	Pace     string   `default:"human" enum:"human,paper" help:"Pace of the session: human or paper."`
	Server   string   `help:"URL of a running server. Without it replay starts a server." placeholder:"URL"`
	APIKey   string   `name:"api-key" var:"RINGER_API_KEY" help:"Key of that server ($$RINGER_API_KEY)." placeholder:"KEY"`
	// Database is not read from the environment: the server of the replay would take over the
	// sessions of the server that uses that database.
	Database string `name:"database-url" help:"Postgres database of the server that replay starts. Without it the database is a temporary file." placeholder:"URL"`
	Virtual  bool   `help:"Play in the simulator instead of a server: no waiting, but for the calls of a model server if one is given."`
	// Latency has no default: without it the simulator draws from its own table.
	Latency []time.Duration `help:"With --virtual: game time that each model call takes, such as 1.5s. If it is repeated, each call draws one of them. By default 0.4 to 2.6 s; with a model server, as long as the call really takes, times the speed." placeholder:"DURATION" sep:"none"`
	JSON    string          `name:"json" help:"Write the figures to this file." placeholder:"FILE" type:"path"`
	Events  string          `help:"Write every event to this file, one JSON object a line." placeholder:"FILE" type:"path"`
	Played  string          `help:"Write the games as they were played to this file, one JSON object a line, as replay and stats read them. The bot is of the kind ringer." placeholder:"FILE" type:"path"`
	modelFlags

	// variants are how the bot plays: one variant, or several to compare.
	variants []strategy.Variant
}

// longestLatency is more than any thought waits for a model.
const longestLatency = 5 * time.Minute

// Validate implements kong.Validatable.
func (c *replayCommand) Validate() error {
	if c.Recorded && (c.Virtual || c.All || c.Server != "" || len(c.Game) > 0 || c.As != "" || c.Strategy != "" || len(c.Option) > 0 || len(c.Compare) > 0 || len(c.Latency) > 0 || c.Chart != "" || c.Gaps != "" || c.Events != "" || c.JSON != "" || c.Played != "") {
		return errors.New("--recorded takes the file and no other flag: the export holds everything else")
	}
	if c.Virtual && c.Server != "" {
		return errors.New("--virtual and --server exclude each other")
	}
	if c.Virtual && (c.MaxCalls > 0 || c.MaxTokens > 0 || c.MaxCost > 0) {
		return errors.New("--virtual knows no limit of a session; leave out --session-max-calls, --session-max-tokens and --session-max-cost")
	}
	if len(c.Latency) > 0 && !c.Virtual {
		return errors.New("--latency is for the simulator; add --virtual")
	}
	if slices.ContainsFunc(c.Latency, func(d time.Duration) bool { return d < 0 || d > longestLatency }) {
		return fmt.Errorf("--latency must be from 0s to %s", longestLatency)
	}
	if c.Database != "" && (c.Virtual || c.Server != "") {
		return errors.New("--database-url is for the server that replay starts itself; leave out --server and --virtual")
	}
	if c.All && len(c.Game) > 0 {
		return errors.New("--all and --game exclude each other")
	}
	if len(c.Compare) > 0 && (c.Strategy != "" || len(c.Option) > 0) {
		return errors.New("--compare names the strategies with their options; leave out --strategy and --option")
	}
	if (c.Chart != "" || c.Gaps != "") && len(c.Compare) == 0 {
		return errors.New("--chart and --gaps draw what --compare finds; name the strategies to compare")
	}
	if !(c.Speed >= 0.01 && c.Speed <= session.MaxSpeed) {
		return errors.New("--speed must be from 0.01 to 1000")
	}
	return errors.Join(c.parseVariants(), (&databaseFlags{URL: c.Database}).Validate(), c.modelFlags.Validate())
}

// parseVariants fills variants from the flags.
func (c *replayCommand) parseVariants() error {
	if len(c.Compare) == 0 {
		name := cmp.Or(c.Strategy, scheduler.Name)
		options, err := strategy.ParseOptions(c.Option)
		if err != nil {
			return fmt.Errorf("--option %w", err)
		}
		c.variants = []strategy.Variant{{Name: name, Strategy: name, Options: options}}
		return nil
	}
	for _, text := range c.Compare {
		v, err := strategy.ParseVariant(",", text)
		if err != nil {
			return fmt.Errorf("--compare %w", err)
		}
		if slices.ContainsFunc(c.variants, func(other strategy.Variant) bool { return other.Name == v.Name }) {
			return fmt.Errorf("--compare %s is given twice", text)
		}
		c.variants = append(c.variants, v)
	}
	return nil
}

// Run implements the command.
func (c *replayCommand) Run(t *terminal) error {
	if c.Recorded {
		return replay.Recheck(t.stdout, c.File)
	}
	return replay.Run(t.ctx, replay.Settings{
		NewSim: c.newSim(), Classifier: c.Suspicion.weights,
		File: c.File, Games: c.Game, All: c.All, As: c.As, Variants: c.variants, Compare: len(c.Compare) > 0, Speed: c.Speed, Seed: c.Seed, Pace: session.Pace(c.Pace),
		Virtual: c.Virtual, Latencies: c.latencies(), Server: c.Server, Key: c.APIKey,
		StartServer: func(ctx context.Context) (string, func(), error) {
			return startServer(ctx, c.Database, c.modelFlags, t)
		},
		Files: replay.Files{Chart: c.Chart, Gaps: c.Gaps, Figures: c.JSON, Events: c.Events, Played: c.Played},
	}, t.stdout, t.stderr)
}

// latencies returns the latencies in game time.
func (c *replayCommand) latencies() (all []session.Millis) {
	for _, d := range c.Latency {
		all = append(all, session.Millis(d.Milliseconds()))
	}
	return all
}
