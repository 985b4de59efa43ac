package webhook

import (
	"net/http"
	"time"

	"ringer/engine/outward"
)

const (
	// attemptLimit bounds one attempt. Most services that send webhooks wait for 10 to 30 s.
	attemptLimit   = 15 * time.Second
	handshakeLimit = 5 * time.Second
)

// newClient returns a client that follows no redirect and uses no proxy. Unless private is set it
// connects to public addresses only.
func newClient(private bool) *http.Client {
	return &http.Client{
		Timeout:       attemptLimit,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: outward.Dialer(private, nil).DialContext, TLSHandshakeTimeout: handshakeLimit, MaxIdleConnsPerHost: lanes, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 16 << 10,
		},
	}
}
