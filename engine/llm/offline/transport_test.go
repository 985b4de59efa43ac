package offline_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"ringer/engine/llm/offline"
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
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://model.example/v1/chat/completions", body)
	if err != nil {
		t.Fatal(err)
	}
	response, err := offline.Transport{Model: offline.New(nil)}.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("status %d", response.StatusCode)
	}
}
