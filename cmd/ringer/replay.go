package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"ringer/engine/game"
	"ringer/engine/strategy/scheduler"
)

// replayCommand plays recorded games, or decides a recorded session again.
type replayCommand struct {
	File     string   `arg:"" help:"Recorded games, one JSON object a line; with --recorded, the export of a session, - for the standard input." type:"existingfile"`
	Recorded bool     `help:"Decide a recorded session again, from the answers that its models gave, and say where the acts differ. It takes no other flag."`
	Game     []string `help:"Id of a game to play; may be given several times. The first one of the file by default." placeholder:"ID" sep:"none"`
	As       string   `help:"Player whose seat the bot takes; a recorded bot by default, of several games each, else the first one." placeholder:"NAME"`
	All      bool     `help:"Play every game of the file. Of several games, a reverse Turing game is played once in the seat of each bot: one line each, and the totals."`
	Strategy string   `help:"Strategy of the bot; scheduler by default." placeholder:"NAME"`
	Option   []string `help:"Option of the strategy; may be given several times." placeholder:"K=V" sep:"none"`
	Compare  []string `help:"Strategy to play the games with, with options if there are any; given several times, a table has a row for each." placeholder:"NAME[:K=V,K=V]" sep:"none"`
	Chart    string   `help:"With --compare: write a chart of the table to this file, as SVG." placeholder:"FILE" type:"path"`
	Speed    float64  `default:"20" help:"Game time per wall time."`
	Seed     int64    `default:"1" help:"Seed of the session."`
	Server   string   `help:"URL of a running server; without it the game gets a server of its own." placeholder:"URL"`
	APIKey   string   `name:"api-key" var:"RINGER_API_KEY" help:"Key of that server ($$RINGER_API_KEY)." placeholder:"KEY"`
	// Not from the environment: a server of its own would take over the sessions that another one serves from there.
	Database string `name:"database-url" help:"Postgres that keeps the sessions of its own server; without it a file that is thrown away." placeholder:"URL"`
	Virtual  bool   `help:"Play in the simulator instead of a server: no waiting."`
	JSON     string `name:"json" help:"Write the figures to this file." placeholder:"FILE" type:"path"`
	Events   string `help:"Write every event to this file, one JSON object a line." placeholder:"FILE" type:"path"`
	modelFlags

	// variants are how the games are played: one, unless they are compared.
	variants []variant
}

