package contest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ringer/engine/desk"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/engine/suspicion"
)

// Settings say which games are played, and how.
type Settings struct {
	Rules   string
	Options map[string]any
	// Seats are the variants in the order of their seats. Fewer than the game has seats repeat in
	// turn.
	Seats []strategy.Variant
	// Sides are arrangements in which each side belongs to one variant, by the name of the side. If
	// there are any, Seats is empty.
	Sides []map[string]strategy.Variant
	// Teams gives each side to one variant of Seats, in every combination.
	Teams bool
	// Every holds options that each variant has which does not set them itself.
	Every map[string]any
	// Players is how many players a game has; 0 for as many as Seats, or as the rules need.
	Players int
	// Guest lets a scripted person take the seat of the only person, and accuse a bot.
	Guest bool
	// Games is how many games to play. Several are rounded up so that each deal is played with
	// every arrangement.
	Games int
	// Seed is the seed of the first deal. The next ones follow it.
	Seed     int64
	Language string
	Floor    session.FloorMode
	// Speed is game time per wall time, where model calls really take time.
	Speed float64
	// Latency holds the game times of which each model call takes one. If it is empty, a call takes
	// its wall time, times the speed, and one of the offline model a drawn time.
	Latency []time.Duration
	Limits  session.Limits
	// Record keeps the model calls of each bot, so that its session can be decided again.
	Record bool

	// NewSim returns a simulation. Its model calls end with the context.
	NewSim func(context.Context, *strategy.Registry) (*sim.Sim, error)
	// Watch is called with each line as soon as it is said, and with accusations; nil for nobody.
	// Games that are played at once call it at once.
	Watch func(Bout, Line)
	// Ended is called with each simulated game that has ended; nil for nothing.
	Ended func(context.Context, Bout, *session.GameCreated, *sim.Sim) error
	// Classifier scores the lines in the simulator; nil for the default.
	Classifier *suspicion.Weights
	// Models says which models answer. It is part of the arguments that a file is bound to.
	Models string
	// Server is the URL of the server that plays. If it is empty, the simulator plays.
	Server string
}

// Contest is what the settings ask for, checked.
type Contest struct {
	*Settings
	rules      referee.Rules
	options    json.RawMessage
	strategies *strategy.Registry
	// Variants are the different variants, in the order in which they were given.
	Variants []strategy.Variant
	Names    []string
}

// Refusal is what is wrong with a setting.
type Refusal struct{ Setting, Detail string }

// Refusals are the reasons why settings cannot be played.
type Refusals []Refusal

func (r Refusals) Error() string {
	var lines []string
	for _, x := range r {
		lines = append(lines, x.Setting+" "+x.Detail)
	}
	return strings.Join(lines, "\n")
}

func refuse(setting, format string, args ...any) error {
	return Refusals{{setting, fmt.Sprintf(format, args...)}}
}

// New checks settings, and returns the contest that they ask for, or Refusals.
func New(s Settings) (*Contest, error) {
	c := &Contest{Settings: &s}
	var known bool
	if c.rules, known = referee.Find(s.Rules); !known {
		return nil, refuse("rules", "%s", session.NotAmong(s.Rules, "a game that can be played here", referee.IDs()))
	}
	var err error
	if c.options, err = s.optionsJSON(); err != nil {
		return nil, refuse("option", "%s", err)
	}
	if c.strategies, err = strategy.NewRegistry(strategy.All()...); err != nil {
		return nil, err
	}
	if s.Classifier != nil {
		c.strategies.Classifier = s.Classifier
	}
	if err := s.addEvery(); err != nil {
		return nil, err
	}
	if err := c.gather(); err != nil {
		return nil, err
	}
	s.Players = s.players()
	guests := 0
	if s.Guest {
		guests = 1
	}
	if least := len(s.Seats) + guests; s.Players < least {
		return nil, refuse("seats", "has %d bots for %d players; leave some out, or take %d players", len(s.Seats), s.Players, least)
	}
	if s.Players > MaxPlayers() {
		return nil, refuse("players", "%d is too many; the rules %s allow fewer", s.Players, s.Rules)
	}
	if one, _ := referee.OddOne(s.Rules); s.Guest && (one != "person" || s.Teams || len(s.Sides) > 0 || s.Server != "") {
		return nil, refuse("guest", "takes the seat of the only person; play the rules reverse_turing with variants in seats, in the simulator")
	}
	c.Names = referee.FirstNames[:s.Players]
	deal, err := c.deal(s.Seed)
	if err != nil {
		return nil, err
	}
	if s.Teams {
		c.team(&deal)
	}
	return c, c.checkSides(&deal)
}

