package api

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"net/http"
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

// AddDeprecatedRoute adds an address that clients should leave, and where nothing is found.
func AddDeprecatedRoute(s *Server, address string, since, sunset time.Time) {
	r := route{method: http.MethodGet, path: address, deprecated: &deprecation{since, sunset, "/docs/changes"}}
	r.handler = func(echo.Context) error { return refuseAs(session.CodeNotFound) }
	s.echo.GET(address, s.withChecks(r))
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
	token, err := s.access.readTokens.make(context.Background(), "", session, expires, false)
	if err != nil {
		panic(err)
	}
	return token
}

// OldToken returns a read token as older versions have made it.
func OldToken(s *Server, session string, expires time.Time) string {
	t := s.access.readTokens
	head := append(binary.BigEndian.AppendUint64(nil, uint64(expires.Unix())), 0)
	return tokenPrefix + base64.RawURLEncoding.EncodeToString(append(head, mac(t.old, head, session)...))
}

// OldGameToken returns an owner's token as older versions have made it.
func OldGameToken(s *Server, game string, expires time.Time) string {
	head := append(binary.BigEndian.AppendUint64(nil, uint64(expires.Unix())), 0)
	return gameTokenPrefix + base64.RawURLEncoding.EncodeToString(append(append(head, mac(s.access.gameTokens.old, head, game)...), game...))
}

// GuardedRoute is a route that needs a key, a page's among them.
type GuardedRoute struct{ Method, Path, Scope string }

// GuardedRoutes returns all of them.
func GuardedRoutes() (all []GuardedRoute) {
	for _, r := range new(Server).routes() {
		if !r.open {
			all = append(all, GuardedRoute{r.method, braced(r.path), string(r.needs())})
		}
	}
	return all
}

// GameToken returns a game token of a server.
func GameToken(s *Server, as, game, seat string, expires time.Time) string {
	token, err := s.access.gameTokens.grant(context.Background(), grant{role: role(as), game: game, seat: seat, expires: expires})
	if err != nil {
		panic(err)
	}
	return token
}

// ReadUpTo returns the seq up to which a server knows a view of a game.
func ReadUpTo(s *Server, game, seat string) int64 {
	known, _ := s.places.Get(game + " " + seat)
	return known.read
}
