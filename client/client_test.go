package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// answering is a server without a network.
type answering func(*http.Request) (*http.Response, error)

func (a answering) RoundTrip(r *http.Request) (*http.Response, error) { return a(r) }

func answer(status int, body io.Reader, header ...string) (*http.Response, error) {
	r := &http.Response{StatusCode: status, Body: io.NopCloser(body), Header: http.Header{}}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r, nil
}

func of(a answering, options ...ClientOption) *Client {
	return New("http://server", append(options, HTTP(&http.Client{Transport: a}))...)
}

// TestRetries: a request is sent again with the same key, when the server says so.
func TestRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var keys []string
		var at []time.Duration
		c := of(func(r *http.Request) (*http.Response, error) {
			keys, at = append(keys, r.Header.Get("Idempotency-Key")), append(at, time.Since(began))
			switch len(keys) {
			case 1:
				return answer(429, strings.NewReader(`{"code": "rate_limited", "retryable": true}`), "Retry-After", "7")
			case 2:
				return answer(502, strings.NewReader("<html>"))
			case 3:
				return nil, errors.New("connection reset")
			}
			return answer(202, strings.NewReader(`{"id": "ses_1"}`))
		})
		s, err := c.Open(t.Context(), NewSession{})
		if err != nil || s.ID != "ses_1" || len(keys) != 4 || keys[0] == "" || keys[0] != keys[3] || at[1] != 7*time.Second || at[3]-at[1] > time.Minute {
			t.Errorf("%v, %v, keys %v at %v", s, err, keys, at)
		}
	})
}

// TestWarnings: what the server warns of is heard.
func TestWarnings(t *testing.T) {
	var heard []Code
	c := of(func(*http.Request) (*http.Response, error) {
		return answer(202, strings.NewReader(`{"messages": [], "warnings": [{"code": "unknown_echo", "pointer": "/sender", "detail": "It is the bot."}]}`))
	}, OnWarning(func(w Warning) { heard = append(heard, w.Code) }))
	if err := c.Session("ses_1").Post(t.Context(), NewMessage{Sender: "Red", Text: "hi"}); err != nil || len(heard) != 1 || heard[0] != CodeUnknownEcho {
		t.Errorf("%v, %v", heard, err)
	}
}

// TestRefusals: what is refused for good is sent once, and what goes on failing ends.
func TestRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		status, body := 422, `{"code": "required", "status": 422, "detail": "Send a seat.", "errors": [{"pointer": "/bot/seat", "detail": "It is needed."}]}`
		c := of(func(*http.Request) (*http.Response, error) { asked++; return answer(status, strings.NewReader(body)) }, Tries(3))
		_, err := c.Open(t.Context(), NewSession{})
		var problem *Problem
		if !errors.As(err, &problem) || problem.Code != CodeRequired || asked != 1 || !strings.Contains(err.Error(), "/bot/seat: It is needed.") {
			t.Errorf("%v after %d requests", err, asked)
		}
		asked, status, body = 0, 503, "gone"
		var unexpected *Unexpected
		if err := c.Session("ses_1").End(t.Context(), Ending{}); !errors.As(err, &unexpected) || asked != 3 {
			t.Errorf("%v after %d requests", err, asked)
		}
		for _, err := range c.Session("ses_1").Events(t.Context()) {
			if !errors.As(err, &unexpected) || asked != 6 {
				t.Errorf("%v after %d requests", err, asked)
			}
		}
	})
}

// TestSilentStream: a stream without a heartbeat is opened again, behind the last event.
func TestSilentStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, opened := time.Now(), 0
		c := of(func(r *http.Request) (*http.Response, error) {
			if opened++; opened == 2 {
				if r.Header.Get("Last-Event-ID") != "1" {
					t.Errorf("it came back with %v", r.Header)
				}
				return answer(200, strings.NewReader("event: session.ended\ndata: {\"seq\":2,\"type\":\"session.ended\",\"data\":{}}\nid: 2\n\n"))
			}
			body, in := io.Pipe()
			go func() {
				_, _ = io.WriteString(in, "event: new.kind\ndata: {\"seq\":1,\"type\":\"new.kind\",\"data\":[1]}\nid: 1\n\n")
				for range 5 { // heartbeats, then silence
					time.Sleep(15 * time.Second)
					_, _ = io.WriteString(in, ": still here\n\n")
				}
			}()
			context.AfterFunc(r.Context(), func() { _ = in.CloseWithError(r.Context().Err()) })
			return answer(200, body)
		})
		var types []string
		for e, err := range c.Session("ses_1").Events(t.Context()) {
			if types = append(types, e.Type); err != nil {
				t.Error(err)
			}
		}
		passed := time.Since(began)
		if strings.Join(types, " ") != "new.kind session.ended" || passed < 75*time.Second+silence || passed > 76*time.Second+silence {
			t.Errorf("%v after %v", types, passed)
		}
	})
}
