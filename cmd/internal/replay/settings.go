package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/engine/suspicion"
)

// Settings say which games are played, and how. They are flags of ringer replay.
type Settings struct {
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
	Pace     string   `default:"" enum:",human,paper" help:"Pace of the session: human or paper. By default that of its fidelity."`
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

	// NewSim returns a simulation that asks a model server, until the context ends. If it is nil,
	// the offline model answers.
	NewSim func(context.Context, *strategy.Registry) (*sim.Sim, error) `kong:"-"`
	// Classifier scores the lines in the simulator; nil for the default.
	Classifier *suspicion.Weights `kong:"-"`
	// StartServer starts a server and returns its URL, and a function that stops it.
	StartServer func(context.Context) (url string, stop func(), err error) `kong:"-"`

	// variants are how the bot plays: one variant, or several to compare.
	variants []strategy.Variant
	// strategies say what the bots believed.
	strategies *strategy.Registry
}

// Check returns the first thing that is wrong with the flags, besides the variants.
func (s *Settings) Check() error {
	switch comparing := len(s.Compare) > 0; {
	case s.Recorded && (s.Virtual || s.All || s.Server != "" || len(s.Game) > 0 || s.As != "" || s.Strategy != "" || len(s.Option) > 0 || comparing || len(s.Latency) > 0 || s.Chart != "" || s.Gaps != "" || s.Events != "" || s.JSON != "" || s.Played != ""):
		return errors.New("--recorded takes the file and no other flag: the export holds everything else")
	case s.Virtual && s.Server != "":
		return errors.New("--virtual and --server exclude each other")
	case len(s.Latency) > 0 && !s.Virtual:
		return errors.New("--latency is for the simulator; add --virtual")
	case sim.CheckLatencies(s.Latency) != nil:
		return fmt.Errorf("--latency %w", sim.CheckLatencies(s.Latency))
	case s.Database != "" && (s.Virtual || s.Server != ""):
		return errors.New("--database-url is for the server that replay starts itself; leave out --server and --virtual")
	case s.All && len(s.Game) > 0:
		return errors.New("--all and --game exclude each other")
	case comparing && (s.Strategy != "" || len(s.Option) > 0):
		return errors.New("--compare names the strategies with their options; leave out --strategy and --option")
	case (s.Chart != "" || s.Gaps != "") && !comparing:
		return errors.New("--chart and --gaps draw what --compare finds; name the strategies to compare")
	case !(s.Speed >= 0.01 && s.Speed <= session.MaxSpeed):
		return errors.New("--speed must be from 0.01 to 1000")
	}
	return nil
}

// ParseVariants finds the variants in the flags.
func (s *Settings) ParseVariants() error {
	if len(s.Compare) == 0 {
		name := cmp.Or(s.Strategy, "scheduler")
		options, err := strategy.ParseOptions(s.Option)
		if err != nil {
			return fmt.Errorf("--option %w", err)
		}
		s.variants = []strategy.Variant{{Name: name, Strategy: name, Options: options}}
	}
	for _, text := range s.Compare {
		v, err := strategy.ParseVariant(",", text)
		if err != nil {
			return fmt.Errorf("--compare %w", err)
		}
		if slices.ContainsFunc(s.variants, func(other strategy.Variant) bool { return other.Name == v.Name }) {
			return fmt.Errorf("--compare %s is given twice", text)
		}
		s.variants = append(s.variants, v)
	}
	return nil
}

// checkVariants returns an error if one of several variants is wrong, before the others are played.
// It leaves the check to a running server, which may have other strategies.
func (s *Settings) checkVariants() error {
	var err error
	if s.strategies, err = strategy.NewRegistry(strategy.All()...); err != nil || len(s.Compare) == 0 || s.Server != "" {
		return err
	}
	for _, v := range s.variants {
		if _, err := s.strategies.New(v.Strategy, v.Fidelity(), v.JSON()); err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
	}
	return nil
}
