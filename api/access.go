package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"

	"ringer/engine/session"
)

// access decides who may use a server.
type access struct {
	// key is the hash of the server's key; nil when it has none.
	key     []byte
	origins []string
	pages   *http.CrossOriginProtection
	// limit is nil when the server has no limit.
	limit                  *rate.Limiter
	allowances             allowances
	readTokens, gameTokens tokens
	now                    func() session.Moment
}

func newAccess(o Options, now func() session.Moment) access {
	a := access{now: now, allowances: newAllowances(), origins: o.Origins, pages: http.NewCrossOriginProtection(), readTokens: newTokens(o.Key, "ringer read token"), gameTokens: newTokens(o.Key, "ringer game token")}
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

// admit checks whether a request may use a route. A request without the key is refused before the
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
	return nil
}

// authenticate checks the key, or a token in its place. A server without a key admits every request
// from this machine, except those that checkLocal refuses. A request with a game token may do only
// what the token allows, also there. It may come from any page: no browser adds a token by itself.
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
	case bearer && !isKey && strings.HasPrefix(key, gameTokenPrefix):
		return a.judge(r, c, key)
	case a.key == nil:
		return a.checkLocal(request)
	case header == "":
		return refuseAs(codeUnauthorized)
	case !bearer:
		return refuse(codeUnauthorized, echo.HeaderAuthorization, "must be the word Bearer, a space and the server's key")
	case !isKey:
		return refuse(codeUnauthorized, echo.HeaderAuthorization, "has a wrong key; send the key that the server was started with, RINGER_API_KEY")
	}
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
		AllowMethods:  []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete},
		AllowHeaders:  allowedHeaders,
		ExposeHeaders: []string{echo.HeaderXRequestID, echo.HeaderLocation, echo.HeaderRetryAfter},
		MaxAge:        preflightAge,
	})
}
