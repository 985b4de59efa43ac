package systemtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"ringer/engine/session"
)

// platform is the client of a busy game. It posts, and knows what the API promises.
type platform struct {
	t      *testing.T
	url    string
	client *http.Client
}

// newPlatform returns a client with connections for everybody who plays. Its timeout is longer than
// any of the server's.
func newPlatform(t *testing.T, url string) *platform {
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	t.Cleanup(transport.CloseIdleConnections)
	return &platform{t: t, url: url, client: &http.Client{Transport: transport, Timeout: time.Minute}}
}

// balance makes the client send each request to one of several servers.
func (p *platform) balance(to []*replica) {
	var hosts []string
	for _, r := range to {
		hosts = append(hosts, r.host())
	}
	b := newBalancer(hosts)
	p.t.Cleanup(b.CloseIdleConnections)
	p.client.Transport = b
}

// answer is what became of a request.
type answer int

const (
	accepted answer = iota
	unknown         // the request may be stored: the connection broke, or the server cannot know
	away            // the request is not stored: no server listens, or the database is away
	refused         // anything else
)

// reply holds the fields of all answers that the platform reads.
type reply struct {
	Seq       int64
	Duplicate bool
	Messages  []struct {
		Seq       int64
		Duplicate bool
	}
	ID   string
	Bots []session.BotSeat
	Cast *session.VoteCast
	Code string
}

func (p *platform) post(ctx context.Context, path string, body any) (reply, answer) {
	return p.call(ctx, http.MethodPost, path, body)
}

// call sends a request once. The test fails if the API does not promise the answer for a database
// in trouble.
func (p *platform) call(ctx context.Context, method, path string, body any) (reply, answer) {
	var r reply
	b, err := json.Marshal(body)
	if err != nil {
		p.t.Error(err)
		return r, refused
	}
	request, err := http.NewRequestWithContext(ctx, method, p.url+path, bytes.NewReader(b))
	if err != nil {
		p.t.Error(err)
		return r, refused
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := p.client.Do(request)
	if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" {
		return r, away
	} else if err != nil {
		return r, unknown
	}
	defer response.Body.Close()
	b, err = io.ReadAll(response.Body)
	if err != nil || json.Unmarshal(b, &r) != nil {
		return r, unknown
	}
	if response.StatusCode < 300 {
		return r, accepted
	}
	if response.StatusCode != http.StatusServiceUnavailable {
		return r, refused
	}
	return r, p.trouble(response, r.Code)
}

// trouble checks a 503 and returns what it means.
func (p *platform) trouble(response *http.Response, code string) answer {
	if response.Header.Get("Retry-After") == "" || response.Header.Get("Content-Type") != "application/problem+json" {
		p.t.Errorf("a 503 has the headers %v, want Retry-After and a problem document", response.Header)
	}
	switch code {
	case "unavailable":
		return away
	case "outcome_unknown":
		return unknown
	}
	p.t.Errorf("a 503 has the code %q", code)
	return refused
}

// retryDelay is how soon the platform tries again. It is much shorter than Retry-After asks, so
// that a server in trouble is under pressure.
const retryDelay = 25 * time.Millisecond

// insist repeats a post until it is accepted, or refused for good. The post must be safe to repeat.
func (p *platform) insist(ctx context.Context, path string, body any) (reply, answer) {
	for {
		r, a := p.post(ctx, path, body)
		if a == accepted || a == refused && r.Code != "conflict" || ctx.Err() != nil {
			return r, a
		}
		pause(ctx, retryDelay)
	}
}

func (p *platform) get(ctx context.Context, path string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path, nil)
	if err != nil {
		return nil, err
	}
	return p.client.Do(request)
}

// pause sets the rhythm of a client. No test waits for a result with it.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// until waits until something is so. After a minute it fails the test, and says what.
func until(t testing.TB, is func() bool, what string, args ...any) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !is(); pause(t.Context(), retryDelay) {
		if time.Now().After(deadline) {
			t.Fatalf(what, args...)
		}
	}
}
