package webhook

import (
	"net"
	"net/http"
	"time"

	"code.dny.dev/ssrf"
)

const (
	// attemptLimit bounds one attempt. Most services that send webhooks wait for 10 to 30 s.
	attemptLimit = 15 * time.Second
	connectLimit = 5 * time.Second
)

// newClient returns a client that follows no redirect and uses no proxy. Unless private is set it
// connects to public addresses only. The check is at the connection, after the name was resolved,
// so that a name cannot change its address in between. names is nil for those of the system.
func newClient(private bool, names *net.Resolver) *http.Client {
	d := &net.Dialer{Timeout: connectLimit, Resolver: names}
	if !private {
		d.Control = ssrf.New(ssrf.WithAnyPort()).Safe
	}
	return &http.Client{
		Timeout:       attemptLimit,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: d.DialContext, TLSHandshakeTimeout: connectLimit, MaxIdleConnsPerHost: lanes, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 16 << 10,
		},
	}
}
