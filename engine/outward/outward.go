// Package outward connects to addresses that tenants have chosen.
package outward

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"code.dny.dev/ssrf"
)

// connectLimit bounds the time to connect.
const connectLimit = 5 * time.Second

var guard = ssrf.New(ssrf.WithAnyPort())

// Parse returns a URL that a tenant has chosen, and what is wrong with its address; "" for nothing.
// flag is what lets tenants choose private addresses. Where a name leads is only known when it is
// connected to.
func Parse(text string, private bool, flag string) (u *url.URL, wrong string) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && (u.Scheme != "http" || !private):
		return u, "must be an address that begins with https://; http:// is for servers with " + flag
	case !private && isPrivate(u.Hostname()):
		return u, "leads to an address that is not public; those are for servers with " + flag
	}
	return u, ""
}

// isPrivate reports whether a host is an address that is not public, or a name of this machine.
func isPrivate(host string) bool {
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host == "localhost" || strings.HasSuffix(host, ".localhost")
	}
	network := "tcp4"
	if a.Is6() {
		network = "tcp6"
	}
	return guard.Safe(network, net.JoinHostPort(host, "443"), nil) != nil
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
