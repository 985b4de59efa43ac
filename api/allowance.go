package api

import (
	"fmt"
	"math"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"ringer/engine/session"
)

// use is something that the holder of a token may use up.
type use int

const (
	useReads use = iota
	usePosts
	useLines
	useTyping
	useBytes
)

// paces say how much of each use a seat has: so much a second, and so much at once. No person meets
// them: the fastest types ten keys a second, and a page that loads sends five requests. An owner
// has ten times as much, since its page also leads the game. An address of spectators has five
// times as much, since many may sit behind it, and all spectators of a game have 25 times as much.
var paces = [...]struct {
	each, burst int
	what        string
}{
	useReads:  {20, 200, "requests"},
	usePosts:  {20, 100, "posts"},
	useLines:  {5, MaxBatch, "lines"},
	useTyping: {10, 50, "signs of typing"},
	useBytes:  {16 << 10, maxBody, "bytes"},
}

const (
	// openSeat bounds the requests of a seat that are being answered, with its streams: tabs, and
	// streams whose end has not been noticed.
	openSeat = 32
	// openAddress bounds those of the spectators at one address, who may be a hall.
	openAddress = 1000
	// openGame bounds those of all spectators of a game.
	openGame = 5000
	// keptAllowances bounds the holders of tokens that are remembered. The one that was away
	// longest is forgotten, and begins again with a full burst.
	keptAllowances = 20_000
)

// allowance is what the holder of a token may use up. It is apart from the rate limit of the key,
// so that no link keeps the platform out. Only holders of genuine tokens have one.
type allowance struct {
	left [len(paces)]*rate.Limiter
	// open counts the requests that are being answered, with the streams.
	open atomic.Int64
	most int64
	// shared is what all spectators of the game may use up; nil for other holders.
	shared *allowance
}

// newAllowance returns an allowance of so many times the paces of a seat.
func newAllowance(times int, most int64, shared *allowance) *allowance {
	q := &allowance{most: most, shared: shared}
	for u, p := range paces {
		q.left[u] = rate.NewLimiter(rate.Limit(times*p.each), times*p.burst)
	}
	return q
}

// allowances are the allowances by holder.
type allowances struct {
	byHolder *lru.Cache[string, *allowance]
	// byAddress has those of spectators apart: many addresses do not make a seat forgotten.
	byAddress *lru.Cache[string, *allowance]
}

func newAllowances() allowances {
	byHolder, _ := lru.New[string, *allowance](keptAllowances) // it only refuses sizes below one
	byAddress, _ := lru.New[string, *allowance](keptAllowances)
	return allowances{byHolder, byAddress}
}

// allowanceFor returns the allowance of a holder, which is made if none is known.
func allowanceFor(known *lru.Cache[string, *allowance], holder string, make func() *allowance) *allowance {
	if q, ok := known.Get(holder); ok {
		return q
	}
	fresh := make()
	if q, ok, _ := known.PeekOrAdd(holder, fresh); ok {
		return q
	}
	return fresh
}

// of returns the allowance for a token of a role and a scope. A seat and an owner have one for all
// their tokens. Spectators and read tokens have one for each token and address: a link may be
// shared by many.
func (a allowances) of(r *http.Request, as role, scope string, expires time.Time) *allowance {
	switch as {
	case roleOwner:
		return allowanceFor(a.byHolder, "owner\x00"+scope, func() *allowance { return newAllowance(10, 10*openSeat, nil) })
	case roleSeat:
		return allowanceFor(a.byHolder, "seat\x00"+scope, func() *allowance { return newAllowance(1, openSeat, nil) })
	}
	id, _, _ := strings.Cut(scope, "\x00")
	holder := fmt.Sprintf("%s\x00%s\x00%d\x00%s", as, scope, expires.Unix(), network(r))
	all := allowanceFor(a.byHolder, "all\x00"+id, func() *allowance { return newAllowance(25, openGame, nil) })
	return allowanceFor(a.byAddress, holder, func() *allowance { return newAllowance(5, openAddress, all) })
}

// holdReader gives a request with a read token its allowance. The token of a seat has that of the
// seat.
func (a *access) holdReader(c echo.Context) {
	expires, _ := c.Get(expiryKey).(time.Time)
	id, seat, view := c.Param("id"), c.QueryParam(asParameter), c.QueryParam(viewParameter)
	as := roleSpectator
	if view == "" && seat != "" {
		as = roleSeat
	}
	c.Set(allowanceKey, a.allowances.of(c.Request(), as, tokenScope(id, seat, view), expires))
}

// clientAddress returns the address of a client. It believes X-Forwarded-For of proxies on this
// machine and in private networks, and of nobody else.
var clientAddress = echo.ExtractIPFromXFFHeader()

// network returns the address of a client; of IPv6 the first half, which one customer has.
func network(r *http.Request) string {
	text := clientAddress(r)
	address, err := netip.ParseAddr(text)
	if err != nil {
		host, _, _ := net.SplitHostPort(r.RemoteAddr)
		return host
	}
	if address = address.Unmap(); address.Is4() {
		return address.String()
	}
	half, _ := address.Prefix(64) // an address of IPv6 has as many bits
	return half.String()
}

const (
	allowanceKey = "allowance"
	tooManyOpen  = "too many streams and other requests of this token are open; close some"
)

// allowanceOf returns the allowance of a request with a token; nil for the key.
func allowanceOf(c echo.Context) *allowance {
	q, _ := c.Get(allowanceKey).(*allowance)
	return q
}

// enter counts a request, and refuses one that is too much.
func (q *allowance) enter(c echo.Context, reading bool) error {
	u := usePosts
	if reading {
		u = useReads
	}
	if err := q.use(c, u, 1); err != nil {
		return err
	}
	if !q.stay() {
		return tooFast(c, time.Second, codeRateLimited, tooManyOpen)
	}
	return nil
}

// stay counts something that stays open until leave, and reports whether it may. The key has no
// allowance, and may always.
func (q *allowance) stay() bool {
	if q == nil {
		return true
	}
	if q.open.Add(1) <= q.most && q.shared.stay() {
		return true
	}
	q.open.Add(-1)
	return false
}

func (q *allowance) leave() {
	for ; q != nil; q = q.shared {
		q.open.Add(-1)
	}
}

// use takes n of something, and refuses a request for which too little is left.
func (q *allowance) use(c echo.Context, u use, n int) error {
	for ; q != nil; q = q.shared {
		limiter, now := q.left[u], time.Now()
		taken := limiter.ReserveN(now, min(n, limiter.Burst()))
		if wait := taken.DelayFrom(now); wait > 0 {
			taken.CancelAt(now)
			return tooFast(c, wait, codeRateLimited, fmt.Sprintf("this token may send %d %s at once, and then %.0f a second; wait as long as Retry-After says", limiter.Burst(), paces[u].what, limiter.Limit()))
		}
	}
	return nil
}

// tooFast refuses a request, and says after which time it is taken.
func tooFast(c echo.Context, wait time.Duration, code session.Code, detail string) error {
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
	return refuse(code, "", detail)
}
