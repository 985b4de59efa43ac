package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"ringer/cmd/internal/play"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// playCommand plays a whole game with the person at the terminal.
type playCommand struct {
	Rules    string   `default:"turing" help:"Rules of the game: turing, reverse_turing, mafia, gameshow or avalon."`
	Me       string   `help:"Your name in the game. Without it you only watch." placeholder:"NAME"`
	Seats    []string `help:"Strategies of the bots, with commas between them; scheduler×4, scheduler*4 or schedulerx4 is four of one. By default as few bots as the rules allow." placeholder:"NAME[×N]"`
	Names    []string `help:"Names of the bots, in the order of --seats, with commas between them. By default first names." placeholder:"NAME"`
	Option   []string `help:"Option of the rules; may be repeated." placeholder:"K=V" sep:"none"`
	Speed    float64  `default:"1" help:"Game time per wall time: 2 is twice as fast as real time."`
	Seed     *int64   `help:"Seed of the game: it deals the roles, and names the bots. By default a new one is drawn." placeholder:"N"`
	Floor    string   `default:"free" enum:"free,moderated" help:"free: the bots speak when they want to. moderated: one at a time, and a moderator says who is next."`
	Language string   `help:"Language of the chat, as a tag such as de." placeholder:"TAG"`
	Reveal   bool     `help:"Show a watcher what players keep secret: roles, the talk at night, single votes."`
	Server   string   `help:"URL of a running server. Without it play starts a server." placeholder:"URL"`
	APIKey   string   `name:"api-key" var:"RINGER_API_KEY" help:"Key of that server ($$RINGER_API_KEY)." placeholder:"KEY"`
	modelFlags

	settings play.Settings
}

// Validate implements kong.Validatable.
func (c *playCommand) Validate() error {
	if !(c.Speed >= 0.01 && c.Speed <= session.MaxSpeed) {
		return errors.New("--speed must be from 0.01 to 1000; 1 is real time")
	}
	if c.Server != "" {
		if err := checkURL("--server", c.Server); err != nil {
			return err
		}
	}
	options, err := strategy.ParseOptions(c.Option)
	if err != nil {
		return fmt.Errorf("--option %w", err)
	}
	bots, err := strategy.ParseSeats(c.Seats)
	if err != nil {
		return fmt.Errorf("--seats %w", err)
	}
	c.settings = play.Settings{
		Rules: c.Rules, Me: c.Me, Bots: bots, Names: c.Names, Speed: c.Speed, Floor: c.Floor, Language: c.Language, Options: options, Reveal: c.Reveal,
		Server: c.Server, Key: c.APIKey, Colour: os.Getenv("NO_COLOR") == "",
	}
	if c.settings.Seed = rand.Int64(); c.Seed != nil {
		c.settings.Seed = *c.Seed
	}
	return errors.Join(c.settings.Complete(), c.modelFlags.Validate())
}

// Run implements the command.
func (c *playCommand) Run(t *terminal) error {
	c.settings.StartServer = func(ctx context.Context, log io.Writer) (string, func(), error) {
		own := *t
		own.stderr = log
		return startServer(ctx, "", c.modelFlags, &own)
	}
	if err := play.Run(t.ctx, c.settings, t.stdin, t.stdout, t.stderr); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	return nil
}
