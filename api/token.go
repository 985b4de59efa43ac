package api

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

const (
	tokenParameter = "read_token"
	tokenPrefix    = "rt_"
	// tokenLife is the life of a token by default, in seconds. It is short, because addresses with
	// the token in them are logged in many places.
	tokenLife    = 900
	minTokenLife = 60
	// maxTokenLife is an hour, which is longer than most games.
	maxTokenLife = 3600
)

// tokens makes and checks tokens of one kind. A token has its expiry, a flag, and a code (HMAC)
// over both and over its scope. Nothing is stored. The expiry is steady time, so that a token does
// not live longer when the clock is set back.
type tokens struct{ secret []byte }

// newTokens derives the secret from the key, so that all servers with the key accept each other's
// tokens. Each kind has a secret of its own, so that no token passes for one of another kind.
// Without a key the secret lasts as long as the process.
func newTokens(key, kind string) tokens {
	if key == "" {
		secret := make([]byte, sha256.Size)
		rand.Read(secret) // never fails
		return tokens{secret}
	}
	secret, err := hkdf.Key(sha256.New, []byte(key), nil, kind, sha256.Size)
	if err != nil {
		// The call fails only for a length that is not used here.
		panic("api: the secret of " + kind + "s: " + err.Error())
	}
	return tokens{secret}
}

const (
	// headLength is the length of what the code covers besides the scope, in bytes: eight for the
	// expiry, one for the flag.
	headLength = 9
	sealLength = headLength + sha256.Size
)

// seal returns the bytes of a token without its scope.
func (t tokens) seal(expires time.Time, flag byte, scope string) []byte {
	head := append(binary.BigEndian.AppendUint64(nil, uint64(expires.Unix())), flag)
	return append(head, t.mac(head, scope)...)
}

func (t tokens) mac(head []byte, scope string) []byte {
	h := hmac.New(sha256.New, t.secret)
	h.Write(head)
	h.Write([]byte(scope))
	return h.Sum(nil)
}

// genuine reports whether a seal is ours, and was made for a scope.
func (t tokens) genuine(seal []byte, scope string) bool {
	return len(seal) == sealLength && hmac.Equal(seal[headLength:], t.mac(seal[:headLength], scope))
}

// expiry returns when a token expires.
func expiry(seal []byte) time.Time { return time.Unix(int64(binary.BigEndian.Uint64(seal)), 0) }

// make returns a read token. The flag all says that it shows all events.
func (t tokens) make(scope string, expires time.Time, all bool) string {
	flag := byte(0)
	if all {
		flag = 1
	}
	return tokenPrefix + base64.RawURLEncoding.EncodeToString(t.seal(expires, flag, scope))
}

// check checks the read token of a request for a stream. It notes when it expires.
func (t tokens) check(c echo.Context, now session.Moment) error {
	text, ok := strings.CutPrefix(c.QueryParam(tokenParameter), tokenPrefix)
	b, err := base64.RawURLEncoding.DecodeString(text)
	if !ok || err != nil || !t.genuine(b, tokenScope(c.Param("id"), c.QueryParam(asParameter), c.QueryParam(viewParameter))) {
		return refuseAs(codeTokenInvalid)
	}
	if media, _ := preferredMedia(c.Request().Header, eventOffers); media != mimeEventStream {
		return refuse(codeTokenInvalid, tokenParameter, "only opens streams; send Accept: text/event-stream, as EventSource does")
	}
	expires := expiry(b)
	if !now.Steady().Before(expires) {
		return refuseAs(codeTokenExpired)
	}
	c.Set(expiryKey, expires)
	if b[headLength-1] == 1 {
		return nil
	}
	c.Set(publicKey, true)
	if !onlyStandard(c.QueryParam("types")) {
		return refuseAs(codeTokenScope)
	}
	return nil
}

// onlyStandard reports whether all types of a list are standard types.
func onlyStandard(types string) bool {
	for name := range strings.SplitSeq(types, ",") {
		if name != "" && !slices.Contains(standardTypes, session.Type(name)) {
			return false
		}
	}
	return true
}

