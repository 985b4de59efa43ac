package systemtest

import (
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"time"
)

// balancer sends each request to one of several servers, as a proxy in front of them does. If
// nobody listens there, it tries the next one. It implements http.RoundTripper.
type balancer struct {
	base  *http.Transport
	hosts []string
}

// patience is how long a client waits for the head of an answer. It is longer than each long poll
// of the tests.
const patience = 5 * time.Second

// newBalancer returns a balancer of servers.
func newBalancer(hosts []string) *balancer {
	return &balancer{&http.Transport{MaxIdleConnsPerHost: 100, ResponseHeaderTimeout: patience}, hosts}
}

// RoundTrip implements http.RoundTripper.
func (b *balancer) RoundTrip(r *http.Request) (response *http.Response, err error) {
	hosts := slices.Clone(b.hosts)
	rand.Shuffle(len(hosts), func(i, j int) { hosts[i], hosts[j] = hosts[j], hosts[i] })
	for _, host := range hosts {
		attempt := r.Clone(r.Context())
		attempt.URL.Host, attempt.Host = host, host
		if r.GetBody != nil {
			if attempt.Body, err = r.GetBody(); err != nil {
				return nil, err
			}
		}
		response, err = b.base.RoundTrip(attempt)
		if dial, ok := errors.AsType[*net.OpError](err); !ok || dial.Op != "dial" {
			return response, err
		}
	}
	return nil, err
}

// CloseIdleConnections is called by http.Client.
func (b *balancer) CloseIdleConnections() { b.base.CloseIdleConnections() }

// discard reads an answer to its end, so that its connection is used again.
func discard(r *http.Response) {
	_, _ = io.Copy(io.Discard, r.Body) // the answer is not needed
	_ = r.Body.Close()
}
