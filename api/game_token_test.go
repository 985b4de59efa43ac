package api_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/api"
)

// access is a game token as the API shows it.
type access struct {
	Token, Role, Seat string
	ExpiresAt         time.Time `json:"expires_at"`
}

// bearer returns the header with a token.
func bearer(token string) []string { return []string{"Authorization", "Bearer " + token} }

// admission is a server with a key, and a game of the bots Red and Blue (with the id b) and of the
// people Green and Gray.
type admission struct {
	*server
	id, path, session string
}

const mixedGame = `{"game":{"rules":"turing","players":["Red",{"id":"b","name":"Blue"},"Green","Gray"],"phases":["day",{"id":"night","speakers":["Gray","Red"],"channel":"den"}],` +
	`"channels":[{"id":"den","members":["Red","Gray"]}]},"bots":[{"seat":"Red","timing":"manual"},{"seat":"b","timing":"manual"}],"seed":1}`

func newAdmission(t *testing.T, s *server) admission {
	t.Helper()
	g := s.as(key).createGame(mixedGame)
	return admission{s.as(key), g.ID, "/v1/games/" + g.ID, g.session("Red")}
}

// admit returns a token that the key asks for.
func (a admission) admit(body string) access {
	a.t.Helper()
	return as[access](a.t, a.send("POST", a.path+"/tokens", body).taken(a.t))
}

// role returns a token of a role; the seat is Green's.
func (a admission) role(role string) string {
	a.t.Helper()
	if role == "seat" {
		return a.admit(`{"role":"seat","seat":"Green"}`).Token
	}
	return a.admit(`{"role":"` + role + `"}`).Token
}

// outcome sends a request with a token, and returns the status with the code of a refusal. It does
// not wait for the end of a stream.
func (a admission) outcome(method, path, token, body string) string {
	a.t.Helper()
	ctx, cancel := context.WithCancel(a.t.Context())
	defer cancel()
	return a.head(a.client, a.request(ctx, method, path, body, bearer(token)...))
}

// expect compares the outcome of a request.
func (a admission) expect(want, method, path, token, body string) {
	a.t.Helper()
	equal(a.t, fmt.Sprintf("%s %s %.300s", method, path, body), a.outcome(method, path, token, body), want)
}

func TestCreateGameToken(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	for body, hours := range map[string]time.Duration{`{"role":"owner"}`: 4, `{"role":"spectator"}`: 4, `{"role":"seat","seat":"Green","expires_in_s":86400}`: 24} {
		a.send("POST", a.path+"/tokens", body).is(t, 201).shows(t, strings.Replace(body, `,"expires_in_s":86400`, "", 1))
		if made := a.admit(body); !strings.HasPrefix(made.Token, "gt_") || time.Until(made.ExpiresAt).Round(time.Minute) != hours*time.Hour {
			t.Errorf("%s: %+v, want a token of %d hours", body, made, hours)
		}
	}
	for token, want := range map[string]string{
		key: `{"role":"owner","expires_at":null}`, a.role("spectator"): `{"role":"spectator","expires_at":"…"}`, a.role("seat"): `{"role":"seat","seat":"Green","expires_at":"…"}`,
	} {
		a.as(token).send("GET", a.path+"/tokens", "").is(t, 200).shows(t, want)
	}
	t.Run("AChildDoesNotOutliveItsParent", func(t *testing.T) {
		parent := a.admit(`{"role":"owner","expires_in_s":120}`)
		child := as[access](t, a.send("POST", a.path+"/tokens", `{"role":"owner"}`, bearer(parent.Token)...))
		read := as[issued](t, a.send("POST", a.path+"/read-token", `{"expires_in_s":3600}`, bearer(child.Token)...))
		if !child.ExpiresAt.Equal(parent.ExpiresAt) || !read.ExpiresAt.Equal(parent.ExpiresAt) {
			t.Errorf("%s, %s, %s", parent.ExpiresAt, child.ExpiresAt, read.ExpiresAt)
		}
	})
}

