package offline_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"ringer/engine/llm/offline"
	"ringer/engine/sessiontest"
)

// impatient is a body whose sender gives up while it is read.
type impatient struct {
	io.Reader
	giveUp func()
}

func (b impatient) Read(into []byte) (int, error) {
	b.giveUp()
	return b.Reader.Read(into)
}

// TestTransportWhenTheClientGivesUp checks that Transport does not panic. Over a connection an
// answer may break off. Inside the process that would be a panic in a thought.
func TestTransportWhenTheClientGivesUp(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	body := impatient{strings.NewReader(`{"model":"any","messages":[{"role":"user","content":"hello"}]}`), cancel}
	r := sessiontest.Must(http.NewRequestWithContext(ctx, http.MethodPost, "http://model.example/v1/chat/completions", body))(t)
	response := sessiontest.Must(offline.Transport{Model: offline.New(nil)}.RoundTrip(r))(t)
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("status %d", response.StatusCode)
	}
}
