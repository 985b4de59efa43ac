package contest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// ReadRated returns the games of a file of the arena as ratings read them. The text of an error
// names the line, and says what to do. It wraps errors of the reader.
func ReadRated(file io.Reader) (games []*Rated, err error) {
	var c *Contest
	err = recording.EachLine(file, maxLine, func(_ int, line []byte) (err error) {
		if c == nil {
			c, err = readHeader(line)
			return err
		}
		g, err := readGame(line)
		if err == nil {
			games = append(games, c.rated(g))
		}
		return err
	})
	if err == nil && len(games) == 0 {
		err = errors.New("the file has no games; choose a file that ringer arena --out has written")
	}
	return games, err
}

func (c *Contest) rated(g *Game) *Rated {
	r := &Rated{Rules: c.Settings.Rules, Deal: fmt.Sprint(g.Seed)}
	for i := range g.Seats {
		s := &g.Seats[i]
		r.Seats = append(r.Seats, RatedSeat{playerOf(s.Variant, c.Models), s.Role, s.Won})
	}
	return r
}

// playerOf takes the model out of the text of a variant. Without one the model is another one.
func playerOf(variant, model string) Player {
	var rest []string
	for part := range strings.SplitSeq(variant, ":") {
		if name, ok := strings.CutPrefix(part, "model="); ok {
			model = name
		} else {
			rest = append(rest, part)
		}
	}
	return Player{Variant: strings.Join(rest, ":"), Model: model}
}

// maxRated bounds the games of the server that are rated, the newest: each is read from its log.
const maxRated = 200

// Ratings rates the players of the contests that are kept, and of the newest games that the server
// has run to their end. People are one player.
func (s *Stage) Ratings(ctx context.Context) ([]Rating, error) {
	rows, err := s.desk.Sessions(ctx, journal.SessionQuery{Games: true, Status: journal.Ended, Limit: maxRated})
	if err != nil {
		return nil, err
	}
	var games []*Rated
	for _, row := range rows {
		g, err := s.hosted(ctx, row.ID)
		if err != nil {
			return nil, err
		}
		if g != nil {
			games = append(games, g)
		}
	}
	s.mu.Lock()
	acts := s.acts
	s.mu.Unlock()
	for _, a := range acts {
		a.mu.Lock()
		for _, g := range a.games {
			games = append(games, a.contest.rated(g))
		}
		a.mu.Unlock()
	}
	return Ratings(games), nil
}

// hosted returns a game that the server has run; nil if the rules have not ended it.
func (s *Stage) hosted(ctx context.Context, id string) (*Rated, error) {
	result, err := s.desk.GameResult(ctx, id)
	if err != nil || result.Reason != session.EndedByRules {
		return nil, err
	}
	state, err := s.desk.GameState(ctx, id)
	if err != nil {
		return nil, err
	}
	g := &Rated{Rules: state.Config.Game.Rules, Deal: id}
	for _, p := range result.Players {
		g.Seats = append(g.Seats, RatedSeat{s.hostedPlayer(&state.Config, &p), p.Was, p.Won})
	}
	return g, nil
}

func (s *Stage) hostedPlayer(c *session.GameConfig, p *desk.PlayerResult) Player {
	if !p.Bot {
		return Player{Variant: "person"}
	}
	player := Player{p.Strategy, s.terms.Models}
	for i := range c.Bots {
		b := &c.Bots[i]
		if b.Seat != p.Seat {
			continue
		}
		if b.Fidelity == session.FidelityPaper {
			player.Variant += ":fidelity=paper"
		}
		if b.Model != nil && b.Model.Default != nil && b.Model.Default.Model != "" {
			player.Model = b.Model.Default.Model
		}
	}
	return player
}
