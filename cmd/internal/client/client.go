// Package client calls the HTTP API of a Ringer server: it posts JSON and reads streams of events.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Client calls one server. It may be used by several goroutines at once.
type Client struct {
	url  string
	http *http.Client
}

// New returns a client of the server at a URL. It sends the key with each request, unless the key
// is empty.
func New(url, key string, transport http.RoundTripper) *Client {
	return &Client{url: strings.TrimSuffix(url, "/"), http: &http.Client{Transport: keyed{key, transport}}}
}

// keyed sends a key with each request, if there is one.
type keyed struct {
	key  string
	base http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (k keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	if k.key != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+k.key)
	}
	return k.base.RoundTrip(r)
}

// Post sends JSON and reads the answer into result, unless that is nil. If the server refuses, the
// error holds the code and the detail that it answers.
func (c *Client) Post(ctx context.Context, path string, body, result any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("post %s: %w", path, err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+path, bytes.NewReader(b))
	if err != nil {
		return fmt.Errorf("post %s: %w", path, err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("post %s: %w", path, err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return fmt.Errorf("post %s: %w", path, err)
	}
	if response.StatusCode >= 300 {
		var problem struct{ Code, Detail string }
		if json.Unmarshal(answer, &problem) != nil || problem.Code == "" {
			return fmt.Errorf("post %s: the server answers %s", path, response.Status)
		}
		return fmt.Errorf("post %s: %s: %s", path, problem.Code, problem.Detail)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer, result)
}
