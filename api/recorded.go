package api

import (
	"io"

	"github.com/labstack/echo/v4"
)

// Recordings reads files of recorded games for the playground. Its methods may be called at once.
// Clients see the texts of the errors.
type Recordings interface {
	// Games returns the games of a file without their lines.
	Games(file io.Reader) (any, error)
	// Seat returns what a bot in the seat of a player is played with. Games are numbered from 1.
	// Without a name it is the seat of the first bot, or else of the first player. It returns
	// CodeOutOfRange if there is no such game, and CodeUnknownPlayer if there is no such player.
	Seat(file io.Reader, number int, name string) (any, error)
}

var recordedQuery = []parameter{wholeNumber("game", 1, 1<<31-1), anyText("seat")}

// postRecordings answers with the games of a file, or with one of them as it is played.
func (s *Server) postRecordings(c echo.Context) error {
	r := s.options.Recordings
	if r == nil {
		return echo.ErrNotFound
	}
	number := int(queryNumber(c, "game", 0))
	return s.answerFile(c, "play more games with ringer replay", func(file io.Reader) (any, error) {
		if number == 0 {
			return r.Games(file)
		}
		return r.Seat(file, number, c.QueryParam("seat"))
	})
}
