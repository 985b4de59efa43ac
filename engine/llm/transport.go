package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"time"
)

// maxBody bounds a response in bytes: an answer is a line of chat, with some thinking, and a server that sends more is broken.
const maxBody = 1 << 20

// transport stands between go-openai and a server. It puts fields into requests that go-openai drops (a temperature of 0) or does not know,
// and makes responses into what go-openai reads: one that is redirected, too large, cut off or no JSON is an error, and whatever shape
// the rest has comes out as OpenAI's.
type transport struct {
	next  http.RoundTripper
	extra map[string]any
	key   string
}

// minSecret is how long a key must be, in bytes, to be taken out of responses: what people set where a server wants none, such as "ollama",
// may be a word of an answer, and real ones are longer.
const minSecret = 16

// keyless returns a response without the key, which some servers repeat: what they send is logged and recorded.
func (t transport) keyless(raw []byte) []byte {
	if len(t.key) < minSecret {
		return raw
	}
	return bytes.ReplaceAll(raw, []byte(t.key), []byte("(the key)"))
}

// network returns the transport that reaches a server.
func network(inFlight int) http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = inFlight, inFlight // two, which is the default, would make nearly every call shake hands
	// All calls share one connection of HTTP/2, and a timeout does not close it: when it dies without a word, as behind a firewall that
	// forgets, every call would be lost to it for a quarter of an hour. A server that takes long to answer still answers a ping at once.
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 10 * time.Second, PingTimeout: 5 * time.Second}
	t.MaxResponseHeaderBytes = 64 << 10 // some twenty times what servers send
	t.TLSHandshakeTimeout = 5 * time.Second
	return t
}

type fieldsKey struct{}

// withFields returns a context whose request gets the fields.
func withFields(ctx context.Context, fields map[string]any) context.Context {
	return context.WithValue(ctx, fieldsKey{}, fields)
}

var (
	errTooLarge = errors.New("the response is larger than 1 MiB; a model server sends a few KB, so check the base URL")
	errNotJSON  = errors.New("the response is no JSON object; check the base URL, which goes up to and with /v1")
	errCut      = errors.New("the response broke off")
	errStatus   = errors.New("the response is none of a model server; check the base URL, which goes up to and with /v1: status")
)

// redirect is the error of a server that sends its clients elsewhere. It is not followed: the key would go along.
type redirect struct{ status, to string }

func (r *redirect) Error() string {
	return fmt.Sprintf("the server answers %s and redirects to %q; set the base URL to where it leads, up to and with /v1", r.status, r.to)
}

// RoundTrip implements http.RoundTripper.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := t.fill(r)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	// net/http asks for the body again only when a connection that it kept turns out closed before anything was written: no call is lost to it.
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	response, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode < http.StatusOK { // of 101 the body is the bare connection, which no deadline ends
		return nil, fmt.Errorf("%w %d", errStatus, response.StatusCode)
	}
	if response.StatusCode >= 300 && response.StatusCode < 400 {
		return nil, &redirect{response.Status, response.Header.Get("Location")}
	}
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	switch {
	case response.StatusCode >= http.StatusBadRequest: // it says enough, however much came of the rest
		raw = raw[:min(len(raw), maxBody)]
	case len(raw) > maxBody:
		return nil, errTooLarge
	case err != nil && r.Context().Err() != nil:
		return nil, r.Context().Err()
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errCut, err)
	}
	status, mended, err := mend(response.StatusCode, t.keyless(raw))
	if err != nil {
		return nil, err
	}
	response.StatusCode, response.Status = status, fmt.Sprintf("%d %s", status, http.StatusText(status))
	response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(mended)), int64(len(mended))
	return response, nil
}

// fill returns the body of a request with the fields of its context and of the configuration.
func (t transport) fill(r *http.Request) ([]byte, error) {
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