// Validate implements kong.Validatable.
func (c *replayCommand) Validate() error {
	if c.Recorded && (c.Virtual || c.All || c.Server != "" || len(c.Game) > 0 || c.As != "" || c.Strategy != "" || len(c.Option) > 0 || len(c.Compare) > 0 || c.Chart != "" || c.Events != "" || c.JSON != "") {
		return errors.New("--recorded takes the file and no other flag: all else is in the export")
	}
	if c.Virtual && c.Server != "" {
		return errors.New("--virtual and --server exclude each other")
	}
	if c.Virtual && !c.offline() {
		return errors.New("--virtual asks the offline model; unset OPENAI_API_KEY and OPENAI_BASE_URL")
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
	if c.Chart != "" && len(c.Compare) == 0 {
		return errors.New("--chart draws what --compare finds; name the strategies to compare")
	}
	if !(c.Speed >= 0.01 && c.Speed <= game.MaxSpeed) {
		return errors.New("--speed must be from 0.01 to 1000")
	}
	return errors.Join(c.parse(), (&databaseFlags{URL: c.Database}).Validate(), c.modelFlags.Validate())
}

// parse reads how the bot plays.
func (c *replayCommand) parse() error {
	if len(c.Compare) == 0 {
		one := variant{Strategy: cmp.Or(c.Strategy, scheduler.Name)}
		one.Name = one.Strategy
		c.variants = []variant{one}
		return c.variants[0].set("--option", c.Option)
	}
	for _, text := range c.Compare {
		v, err := parseVariant(text)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(c.variants, func(other variant) bool { return other.Name == v.Name }) {
			return fmt.Errorf("--compare %s is given twice", text)
		}
		c.variants = append(c.variants, v)
	}
	return nil
}

// Run implements the command.
func (c *replayCommand) Run(t *terminal) error {
	if c.Recorded {
		return c.decideAgain(t)
	}
	games, err := loadRecordings(c.File)
	if err != nil {
		return err
	}
	if games, err = c.chosen(games); err != nil {
		return err
	}
	if err := errors.Join(c.checkFiles(), c.checkVariants()); err != nil {
		return err
	}
	player, closePlayer, err := c.player(t)
	if err != nil {
		return err
	}
	defer closePlayer()
	plays, err := c.plays(t, games)
	if err != nil {
		return err
	}
	if len(c.Compare) > 0 {
		return c.compare(t, player, plays)
	}
	results, err := c.playAll(t, player, plays, func(res *result, first bool) {
		if c.many() {
			printLine(t.stdout, res, first)
		} else {
			printGame(t.stdout, res)
		}
	})
	if err != nil {
		return err
	}
	if c.many() {
		printTotals(t.stdout, results)
	}
	return c.save(results, results)
}

// many tells whether several games are played, so that each is but a line.
func (c *replayCommand) many() bool { return c.All || len(c.Game) > 1 }

// chosen returns the games that were asked for.
func (c *replayCommand) chosen(games []recording) ([]recording, error) {
	switch {
	case c.All:
		return games, nil
	case len(c.Game) == 0:
		return games[:1], nil
	}
	var chosen []recording
	for _, id := range c.Game {
		i := slices.IndexFunc(games, func(r recording) bool { return r.ID == id })
		if i < 0 {
			return nil, fmt.Errorf("%s holds no game %q; its games are %s", c.File, id, gameIDs(games))
		}
		chosen = append(chosen, games[i])
	}
	return chosen, nil
}

func gameIDs(games []recording) string {
	ids := make([]string, len(games))
	for i, g := range games {
		ids[i] = g.ID
	}
	return strings.Join(ids, ", ")
}

// player plays one game with the bot in a seat and returns the log, with the time each event was received.
type player interface {
	play(x *play, progress func(game.Millis, int)) ([]heard, error)
}

// heard is an event of the bot's session as it came to the player.
type heard struct {
	Event    game.Event
	Received time.Time
	raw      json.RawMessage
}

func (c *replayCommand) player(t *terminal) (player, func(), error) {
	if c.Virtual {
		p, err := newVirtualPlayer(t.ctx, c)
		return p, func() {}, err
	}
	return newLivePlayer(t, c)
}

// play is one game with the bot in one seat.
type play struct {
	*recording
	seat recordedPlayer
	by   *variant
}

// plays returns what is to be played, by the first variant.
func (c *replayCommand) plays(t *terminal, games []recording) (all []play, err error) {
	for i := range games {
		r := &games[i]
		seats := r.seats(c)
		switch {
		case len(seats) > 0:
		case c.All:
			fmt.Fprintf(t.stderr, "%s: no player %q, skipped\n", r.ID, c.As)
		default:
			return nil, fmt.Errorf("game %s has no player %q; its players are %s", r.ID, c.As, playerNames(r))
		}
		for _, seat := range seats {
			all = append(all, play{r, seat, &c.variants[0]})
		}
	}
	return all, nil
}

// playAll plays the games one after another and shows each.
func (c *replayCommand) playAll(t *terminal, p player, plays []play, show func(res *result, first bool)) ([]result, error) {
	var results []result
	for i, x := range plays {
		started := time.Now()
		events, err := p.play(&x, c.progress(t.stderr, &x, i, len(plays)))
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", x.ID, err)
		}
		res := newResult(x.recording, x.seat, c, events)
		res.Strategy, res.Wall = x.by.Strategy, time.Since(started)
		results = append(results, res)
		show(&res, i == 0)
	}
	return results, nil
}

func playerNames(r *recording) string {
	names := make([]string, len(r.Players))
	for i, p := range r.Players {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}

// progress returns what shows how far a game is: a line that is overwritten, on a terminal, else a line every tenth.
func (c *replayCommand) progress(w io.Writer, r *play, i, n int) func(game.Millis, int) {
	if c.Virtual {
		return func(game.Millis, int) {}
	}
	which := r.ID
	if len(c.Compare) > 0 {
		which = r.by.Name + ": " + which
	}
	if n > 1 {
		which += " (" + strconv.Itoa(i+1) + " of " + strconv.Itoa(n) + ")"
	}
	over := false
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		over = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	shown := -1
	return func(at game.Millis, said int) {
		tenth := min(int(at*10/max(r.length(), 1)), 10) // a game goes on after its last line
		text := fmt.Sprintf("%s  %s of %s, the bot has said %d", which, clock(at), clock(r.length()), said)
		switch {
		case over && at >= r.length():
			fmt.Fprintf(w, "\r%-70s\r", "")
		case over:
			fmt.Fprintf(w, "\r%-70s", text)
		case tenth > shown:
			fmt.Fprintln(w, text)
		}
		shown = max(shown, tenth)
	}
}
