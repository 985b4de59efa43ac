package api_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
)

// madeKey is a new key.
type madeKey struct{ ID, Key string }

// makeKey makes a key over HTTP.
func (s *server) makeKey(body string) madeKey {
	s.t.Helper()
	return as[madeKey](s.t, s.send("POST", "/v1/keys", body).is(s.t, 201))
}

func TestKeys(t *testing.T) {
	t.Parallel()
	root := setup(t, withKey).as(key)
	made := root.makeKey(`{"name":"room server"}`)
	root.send("GET", "/v1/keys", "").shows(t, `{"keys":[{"id":"`+made.ID+`","name":"room server","tenant":"default","scopes":["read","write","stream"],"created_at":"…","last_used_at":null}]}`).lacks(t, made.Key)
	mine := root.as(made.Key)
	mine.send("POST", "/v1/sessions", body("")).is(t, 201)
	mine.send("GET", "/v1/keys", "").is(t, 403).refused(t, "403 key_scope")
	for name, bad := range map[string][2]string{
		"NoName":         {`{}`, "422 invalid_name"},
		"WrongScope":     {`{"name":"x","scopes":["all"]}`, "422 invalid_value"},
		"WrongTenant":    {`{"name":"x","tenant":"A B"}`, "422 invalid_value"},
		"MetricsOfOther": {`{"name":"x","tenant":"acme","scopes":["metrics"]}`, "403 key_scope"},
		"TooShort":       {`{"name":"x","expires_in_s":59}`, "422 out_of_range"},
		"NoRate":         {`{"name":"x","requests_per_s":0}`, "422 out_of_range"},
	} {
		t.Run(name, func(t *testing.T) { root.send("POST", "/v1/keys", bad[0]).refused(t, bad[1]) })
	}
	t.Run("Mistyped", func(t *testing.T) {
		for _, wrong := range []string{made.Key[:len(made.Key)-1], made.Key + "a", "rk_", "rk_x_y", made.Key[:20]} {
			root.as(wrong).send("GET", "/v1/sessions", "").is(t, 401, "mistyped")
		}
	})
	t.Run("OfMetricsAlone", func(t *testing.T) {
		metrics := root.as(root.makeKey(`{"name":"prometheus","scopes":["metrics"]}`).Key)
		metrics.send("GET", "/metrics", "").is(t, 200)
		metrics.send("GET", "/v1/sessions", "").refused(t, "403 key_scope")
	})
	t.Run("OfATenant", func(t *testing.T) {
		admin := root.as(root.makeKey(`{"name":"admin","tenant":"acme","scopes":["admin"]}`).Key)
		admin.send("POST", "/v1/keys", `{"name":"x","tenant":"other"}`).refused(t, "403 key_scope")
		admin.send("GET", "/v1/keys?tenant=default", "").refused(t, "422 invalid_parameter tenant")
		admin.send("POST", "/v1/keys/"+made.ID+"/rotate", "").refused(t, "404 key_not_found")
		admin.send("DELETE", "/v1/keys/"+made.ID, "").refused(t, "404 key_not_found")
		admin.send("GET", "/metrics", "").refused(t, "403 key_scope")
		own := admin.makeKey(`{"name":"own"}`)
		root.send("GET", "/v1/keys?tenant=acme", "").shows(t, `{"keys":[{"name":"admin"},{"id":"`+own.ID+`","tenant":"acme"}]}`)
	})
}

func TestKeyEnds(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		root := s.as(key)
		state := func(k madeKey, want string) {
			t.Helper()
			equal(t, "the key "+k.ID, root.as(k.Key).head(s.client, root.as(k.Key).request(t.Context(), "GET", "/v1/sessions", "")), want)
		}
		var made [3]madeKey
		for i, life := range []int{60, 100_000, 86_400} {
			made[i] = root.makeKey(fmt.Sprintf(`{"name":"%c","expires_in_s":%d}`, 'a'+i, life))
			time.Sleep(time.Millisecond) // they are listed by age
		}
		soon, revoked, old := made[0], made[1], made[2]
		for _, k := range []madeKey{soon, revoked, old} {
			state(k, "200")
		}
		root.send("DELETE", "/v1/keys/"+revoked.ID, "").is(t, 200, `"revoked_at"`)
		state(revoked, "401 key_revoked")
		fresh := as[madeKey](t, root.send("POST", "/v1/keys/"+old.ID+"/rotate", `{"overlap_s":3600}`).is(t, 201, `"name":"c"`))
		state(old, "200")
		time.Sleep(time.Minute)
		state(soon, "401 key_expired")
		time.Sleep(time.Hour)
		state(old, "401 key_expired")
		state(fresh, "200")
		synctest.Wait()
		root.send("GET", "/v1/keys", "").shows(t, fmt.Sprintf(`{"keys":[{"id":%q},{"id":%q,"revoked_at":"…"},{"id":%q,"successor":%q},{"id":%q}]}`, soon.ID, revoked.ID, old.ID, fresh.ID, fresh.ID))
	}, withKey)
}

