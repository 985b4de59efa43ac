package api

import (
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

// Impatient lets a server cut readers after a shorter time.
func Impatient(s *Server, limit time.Duration) { s.writeLimit = limit }

// Hurry lets a server wait for bodies for a shorter time.
func Hurry(s *Server, limit time.Duration) { s.bodyLimit = limit }

// Rotate lets a server's streams end after a shorter time.
func Rotate(s *Server, after time.Duration) { s.rotation = after }

// Panicking gives a server an address that panics.
func Panicking(s *Server, address, text string) {
	s.echo.GET(address, func(echo.Context) error { panic(text) })
}

// Samples returns pointer and detail of the example of each code.
func Samples() map[game.Code][2]string {
	all := map[game.Code][2]string{}
	for code, m := range meanings {
		all[code] = [2]string{m.pointer, m.detail}
	}
	return all
}

// Token returns a read token of a server for a session.
func Token(s *Server, session string, expires time.Time) string {
	return s.access.tokens.make(session, expires, false)
}
