package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"ringer/api"
)

// issuer is a server with a key, and a session for its tokens.
type issuer struct {
	*server
	id, path string
}

func newIssuer(t *testing.T) issuer {
	t.Helper()
	s := setup(t, withKey).as(key)
	id := s.create("")
	return issuer{s, id, "/v1/sessions/" + id}
}

type issued struct {
	Token     string
	ExpiresAt time.Time `json:"expires_at"`
	EventsURL string    `json:"events_url"`
}

func (i issuer) issue(body string) issued {
	i.t.Helper()
	return as[issued](i.t, i.send("POST", i.path+"/read-token", body).is(i.t, 201))
}

// opened opens a stream, and returns the status and the code of a refusal.
func (i issuer) opened(path string) string {
	i.t.Helper()
	ctx, cancel := context.WithCancel(i.t.Context())
	defer cancel()
	return i.head(http.DefaultClient, i.as("").request(ctx, "GET", path, "", "Accept", "text/event-stream"))
}

// head returns the status of an answer and the code of a refusal. It reads no stream.
func (s *server) head(client *http.Client, request *http.Request) string {
	s.t.Helper()
	response := must(client.Do(request))(s.t)
	defer response.Body.Close()
	var p problem
	if response.StatusCode >= 400 {
		succeed(s.t, json.NewDecoder(response.Body).Decode(&p))
	}
	return strings.TrimSpace(fmt.Sprint(response.StatusCode, " ", p.Code))
}

// TestReadToken makes tokens and opens streams with them.
func TestReadToken(t *testing.T) {
	t.Parallel()
	s := newIssuer(t)
	made := s.issue(`{"expires_in_s":3600}`)
	if made.EventsURL != s.path+"/events?read_token="+made.Token || made.ExpiresAt.Before(time.Now().Add(50*time.Minute)) {
		t.Errorf("for an hour and %s: %+v", s.path, made)
	}
	if got := s.opened(made.EventsURL); got != "200" {
		t.Errorf("the stream: %s", got)
	}
	query := "?read_token=" + made.Token
	for _, c := range [][2]string{{"GET", "/events"}, {"GET", ""}, {"GET", "/mind"}, {"POST", "/messages"}, {"POST", "/read-token"}} {
		s.as("").send(c[0], s.path+c[1]+query, "{}").is(t, 401)
	}
	s.as(made.Token).send("GET", s.path+"/mind", "").is(t, 401)
	s.as("").send("GET", s.path+"/events"+query, "").is(t, 401, "Accept: text/event-stream").refused(t, "401 token_invalid")
}

func TestReadTokenIsChecked(t *testing.T) {
	t.Parallel()
	s := newIssuer(t)
	token, all := s.issue("").Token, s.issue(`{"all_types":true}`).Token
	forged := []byte(token)
	forged[20] ^= 1
	now := time.Now()
	another := setup(t, func(o *api.Options) { o.Key = "another-key-of-16" })
	same := setup(t, withKey)
	for _, c := range []struct {
		name, path, token string
		want              string
	}{
		{"ErrAnotherSession", "/v1/sessions/" + s.create("") + "/events?", token, "401 token_invalid"},
		{"ErrForged", s.path + "/events?", string(forged), "401 token_invalid"},
		{"ErrEmpty", s.path + "/events?", "", "401 token_invalid"},
		{"ErrNoToken", s.path + "/events?", "rt_%00", "401 token_invalid"},
		{"ErrExpired", s.path + "/events?", api.Token(s.api, s.id, now.Add(-time.Second)), "401 token_expired"},
		{"ErrOfAnotherKey", s.path + "/events?", api.Token(another.api, s.id, now.Add(time.Hour)), "401 token_invalid"},
		{"OKOfAnotherServerOfTheKey", s.path + "/events?", api.Token(same.api, s.id, now.Add(time.Hour)), "200"},
		{"ErrSessionThatIsNotThere", "/v1/sessions/ses_none/events?", api.Token(s.api, "ses_none", now.Add(time.Hour)), "404 not_found"},
		{"OKStandardTypes", s.path + "/events?types=message.sent,session.ended&", token, "200"},
		{"ErrAllTypes", s.path + "/events?types=*&", token, "403 token_scope"},
		{"ErrAnotherType", s.path + "/events?types=message.sent,thought.completed&", token, "403 token_scope"},
		{"OKAllTypes", s.path + "/events?types=*&", all, "200"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := s.opened(c.path + "read_token=" + c.token); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestReadTokenWithoutAKey(t *testing.T) {
	s := start(t)
	made := as[issued](t, s.send("POST", "/v1/sessions/"+s.create("")+"/read-token", ""))
	s.send("GET", made.EventsURL, "", "Accept", "application/json").is(t, 401)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, response := s.stream(ctx, made.EventsURL); response.StatusCode != 200 {
		t.Errorf("%d", response.StatusCode)
	}
}
