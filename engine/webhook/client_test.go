package webhook

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"ringer/engine/sessiontest"
)

// TestPrivateAddresses tries to reach this machine, also by names that change their address between
// two questions.
func TestPrivateAddresses(t *testing.T) {
	t.Parallel()
	reached := false
	p := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer p.Close()
	port := p.Listener.Addr().(*net.TCPAddr).Port
	client := newClient(false, rebinding(t))
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "169.254.169.254", "10.0.0.1", "192.168.1.1", "[fd00::1]", "[fe80::1]", "2130706433", "rebind.test", "rebind.test", "rebind.test"} {
		answer, err := client.Post(fmt.Sprintf("http://%s:%d/", host, port), "application/json", nil)
		if err == nil {
			answer.Body.Close()
			t.Errorf("%s was reached", host)
		}
	}
	if reached {
		t.Error("the server on this machine was reached")
	}
	client = newClient(true, rebinding(t))
	answer := sessiontest.Must(client.Post(fmt.Sprintf("http://127.0.0.1:%d/", port), "application/json", nil))(t)
	answer.Body.Close()
	if !reached {
		t.Error("the operator allows it, and the server was not reached")
	}
}

// rebinding returns names that have a public address at first, and then this machine's.
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
					address = [4]byte{203, 0, 113, 7} // it leads nowhere, and is not private either
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
