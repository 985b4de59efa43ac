package api

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
	"ringer/engine/tenant"
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

// tokens makes and checks tokens of one kind. A token has its expiry, a flag, a code (HMAC) over
// both and over its scope, and the public part of the key that made it. Nothing is stored. The
// expiry is steady time, so that a token does not live longer when the clock is set back.
type tokens struct {
	keys *tenant.Keyring
	// kind keeps a token from passing for one of another kind.
	kind string
	// old is the secret of tokens that older versions have made with the server's key; nil
	// without a key.
	old []byte
}

func newTokens(o Options, kind string) tokens {
	t := tokens{keys: o.Keys, kind: kind}
	if o.Key == "" {
		return t
	}
	var err error
	if t.old, err = hkdf.Key(sha256.New, []byte(o.Key), nil, kind, sha256.Size); err != nil {
		// The call fails only for a length that is not used here.
		panic("api: the secret of " + kind + "s: " + err.Error())
	}
	return t
}

const (
	// headLength is the length of what the code covers besides the scope, in bytes: eight for the
	// expiry, one for the flag.
	headLength = 9
	sealLength = headLength + sha256.Size
)

// seal returns the bytes of a token without its scope, for the holder of a key.
func (t tokens) seal(ctx context.Context, key string, expires time.Time, flag byte, scope string) ([]byte, error) {
	secrets, err := t.keys.Secrets(ctx)
	if err != nil {
		return nil, err
	}
	head := append(binary.BigEndian.AppendUint64(nil, uint64(expires.Unix())), flag)
	return append(head, mac(secrets[0], head, t.covered(key, scope))...), nil
}

// keyEnd stands behind the kind and behind the key in what the code covers.
const keyEnd = "\x00"

func (t tokens) covered(key, scope string) string { return t.kind + keyEnd + key + keyEnd + scope }

func mac(secret, head []byte, rest string) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write(head)
	h.Write([]byte(rest))
	return h.Sum(nil)
}

// genuine returns an error unless a seal is ours, was made for a scope by the holder of a key, and
// the key was not revoked.
func (t tokens) genuine(ctx context.Context, seal []byte, key, scope string) error {
	if len(seal) != sealLength {
		return errForged
	}
	secrets, err := t.keys.Secrets(ctx)
	if err != nil {
		return err
	}
	fits := t.old != nil && key == "" && hmac.Equal(seal[headLength:], mac(t.old, seal[:headLength], scope))
	for _, secret := range secrets {
		fits = fits || hmac.Equal(seal[headLength:], mac(secret, seal[:headLength], t.covered(key, scope)))
	}
	switch {
	case !fits:
		return errForged
	case key == "":
		return nil
	}
	return t.keys.Live(ctx, key)
}

// errForged says that this server did not make a token.
var errForged = errors.New("the token is not ours")

// refuseToken returns the refusal of a token that is not genuine.
func refuseToken(err error, pointer, forged string) error {
	switch {
	case errors.Is(err, errForged):
		return refuse(codeTokenInvalid, pointer, forged)
	case errors.Is(err, tenant.ErrRevoked), errors.Is(err, tenant.ErrUnknown):
		return refuse(codeTokenInvalid, pointer, "was made with a key that is revoked; ask whoever gave it to you for a new one")
	}
	return err
}

// expiry returns when a token expires.
func expiry(seal []byte) time.Time { return time.Unix(int64(binary.BigEndian.Uint64(seal)), 0) }

// make returns a read token of the holder of a key. The flag all says that it shows all events.
func (t tokens) make(ctx context.Context, key, scope string, expires time.Time, all bool) (string, error) {
	flag := byte(0)
	if all {
		flag = 1
	}
	seal, err := t.seal(ctx, key, expires, flag, scope)
	return tokenPrefix + base64.RawURLEncoding.EncodeToString(append(seal, key...)), err
}

// check checks the read token of a request for a stream. It notes when it expires.
func (t tokens) check(c echo.Context, now session.Moment) error {
	text, ok := strings.CutPrefix(c.QueryParam(tokenParameter), tokenPrefix)
	b, err := base64.RawURLEncoding.DecodeString(text)
	if !ok || err != nil || len(b) < sealLength {
		return refuseAs(codeTokenInvalid)
	}
	scope := tokenScope(c.Param("id"), c.QueryParam(asParameter), c.QueryParam(viewParameter))
	if err := t.genuine(c.Request().Context(), b[:sealLength], string(b[sealLength:]), scope); err != nil {
		return refuseToken(err, tokenParameter, meanings()[codeTokenInvalid].Detail)
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
	return s.sendReadToken(c, "/v1/sessions/"+session.ID+"/events?", session.ID, asked.AllTypes, s.expires(c, life))
}

// sendReadToken answers with a token for a scope, and its address. expires is steady time.
func (s *Server) sendReadToken(c echo.Context, address, scope string, all bool, expires time.Time) error {
	token, err := s.access.readTokens.make(c.Request().Context(), makerOf(c), scope, expires, all)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, readToken{token, s.shownExpiry(expires), prefixOf(c.Request()) + address + tokenParameter + "=" + token})
}

// makerOf returns the public part of the key with which a token is made. A token that makes another
// was made with one.
func makerOf(c echo.Context) string {
	if h := holderOf(c); h != nil {
		return h.Key
	}
	g, _ := grantOf(c)
	return g.key
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
