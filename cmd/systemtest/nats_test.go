package systemtest

import (
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"ringer/store/storetest"
)

// natsCluster is several NATS servers in this process.
type natsCluster struct{ servers []*natsServer }

// natsServer is one of them. It keeps its port when it is started again.
type natsServer struct {
	t       *testing.T
	options *server.Options
	server  *server.Server
}

// bellLine is how one replica reaches one NATS server.
type bellLine struct {
	url   string
	proxy *storetest.Proxy
}

// natsServers is how many servers a cluster has.
const natsServers = 3

// startNATS starts a cluster, which ends with the test.
func startNATS(t *testing.T) *natsCluster {
	c := &natsCluster{}
	for range natsServers {
		o := &server.Options{
			Host: "127.0.0.1", Port: quietPort(t), NoSigs: true, NoLog: true,
			// Clients must not learn the addresses of the others, which no proxy watches.
			Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: quietPort(t), NoAdvertise: true},
		}
		if len(c.servers) > 0 {
			o.Routes = server.RoutesFromStr(fmt.Sprint("nats://127.0.0.1:", c.servers[0].options.Cluster.Port))
		}
		s := &natsServer{t: t, options: o}
		s.start()
		t.Cleanup(s.stop)
		c.servers = append(c.servers, s)
	}
	return c
}

func (s *natsServer) start() {
	var err error
	if s.server, err = server.NewServer(s.options.Clone()); err != nil {
		s.t.Fatal(err)
	}
	s.server.Start()
	if !s.server.ReadyForConnections(time.Minute) {
		s.t.Fatal("a NATS server does not start")
	}
}

func (s *natsServer) stop() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// connect returns a line to the server. What comes through it goes to the ears.
func (s *natsServer) connect(t *testing.T, e *ears) *bellLine {
	p := storetest.StartSieve(t, fmt.Sprint("127.0.0.1:", s.options.Port), storetest.Sieve{Split: storetest.SplitNATS, Drop: e.dropNATS})
	return &bellLine{"nats://" + p.Address(), p}
}
