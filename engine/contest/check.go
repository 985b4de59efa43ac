package contest

import (
	"fmt"

	"ringer/engine/desk"
	"ringer/engine/referee"
)

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
	return server.CheckGame(&t)
}

// MaxPlayers is how many players a game can have here.
func MaxPlayers() int { return len(referee.FirstNames) }
