package arena

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ringer/api"
	"ringer/cmd/internal/play"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// bout is one game to play.
type bout struct {
	// Number is the number of the game, from 1.
	Number int `json:"game"`
	// Seed is the seed of the deal.
	Seed int64 `json:"seed"`
	// Arrangement is which of the arrangements of the variants it has, from 0.
	Arrangement int `json:"arrangement"`
}

// bouts returns the games to play: each deal with every arrangement.
func (c *Contest) bouts() (all []bout) {
	for n := 0; n < c.Games || n%c.arrangements() > 0; n++ {
		all = append(all, bout{Number: n + 1, Seed: c.Settings.Seed + int64(n/c.arrangements()), Arrangement: n % c.arrangements()})
	}
	return all
}

// Plan returns how many games are played.
func (c *Contest) Plan() api.ContestPlan {
	games, each := len(c.bouts()), c.arrangements()
	return api.ContestPlan{Games: games, Deals: games / each, Arrangements: each}
}

// arrangements returns how many arrangements each deal is played with. Seats shift by one until
// they are as at first.
func (c *Contest) arrangements() int {
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

// rotated returns the names of the variants by the seats of bots, shifted.
func (c *Contest) rotated(shift int) (names []string) {
	bots := len(c.names)
	if c.Guest {
		bots--
	}
	for i := range bots {
		names = append(names, c.Seats[(i+shift)%bots%len(c.Seats)].Name)
	}
	return names
}

// seating returns the variant of each seat. That of a guest has no strategy.
func (c *Contest) seating(b bout, d *session.Deal) (seats []strategy.Variant) {
	var order []string
	if len(c.Sides) == 0 {
		order = c.rotated(b.Arrangement)
	}
	for _, name := range c.names {
		switch {
		case c.Guest && name == c.odd(b.Seed):
			seats = append(seats, strategy.Variant{Name: guestName})
		case len(c.Sides) > 0:
			seats = append(seats, c.Sides[b.Arrangement][side(c.Settings.Rules, d.Roles[d.Seat(name)])])
		default:
			seats, order = append(seats, c.variants[c.variant(order[0])]), order[1:]
		}
	}
	return seats
}

// odd returns the player with the role that only one has in a game about machines.
func (c *Contest) odd(seed int64) string {
	return c.names[session.Draw(seed, 0, "arena:one", 0).IntN(len(c.names))]
}

// table returns the table of a bout.
func (c *Contest) gameOf(b bout) (session.GameConfig, error) {
	d, err := c.deal(b.Seed)
	if err != nil {
		return session.GameConfig{}, err
	}
	return c.seated(b.Seed, c.seating(b, &d)), nil
}

// seated returns a table with these variants in its seats.
func (c *Contest) seated(seed int64, seating []strategy.Variant) session.GameConfig {
	t := session.GameConfig{
		Host: session.HostRinger, Seed: &seed, Floor: c.Floor, Language: c.Language, Speed: c.Speed, RulesOptions: c.options, Roles: c.roles(seed),
		Game: session.Setting{Rules: c.Settings.Rules},
	}
	for i, v := range seating {
		t.Game.Players = append(t.Game.Players, session.Player{ID: c.names[i], Name: c.names[i]})
		if v.Name == guestName {
			continue
		}
		t.Bots = append(t.Bots, session.GameBot{
			Bot: session.Bot{Seat: c.names[i]}, Strategy: v.Strategy, Options: v.JSON(), Limits: c.Limits, Refine: v.Refine, Suspicion: v.Suspicion, Reread: v.Reread, Record: c.Record,
		})
	}
	return t
}

// roles fixes the roles of a game about machines: the seed draws the odd one. It returns nil where
// the rules deal them.
func (c *Contest) roles(seed int64) map[string]string {
	one, others := play.OddOne(c.Settings.Rules)
	if one == "" {
		return nil
	}
	roles := map[string]string{}
	for _, name := range c.names {
		roles[name] = others
	}
	roles[c.odd(seed)] = one
	return roles
}

// deal returns how a game of a seed begins. The referee deals it in the same way when the table is
// created.
func (c *Contest) deal(seed int64) (session.Deal, error) {
	start := referee.Start{Roles: c.roles(seed), Options: c.options, Seed: seed, Speed: c.Speed, Machines: c.names}
	for _, name := range c.names {
		start.Players = append(start.Players, session.Player{ID: name, Name: name})
	}
	d, err := c.rules.Deal(start)
	refused, ok := errors.AsType[session.Errors](err)
	if !ok {
		return d, err
	}
	var errs []error
	for _, e := range refused {
		switch option, ok := strings.CutPrefix(e.Pointer, "/options/"); {
		case ok:
			errs = append(errs, fmt.Errorf("--option %s %s", option, e.Detail))
		case e.Pointer == "/game/players":
			errs = append(errs, fmt.Errorf("--players %d does not fit: the game %s", len(c.names), e.Detail))
		default:
			errs = append(errs, fmt.Errorf("the rules %s refuse %s: it %s", c.Settings.Rules, e.Pointer, e.Detail))
		}
	}
	return d, errors.Join(errs...)
}
