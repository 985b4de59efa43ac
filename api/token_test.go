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
	equal(t, "the stream", s.opened(made.EventsURL), "200")
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
		{"ErrOfAnotherDatabase", s.path + "/events?", api.Token(setup(t, withKey).api, s.id, now.Add(time.Hour)), "401 token_invalid"},
		{"OKOfAnotherServerOfTheDatabase", s.path + "/events?", api.Token(s.restarted(), s.id, now.Add(time.Hour)), "200"},
		{"OKOfAnOlderVersion", s.path + "/events?", api.OldToken(s.api, s.id, now.Add(time.Hour)), "200"},
		{"ErrOfAnOlderVersionWithAnotherKey", s.path + "/events?", api.OldToken(another.api, s.id, now.Add(time.Hour)), "401 token_invalid"},
		{"ErrSessionThatIsNotThere", "/v1/sessions/ses_none/events?", api.Token(s.api, "ses_none", now.Add(time.Hour)), "404 not_found"},
		{"OKStandardTypes", s.path + "/events?types=message.sent,session.ended&", token, "200"},
		{"ErrAllTypes", s.path + "/events?types=*&", token, "403 token_scope"},
		{"ErrAnotherType", s.path + "/events?types=message.sent,thought.completed&", token, "403 token_scope"},
		{"OKAllTypes", s.path + "/events?types=*&", all, "200"},
	} {
		t.Run(c.name, func(t *testing.T) {
			equal(t, "the outcome", s.opened(c.path+"read_token="+c.token), c.want)
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

// TestNothingOutlivesItsToken opens streams and long polls with tokens that soon expire.
func TestNothingOutlivesItsToken(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		a := newAdmission(t, s)
		soon := time.Now().Add(8 * time.Second)
		token := bearer(api.GameToken(a.api, "seat", a.id, "Green", soon))
		owner := bearer(api.GameToken(a.api, "owner", a.id, "", soon))
		read := []string{"/v1/sessions/" + a.session + "/events?read_token=" + api.Token(a.api, a.session, soon), "Accept", "text/event-stream"}
		ends := []<-chan block{}
		for _, c := range [][]string{append([]string{a.path + "/stream"}, token...), append([]string{"/v1/sessions/" + a.session + "/stream"}, owner...), read} {
			blocks, response := s.stream(t.Context(), c[0], c[1:]...)
			if response.StatusCode != http.StatusOK {
				t.Fatalf("%s: %s", c[0], response.Status)
			}
			ends = append(ends, blocks)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Second) // the poll would wait longer
		defer cancel()
		a.do(a.request(ctx, "GET", a.path+"/events?after=1&wait=55s", "", token...)).is(t, 200).lacks(t, `"seq"`)
		for _, blocks := range ends {
			for b := range blocks {
				if strings.HasSuffix(b.event, ".ended") {
					t.Errorf("the stream ends with %+v", b)
				}
			}
		}
		for _, c := range [][]string{append([]string{a.path + "/stream"}, token...), append([]string{"/v1/sessions/" + a.session + "/stream"}, owner...), read} {
			s.send("GET", c[0], "", c[1:]...).is(t, 401)
		}
	}, withKey)
}

// TestReadTokenShowsNoSecrets plays a game with a private channel and a vote. The stream of a
// standard token shows neither the lines of the channel nor probabilities. The stream of the key
// shows both.
func TestReadTokenShowsNoSecrets(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, server *server) {
		s := issuer{server: server.as(key)}
		s.id = as[named](t, s.send("POST", "/v1/sessions", `{"seed":2,"timing":"instant","game":{"players":["Red","Blue","Green"],
			"channels":[{"id":"den","members":["Red","Blue"]}],"phases":["day",{"id":"night","speakers":["Red","Blue"],"channel":"den"}]},
			"bot":{"seat":"Red"}}`)).ID
		s.path = "/v1/sessions/" + s.id
		say := func(channel string) {
			t.Helper()
			for range 20 { // the bot may rest, and then answers a later line
				line := as[answered](t, s.send("POST", s.path+"/messages", `{"sender":"Blue","channel":"`+channel+`","text":"red what do you do"}`).is(t, 202)).Messages[0]
				sent := s.send("GET", fmt.Sprint(s.path, "/events?types=message.sent&wait=20s&after=", line.Seq), "")
				if strings.Contains(string(sent.Body), `"message.sent"`) {
					return
				}
			}
			t.Fatal("no line got an answer")
		}
		say("")
		s.send("POST", s.path+"/observations", `{"kind":"phase","phase":"night"}`)
		say("den")
		s.send("POST", s.path+"/votes?wait=20s", `{"kind":"choose_one","question":"Who is the bot?","within_ms":2000}`)
		s.send("POST", s.path+"/end", "")

		token := s.issue("").Token
		s.send("GET", s.path+"/events", "", "Accept", "text/event-stream").is(t, 200, `"channel":"den"`, `"confidence"`)
		s.as("").send("GET", s.path+"/events?read_token="+token, "", "Accept", "text/event-stream").
			is(t, 200, "event: message.sent\n", "event: vote.cast\n", "event: session.ended\n").lacks(t, `"channel":"den"`, `"confidence"`)
	}, withKey)
}
