package api

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/tenant"
)

// access decides who may use a server.
type access struct {
	// key is the hash of the server's key; nil when it has none.
	key     []byte
	origins []string
	pages   *http.CrossOriginProtection
	// limit is nil when the server has no limit.
	limit                  *rate.Limiter
	keys                   *tenant.Keyring
	allowances             allowances
	readTokens, gameTokens tokens
	now                    func() session.Moment
}

// operator holds the key that the server was started with. On a server without keys, every program
// of its machine does.
var operator = &tenant.Holder{Scopes: []tenant.Scope{tenant.Admin, tenant.Metrics}}

func newAccess(o Options, now func() session.Moment) access {
	a := access{
		now: now, keys: o.Keys, allowances: newAllowances(), origins: o.Origins, pages: http.NewCrossOriginProtection(),
		readTokens: newTokens(o, "ringer read token"), gameTokens: newTokens(o, "ringer game token"),
	}
	if o.Key != "" {
		a.key = hash(o.Key)
	}
	if o.RateLimit > 0 {
		a.limit = rate.NewLimiter(rate.Limit(o.RateLimit), o.RateLimit)
	}
	return a
}

// hash makes secrets equally long, so that comparing them does not reveal their length.
func hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// admit checks whether a request may use a route. A request without a key is refused before the
// rate limit is checked, so that it does not use up the limit. A request with a token uses up the
// allowance of its holder in place of the limit.
func (a *access) admit(r route, c echo.Context) error {
	if r.open {
		return nil
	}
	if err := a.authenticate(r, c); err != nil {
		return err
	}
	if q := allowanceOf(c); q != nil {
		return q.enter(c, r.method == http.MethodGet)
	}
	if a.limit != nil && !a.limit.Allow() {
		// The limit is at least one request a second.
		c.Response().Header().Set(echo.HeaderRetryAfter, "1")
		return refuseAs(codeRateLimited)
	}
	return a.limitKey(c)
}

// authenticate finds out who sends a request: the holder of a key, or of a token in its place. A
// server without keys admits every request from this machine, except those that checkLocal refuses.
// A request with a game token may do only what the token allows, also there. It may come from any
// page: no browser adds a token by itself.
func (a *access) authenticate(r route, c echo.Context) error {
	request := c.Request()
	if r.tokens && c.QueryParams().Has(tokenParameter) {
		err := a.readTokens.check(c, a.now())
		if err == nil {
			a.holdReader(c)
		}
		return err
	}
	header := request.Header.Get(echo.HeaderAuthorization)
	scheme, key, _ := strings.Cut(header, " ")
	bearer := strings.EqualFold(scheme, "Bearer")
	key = strings.TrimSpace(key)
	isKey := subtle.ConstantTimeCompare(hash(key), a.key) == 1
	switch {
	case bearer && isKey:
		return hold(r, c, operator)
	case bearer && strings.HasPrefix(key, gameTokenPrefix):
		return a.judge(r, c, key)
	case bearer && strings.HasPrefix(key, tenant.Prefix):
		return a.useKey(r, c, key)
	case a.open(request.Context()):
		if err := a.checkLocal(request); err != nil {
			return err
		}
		return hold(r, c, operator)
	case header == "":
		return refuseAs(codeUnauthorized)
	case !bearer:
		return refuse(codeUnauthorized, echo.HeaderAuthorization, "must be the word Bearer, a space and a key")
	}
	return refuse(codeUnauthorized, echo.HeaderAuthorization, "has a wrong key; send one that ringer keys create has made, or the key that the server was started with, RINGER_API_KEY")
}

// open reports whether there is no key, so that every program of this machine may do everything.
func (a *access) open(ctx context.Context) bool { return a.key == nil && !a.keys.Any(ctx) }

// useKey checks a stored key.
func (a *access) useKey(r route, c echo.Context, key string) error {
	h, err := a.keys.Check(c.Request().Context(), key)
	switch {
	case errors.Is(err, tenant.ErrMistyped):
		return refuse(codeUnauthorized, echo.HeaderAuthorization, "has a key that is cut off or mistyped: its last letters do not fit; copy it again")
	case errors.Is(err, tenant.ErrUnknown):
		return refuse(codeUnauthorized, echo.HeaderAuthorization, "has a key that this server does not know; ringer keys list shows those that it knows")
	case errors.Is(err, tenant.ErrRevoked):
		return refuse(codeKeyRevoked, echo.HeaderAuthorization, "has a key that was revoked; make another with ringer keys create")
	case errors.Is(err, tenant.ErrExpired):
		return refuse(codeKeyExpired, echo.HeaderAuthorization, "has a key that has expired; make another with ringer keys create, or ringer keys rotate before a key expires")
	case err != nil:
		return err
	}
	return hold(r, c, h)
}

const holderKey = "holder"

