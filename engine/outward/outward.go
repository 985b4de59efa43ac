// Package outward connects to addresses that tenants have chosen.
package outward

import (
	"errors"
	"net"
	"net/netip"
	"strings"
	"time"

	"code.dny.dev/ssrf"
)

// connectLimit bounds the time to connect.
const connectLimit = 5 * time.Second

var guard = ssrf.New(ssrf.WithAnyPort())

// Named reports whether a host of a URL is a name, or an address that is public. So what can never
// be reached is refused at once. Where a name leads is only known when it is connected to.
func Named(host string) bool {
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host != "localhost" && !strings.HasSuffix(host, ".localhost")
	}
	network := "tcp4"
	if a.Is6() {
		network = "tcp6"
	}
	return guard.Safe(network, net.JoinHostPort(host, "443"), nil) == nil
}

// Dialer returns a dialer for addresses that tenants have chosen. Unless private is set it connects
// to public addresses only. It checks an address when it connects, after the name was looked up, so
// that a name cannot change its address in between. A proxy could not check it, so use none. names
// is nil for those of the system.
func Dialer(private bool, names *net.Resolver) *net.Dialer {
	d := &net.Dialer{Timeout: connectLimit, Resolver: names}
	if !private {
		d.Control = guard.Safe
	}
	return d
}

// Refused reports whether an error of the dialer is about an address that is not public.
func Refused(err error) bool {
	return errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedNetwork)
}
