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

	"ringer/engine/session"
)

// Client calls one server. It may be used by several goroutines at once.
type Client struct {
	url  string
	http *http.Client
}

// New returns a client of the server at a URL. It sends the key, unless that is empty.
func New(url, key string, transport http.RoundTripper) *Client {
	return &Client{url: strings.TrimSuffix(url, "/"), http: &http.Client{Transport: keyed{key, transport}}}
}

type keyed struct {
	key  string
	base http.RoundTripper
}

func (k keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	if k.key != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+k.key)
	}
	return k.base.RoundTrip(r)
}

// Refused is the answer of a server that refuses a request.
type Refused struct {
	Path   string       `json:"-"`
	Status int          `json:"status"`
	Code   session.Code `json:"code"`
	Detail string       `json:"detail"`
	// Errors are the values that were refused. It is empty if the request as a whole was.
	Errors []struct {
		Pointer string `json:"pointer"`
		Detail  string `json:"detail"`
	} `json:"errors"`
}

func (r *Refused) Error() string {
	return fmt.Sprintf("%s: %s: %s", r.Path, r.Code, r.Detail)
}

// Unexpected is an answer of a proxy or of a stream, without a problem document.
type Unexpected struct {
	Path   string
	Status int
}

func (u *Unexpected) Error() string {
	return fmt.Sprintf("%s: the server answers %d %s", u.Path, u.Status, http.StatusText(u.Status))
}

// Post sends JSON and reads the answer into result, if there is one. A refusal is a Refused.
func (c *Client) Post(ctx context.Context, path string, body, result any) error {
	b, err := json.Marshal(body)
	if err == nil {
		err = c.ask(ctx, http.MethodPost, path, bytes.NewReader(b), result)
	}
	if err != nil {
		return fmt.Errorf("post %w", err)
	}
	return nil
}

// Get reads the answer of a path into result. If the server refuses, the error is a Refused.
func (c *Client) Get(ctx context.Context, path string, result any) error {
	if err := c.ask(ctx, http.MethodGet, path, nil, result); err != nil {
		return fmt.Errorf("get %w", err)
	}
	return nil
}

// Delete deletes what a path names. If the server refuses, the error is a Refused.
func (c *Client) Delete(ctx context.Context, path string) error {
	if _, err := c.read(ctx, http.MethodDelete, path, nil); err != nil {
		return fmt.Errorf("delete %w", err)
	}
	return nil
}

// Read returns the answer of a path as it is. If the server refuses, the error is a Refused.
func (c *Client) Read(ctx context.Context, path string) ([]byte, error) {
	b, err := c.read(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, fmt.Errorf("get %w", err)
	}
	return b, nil
}

func (c *Client) ask(ctx context.Context, method, path string, body io.Reader, result any) error {
	answer, err := c.read(ctx, method, path, body)
	if err != nil || result == nil {
		return err
	}
	return json.Unmarshal(answer, result)
}

func (c *Client) read(ctx context.Context, method, path string, body io.Reader) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.url+path, body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if response.StatusCode >= 300 {
		refused := &Refused{Path: path}
		if json.Unmarshal(answer, refused) != nil || refused.Code == "" {
			return nil, &Unexpected{Path: path, Status: response.StatusCode}
		}
		return nil, refused
	}
	return answer, nil
}
