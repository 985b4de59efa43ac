package natsbell

import (
	"log/slog"
	"net"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"ringer/engine/bell"
	"ringer/engine/bell/belltest"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// lines are the lines of a log.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

// open opens a bell that ends with the test.
func open(t testing.TB, addresses string, hear func([]byte)) (*Bell, lines) {
	t.Helper()
	log := make(lines, 1000)
	b := sessiontest.Must(Open(addresses, "ringer.test", hear, slog.New(slog.NewTextHandler(log, nil))))(t)
	t.Cleanup(func() { _ = b.Close() })
	return b, log
}

func TestBell(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]server.Options{"Default": {}, "SmallMessages": {MaxPayload: 1000}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, o)
			belltest.Run(t, func(t *testing.T, hear func([]byte)) bell.Bell {
				b, _ := open(t, s.ClientURL(), hear)
				return b
			})
		})
	}
}

// TestOtherSubject rings bells of two subjects on one server.
func TestOtherSubject(t *testing.T) {
	t.Parallel()
	s := start(t, server.Options{})
	ear := belltest.NewEar()
	one, _ := open(t, s.ClientURL(), ear.Hear)
	other := sessiontest.Must(Open(s.ClientURL(), "ringer.other", belltest.NewEar().Hear, slog.New(slog.DiscardHandler)))(t)
	t.Cleanup(func() { _ = other.Close() })
	belltest.Ring(t, other, "theirs")
	sessiontest.NoError(t, other.conn.Flush())
	belltest.Ring(t, one, "ours")
	ear.Want(t, "ours")
}

// TestServerOfAClusterEnds stops the server of one bell while messages flow between three bells.
// They flow again, through the other servers.
func TestServerOfAClusterEnds(t *testing.T) {
	t.Parallel()
	all, addresses := startCluster(t)
	var bells []*Bell
	var ears []belltest.Ear
	for range 3 {
		ear := belltest.NewEar()
		b, _ := open(t, addresses, ear.Hear)
		bells, ears = append(bells, b), append(ears, ear)
	}
	latest := belltest.Flow(t, bells[0])
	for _, ear := range ears {
		ear.After(t, latest())
	}
	its := bells[0].conn.ConnectedServerId()
	stop(all[slices.IndexFunc(all, func(s *server.Server) bool { return s.ID() == its })])
	for _, ear := range ears {
		ear.After(t, latest())
	}
}

// refusing refuses all clients of a server, and says so to whoever reads it.
type refusing chan struct{}

func (r refusing) Check(server.ClientAuthentication) bool {
	select {
	case r <- struct{}{}:
	default:
	}
	return false
}

// TestNoServerYet opens a bell before its server takes it: first there is no server, then one that
// refuses its password. It rings as soon as a server takes it, and never logs its password.
func TestNoServerYet(t *testing.T) {
	t.Parallel()
	const password = "geheim-4711"
	s := start(t, server.Options{})
	port := s.Addr().(*net.TCPAddr).Port
	address := strings.Replace(s.ClientURL(), "//", "//me:"+password+"@", 1)
	stop(s)

	ear := belltest.NewEar()
	b, log := open(t, address, ear.Hear)
	sessiontest.Fails(t, b.Ring(t.Context(), [][]byte{[]byte("0")}), "no NATS server is connected")
	latest := belltest.Flow(t, b)
	refused := make(refusing)
	other := start(t, server.Options{Port: port, CustomClientAuthentication: refused})
	<-refused
	told := func(want string) {
		t.Helper()
		if line := <-log; !strings.Contains(line, want) || strings.Contains(line, password) {
			t.Errorf("the log says %q, want %q, and no password", line, want)
		}
	}
	told("no NATS server answers")
	told("no NATS server takes the user and the password")
	stop(other)
	start(t, server.Options{Port: port, Username: "me", Password: password})
	ear.After(t, latest())
	told("answers again")
}