// TestTokensOfAKey: a token ends with the revocation of its key, and not with the rotation.
func TestTokensOfAKey(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		root := s.as(key)
		mine := root.makeKey(`{"name":"a"}`)
		g := root.as(mine.Key).createGame(mixedGame)
		path := "/v1/games/" + g.ID
		token := as[access](t, root.as(mine.Key).send("POST", path+"/tokens", `{"role":"owner"}`)).Token
		child := as[access](t, root.as(token).send("POST", path+"/tokens", `{"role":"spectator"}`)).Token
		reader := as[issued](t, root.as(token).send("POST", path+"/read-token", "")).EventsURL
		all := func(want string) {
			t.Helper()
			for _, other := range []string{token, child} {
				equal(t, "a game token", s.head(s.client, root.as(other).request(t.Context(), "GET", path+"/tokens", "")), want)
			}
			ctx := t.Context()
			equal(t, "a read token", s.head(s.client, s.request(ctx, "GET", reader, "", "Accept", "text/event-stream")), want)
		}
		all("200")
		root.send("POST", "/v1/keys/"+mine.ID+"/rotate", `{"overlap_s":0}`).is(t, 201)
		time.Sleep(5 * time.Second)
		all("200")
		root.send("DELETE", "/v1/keys/"+mine.ID, "").is(t, 200)
		all("401 token_invalid")
	}, withKey)
}

// TestKeysLock: with its first key, a server without RINGER_API_KEY stops to admit everybody of its
// machine, and also after that key is revoked.
func TestKeysLock(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		s.send("GET", "/v1/sessions", "").is(t, 200)
		s.send("GET", "/playground/", "", "Accept", "text/html").is(t, 200, `data-key="none"`)
		made := s.makeKey(`{"name":"first","scopes":["admin"]}`)
		time.Sleep(5 * time.Second)
		s.send("GET", "/playground/", "", "Accept", "text/html").is(t, 200, `data-key="needed"`)
		s.send("GET", "/v1/sessions", "").refused(t, "401 unauthorized")
		s.as(made.Key).send("DELETE", "/v1/keys/"+made.ID, "").is(t, 200)
		time.Sleep(5 * time.Second)
		s.send("GET", "/v1/sessions", "").refused(t, "401 unauthorized")
	})
}

func TestKeyLimit(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		mine := s.as(s.as(key).makeKey(`{"name":"a","requests_per_s":3}`).Key)
		for left := 2; left >= 0; left-- {
			mine.send("GET", "/v1/sessions", "").has(t, 200, "RateLimit-Policy", `"key";q=3;w=1`, "RateLimit", fmt.Sprintf(`"key";r=%d;t=1`, left))
		}
		mine.send("GET", "/v1/sessions", "").has(t, 429, "Retry-After", "1").refused(t, "429 rate_limited")
		time.Sleep(time.Second)
		mine.send("GET", "/v1/sessions", "").is(t, 200)
		s.as(key).send("GET", "/v1/sessions", "").has(t, 200, "RateLimit", "")
	}, withKey)
}

// TestUsageAndQuotas: a tenant sees what it has used, and gets no more than its quotas.
func TestUsageAndQuotas(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		succeed(t, s.db.SetQuotas(t.Context(), journal.Tenant{ID: "acme", Quotas: journal.Quotas{OpenSessions: 2, MessagesPerMinute: 3}}))
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		done := make(chan bool)
		go func() { s.meter.Run(ctx); close(done) }()
		time.Sleep(2 * time.Second)
		mine := s.as(s.as(key).makeKey(`{"name":"a","tenant":"acme","scopes":["admin"]}`).Key)
		first := mine.create("")
		mine.createGame(`{"game":{"players":["Red","Green"]},"bots":[{"seat":"Red"}]}`)
		mine.send("POST", "/v1/sessions", body("")).refused(t, "429 quota_reached")
		mine.say(first, "one")
		mine.say(first, "two")
		mine.send("POST", "/v1/sessions/"+first+"/messages", `{"messages":[{"sender":"b","text":"x"},{"sender":"b","text":"y"}]}`).has(t, 429, "Retry-After", "60").refused(t, "429 quota_reached")
		time.Sleep(3 * time.Second)
		today := time.Now().UTC().Format(time.DateOnly)
		mine.send("GET", "/v1/usage", "").is(t, 200, `"tenant":"acme"`, `{"day":"`+today+`","sessions":2,"messages":2`, `"quotas":{"open_sessions":2,"messages_per_minute":3}`, `"strategy":"scheduler","model":"offline"`, `"left":{"messages_per_minute":1,`)
		s.as(key).send("GET", "/v1/usage?tenant=acme&from="+today, "").is(t, 200, `"sessions":2`)
		s.as(key).send("GET", "/v1/usage", "").is(t, 200, `"usage":[]`)
		time.Sleep(time.Minute)
		mine.say(first, "three")
		stop()
		<-done
	}, withKey)
}
