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

	"ringer/engine/game"
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

// tokens makes and checks read tokens. A token has its expiry, whether it shows all events, and a
// code (HMAC) over both and the session. Nothing is stored. The expiry is steady time, so that a
// token does not live longer when the clock is set back.
type tokens struct{ secret []byte }

// newTokens derives the secret from the key, so that all servers with the key accept each other's
// tokens. Without a key the secret lasts as long as the process.
func newTokens(key string) tokens {
	if key == "" {
		secret := make([]byte, sha256.Size)
		rand.Read(secret) // never fails
		return tokens{secret}
	}
	secret, err := hkdf.Key(sha256.New, []byte(key), nil, "ringer read token", sha256.Size)
	if err != nil {
		// The call fails only for a length that is not used here.
		panic("api: the secret of read tokens: " + err.Error())
	}
	return tokens{secret}
}

// headLength is the length of what the code covers besides the session, in bytes: eight for the
// expiry, one for what the token shows.
const headLength = 9

func (t tokens) make(session string, expires time.Time, all bool) string {
	b := append(binary.BigEndian.AppendUint64(nil, uint64(expires.Unix())), 0)
	if all {
		b[headLength-1] = 1
	}
	return tokenPrefix + base64.RawURLEncoding.EncodeToString(append(b, t.mac(b, session)...))
}

func (t tokens) mac(head []byte, session string) []byte {
	h := hmac.New(sha256.New, t.secret)
	h.Write(head)
	h.Write([]byte(session))
	return h.Sum(nil)
}

// check checks the token of a request for a session's stream.
func (t tokens) check(c echo.Context, now game.Moment) error {
	text, ok := strings.CutPrefix(c.QueryParam(tokenParameter), tokenPrefix)
	b, err := base64.RawURLEncoding.DecodeString(text)
	if !ok || err != nil || len(b) != headLength+sha256.Size || !hmac.Equal(b[headLength:], t.mac(b[:headLength], tokenScope(c.Param("id"), c.QueryParam(asParameter)))) {
		return refuseAs(codeTokenInvalid)
	}
	if media, _ := preferredMedia(c.Request().Header, eventOffers); media != mimeEventStream {
		return refuse(codeTokenInvalid, tokenParameter, "only opens streams; send Accept: text/event-stream, as EventSource does")
	}
	if now.Steady().Unix() >= int64(binary.BigEndian.Uint64(b)) {
		return refuseAs(codeTokenExpired)
	}
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
		if name != "" && !slices.Contains(standardTypes, game.Type(name)) {
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

// createReadToken returns a token for a session's stream.
//
//	@Summary		Create a read token
//	@Description	A browser's EventSource cannot send a key. Give it events_url instead. That
//	@Description	address opens the stream of this session, and nothing else, until it
//	@Description	expires.
//	@Description
//	@Description	The token is checked when a stream opens. An open stream stays open. A
//	@Description	browser that comes back after the expiry gets 401 and needs a new token.
//	@Description
//	@Description	Everyone who reads a stream can see which player is the bot. Players should
//	@Description	get the bot's messages from the platform.
//	@ID				createReadToken
//	@Tags			Events
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string			true	"The id of the session."
//	@Param			body	body		tokenRequest	false	"The token's life, and what it shows. You may leave it out."
//	@Success		201		{object}	readToken		"The token."
//	@Router			/v1/sessions/{id}/read-token [post]
func (s *Server) createReadToken(c echo.Context) error {
	life := int64(tokenLife)
	asked := tokenRequest{ExpiresIn: &life}
	if err := decodeOptional(c, &asked, nil); err != nil {
		return err
	}
	if life < minTokenLife || life > maxTokenLife {
		return refuse(game.CodeOutOfRange, "/expires_in_s", fmt.Sprintf("must be from %d to %d seconds", minTokenLife, maxTokenLife))
	}
	session, err := s.desk.Session(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, s.readToken("/v1/sessions/"+session.ID+"/events?", session.ID, asked.AllTypes, life))
}

// readToken returns a token for a scope, with its address. life is in seconds.
func (s *Server) readToken(address, scope string, all bool, life int64) readToken {
	now := s.engine.Now()
	expires := now.Steady().Add(time.Duration(life) * time.Second)
	token := s.access.tokens.make(scope, expires, all)
	return readToken{token, expires.Add(now.Shift).Truncate(time.Second), address + tokenParameter + "=" + token}
}

// tokenScope is what a token opens: a session, a game, or what one seat of a game may see.
func tokenScope(id, seat string) string {
	if seat == "" {
		return id
	}
	return id + "\x00" + seat
}
