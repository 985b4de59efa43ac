package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// Settings are what a game is played with. They are flags of ringer play.
type Settings struct {
	Rules string `default:"turing" help:"Rules of the game: turing, reverse_turing, elimination, three_party, mafia, gameshow, avalon or werewolf."`
	Me    string `help:"Your name in the game. Without it you only watch." placeholder:"NAME"`
	// Bots are the strategies of the bots, with how often each plays. Complete replaces them by one
	// strategy a bot.
	Bots     []string `name:"seats" help:"Strategies of the bots, with commas between them; scheduler×4, scheduler*4 or schedulerx4 is four of one. By default as few bots as the rules allow." placeholder:"NAME[×N]"`
	Names    []string `help:"Names of the bots, in the order of --seats, with commas between them. By default first names." placeholder:"NAME"`
	Option   []string `help:"Option of the rules; may be repeated." placeholder:"K=V" sep:"none"`
	Speed    float64  `default:"1" help:"Game time per wall time: 2 is twice as fast as real time."`
	Seed     *int64   `help:"Seed of the game: it deals the roles, and names the bots. By default a new one is drawn." placeholder:"N"`
	Floor    string   `default:"free" enum:"free,moderated,bid" help:"free: the bots speak when they want to. moderated: one at a time, and a moderator says who is next. bid: one at a time, and who wants it most is next."`
	Language string   `help:"Language of the chat, as a tag such as de." placeholder:"TAG"`
	Reveal   bool     `help:"Show a watcher what players keep secret: roles, the talk at night, single votes."`
	Server   string   `help:"URL of a running server. Without it play starts a server." placeholder:"URL"`
	Key      string   `name:"api-key" var:"RINGER_API_KEY" help:"Key of that server ($$RINGER_API_KEY)." placeholder:"KEY"`

	// StartServer starts a server. It returns its URL and a function that stops it. What the server
	// logs goes to the writer.
	StartServer func(context.Context, io.Writer) (url string, stop func(), err error) `kong:"-"`

	options map[string]any
}

var usual = []string{"tom", "fourmind", "scheduler"}

// Complete fills in seed, seats and names, and reports what cannot be played. The server checks the
// rest.
func (s *Settings) Complete() (err error) {
	if !(s.Speed >= 0.01 && s.Speed <= session.MaxSpeed) {
		return errors.New("--speed must be from 0.01 to 1000; 1 is real time")
	}
	if s.options, err = strategy.ParseOptions(s.Option); err != nil {
		return fmt.Errorf("--option %w", err)
	}
	if s.Bots, err = strategy.ParseSeats(s.Bots); err != nil {
		return fmt.Errorf("--seats %w", err)
	}
	if s.Seed == nil {
		s.Seed = new(rand.Int64())
	}
	need := referee.LeastPlayers(s.Rules)
	if need == 0 && s.Server == "" {
		return fmt.Errorf("--rules: %s", session.NotAmong(s.Rules, "a game that can be played here", referee.IDs()))
	}
	people := 0
	if s.Me != "" {
		people = 1
	}
	if len(s.Bots) == 0 {
		for i := range need - people {
			s.Bots = append(s.Bots, usual[i%len(usual)])
		}
	}
	var errs []error
	if n := len(s.Bots) + people; len(s.Bots) == 0 {
		errs = append(errs, errors.New("--seats must name the strategies of the bots, such as tom,scheduler×4"))
	} else if n < need {
		errs = append(errs, fmt.Errorf("--seats: the rules %s need %d players, and there are %d; add bots, or leave --seats out", s.Rules, need, n))
	}
	if s.Reveal && s.Me != "" {
		errs = append(errs, errors.New("--reveal shows what players keep secret; leave out --me, and watch"))
	}
	return errors.Join(append(errs, s.nameBots())...)
}

func (s *Settings) nameBots() error {
	if len(s.Names) > 0 {
		if len(s.Names) != len(s.Bots) {
			return fmt.Errorf("--names has %d names for %d bots; give each bot one, or leave --names out", len(s.Names), len(s.Bots))
		}
		return nil
	}
	free := slices.DeleteFunc(slices.Clone(referee.FirstNames), func(name string) bool { return strings.EqualFold(name, s.Me) })
	if len(s.Bots) > len(free) {
		return fmt.Errorf("--names must name the bots, since there are more than %d", len(free))
	}
	draw(*s.Seed, "names").Shuffle(len(free), func(i, k int) { free[i], free[k] = free[k], free[i] })
	s.Names = free[:len(s.Bots)]
	return nil
}

func draw(seed int64, purpose string) *rand.Rand { return session.Draw(seed, 0, "play:"+purpose, 0) }

// table returns the game as POST /v1/games takes it. The order of the players is drawn, so that it
// does not say who is the person.
func (s *Settings) table() map[string]any {
	players, bots := slices.Clone(s.Names), []map[string]any{}
	for i, name := range s.Names {
		bots = append(bots, map[string]any{"seat": name, "strategy": s.Bots[i]})
	}
	if s.Me != "" {
		players = append(players, s.Me)
	}
	draw(*s.Seed, "order").Shuffle(len(players), func(i, k int) { players[i], players[k] = players[k], players[i] })
	body := map[string]any{
		"game": map[string]any{"rules": s.Rules, "players": players}, "bots": bots, "host": session.HostRinger, "speed": s.Speed, "seed": *s.Seed, "floor": s.Floor,
	}
	if s.Language != "" {
		body["language"] = s.Language
	}
	if len(s.options) > 0 {
		body["rules_options"] = s.options
	}
	if roles := s.roles(); roles != nil {
		body["roles"] = roles
	}
	return body
}

// roles fixes the roles of a game about machines in which bots also play people. The seed draws
// which bot is the odd one. It returns nil where the rules decide.
func (s *Settings) roles() map[string]string {
	one, others := referee.OddOne(s.Rules)
	if one == "" || one == "machine" && len(s.Bots) < 2 || one == "person" && s.Me != "" {
		return nil
	}
	roles := map[string]string{}
	if s.Me != "" {
		roles[s.Me] = others
	}
	for _, name := range s.Names {
		roles[name] = others
	}
	roles[s.Names[draw(*s.Seed, "one").IntN(len(s.Names))]] = one
	return roles
}
