package api

import (
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// SetWriteLimit sets the longest time that a write to a reader may take.
func SetWriteLimit(s *Server, limit time.Duration) { s.writeLimit = limit }

// SetBodyLimit sets the longest time that a body may take to arrive.
func SetBodyLimit(s *Server, limit time.Duration) { s.bodyLimit = limit }

// SetRotation sets about how long a server's streams last.
func SetRotation(s *Server, after time.Duration) { s.options.StreamLife = after }

// AddPanickingRoute adds an address whose handler panics.
func AddPanickingRoute(s *Server, address, text string) {
	s.echo.GET(address, func(echo.Context) error { panic(text) })
}

// Samples returns the pointer and the detail of the example of each code.
func Samples() map[session.Code][2]string {
	all := map[session.Code][2]string{}
	for code, m := range meanings() {
		all[code] = [2]string{m.Pointer, m.Detail}
	}
	return all
}

// Token returns a read token of a server for a session.
func Token(s *Server, session string, expires time.Time) string {
	return s.access.readTokens.make(session, expires, false)
}

// GameToken returns a game token of a server.
func GameToken(s *Server, as, game, seat string, expires time.Time) string {
	return s.access.gameTokens.grant(grant{role: role(as), game: game, seat: seat, expires: expires})
}

// ReadUpTo returns the seq up to which a server knows a view of a game.
func ReadUpTo(s *Server, game, seat string) int64 {
	known, _ := s.places.Get(game + " " + seat)
	return known.read
}
