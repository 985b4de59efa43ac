package systemtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

// front is the transport of clients that know several servers, as a proxy does. The servers take
// turns. A request that fails is sent once more, to another server, if it is safe to repeat.
type front struct {
	transport *http.Transport

	mu    sync.Mutex // protects everything below
	hosts []string
	turns int
	// repeated counts the requests that were sent twice.
	repeated int
	// seen lists the failures that a client has seen all the same.
	seen []string
	// uncertain counts the requests without an id whose connection broke. To send them again could
	// store them twice.
	uncertain int
}

// newFront returns clients' transport. Without servers it must not be used.
func newFront(t *testing.T) *front {
	f := &front{transport: &http.Transport{MaxIdleConnsPerHost: 100}}
	t.Cleanup(f.transport.CloseIdleConnections)
	return f
}

// platform returns a client of the servers.
func (f *front) platform(t *testing.T) *platform {
	return &platform{t: t, url: "http://front", client: &http.Client{Transport: f, Timeout: time.Minute}}
}

// add lets a server take turns.
func (f *front) add(p *process) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hosts = append(f.hosts, p.url[len("http://"):])
}

// remove ends the turns of a server.
func (f *front) remove(p *process) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hosts = slices.DeleteFunc(f.hosts, func(host string) bool { return host == p.url[len("http://"):] })
}

// host returns a server. It is another one than before, if there are two.
func (f *front) host(before string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if before != "" {
		f.repeated++
	}
	for {
		f.turns++
		if h := f.hosts[f.turns%len(f.hosts)]; h != before || len(f.hosts) == 1 {
			return h
		}
	}
}

// RoundTrip implements http.RoundTripper.
func (f *front) RoundTrip(r *http.Request) (*http.Response, error) {
	host := f.host("")
	response, fault, err := f.send(r, host)
	safe := repeats(r, fault)
	if fault != "" && r.Context().Err() == nil && safe {
		response, fault, err = f.send(r, f.host(host))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case fault == "" || r.Context().Err() != nil:
	case safe:
		f.seen = append(f.seen, r.Method+" "+r.URL.Path+": "+fault)
	default:
		f.uncertain++
	}
	return response, err
}

// faultAway is the fault of a server to which there is no connection.
const faultAway = "away"

// send sends a request to one server. fault says what is wrong with the answer: an error, or the
// code of a 503.
func (f *front) send(r *http.Request, host string) (response *http.Response, fault string, err error) {
	sent := r.Clone(r.Context())
	sent.URL.Host, sent.Host = host, host
	if r.GetBody != nil {
		if sent.Body, err = r.GetBody(); err != nil {
			return nil, err.Error(), err
		}
	}
	response, err = f.transport.RoundTrip(sent)
	if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" {
		return nil, faultAway, err
	} else if err != nil {
		return nil, err.Error(), err
	}
	if response.StatusCode == http.StatusServiceUnavailable {
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		response.Body = io.NopCloser(bytes.NewReader(body))
		var problem struct{ Code string }
		_ = json.Unmarshal(body, &problem) // it may be another answer
		fault = "503 " + problem.Code
	}
	return response, fault, nil
}

// repeats reports whether a request may be sent again: it is certainly not stored, or has an id.
func repeats(r *http.Request, fault string) bool {
	if r.Method == http.MethodGet || fault == faultAway || fault == "503 unavailable" {
		return true
	}
	body, err := r.GetBody()
	if err != nil {
		return false
	}
	b, _ := io.ReadAll(body)
	var keyed struct{ ID string }
	return json.Unmarshal(b, &keyed) == nil && keyed.ID != ""
}
