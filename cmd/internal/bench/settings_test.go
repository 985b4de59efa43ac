package bench

import (
	"testing"
	"time"

	"ringer/engine/sessiontest"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	good := Settings{Servers: []string{"http://a"}, Sessions: 1, Clients: 1, Duration: time.Second}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	bad := Settings{Streams: -1, Rate: -1, Warmup: -1}
	err := bad.Check()
	for _, want := range []string{"URL", "--sessions", "--streams", "--rate", "--clients", "--duration", "--warmup"} {
		sessiontest.Fails(t, err, want)
	}
}

// TestStreamsAreOnOtherServers checks that no stream is where the posts of its session go, unless
// there is only one server, and that streams are spread.
func TestStreamsAreOnOtherServers(t *testing.T) {
	t.Parallel()
	for servers := 1; servers <= 4; servers++ {
		s := Settings{Servers: make([]string, servers)}
		counts := make([]int, servers)
		for i := range 12 {
			for k := range 6 {
				seat := s.seat(i, k)
				counts[seat]++
				if servers > 1 && seat == s.home(i) {
					t.Errorf("%d servers: stream %d of session %d is at its home", servers, k, i)
				}
			}
		}
		for _, n := range counts {
			if n != 12*6/servers {
				t.Errorf("%d servers: streams %v", servers, counts)
			}
		}
	}
}
