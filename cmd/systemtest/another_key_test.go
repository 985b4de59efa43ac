package systemtest

import (
	"fmt"
	"net/http"
	"syscall"
	"testing"

	"ringer/store/storetest"
)

// TestAnotherKey starts a second server with another key on the same Postgres, as
// docs/operations.md advises for a change of the key. Both serve one session, and refuse each
// other's key. The session goes on when the old server has ended.
func TestAnotherKey(t *testing.T) {
	t.Parallel()
	database := storetest.Postgres(t)
	begin := func(key string) *process {
		p := start(t, "", "DATABASE_URL="+database, "RINGER_API_KEY="+key)
		p.key = key
		return p
	}
	old, new := begin("the-old-key-of-the-platform"), begin("the-new-key-of-the-platform")
	id := old.open(turing(map[string]any{"timing": "manual"}))
	path := "/v1/sessions/" + id
	say := func(p *process, key, text string, want int) {
		t.Helper()
		p.key = key
		if status := p.call("POST", path+"/messages", map[string]any{"sender": "Blue", "text": text}, nil); status != want {
			t.Errorf("%s: %d, want %d", text, status, want)
		}
	}
	for i := range 3 {
		say(old, "the-old-key-of-the-platform", fmt.Sprint("old ", i), http.StatusAccepted)
		say(new, "the-new-key-of-the-platform", fmt.Sprint("new ", i), http.StatusAccepted)
	}
	say(old, "the-new-key-of-the-platform", "the new key at the old server", http.StatusUnauthorized)
	say(new, "the-old-key-of-the-platform", "the old key at the new server", http.StatusUnauthorized)
	old.end(syscall.SIGTERM)
	say(new, "the-new-key-of-the-platform", "the last line", http.StatusAccepted)
	var page struct{ Messages []struct{ Text string } }
	if status := new.call("GET", path+"/messages", nil, &page); status != http.StatusOK || len(page.Messages) != 7 {
		t.Errorf("%d: %+v", status, page.Messages)
	}
}
