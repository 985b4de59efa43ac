package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/strategy"
)

// Bout is one game to play.
type Bout struct {
	Number int   `json:"game"`
	Seed   int64 `json:"seed"`
	// Arrangement is which of the arrangements of the variants it has, from 0.
	Arrangement int `json:"arrangement"`
}

// Bouts returns the games to play: each deal with every arrangement. A single game is one deal with
// the first arrangement.
func (c *Contest) Bouts() (all []Bout) {
	for n := 0; n < c.Games || c.Games > 1 && n%c.Arrangements() > 0; n++ {
		all = append(all, Bout{Number: n + 1, Seed: c.Settings.Seed + int64(n/c.Arrangements()), Arrangement: n % c.Arrangements()})
	}
	return all
}

// Plan returns how many games are played.
func (c *Contest) Plan() Plan {
	games := len(c.Bouts())
	each := min(games, c.Arrangements())
	return Plan{Games: games, Deals: games / max(each, 1), Arrangements: each}
}

// Arrangements returns how many arrangements each deal is played with. Seats shift by one until
// they are as at first.
func (c *Contest) Arrangements() int {
	if len(c.Sides) > 0 {
		return len(c.Sides)
	}
	seated := c.rotated(0)
	for n := 1; n < len(seated); n++ {
		if slices.Equal(c.rotated(n), seated) {
			return n
		}
	}
	return len(seated)
}

func (c *Contest) rotated(shift int) (names []string) {
	bots := len(c.Names)
	if c.Guest {
		bots--
	}
	for i := range bots {
		names = append(names, c.Seats[(i+shift)%bots%len(c.Seats)].Name)
	}
	return names
}

func (c *Contest) seating(b Bout, d *session.Deal) (seats []strategy.Variant) {
	var order []string
	if len(c.Sides) == 0 {
		order = c.rotated(b.Arrangement)
	}
	for _, name := range c.Names {
		switch {
		case c.Guest && name == c.odd(b.Seed):
			seats = append(seats, strategy.Variant{Name: guestName})
		case len(c.Sides) > 0:
			seats = append(seats, c.Sides[b.Arrangement][side(c.Settings.Rules, d.Roles[d.Seat(name)])])
		default:
			seats, order = append(seats, c.Variants[c.Variant(order[0])]), order[1:]
		}
	}
	return seats
}

func (c *Contest) odd(seed int64) string {
	return c.Names[session.Draw(seed, 0, "arena:one", 0).IntN(len(c.Names))]
}

// Config returns the game of a bout.
func (c *Contest) Config(b Bout) (session.GameConfig, error) {
	d, err := c.deal(b.Seed)
	if err != nil {
		return session.GameConfig{}, err
	}
	return c.seated(b.Seed, c.seating(b, &d)), nil
}

func (c *Contest) seated(seed int64, seating []strategy.Variant) session.GameConfig {
	t := session.GameConfig{
		Host: session.HostRinger, Seed: &seed, Floor: c.Floor, Language: c.Language, Speed: c.Speed, RulesOptions: c.options, Roles: c.roles(seed),
		Game: session.Setting{Rules: c.Settings.Rules},
	}
	for i, v := range seating {
		t.Game.Players = append(t.Game.Players, session.Player{ID: c.Names[i], Name: c.Names[i]})
		if v.Name == guestName {
			continue
		}
		bot := session.GameBot{Bot: session.Bot{Seat: c.Names[i]}, Limits: c.Limits, Record: c.Record}
		strategy.Configure(&bot, &v)
		t.Bots = append(t.Bots, bot)
	}
	return t
}

// roles fixes the roles of a game about machines: the seed draws the odd one. It returns nil where
// the rules deal them.
func (c *Contest) roles(seed int64) map[string]string {
	one, others := referee.OddOne(c.Settings.Rules)
	if one == "" {
		return nil
	}
	roles := map[string]string{}
	for _, name := range c.Names {
		roles[name] = others
	}
	roles[c.odd(seed)] = one
	return roles
}

// deal returns how a game of a seed begins. The referee deals it in the same way when the game is
// created.
func (c *Contest) deal(seed int64) (session.Deal, error) {
	start := referee.Start{Roles: c.roles(seed), Options: c.options, Seed: seed, Speed: c.Speed, Machines: c.Names}
	for _, name := range c.Names {
		start.Players = append(start.Players, session.Player{ID: name, Name: name})
	}
	d, err := c.rules.Deal(start)
	refused, ok := errors.AsType[session.Errors](err)
	if !ok {
		return d, err
	}
	var all Refusals
	for _, e := range refused {
		switch option, ok := strings.CutPrefix(e.Pointer, "/options/"); {
		case ok:
			all = append(all, Refusal{"option", option + " " + e.Detail})
		case e.Pointer == "/game/players":
			all = append(all, Refusal{"players", fmt.Sprintf("%d does not fit: the game %s", len(c.Names), e.Detail)})
		default:
			all = append(all, Refusal{"rules", fmt.Sprintf("%s refuse %s: it %s", c.Settings.Rules, e.Pointer, e.Detail)})
		}
	}
	return d, all
}

// ID returns a name of the game within its contest.
func (b Bout) ID() string { return fmt.Sprintf("game-%04d", b.Number) }

// longestGame is when a game counts as endless, in game time. Referees end theirs within an hour
// or two by the default options.
const longestGame = 24 * time.Hour

// Play plays a bout in the simulator.
func (c *Contest) Play(ctx context.Context, b Bout) (*Game, error) {
	s, err := c.NewSim(ctx, c.strategies)
	if err != nil {
		return nil, err
	}
	s.Take(c.Latency)
	t, err := c.Config(b)
	if err != nil {
		return nil, err
	}
	id, err := s.OpenGame(t)
	if err != nil {
		return nil, fmt.Errorf("game %d, seed %d: %w", b.Number, b.Seed, err)
	}
	if c.Guest {
		invite(s, id, c.odd(b.Seed), slices.DeleteFunc(slices.Clone(c.Names), func(name string) bool { return name == c.odd(b.Seed) }), b.Seed)
	}
	if err := c.finish(ctx, s, id, b); err != nil {
		return nil, fmt.Errorf("game %d, seed %d: %w", b.Number, b.Seed, err)
	}
	log, err := s.Log(id)
	if err != nil {
		return nil, err
	}
	result, err := s.GameResult(ctx, id)
	if err != nil {
		return nil, err
	}
	g, err := c.Game(b, log, &result, s.Log)
	if err != nil || c.Ended == nil {
		return g, err
	}
	return g, c.Ended(ctx, b, log[0].Data.(*session.GameCreated), s)
}

func (c *Contest) finish(ctx context.Context, s *sim.Sim, id string, b Bout) error {
	w, step := watcher{bout: b, show: c.Watch}, 10*time.Second
	if c.Watch != nil {
		step = time.Second
	}
	for s.Now().Before(sim.Epoch().Add(longestGame)) {
		if err := s.Run(s.Now().Add(step)); err != nil {
			return err
		}
		if err := errors.Join(ctx.Err(), w.look(s, id)); err != nil {
			return err
		}
		if row, err := s.Games.Row(ctx, id); err != nil || row.Status == journal.Ended {
			return err
		}
	}
	_, err := s.Games.End(ctx, id, desk.Ending{})
	return errors.Join(fmt.Errorf("it has not ended after %s of game time; choose options with shorter phases", longestGame), err)
}
