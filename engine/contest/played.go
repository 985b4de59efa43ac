package contest

import (
	"fmt"
	"slices"

	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// recorded stands for the players of a recording in the place of a variant.
const recorded = "(recorded)"

// Played returns recorded games that several variants have played in the same seats, as a contest
// whose speeches can be compared. What the others say is the same for all variants. If there is a
// side, only seats of that side are compared.
func Played(games []recording.Game, onSide string, seed int64) (*Contest, []*Game, error) {
	c := &Contest{Settings: &Settings{Seed: seed}}
	deals := map[[2]string]int64{} // by game and seat
	var all []*Game
	for i := range games {
		g := &games[i]
		seat := slices.IndexFunc(g.Players, func(p recording.Player) bool { return p.Kind == recording.RingerKind })
		if g.PlayedBy == "" || seat < 0 || onSide != "" && side(g.Rules, g.Players[seat].Role) != onSide {
			continue
		}
		if c.Settings.Rules != "" && c.Settings.Rules != g.Rules {
			return nil, nil, fmt.Errorf("the games have the rules %s and %s; compare the speeches of one", c.Settings.Rules, g.Rules)
		}
		c.Settings.Rules = g.Rules
		if c.Variant(g.PlayedBy) < 0 {
			c.Variants = append(c.Variants, strategy.Variant{Name: g.PlayedBy})
		}
		at := [2]string{g.ID, g.Players[seat].Name}
		if deals[at] == 0 {
			deals[at] = int64(len(deals) + 1)
		}
		all = append(all, playedGame(g, Bout{Number: len(all) + 1, Seed: deals[at], Arrangement: c.Variant(g.PlayedBy)}))
	}
	if len(c.Variants) < 2 {
		return nil, nil, fmt.Errorf("%d variants have played; name files that ringer replay --played has written, with several --compare", len(c.Variants))
	}
	return c, all, nil
}

// playedGame returns a recorded game. Each line of the game master begins a turn.
func playedGame(g *recording.Game, b Bout) *Game {
	played, turn := &Game{Bout: b}, 0
	for _, p := range g.Players {
		s := Seat{ID: p.Name, Name: p.Name, Variant: recorded, Role: p.Role, Side: side(g.Rules, p.Role)}
		if p.Kind == recording.RingerKind {
			s.Variant = g.PlayedBy
		}
		played.Seats = append(played.Seats, s)
	}
	for _, m := range g.Messages {
		l := Line{At: recording.Millis(m.At), Sender: m.Sender, Channel: m.Channel, Text: m.Text, Mind: m.Mind, Marks: m.Marks}
		if m.Kind == session.FromGamemaster {
			turn++
			l.Sender = ""
		}
		l.Turn = turn
		played.Lines = append(played.Lines, l)
	}
	return played
}
