package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine/logtest"
	"ringer/engine/session"
)

const key = "a-key-of-enough-characters"

func withKey(o *api.Options) { o.Key = key }

// TestKey asks every kind of route of a server with a key.
func TestKey(t *testing.T) {
	t.Parallel()
	var log logtest.Buffer
	s := setup(t, withKey, logTo(&log, slog.LevelDebug))
	t.Run("OpenRoutesNeedNone", func(t *testing.T) {
		for _, path := range []string{"/healthz", "/readyz", "/docs/errors", "/v1/rules"} {
			s.send("GET", path, "", "Accept", "*/*").is(t, 200)
		}
	})
	t.Run("OthersDo", func(t *testing.T) {
		for _, r := range [][2]string{{"GET", "/v1/sessions"}, {"POST", "/v1/sessions"}, {"GET", "/v1/sessions/ses_none/events"}, {"GET", "/metrics"}, {"GET", "/v1/strategies"}} {
			s.send(r[0], r[1], "{}").has(t, 401, "WWW-Authenticate", "Bearer").refusedFor(t, "401 unauthorized")
		}
	})
	t.Run("OnlyTheKeyItself", func(t *testing.T) {
		for header, status := range map[string]int{
			"Bearer " + key: 200, "bearer " + key: 200, "Bearer  " + key + " ": 200,
			"Bearer " + key + "x": 401, "Bearer " + key[1:]: 401, "Bearer " + strings.ToUpper(key): 401, "Bearer": 401, "Bearer ": 401, "Basic " + key: 401, key: 401,
			"Bearer " + strings.Repeat("x", 10_000): 401,
		} {
			s.send("GET", "/v1/strategies", "", "Authorization", header).is(t, status)
		}
	})
	t.Run("AnyHostAndOriginWithIt", func(t *testing.T) {
		s.send("POST", "/v1/sessions", body(""), "Authorization", "Bearer "+key, "Origin", "https://elsewhere.example", "Sec-Fetch-Site", "cross-site").is(t, 201)
	})
	t.Run("NeverInTheLog", func(t *testing.T) {
		if found := log.Containing(key); found != nil {
			t.Errorf("logged %q", found)
		}
	})
}

// TestWithoutAKey checks that a server without a key refuses requests from foreign web pages.
func TestWithoutAKey(t *testing.T) {
	s := start(t)
	ask := func(host string, headers ...string) answer {
		request := s.request(t.Context(), "POST", "/v1/sessions", body(""), headers...)
		if host != "" {
			request.Host = host
		}
		return s.do(request)
	}
	for name, a := range map[string]answer{
		"NoPage": ask(""), "Localhost": ask("localhost:8080"), "IPv6": ask("[::1]:8080"), "OwnPage": ask("", "Origin", s.url, "Sec-Fetch-Site", "same-origin"),
	} {
		t.Run("OK"+name, func(t *testing.T) { a.is(t, 201) })
	}
	for _, c := range []struct {
		name string
		a    answer
		code session.Code
	}{
		{"OtherPage", ask("", "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"), "cross_origin"},
		{"OtherPageOfAnOldBrowser", ask("", "Origin", "https://evil.example"), "cross_origin"},
		{"OtherPortOfThisMachine", ask("", "Origin", "http://localhost:3000", "Sec-Fetch-Site", "same-site"), "cross_origin"},
		{"OpaqueOrigin", ask("", "Origin", "null"), "cross_origin"},
		{"ReboundName", ask("evil.example:8080"), "host_not_allowed"},
		{"NameThatBeginsLikeOurs", ask("localhost.evil.example"), "host_not_allowed"},
		{"AddressOfTheNetwork", ask("192.168.1.7:8080"), "host_not_allowed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := api.Samples()[c.code]
			c.a.shows(t, fmt.Sprintf(`{"code":%q,"errors":[{"detail":%q}]}`, c.code, want[1])).refusedFor(t, fmt.Sprintf("403 %s %s", c.code, want[0]))
		})
	}
}

func TestCORS(t *testing.T) {
	t.Parallel()
	const page, other = "https://game.example", "https://evil.example"
	preflight := []string{"Origin", page, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization,content-type"}
	const origin, headers = "Access-Control-Allow-Origin", "Access-Control-Allow-Headers"
	s := setup(t)
	for _, method := range []string{"GET", "OPTIONS"} { // off by default
		a := s.send(method, "/v1/sessions", "", preflight...)
		a.has(t, a.Status, origin, "")
	}
	s = setup(t, withKey, func(o *api.Options) { o.Origins = []string{"https://other.example", page} })
	allowed := s.send("OPTIONS", "/v1/sessions", "", preflight...).has(t, 204, origin, page, "Access-Control-Allow-Methods", "PATCH").Header.Get(headers)
	for _, added := range []string{ // by libraries
		"authorization", "cache-control", "last-event-id", "accept", "x-requested-with", "pragma", "x-request-id", "if-none-match", "idempotency-key", "traceparent", "baggage", "sentry-trace",
	} {
		if !slices.Contains(strings.Split(strings.ToLower(allowed), ","), added) {
			t.Errorf("%s is not in %q", added, allowed)
		}
	}
	denied := s.send("OPTIONS", "/v1/sessions", "", "Origin", other, "Access-Control-Request-Method", "POST")
	denied.has(t, denied.Status, origin, "")
	for authorization, status := range map[string]int{"Bearer " + key: 200, "none": 401} { // answers can be read, errors too
		s.send("GET", "/v1/strategies", "", "Origin", page, "Authorization", authorization).
			has(t, status, origin, page, "Access-Control-Expose-Headers", "X-Request-Id", "Access-Control-Expose-Headers", "Retry-After")
	}
	keyed := s.as(key)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, response := keyed.stream(ctx, "/v1/sessions/"+keyed.create("")+"/events", "Origin", page)
	answer{Status: response.StatusCode, Header: response.Header}.has(t, 200, origin, page)
	t.Run("WithoutAKeyTheOriginsAreTrusted", func(t *testing.T) {
		s := start(t, func(o *api.Options) { o.Origins = []string{page} })
		for origin, status := range map[string]int{page: 201, other: 403} {
			s.send("POST", "/v1/sessions", body(""), "Origin", origin, "Sec-Fetch-Site", "cross-site").is(t, status)
		}
	})
	t.Run("AllOrigins", func(t *testing.T) {
		s := start(t, func(o *api.Options) { o.Origins = []string{"*"} })
		s.send("POST", "/v1/sessions", body(""), "Origin", other, "Sec-Fetch-Site", "cross-site").has(t, 201, origin, other)
	})
}

func TestRateLimit(t *testing.T) {
	s := start(t, withKey, func(o *api.Options) { o.RateLimit = 1 })
	refused := 0
	for i := range 201 {
		a := s.send("GET", "/v1/strategies", "", "Authorization", "Bearer "+key)
		if a.Status == 200 {
			continue
		}
		a.has(t, 429, "Retry-After", "1").refusedFor(t, "429 rate_limited")
		if refused++; i == 0 {
			t.Error("the first request was refused")
		}
	}
	if refused == 0 {
		t.Error("two hundred requests at once were taken")
	}
	s.send("GET", "/healthz", "").is(t, 200)
	s.send("GET", "/v1/strategies", "").is(t, 401)
}
