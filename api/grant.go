package api

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// role says what the holder of a game token may do. The table of routes lists the roles that each
// route takes.
type role string

const (
	roleOwner     role = "owner"     // everything in the game and in the sessions of its bots
	roleSeat      role = "seat"      // plays one seat: reads what it may see, says, votes and answers for it
	roleSpectator role = "spectator" // reads what people without a seat may see
)

// roles are all roles. A token holds a place in this list, so append new ones.
var roles = []role{roleOwner, roleSeat, roleSpectator}

var (
	owners  = []role{roleOwner}
	players = []role{roleOwner, roleSeat}
	anyone  = roles
)

// grant is what a game token allows.
type grant struct {
	role role
	game string
	// seat is the seat of a player; empty for the other roles.
	seat string
	// expires is steady time.
	expires time.Time
	// key is the public part of the key that made the token.
	key string
	// own returns an error unless a body speaks for the seat alone; nil if the route has no body
	// for seats.
	own func(body any) error
}

const (
	gameTokenPrefix = "gt_"
	grantKey        = "grant"
)

// grantOf returns what the game token of a request allows. A request with the key has none.
func grantOf(c echo.Context) (grant, bool) {
	g, ok := c.Get(grantKey).(grant)
	return g, ok
}

// grant returns the game token of a grant.
func (t tokens) grant(ctx context.Context, g grant) (string, error) {
	scope := tokenScope(g.game, g.seat, "")
	seal, err := t.seal(ctx, g.key, g.expires, byte(slices.Index(roles, g.role)), scope)
	return gameTokenPrefix + base64.RawURLEncoding.EncodeToString(append(seal, g.key+keyEnd+scope...)), err
}

// read returns what a game token allows.
func (t tokens) read(ctx context.Context, token string, now session.Moment) (grant, error) {
	const forged = "has a token that this server did not make; ask whoever gave it to you for a new one"
	b, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(token, gameTokenPrefix))
	if err != nil || len(b) < sealLength || int(b[headLength-1]) >= len(roles) {
		return grant{}, refuse(codeTokenInvalid, echo.HeaderAuthorization, forged)
	}
	key, scope := "", string(b[sealLength:])
	if !strings.HasPrefix(scope, gamePrefix) { // else an older version has made it, without a key
		key, scope, _ = strings.Cut(scope, keyEnd)
	}
	if err := t.genuine(ctx, b[:sealLength], key, scope); err != nil {
		return grant{}, refuseToken(err, echo.HeaderAuthorization, forged)
	}
	g := grant{role: roles[b[headLength-1]], key: key, expires: expiry(b)}
	if g.game, g.seat, _ = strings.Cut(scope, "\x00"); !now.Steady().Before(g.expires) {
		return grant{}, refuse(codeTokenExpired, echo.HeaderAuthorization, "has a token that has expired; ask whoever gave it to you for a new one")
	}
	return g, nil
}

// judge checks the game token of a request. It takes the token for a route of its game, and for
// those of sessions, which confine checks.
func (a *access) judge(r route, c echo.Context, token string) error {
	g, err := a.gameTokens.read(c.Request().Context(), token, a.now())
	switch {
	case err != nil:
		return err
	case !slices.Contains(r.roles, g.role):
		return outOfScope(fmt.Sprintf("has the token of a game's %s, which does not open this; /openapi.yaml says which tokens do, and the server's key does", g.role))
	case strings.HasPrefix(r.path, gameRoute) && c.Param("id") != g.game:
		return outOfScope("has the token of another game")
	}
	c.Set(grantKey, g)
	c.Set(allowanceKey, a.allowances.of(c.Request(), g.role, tokenScope(g.game, g.seat, ""), g.expires))
	return nil
}

func outOfScope(detail string) error { return refuse(codeTokenScope, echo.HeaderAuthorization, detail) }

// confine checks what a game token may not do though it opens the route.
func (s *Server) confine(r route, c echo.Context) error {
	g, ok := grantOf(c)
	if !ok {
		return nil
	}
	ctx, id := c.Request().Context(), c.Param("id")
	if strings.HasPrefix(r.path, sessionRoute) {
		row, err := s.desk.Row(ctx, id)
		if err == nil && row.Home != g.game || errors.Is(err, journal.ErrNotFound) {
			return outOfScope("has a token that opens only the sessions of its game")
		}
		return err
	}
	if g.role == roleOwner {
		return nil
	}
	if r.ended {
		row, err := s.desk.Games.Row(ctx, id)
		if err != nil {
			return err
		}
		if row.Status != journal.Ended {
			return refuse(session.CodeNotEnded, "", "the game goes on; players and spectators may do this after its end")
		}
	}
	if r.own != nil {
		g.own = func(body any) error { return r.own(s, c, body, g.seat) }
		c.Set(grantKey, g)
	}
	return nil
}