// hold notes who sends a request, unless the scopes of the key do not open the route.
func hold(r route, c echo.Context, h *tenant.Holder) error {
	needed := r.needs()
	if !tenant.Grants(h.Scopes, needed) {
		return refuse(codeKeyScope, echo.HeaderAuthorization, fmt.Sprintf("has a key without the scope %s, which this needs; make one with ringer keys create --scope %s", needed, needed))
	}
	c.Set(holderKey, h)
	return nil
}

// holderOf returns who holds the key of a request. A request with a token has none.
func holderOf(c echo.Context) *tenant.Holder {
	h, _ := c.Get(holderKey).(*tenant.Holder)
	return h
}

// tenantOf returns the tenant of a request with a key.
func tenantOf(c echo.Context) string {
	if h := holderOf(c); h != nil {
		return h.Tenant
	}
	return ""
}

// The headers that tell what a key may still send; see draft-ietf-httpapi-ratelimit-headers.
const (
	headerRateLimit       = "RateLimit"
	headerRateLimitPolicy = "RateLimit-Policy"
)

// limitKey counts a request of a key with a limit.
func (a *access) limitKey(c echo.Context) error {
	h := holderOf(c)
	if h == nil || h.Rate == 0 {
		return nil
	}
	left := a.keys.Use(h)
	header := c.Response().Header()
	header.Set(headerRateLimitPolicy, fmt.Sprintf(`"key";q=%d;w=1`, left.Quota))
	header.Set(headerRateLimit, fmt.Sprintf(`"key";r=%d;t=1`, left.Remaining))
	if left.Wait > 0 {
		return tooFast(c, left.Wait, codeRateLimited, fmt.Sprintf("this key may send %d requests a second; wait as long as Retry-After says", h.Rate))
	}
	return nil
}

// noID is a part of an id that nothing has, since ids have no such digit.
const noID = "0"

// veil puts an id that nothing has in the place of the id of another tenant's log. So the handler
// answers as it does for any unknown id. A token was made for its log by the tenant.
func (s *Server) veil(r route, c echo.Context) error {
	h, logs, prefix := holderOf(c), s.desk.Logs, ""
	switch {
	case h == nil:
		return nil
	case strings.HasPrefix(r.path, sessionRoute):
	case strings.HasPrefix(r.path, gameRoute):
		logs, prefix = s.desk.Games, gamePrefix
	default:
		return nil
	}
	err := logs.Owns(c.Request().Context(), h.Tenant, c.Param("id"))
	if !errors.Is(err, journal.ErrNotFound) {
		return err
	}
	values := slices.Clone(c.ParamValues())
	values[slices.Index(c.ParamNames(), "id")] = prefix + noID
	c.SetParamValues(values...)
	return nil
}

// checkLocal refuses requests of foreign web pages. These are requests of another origin that would
// change something, and requests to a host name that is not our own (DNS rebinding).
func (a *access) checkLocal(r *http.Request) error {
	origin := r.Header.Get(echo.HeaderOrigin)
	if slices.Contains(a.origins, "*") || origin != "" && slices.Contains(a.origins, origin) {
		return nil
	}
	if !isLocalHost(r.Host) {
		return refuseAs(codeHostNotAllowed)
	}
	if a.pages.Check(r) != nil {
		return refuseAs(codeCrossOrigin)
	}
	return nil
}

// isLocalHost reports whether the host of a request can only be this machine. Every browser sends a
// host; HTTP/1.0 clients may send none.
func isLocalHost(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	ip := net.ParseIP(name)
	return host == "" || strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

// preflightAge is how long a browser may cache the answer to a preflight, in seconds. It is long
// enough for one preflight per game.
const preflightAge = 600

// allowedHeaders are the headers that a page of another origin may send: what clients need, and
// what libraries add. These are polyfills of EventSource, HTTP clients, and those that trace
// requests.
var allowedHeaders = []string{
	echo.HeaderAuthorization, echo.HeaderContentType, headerLastEventID, echo.HeaderXRequestID, echo.HeaderAccept, "Accept-Language",
	echo.HeaderCacheControl, "Pragma", "Expires", "If-None-Match", echo.HeaderIfModifiedSince, echo.HeaderXRequestedWith, "Idempotency-Key",
	"Traceparent", "Tracestate", "Baggage", "Sentry-Trace", "B3",
	"X-Datadog-Trace-Id", "X-Datadog-Parent-Id", "X-Datadog-Origin", "X-Datadog-Sampling-Priority",
}

// crossOrigin lets the pages of the given origins read answers.
func crossOrigin(origins []string) echo.MiddlewareFunc {
	return middleware.CORSWithConfig(middleware.CORSConfig{
		AllowOriginFunc: func(origin string) (bool, error) {
			return slices.Contains(origins, "*") || slices.Contains(origins, origin), nil
		},
		AllowMethods:  []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete},
		AllowHeaders:  allowedHeaders,
		ExposeHeaders: []string{echo.HeaderXRequestID, echo.HeaderLocation, echo.HeaderRetryAfter, headerRateLimit, headerRateLimitPolicy},
		MaxAge:        preflightAge,
	})
}
