package natsbell

import (
	"net/url"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"ringer/engine/sessiontest"
)

// start starts a server of NATS that ends with the test. A port of 0 in the options is any free
// port.
func start(t testing.TB, o server.Options) *server.Server {
	t.Helper()
	o.Host, o.NoSigs, o.NoLog = "127.0.0.1", true, true
	if o.Port == 0 {
		o.Port = server.RANDOM_PORT
	}
	s := sessiontest.Must(server.NewServer(&o))(t)
	s.Start()
	t.Cleanup(func() { stop(s) })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	return s
}

func stop(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

// startCluster starts three servers that know each other, and returns them with their addresses.
func startCluster(t *testing.T) (all []*server.Server, addresses string) {
	t.Helper()
	var routes []*url.URL
	for range 3 {
		s := start(t, server.Options{
			Cluster: server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: server.RANDOM_PORT}, Routes: routes,
		})
		routes = append(routes, &url.URL{Scheme: "nats", Host: s.ClusterAddr().String()})
		all, addresses = append(all, s), addresses+", "+s.ClientURL()
	}
	return all, addresses[2:]
}
