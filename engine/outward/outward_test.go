package outward

import (
	"context"
	"net"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"ringer/engine/sessiontest"
)

// TestPrivateAddresses tries to reach this machine and its network, also by a name that changes its
// address between two questions.
func TestPrivateAddresses(t *testing.T) {
	t.Parallel()
	here := sessiontest.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer here.Close()
	_, port, _ := net.SplitHostPort(here.Addr().String())
	names := rebinding(t)
	if first := sessiontest.Must(names.LookupHost(t.Context(), "rebind.test"))(t); first[0] == "127.0.0.1" {
		t.Fatal("the name has this machine's address at once")
	}
	for _, host := range []string{
		"127.0.0.1", "localhost", "::1", "::ffff:127.0.0.1", "0.0.0.0", "169.254.169.254", "100.100.100.200", "100.64.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1",
		"fd00::1", "fd00:ec2::254", "fe80::1", "64:ff9b::7f00:1", "rebind.test", "rebind.test",
	} {
		c, err := Dialer(false, names).DialContext(t.Context(), "tcp", net.JoinHostPort(host, port))
		if err == nil {
			c.Close()
		}
		if !Refused(err) {
			t.Errorf("%s: %v", host, err)
		}
		if _, wrong := Parse("https://"+net.JoinHostPort(host, port), false, "--private"); (wrong == "") != (host == "rebind.test") {
			t.Errorf("https://%s: %q", host, wrong)
		}
	}
	for _, public := range []string{"93.184.216.34:443", "[2606:2800:220:1::1]:8443"} {
		if _, wrong := Parse("https://"+public, false, "--private"); wrong != "" {
			t.Errorf("https://%s: %q", public, wrong)
		}
		if err := Dialer(false, nil).Control("tcp"+map[bool]string{true: "6", false: "4"}[public[0] == '['], public, nil); err != nil {
			t.Errorf("%s: %v", public, err)
		}
	}
	c := sessiontest.Must(Dialer(true, names).DialContext(t.Context(), "tcp", net.JoinHostPort("rebind.test", port)))(t)
	c.Close()
}

// rebinding returns names that have another address at first, and then this machine's.
func rebinding(t *testing.T) *net.Resolver {
	socket := sessiontest.Must(net.ListenPacket("udp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { socket.Close() })
	go func() { // ends with the socket
		asked := 0
		for buffer := make([]byte, 1500); ; {
			n, from, err := socket.ReadFrom(buffer)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buffer[:n]) != nil {
				continue
			}
			m.Response = true
			if m.Questions[0].Type == dnsmessage.TypeA {
				asked++
				address := [4]byte{127, 0, 0, 1}
				if asked == 1 {
					address = [4]byte{203, 0, 113, 7}
				}
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: m.Questions[0].Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET, TTL: 0}, Body: &dnsmessage.AResource{A: address}}}
			}
			m.Additionals = nil
			if answer, err := m.Pack(); err == nil {
				_, _ = socket.WriteTo(answer, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", socket.LocalAddr().String())
	}}
}
