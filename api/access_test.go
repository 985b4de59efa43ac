package api_test

import (
	"context"
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
			a := s.send(r[0], r[1], "{}")
			if p := a.problem(t); p.Status != 401 || p.Code != "unauthorized" || a.Header.Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("%s: %d %v", r, a.Status, a.Header)
			}
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
	t.Parallel()
	s := setup(t)
	ask := func(host string, headers ...string) answer {
		request := s.request(t.Context(), "POST", "/v1/sessions", body(""), headers...)
		if host != "" {
			request.Host = host
		}
		return s.do(request)
	}
	for _, c := range []struct {
		name string
		a    answer
		code string
	}{
		{"NoPageOK", ask(""), ""},
		{"LocalhostOK", ask("localhost:8080"), ""},
		{"IPv6OK", ask("[::1]:8080"), ""},
		{"OwnPageOK", ask("", "Origin", s.url, "Sec-Fetch-Site", "same-origin"), ""},
		{"OtherPage", ask("", "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"), "cross_origin"},
		{"OtherPageOfAnOldBrowser", ask("", "Origin", "https://evil.example"), "cross_origin"},
		{"OtherPortOfThisMachine", ask("", "Origin", "http://localhost:3000", "Sec-Fetch-Site", "same-site"), "cross_origin"},
		{"OpaqueOrigin", ask("", "Origin", "null"), "cross_origin"},
		{"ReboundName", ask("evil.example:8080"), "host_not_allowed"},
		{"NameThatBeginsLikeOurs", ask("localhost.evil.example"), "host_not_allowed"},
		{"AddressOfTheNetwork", ask("192.168.1.7:8080"), "host_not_allowed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.code == "" {
				c.a.is(t, 201)
				return
			}
			p := c.a.problem(t)
			want := api.Samples()[session.Code(c.code)]
			if p.Status != 403 || p.Code != c.code || p.Errors[0].Pointer != want[0] || p.Errors[0].Detail != want[1] {
				t.Errorf("%+v, want %s", p, c.code)
			}
		})
	}
}

func TestCORS(t *testing.T) {
	t.Parallel()
	const page, other = "https://game.example", "https://evil.example"
	preflight := []string{"Origin", page, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization,content-type"}
	t.Run("OffByDefault", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		for _, method := range []string{"GET", "OPTIONS"} {
			if a := s.send(method, "/v1/sessions", "", preflight...); a.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: %v", method, a.Header)
			}
		}
	})
	s := setup(t, withKey, func(o *api.Options) { o.Origins = []string{"https://other.example", page} })
	t.Run("PreflightNeedsNoKey", func(t *testing.T) {
		a := s.send("OPTIONS", "/v1/sessions", "", preflight...)
		h := a.Header
		if a.Status != 204 || h.Get("Access-Control-Allow-Origin") != page || !strings.Contains(h.Get("Access-Control-Allow-Headers"), "Authorization") ||
			!strings.Contains(h.Get("Access-Control-Allow-Headers"), "Last-Event-ID") || !strings.Contains(h.Get("Access-Control-Allow-Methods"), "PATCH") {
			t.Errorf("%d %v", a.Status, h)
		}
	})
	t.Run("LibrariesAddHeaders", func(t *testing.T) {
		allowed := strings.Split(strings.ToLower(s.send("OPTIONS", "/v1/sessions", "", preflight...).Header.Get("Access-Control-Allow-Headers")), ",")
		for _, added := range []string{
			"cache-control", "last-event-id", "accept", "x-requested-with", "pragma", "x-request-id", "if-none-match", "idempotency-key", "traceparent", "baggage", "sentry-trace",
		} {
			if !slices.Contains(allowed, added) {
				t.Errorf("%s is not in %q", added, allowed)
			}
		}
	})
	t.Run("OthersGetNoLeave", func(t *testing.T) {
		a := s.send("OPTIONS", "/v1/sessions", "", "Origin", other, "Access-Control-Request-Method", "POST")
		if a.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%v", a.Header)
		}
	})
	t.Run("AnswersCanBeReadErrorsToo", func(t *testing.T) {
		for _, authorization := range []string{"Bearer " + key, "none"} {
			a := s.send("GET", "/v1/strategies", "", "Origin", page, "Authorization", authorization)
			exposed := a.Header.Get("Access-Control-Expose-Headers")
			if a.Header.Get("Access-Control-Allow-Origin") != page || !strings.Contains(exposed, "X-Request-Id") || !strings.Contains(exposed, "Retry-After") {
				t.Errorf("%d %v", a.Status, a.Header)
			}
		}
	})
	t.Run("StreamsCanBeRead", func(t *testing.T) {
		created := as[struct{ ID string }](t, s.send("POST", "/v1/sessions", body(""), "Authorization", "Bearer "+key))
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		_, response := s.stream(ctx, "/v1/sessions/"+created.ID+"/events", "Origin", page, "Authorization", "Bearer "+key)
		if response.StatusCode != 200 || response.Header.Get("Access-Control-Allow-Origin") != page {
			t.Errorf("%d %v", response.StatusCode, response.Header)
		}
	})
	t.Run("WithoutAKeyTheOriginsAreTrusted", func(t *testing.T) {
		t.Parallel()
		s := setup(t, func(o *api.Options) { o.Origins = []string{page} })
		for origin, status := range map[string]int{page: 201, other: 403} {
			s.send("POST", "/v1/sessions", body(""), "Origin", origin, "Sec-Fetch-Site", "cross-site").is(t, status)
		}
	})
	t.Run("AllOrigins", func(t *testing.T) {
		t.Parallel()
		s := setup(t, func(o *api.Options) { o.Origins = []string{"*"} })
		a := s.send("POST", "/v1/sessions", body(""), "Origin", other, "Sec-Fetch-Site", "cross-site")
		if a.Status != 201 || a.Header.Get("Access-Control-Allow-Origin") != other {
			t.Errorf("%d %v", a.Status, a.Header)
		}
	})
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	s := setup(t, withKey, func(o *api.Options) { o.RateLimit = 1 })
	limited := func() (refused bool) {
		a := s.send("GET", "/v1/strategies", "", "Authorization", "Bearer "+key)
		if a.Status == 200 {
			return false
		}
		if p := a.problem(t); p.Status != 429 || p.Code != "rate_limited" || a.Header.Get("Retry-After") != "1" {
			t.Errorf("%d %+v %v", a.Status, p, a.Header)
		}
		return true
	}
	if limited() {
		t.Error("the first request was refused")
	}
	refused := 0
	for range 200 {
		if limited() {
			refused++
		}
	}
	if refused == 0 {
		t.Error("two hundred requests at once were taken")
	}
	s.send("GET", "/healthz", "").is(t, 200)
	s.send("GET", "/v1/strategies", "").is(t, 401)
}
