package systemtest

import (
	"bytes"
	"database/sql"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	_ "modernc.org/sqlite"

	"ringer/engine/sessiontest"
)

// TestAnUnreadableSessionIsListed damages the row of one session while the server runs. The list
// shows it with what is readable, and the log names it once.
func TestAnUnreadableSessionIsListed(t *testing.T) {
	slow(t)
	var log bytes.Buffer
	path := filepath.Join(t.TempDir(), "ringer.db")
	p := startLogged(t, &log, []string{"PORT=0", "RINGER_DB=" + path})
	good, bad := p.create(`{}`), p.create(`{}`)
	db := sessiontest.Must(sql.Open("sqlite", path+"?_pragma=busy_timeout(5000)"))(t)
	defer db.Close()
	sessiontest.Must(db.Exec("UPDATE sessions SET roster = 'x' WHERE id = ?", bad))(t)
	for range 2 {
		var list struct {
			Sessions []struct {
				ID         string
				Players    []any
				Unreadable bool
			}
		}
		if status := p.call("GET", "/v1/sessions", nil, &list); status != http.StatusOK || len(list.Sessions) != 2 {
			t.Fatalf("status %d, %+v", status, list)
		}
		for _, s := range list.Sessions {
			if s.Unreadable != (s.ID == bad) || s.Unreadable != (len(s.Players) == 0) || s.Players == nil {
				t.Errorf("%+v", s)
			}
		}
	}
	if status := p.call("GET", "/v1/sessions/"+good, nil, nil); status != http.StatusOK {
		t.Errorf("status %d", status)
	}
	p.end(syscall.SIGTERM)
	if n := strings.Count(log.String(), "the players of a session cannot be read"); n != 1 || !strings.Contains(log.String(), bad) {
		t.Errorf("the log says it %d times:\n%s", n, log.String())
	}
}
