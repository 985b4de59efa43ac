package systemtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// balancer sends each request to one of several servers, as a proxy in front of them does. If
// nobody listens there, it tries the next one. It implements http.RoundTripper.
type balancer struct {
	base  *http.Transport
	hosts []string
	// late are the requests whose client has lost its patience.
	late sync.WaitGroup

	mu sync.Mutex // protects silences
	// silences are when the requests began that had no answer for answerLimit.
	silences []time.Time
}

// patience is how long a client waits for the head of an answer, before it asks another server. It
// is longer than each long poll of the tests. On a busy machine a healthy server may take as long.
const patience = 5 * time.Second

var errImpatient = fmt.Errorf("no answer for %s", patience)

// newBalancer returns a balancer of servers.
func newBalancer(hosts []string) *balancer {
	return &balancer{base: &http.Transport{MaxIdleConnsPerHost: 100, ResponseHeaderTimeout: answerLimit}, hosts: hosts}
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
		response, err = b.try(attempt)
		if dial, ok := errors.AsType[*net.OpError](err); !ok || dial.Op != "dial" {
			return response, err
		}
	}
	return nil, err
}

// try sends a request to one server. If the client loses its patience the request goes on, since
// each server must answer in the end.
func (b *balancer) try(r *http.Request) (*http.Response, error) {
	type outcome struct {
		response *http.Response
		err      error
	}
	began, done := time.Now(), make(chan outcome, 1)
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	go func() {
		response, err := b.base.RoundTrip(r.WithContext(ctx))
		done <- outcome{response, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			cancel()
		} else {
			context.AfterFunc(r.Context(), cancel) // a stream ends with its reader
		}
		return o.response, o.err
	case <-r.Context().Done():
		cancel()
		return nil, r.Context().Err()
	case <-time.After(patience):
	}
	b.late.Go(func() {
		defer cancel()
		if o := <-done; o.err == nil {
			discard(o.response)
		} else if time.Since(began) >= answerLimit {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.silences = append(b.silences, began)
		}
	})
	return nil, errImpatient
}

// silent waits for the answers that are late, and returns when the requests began that got none.
// The next call returns only later ones.
func (b *balancer) silent() []time.Time {
	b.late.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.silences
	b.silences = nil
	return all
}

// CloseIdleConnections is called by http.Client.
func (b *balancer) CloseIdleConnections() { b.base.CloseIdleConnections() }

// discard reads an answer to its end, so that its connection is used again.
func discard(r *http.Response) {
	_, _ = io.Copy(io.Discard, r.Body) // the answer is not needed
	_ = r.Body.Close()
}