// tokenRequest asks for a read token.
type tokenRequest struct {
	// ExpiresIn is the token's life in seconds, from 60 to 3600; 900 when it is left out.
	ExpiresIn *int64 `json:"expires_in_s,omitempty" minimum:"60" maximum:"3600" default:"900" example:"900"`
	// AllTypes lets the token see every event with `types`, including the bot's role, thoughts and
	// mind. Without it the token sees what a platform acts on: what the bot says and types where
	// every player sees it, and its votes without probabilities. Even that shows which player is
	// the bot.
	AllTypes bool `json:"all_types,omitempty" default:"false" example:"false"`
}

// readToken opens the stream of one session without the key.
type readToken struct {
	Token     string    `json:"token" validate:"required" example:"rt_AAAAAGVYxVDqUZJxyvkz2oVpJ9Xv8uQ3mYw0n4bKcHhTgLdRfEsAiw"`
	ExpiresAt time.Time `json:"expires_at" validate:"required"`
	// EventsURL is the address of the stream, with the token in it, for EventSource.
	EventsURL string `json:"events_url" validate:"required" example:"/v1/sessions/ses_q5zsf7k2m6w3x4ab/events?read_token=rt_AAAAAGVYxVDqUZJxyvkz2oVpJ9Xv8uQ3mYw0n4bKcHhTgLdRfEsAiw"`
}

// createReadToken returns a token for a session's stream. A browser's EventSource cannot send a
// key. Give it events_url instead. That address opens the stream of this session, and nothing else,
// until it expires.
//
// A stream is cut when its token expires. A browser that comes back then gets 401 and needs a new
// token.
//
// Everyone who reads a stream can see which player is the bot. Players should get the bot's
// messages from the platform.
//
//	@Summary	Create a read token
//	@OptionalBody	tokenRequest	"The token's life, and what it shows. You may leave it out."
//	@Success	201	{object}	readToken	"The token."
func (s *Server) createReadToken(c echo.Context) error {
	life := int64(tokenLife)
	asked := tokenRequest{ExpiresIn: &life}
	if err := decodeOptional(c, &asked, nil); err != nil {
		return err
	}
	var errs session.Errors
	if checkLife(&errs, life, maxTokenLife); len(errs) > 0 {
		return errs
	}
	session, err := s.desk.Row(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, s.readToken(prefixOf(c.Request())+"/v1/sessions/"+session.ID+"/events?", session.ID, asked.AllTypes, s.expires(c, life)))
}

// readToken returns a token for a scope, with its address. expires is steady time.
func (s *Server) readToken(address, scope string, all bool, expires time.Time) readToken {
	token := s.access.readTokens.make(scope, expires, all)
	return readToken{token, s.shownExpiry(expires), address + tokenParameter + "=" + token}
}

// checkLife refuses a life that no token has, in seconds.
func checkLife(errs *session.Errors, life, longest int64) {
	if life < minTokenLife || life > longest {
		errs.Add(session.CodeOutOfRange, "/expires_in_s", fmt.Sprintf("must be from %d to %d seconds", minTokenLife, longest))
	}
}

// expires returns when a token of a life in seconds expires, in steady time. A token that a game
// token asks for does not outlive it.
func (s *Server) expires(c echo.Context, life int64) time.Time {
	expires := s.engine.Now().Steady().Add(time.Duration(life) * time.Second)
	if g, ok := grantOf(c); ok && g.expires.Before(expires) {
		return g.expires
	}
	return expires
}

// expiryKey is where a request keeps when its read token expires.
const expiryKey = "expiry"

// tokenLife returns how long the token of a request still lasts. Without one it is the longest
// time.
func (s *Server) tokenLife(c echo.Context) time.Duration {
	expires, ok := c.Get(expiryKey).(time.Time)
	if g, is := grantOf(c); is {
		expires, ok = g.expires, true
	}
	if !ok {
		return 1<<63 - 1
	}
	return expires.Sub(s.engine.Now().Steady())
}

// shownExpiry returns the wall time of an expiry.
func (s *Server) shownExpiry(expires time.Time) time.Time {
	return expires.Add(s.engine.Now().Shift).UTC().Truncate(time.Second)
}

// tokenScope is what a token opens: a session, a game, or what one seat or the public sees of a
// game.
func tokenScope(id, seat, view string) string {
	switch {
	case view != "":
		return id + "\x00\x00" + view
	case seat != "":
		return id + "\x00" + seat
	}
	return id
}