// TestGameTokenIsChecked reads the events of a game with good and bad tokens.
func TestGameTokenIsChecked(t *testing.T) {
	s := start(t, withKey)
	a, other := newAdmission(t, s), newAdmission(t, s)
	token := a.role("owner")
	raw := must(base64.RawURLEncoding.DecodeString(strings.TrimPrefix(token, "gt_")))(t)
	changed := func(i int, b ...byte) string {
		forged := slices.Concat(raw[:i], b, raw[min(i+len(b), len(raw)):])
		return "gt_" + base64.RawURLEncoding.EncodeToString(forged)
	}
	soon, past := time.Now().Add(time.Hour), time.Now().Add(-time.Second)
	another := setup(t, func(o *api.Options) { o.Key = "another-key-of-16" })
	events, session := a.path+"/events", "/v1/sessions/"+a.session
	cases := map[string][3]string{
		"OK":                       {events, token, "200"},
		"OKOfAServerOfTheDatabase": {events, api.GameToken(s.restarted(), "owner", a.id, "", soon), "200"},
		"OKOfAnOlderVersion":       {events, api.OldGameToken(s.api, a.id, soon), "200"},
		"ErrOfAnotherDatabase":     {events, api.GameToken(setup(t, withKey).api, "owner", a.id, "", soon), "401 token_invalid"},
		"ErrOfAnotherKey":          {events, api.GameToken(another.api, "owner", a.id, "", soon), "401 token_invalid"},
		"ErrExpired":               {events, api.GameToken(s.api, "owner", a.id, "", past), "401 token_expired"},
		"ErrAnotherExpiry":         {events, changed(0, 0xff), "401 token_invalid"},
		"ErrAnotherRole":           {events, changed(8, 2), "401 token_invalid"},
		"ErrRoleThatIsNone":        {events, changed(8, 9), "401 token_invalid"},
		"ErrAnotherSeat":           {events, changed(len(raw), []byte("\x00Gray")...), "401 token_invalid"},
		"ErrNameOfAnotherGame":     {other.path + "/events", changed(len(raw)-len(a.id), []byte(other.id)...), "401 token_invalid"},
		"ErrNoToken":               {events, "gt_", "401 token_invalid"},
		"ErrNotBase64":             {events, "gt_%%%", "401 token_invalid"},
		"ErrReadTokenInItsPlace":   {events, api.Token(s.api, a.id, soon), "401 unauthorized"},
		"ErrAnotherGame":           {other.path + "/events", token, "403 token_scope"},
		"ErrSessionOfAnotherGame":  {"/v1/sessions/" + other.session + "/mind", token, "403 token_scope"},
		"ErrSessionThatIsNotThere": {"/v1/sessions/ses_none", token, "403 token_scope"},
		"ErrIDOfTheGame":           {"/v1/sessions/" + a.id, token, "404 not_found"},
		"OKSession":                {session + "/mind", token, "200"},
		"ErrNoGame":                {"/v1/games/gam_none", api.GameToken(s.api, "owner", "gam_none", "", soon), "404 not_found"},
	}
	for i := range sealed {
		cases[fmt.Sprint("ErrCutAfter", i)] = [3]string{events, "gt_" + base64.RawURLEncoding.EncodeToString(raw[:i]), "401 token_invalid"}
		cases[fmt.Sprint("ErrBit", i)] = [3]string{events, changed(i, raw[i]^1), "401 token_invalid"}
	}
	for name, c := range cases {
		equal(t, name, a.outcome("GET", c[0], c[1], ""), c[2])
	}
	equal(t, "as a read token", (issuer{s, a.id, a.path}).opened(events+"?read_token="+token), "401 token_invalid")
	own := other.role("owner")
	s.as(own).send("DELETE", other.path, "").is(t, 204)
	other.expect("404 not_found", "GET", other.path+"/events", own, "")
	other.expect("403 token_scope", "GET", "/v1/sessions/"+other.session, own, "")
}

// sealed is how many bytes of a token are not its scope: expiry, role and code.
const sealed = 8 + 1 + 32

// TestGameTokenWithoutAKey: a server without a key takes every request of this machine. One with a
// token may do only what the token allows, from whatever page it comes.
func TestGameTokenWithoutAKey(t *testing.T) {
	s := start(t)
	a := newAdmission(t, s)
	seat, foreign := a.role("seat"), []string{"Origin", "https://elsewhere.example", "Sec-Fetch-Site", "cross-site"}
	for _, c := range []struct {
		name, path, body string
		headers          []string
		want             int
	}{
		{"NoTokenOK", "/end", "{", nil, 400},
		{"NoTokenOfAnotherPage", "/messages", ofGreen["/messages"], foreign, 403},
		{"TokenOfAnotherPageOK", "/messages", ofGreen["/messages"], append(bearer(seat), foreign...), 202},
		{"TokenThatMayNot", "/end", "{}", bearer(seat), 403},
		{"TokenThatIsNone", "/end", "{}", bearer("gt_x"), 401},
	} {
		s.send("POST", a.path+c.path, c.body, c.headers...).is(t, c.want)
	}
	a.expect("403 token_scope", "GET", "/v1/strategies", seat, "")
}
