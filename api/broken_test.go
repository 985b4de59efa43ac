package api_test

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/api"
	"ringer/engine"
	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/logtest"
	"ringer/engine/session"
	"ringer/store"
	"ringer/store/storetest"
)

// TestABrokenLog has a log with an event that no version of Ringer has written. Its session is left
// alone, requests about it are answered, and the log has one line. The other session goes on.
func TestABrokenLog(t *testing.T) {
	t.Parallel()
	stores := map[string]func(t *testing.T) string{
		"Memory":   func(*testing.T) string { return "" },
		"SQLite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "ringer.db") },
		"Postgres": func(t *testing.T) string { return storetest.Postgres(t) },
	}
	for event, p := range map[string]session.Payload{
		"joined without a player": &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerJoined}},
		"ruling without a ruling": &session.ObservationReceived{Observation: session.Observation{Kind: session.RulingMade}},
		"created with nothing":    &session.SessionCreated{},
	} {
		for name, address := range stores {
			t.Run(name+"/"+event, func(t *testing.T) {
				t.Parallel()
				at := address(t)
				synctest.Test(t, func(t *testing.T) { playBroken(t, at, p) })
			})
		}
	}
}

func playBroken(t *testing.T, address string, p session.Payload) {
	var db journal.Store = store.NewMemory()
	if address != "" {
		opened := must(store.Open(t.Context(), address))(t)
		defer opened.Close()
		db = opened
	}
	text := &logtest.Buffer{}
	log := slog.New(slog.NewTextHandler(text, nil))
	e := enginetest.Start(t, engine.Parts{Store: db, Log: log})
	defer e.Close()
	s := api.New(e, api.Options{Log: log})
	defer s.Drain()
	broken, good := open(t, e), open(t, e)
	send := func(method, path, body string) answer { return direct(s, method, "/v1/sessions/"+path, body) }
	time.Sleep(5 * time.Second)
	must(db.Append(t.Context(), journal.Append{Session: broken, Events: []session.Event{{At: time.Now(), Data: p}}}))(t)
	for _, id := range []string{broken, good} {
		send("POST", id+"/messages", `{"sender":"b","text":"a where are you from?"}`).is(t, 202)
	}
	time.Sleep(3 * time.Minute) // the home is tried again after a minute
	for _, path := range []string{"", "/mind", "/messages", "/events", "/plan", "/votes", "/stream"} {
		r := send("GET", broken+path, "")
		if problem := r.Header.Get("Content-Type") == "application/problem+json"; r.Status >= 500 != problem || problem && !strings.Contains(string(r.Body), "all others go on") {
			t.Errorf("%s: %d %s", path, r.Status, r.Body)
		}
	}
	send("GET", good+"/messages", "").is(t, 200, `"sender":"a"`)
	if lines := text.Containing("level=ERROR"); len(lines) != 1 || !strings.Contains(lines[0], "a log is broken") || !strings.Contains(lines[0], broken) {
		t.Errorf("the log says %d times:\n%s", len(lines), text)
	}
	if r := send("DELETE", broken, ""); r.Status >= 300 {
		t.Errorf("delete: %d %s", r.Status, r.Body)
	}
}
