package webhook

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"ringer/engine/sessiontest"
)

// TestPrivateAddresses tries to reach this machine. Package outward also tries names that change
// their address.
func TestPrivateAddresses(t *testing.T) {
	t.Parallel()
	reached := false
	p := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer p.Close()
	port := p.Listener.Addr().(*net.TCPAddr).Port
	client := newClient(false)
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "169.254.169.254", "10.0.0.1", "192.168.1.1", "[fd00::1]", "[fe80::1]", "2130706433"} {
		answer, err := client.Post(fmt.Sprintf("http://%s:%d/", host, port), "application/json", nil)
		if err == nil {
			answer.Body.Close()
			t.Errorf("%s was reached", host)
		}
	}
	if reached {
		t.Error("the server on this machine was reached")
	}
	client = newClient(true)
	answer := sessiontest.Must(client.Post(fmt.Sprintf("http://127.0.0.1:%d/", port), "application/json", nil))(t)
	answer.Body.Close()
	if !reached {
		t.Error("the operator allows it, and the server was not reached")
	}
}