// TestTroubleIsNamed opens bells whose servers cannot be used, each for another reason. The log
// names each reason once, however many tries fail.
func TestTroubleIsNamed(t *testing.T) {
	t.Parallel()
	certificate := httptest.NewUnstartedServer(nil)
	certificate.StartTLS()
	t.Cleanup(certificate.Close)
	plain, secure := start(t, server.Options{}), start(t, server.Options{TLS: true, TLSConfig: certificate.TLS})
	closed := start(t, server.Options{})
	stop(closed)
	for name, c := range map[string]struct{ address, want string }{
		"AnotherPassword":    {start(t, server.Options{Username: "me", Password: "other-4711"}).ClientURL(), "takes the user and the password"},
		"AnotherToken":       {start(t, server.Options{Authorization: "other-4711"}).ClientURL(), "takes the user and the password"},
		"UnknownCertificate": {"tls://" + secure.Addr().String(), "reached by TLS"},
		"NoTLSAtTheServer":   {"tls://" + plain.Addr().String(), "reached by TLS"},
		"NobodyListens":      {closed.ClientURL(), "no NATS server answers"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, log := open(t, c.address, nil)
			if line := <-log; !strings.Contains(line, c.want) {
				t.Errorf("the log says %q, want %q", line, c.want)
			}
		})
	}
	log := make(lines, 10)
	b := &Bell{log: slog.New(slog.NewTextHandler(log, nil))}
	for range 3 { // the servers of a cluster, one after the other
		b.lost(nil, nats.ErrAuthorization)
		b.lost(nil, nats.ErrNoServers)
	}
	if len(log) != 2 {
		t.Errorf("two reasons made %d lines", len(log))
	}
}

// TestSilentNetwork loses everything between a bell and its server, but no connection.
func TestSilentNetwork(t *testing.T) {
	t.Parallel()
	p := storetest.StartProxy(t, start(t, server.Options{}).Addr().String())
	ear := belltest.NewEar()
	b, _ := open(t, "nats://"+p.Address(), ear.Hear)
	latest := belltest.Flow(t, b)
	ear.After(t, latest())
	givenUp := b.conn.StatusChanged(nats.RECONNECTING)
	p.Set(storetest.Silent, "")
	<-givenUp
	p.Set(storetest.Passing, "")
	ear.After(t, latest())
}

// TestSlowHearer rings while one bell's hearer is stuck. That bell drops messages, and the ringing
// goes on.
func TestSlowHearer(t *testing.T) {
	t.Parallel()
	s := start(t, server.Options{})
	stuck, ear := make(chan struct{}), belltest.NewEar()
	_, log := open(t, s.ClientURL(), func(m []byte) {
		<-stuck
		ear.Hear(m)
	})
	b, _ := open(t, s.ClientURL(), func([]byte) {})
	batch := make([][]byte, 1000)
	for i := range batch {
		batch[i] = []byte("0")
	}
	for len(log) == 0 {
		sessiontest.NoError(t, b.Ring(t.Context(), batch))
		sessiontest.NoError(t, b.conn.Flush())
	}
	close(stuck)
	latest := belltest.Flow(t, b)
	ear.After(t, latest())
	if line := <-log; !strings.Contains(line, "too busy") || len(log) > 0 {
		t.Errorf("the log says %q and %d lines more, want one line", line, len(log))
	}
}

// TestAddresses checks which addresses are refused, and that no error shows a secret.
func TestAddresses(t *testing.T) {
	t.Parallel()
	for addresses, want := range map[string]string{
		"":                          "address 1 is empty",
		"one:4222,,two":             "address 2 is empty",
		"http://geheim@one":         `has the scheme "http"`,
		"nats://:4222":              "has no host",
		"nats://me:gehe/im@one":     "is not a URL",
		"nats://me:12/geheim@one":   "has more than user",
		"nats://one,tls://me:%zz@b": "address 2 is not a URL",
		"nats://one,ws://two":       "websocket",
		"nats://me:geheim@one#x":    "has more than user",
	} {
		_, err := Open(addresses, "ringer.test", nil, slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%q: error %v, want one with %q and without a password", addresses, err, want)
		}
	}
	list, err := parse(" one , tls://me:a%2Fb@two:4333/,nats://[::1]")
	if got := strings.Join(list, " "); err != nil || got != "nats://one tls://me:a%2Fb@two:4333/ nats://[::1]" {
		t.Errorf("%q, error %v", got, err)
	}
}
