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
)

// Settings are what a game is played with.
type Settings struct {
	// Rules is the id of the rules.
	Rules string
	// Me is the name of the person who plays. If it is empty, the person only watches.
	Me string
	// Bots are the strategies of the bots. If there are none, the rules' least number of players
	// take part.
	Bots []string
	// Names are the names of the bots. If there are none, they are drawn from a list.
	Names []string
	Speed float64
	Seed  int64
	// Floor, Language and Options are fields of the game, as POST /v1/games takes them.
	Floor    string
	Language string
	Options  map[string]any
	// Reveal shows a watcher what players keep secret.
	Reveal bool
	// Server is the URL of a running server, with its key. Without it StartServer starts one.
	Server, Key string
	// StartServer starts a server. It returns its URL and a function that stops it. What the server
	// logs goes to the writer.
	StartServer func(context.Context, io.Writer) (url string, stop func(), err error)
	// Colour allows colours on a terminal.
	Colour bool
}

// usual are the strategies of bots that nobody has chosen, in turn.
var usual = []string{"tom", "fourmind", "scheduler"}

// Complete fills in seats and names, and reports what cannot be played. The server checks the rest.
func (s *Settings) Complete() error {
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

// nameBots draws names for the bots, unless they have some.
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
	draw(s.Seed, "names").Shuffle(len(free), func(i, k int) { free[i], free[k] = free[k], free[i] })
	s.Names = free[:len(s.Bots)]
	return nil
}

// draw returns the random source for one purpose.
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
	draw(s.Seed, "order").Shuffle(len(players), func(i, k int) { players[i], players[k] = players[k], players[i] })
	body := map[string]any{
		"game": map[string]any{"rules": s.Rules, "players": players}, "bots": bots, "host": session.HostRinger, "speed": s.Speed, "seed": s.Seed, "floor": s.Floor,
	}
	if s.Language != "" {
		body["language"] = s.Language
	}
	if len(s.Options) > 0 {
		body["rules_options"] = s.Options
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
	roles[s.Names[draw(s.Seed, "one").IntN(len(s.Names))]] = one
	return roles
}
