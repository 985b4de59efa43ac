package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"ringer/api"
)

// TestNothingOutlivesItsToken opens streams and long polls with tokens that soon expire.
func TestNothingOutlivesItsToken(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		a := newAdmission(t, s)
		soon := time.Now().Add(8 * time.Second)
		token := bearer(api.GameToken(a.api, "seat", a.id, "Green", soon))
		owner := bearer(api.GameToken(a.api, "owner", a.id, "", soon))
		read := []string{"/v1/sessions/" + a.session + "/events?read_token=" + api.Token(a.api, a.session, soon), "Accept", "text/event-stream"}
		ends := []<-chan block{}
		for _, c := range [][]string{append([]string{a.path + "/stream"}, token...), append([]string{"/v1/sessions/" + a.session + "/stream"}, owner...), read} {
			blocks, response := s.stream(t.Context(), c[0], c[1:]...)
			if response.StatusCode != http.StatusOK {
				t.Fatalf("%s: %s", c[0], response.Status)
			}
			ends = append(ends, blocks)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Second) // the poll would wait longer
		defer cancel()
		if got := a.do(a.request(ctx, "GET", a.path+"/events?after=1&wait=55s", "", token...)); got.Status != 200 || strings.Contains(string(got.Body), `"seq"`) {
			t.Errorf("the long poll: %d %s", got.Status, got.Body)
		}
		for _, blocks := range ends {
			for b := range blocks {
				if strings.HasSuffix(b.event, ".ended") {
					t.Errorf("the stream ends with %+v", b)
				}
			}
		}
		for _, c := range [][]string{append([]string{a.path + "/stream"}, token...), append([]string{"/v1/sessions/" + a.session + "/stream"}, owner...), read} {
			s.send("GET", c[0], "", c[1:]...).is(t, 401)
		}
	}, withKey)
}