func (s *Settings) optionsJSON() (json.RawMessage, error) {
	if len(s.Options) == 0 {
		return nil, nil
	}
	return json.Marshal(s.Options)
}

func (s *Settings) addEvery() (err error) {
	add := func(v *strategy.Variant) { err = errors.Join(err, v.AddDefaults(s.Every)) }
	for i := range s.Seats {
		add(&s.Seats[i])
	}
	for _, sides := range s.Sides {
		for side, v := range sides {
			add(&v)
			sides[side] = v
		}
	}
	if err != nil {
		return refuse("every", "%s", err)
	}
	return nil
}

func (s *Settings) players() int {
	return cmp.Or(s.Players, max(len(s.Seats), referee.LeastPlayers(s.Rules)))
}

func (c *Contest) team(d *session.Deal) {
	c.Sides = []map[string]strategy.Variant{{}}
	for _, name := range sidesOf(c.Settings.Rules, d) {
		var more []map[string]strategy.Variant
		for _, v := range c.Variants {
			for _, sides := range c.Sides {
				sides = maps.Clone(sides)
				sides[name] = v
				more = append(more, sides)
			}
		}
		c.Sides = more
	}
	c.Seats = nil
}

func sidesOf(rules string, d *session.Deal) []string {
	all := map[string]bool{}
	for _, role := range d.Roles {
		all[side(rules, role)] = true
	}
	return slices.Sorted(maps.Keys(all))
}

func (c *Contest) collect() {
	all := slices.Clone(c.Seats)
	for _, sides := range c.Sides {
		for _, side := range slices.Sorted(maps.Keys(sides)) {
			all = append(all, sides[side])
		}
	}
	for _, v := range all {
		if c.Variant(v.Name) < 0 {
			c.Variants = append(c.Variants, v)
		}
	}
}

func (c *Contest) gather() error {
	if c.collect(); len(c.Variants) == 0 {
		return refuse("seats", "must name the strategies of the bots, such as tom,scheduler")
	}
	for _, v := range c.Variants {
		// A server may have other strategies, and checks them itself.
		if _, err := c.strategies.New(v.Strategy, v.Fidelity(), v.JSON()); err != nil && c.Server == "" {
			return refuse("seats", "%s: %s", v.Name, err)
		}
	}
	return nil
}

// Variant returns the number of the variant with this name, -1 if there is none.
func (c *Contest) Variant(name string) int {
	return slices.IndexFunc(c.Variants, func(v strategy.Variant) bool { return v.Name == name })
}

func (c *Contest) checkSides(d *session.Deal) error {
	want := sidesOf(c.Settings.Rules, d)
	for _, sides := range c.Sides {
		if given := slices.Sorted(maps.Keys(sides)); !slices.Equal(given, want) {
			return refuse("fix", "names the sides %s; the rules %s have %s, and each needs a variant, such as %s=scheduler", strings.Join(given, " and "), c.Settings.Rules,
				strings.Join(want, " and "), strings.Join(want, "=tom,"))
		}
	}
	return nil
}

func side(rules, role string) string {
	of := session.Config{Game: session.Setting{Rules: rules}}
	return cmp.Or(string(of.RoleSide(role)), role)
}

// Check returns session.Errors with everything that a server refuses in its games. The pointers are
// those of a game: the bots are the seats in turn. There must be a seat.
func (s Settings) Check(server *desk.Desk) error {
	c := Contest{Settings: &s, Names: referee.FirstNames[:min(s.players(), len(referee.FirstNames))]}
	var err error
	if c.options, err = s.optionsJSON(); err != nil {
		return fmt.Errorf("options: %w", err)
	}
	seating := c.Seats[:0:0]
	for i := range c.Names {
		seating = append(seating, c.Seats[i%len(c.Seats)])
	}
	t := c.seated(s.Seed, seating)
	return server.CheckGame("", &t)
}

// MaxPlayers is how many players a game can have here.
func MaxPlayers() int { return len(referee.FirstNames) }
