package llm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"time"

	"ringer/engine/outward"
	"ringer/engine/secret"
)

// maxBody bounds a response in bytes: a server that sends more than a line with thinking is broken.
const maxBody = 1 << 20

// transport adds the fields that go-openai drops (a temperature of 0) or does not know, and gives
// every response OpenAI's shape. A redirect, or one too large, cut off or not JSON becomes an
// error.
type transport struct {
	next  http.RoundTripper
	extra map[string]any
	// query is added to the address of each request, raw; empty for none.
	query string
	// keyHeader is the header that holds the key; empty if go-openai sends the key.
	keyHeader, key string
	secrets        secret.Values
}

func networkTransport(inFlight int, publicOnly bool) http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	if publicOnly {
		t.DialContext, t.Proxy = outward.Dialer(false, nil).DialContext, nil
	}
	// With two idle connections, the default, nearly every call would need a new handshake.
	t.MaxIdleConns, t.MaxIdleConnsPerHost = inFlight, inFlight
	// All calls share one HTTP/2 connection, which no timeout closes. It may die silently, such as
	// behind a firewall. Without pings, all calls would then fail for a quarter of an hour. A slow
	// server still answers a ping.
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 10 * time.Second, PingTimeout: 5 * time.Second}
	t.MaxResponseHeaderBytes = 64 << 10 // some twenty times what servers send
	t.TLSHandshakeTimeout = 5 * time.Second
	return t
}

type fieldsKey struct{}

func withFields(ctx context.Context, fields map[string]any) context.Context {
	return context.WithValue(ctx, fieldsKey{}, fields)
}

var (
	errTooLarge = errors.New("the response is larger than 1 MiB, or a stream than 256 KiB of text; a model server sends a few KB, so check the base URL")
	errNotJSON  = errors.New("the response is not a JSON object; check the base URL, which usually ends in /v1")
	errCut      = errors.New("the response broke off")
	errStatus   = errors.New("the response does not come from a model server; check the base URL, which usually ends in /v1: status")
)

// redirect is not followed, because the other server would get the key.
type redirect struct{ status, to string }

func (r *redirect) Error() string {
	return fmt.Sprintf("the server answers %s and redirects to %q; set the base URL to where it leads", r.status, r.to)
}

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := t.body(r)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	if t.keyHeader != "" && t.key != "" {
		r.Header.Set(t.keyHeader, t.key)
	}
	r.URL.RawQuery = cmp.Or(t.query, r.URL.RawQuery)
	// net/http asks again only if a kept connection was closed before anything was written.
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	response, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	// The body of a 101 is the bare connection, which no deadline ends.
	if response.StatusCode < http.StatusOK {
		return nil, fmt.Errorf("%w %d", errStatus, response.StatusCode)
	}
	if response.StatusCode >= 300 && response.StatusCode < 400 {
		return nil, &redirect{response.Status, response.Header.Get("Location")}
	}
	raw, err := readBody(response.Body)
	switch {
	case response.StatusCode >= http.StatusBadRequest:
		// An error may be cut: its beginning says enough.
		raw = raw[:min(len(raw), maxBody)]
	case len(raw) > maxBody || errors.Is(err, errTooLarge):
		return nil, errTooLarge
	case err != nil && r.Context().Err() != nil:
		return nil, r.Context().Err()
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errCut, err)
	}
	status, normal, err := normalize(response.StatusCode, []byte(t.secrets.Hide(string(raw))))
	if err != nil {
		return nil, err
	}
	response.StatusCode, response.Status = status, fmt.Sprintf("%d %s", status, http.StatusText(status))
	response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(normal)), int64(len(normal))
	return response, nil
}

// body returns the body of a request with the fields of its context and of the configuration.
func (t transport) body(r *http.Request) ([]byte, error) {
	defer r.Body.Close()
	var body map[string]any
	d := json.NewDecoder(r.Body)
	d.UseNumber()
	if err := d.Decode(&body); err != nil {
		return nil, fmt.Errorf("llm: request: %w", err)
	}
	fields, _ := r.Context().Value(fieldsKey{}).(map[string]any)
	maps.Copy(body, fields)
	maps.Copy(body, t.extra)
	b, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("llm: request: %w", err)
	}
	return b, nil
}
