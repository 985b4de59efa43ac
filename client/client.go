package client

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// Client calls one server. Several goroutines may use it at once.
type Client struct {
	url, key string
	http     *http.Client
	tries    int
	warn     func(Warning)
}

// A ClientOption changes how a client calls its server.
type ClientOption func(*Client)

// Key sets the key of the server. The default is the variable RINGER_API_KEY.
func Key(key string) ClientOption { return func(c *Client) { c.key = key } }

// HTTP sets what sends the requests. It must not have a timeout, since streams last.
func HTTP(h *http.Client) ClientOption { return func(c *Client) { c.http = h } }

// Tries sets how often a request is sent that gets no answer, or one that says to try again; 10 if
// it is not set, which takes about 20 seconds. A request that is sent once has no Idempotency-Key.
func Tries(n int) ClientOption { return func(c *Client) { c.tries = n } }

// OnWarning sets what hears of input that the server has taken, but is probably a mistake. The
// default writes it to [slog.Default].
func OnWarning(warn func(Warning)) ClientOption { return func(c *Client) { c.warn = warn } }

func logWarning(w Warning) {
	slog.Warn("ringer: "+w.Detail, "code", w.Code, "pointer", w.Pointer)
}

// New returns a client of the server at a URL. If that is empty, it is the variable RINGER_URL, or
// http://127.0.0.1:8080.
func New(url string, options ...ClientOption) *Client {
	url = cmp.Or(url, os.Getenv("RINGER_URL"), "http://127.0.0.1:8080")
	c := &Client{url: strings.TrimSuffix(url, "/"), key: os.Getenv("RINGER_API_KEY"), http: http.DefaultClient, tries: 10, warn: logWarning}
	for _, o := range options {
		o(c)
	}
	return c
}

func (p *Problem) Error() string {
	text := fmt.Sprintf("ringer: %s: %s", p.Code, p.Detail)
	for _, e := range p.Errors {
		text += "; " + e.Pointer + ": " + e.Detail
	}
	return text
}

// Unexpected is an answer that is not the server's, such as one of a proxy.
type Unexpected struct {
	Path   string
	Status int
}

func (u *Unexpected) Error() string {
	return fmt.Sprintf("ringer: %s: the server answers %d %s", u.Path, u.Status, http.StatusText(u.Status))
}

// requestLife is longer than a server holds any request but a stream.
const requestLife = 90 * time.Second

// Do sends a request to any route, with a body unless it is nil, and reads the answer into result:
// JSON, or the bytes as they are into a *[]byte. What the server refuses is a *[Problem].
func (c *Client) Do(ctx context.Context, method, path string, body, result any) error {
	var payload []byte
	if body != nil {
		var err error
		if payload, err = json.Marshal(body); err != nil {
			return fmt.Errorf("ringer: %s: %w", path, err)
		}
	}
	key := ""
	if method == http.MethodPost && c.tries > 1 {
		key = newID()
	}
	for try := 1; ; try++ {
		answer, err := c.send(ctx, method, path, key, payload)
		if err == nil {
			if method != http.MethodGet {
				c.pass(answer)
			}
			return decode(path, answer, result)
		}
		if p := (*Problem)(nil); try > 1 && method == http.MethodDelete && errors.As(err, &p) && p.Status == http.StatusNotFound {
			return nil // an earlier try has deleted it, and its answer was lost
		}
		wait, again := retryAfter(err, try)
		if !again || try >= c.tries || ctx.Err() != nil {
			return err
		}
		if sleep(ctx, wait) != nil {
			return err
		}
	}
}

// pass passes the warnings of an answer on.
func (c *Client) pass(answer []byte) {
	if !bytes.Contains(answer, []byte(`"warnings":`)) {
		return
	}
	var warned struct{ Warnings []Warning }
	if json.Unmarshal(answer, &warned) == nil { // other answers have none
		for _, w := range warned.Warnings {
			c.warn(w)
		}
	}
}

func decode(path string, answer []byte, result any) error {
	switch r := result.(type) {
	case nil:
		return nil
	case *[]byte:
		*r = answer
		return nil
	}
	if err := json.Unmarshal(answer, result); err != nil {
		return fmt.Errorf("ringer: %s: the answer cannot be read: %w", path, err)
	}
	return nil
}

func (c *Client) send(ctx context.Context, method, path, key string, payload []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, requestLife)
	defer cancel()
	request, err := c.request(ctx, method, path, bytes.NewReader(payload))
	if err != nil {
		return nil, err
	}
	if payload != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return nil, refusal(path, response)
	}
	return io.ReadAll(response.Body)
}

func (c *Client) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.url+path, body)
	if err != nil {
		return nil, fmt.Errorf("ringer: %s: %w", path, err)
	}
	if c.key != "" {
		request.Header.Set("Authorization", "Bearer "+c.key)
	}
	return request, nil
}

// delayed is an answer that says how long to wait.
type delayed struct {
	error
	wait time.Duration
}

func (d *delayed) Unwrap() error { return d.error }

func refusal(path string, response *http.Response) (err error) {
	problem := &Problem{}
	text, _ := io.ReadAll(io.LimitReader(response.Body, 1<<20)) // a part is not JSON
	if err = problem; json.Unmarshal(text, problem) != nil || problem.Code == "" {
		err = &Unexpected{Path: path, Status: response.StatusCode}
	}
	if seconds, e := strconv.Atoi(response.Header.Get("Retry-After")); e == nil && seconds > 0 {
		err = &delayed{err, time.Duration(seconds) * time.Second}
	}
	return err
}

// retryAfter says whether a request that failed may be sent again, and when: after as long as the
// server says, or a random time that grows to five seconds.
func retryAfter(err error, try int) (wait time.Duration, again bool) {
	var problem *Problem
	var unexpected *Unexpected
	switch {
	case errors.As(err, &problem):
		again = problem.Retryable || problem.Code == CodeOutcomeUnknown
	case errors.As(err, &unexpected):
		again = unexpected.Status == http.StatusTooManyRequests || unexpected.Status >= 502 && unexpected.Status <= 504
	default:
		again = true
	}
	if d := (*delayed)(nil); errors.As(err, &d) {
		return d.wait, again
	}
	most := min(250*time.Millisecond<<min(try-1, 10), 5*time.Second)
	return most/2 + mathrand.N(most/2), again
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// newID makes an id of a request or of a message.
func newID() string { return "go-" + strings.ToLower(rand.Text()) }
