package systemtest

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// world is a server with three tenants. Each text of a tenant ends with its canary.
type world struct {
	t       *testing.T
	db, env string
	p       *process
	hook    string
	keys    map[string]string
	// logs are the paths of the session and of the game of a tenant, and what they showed.
	logs  map[string][2]string
	shown map[string]string
}

// canaries are what the texts of a tenant end with.
var canaries = map[string]string{"acme": "Quokkaacme", "gone": "Quokkagone", "kept": "Quokkakept"}

// TestNothingIsLeft deletes a session and a game of one tenant, and all of another one. Then it
// looks for their texts in each column of each table, and on SQLite in the files. A third tenant
// keeps everything.
func TestNothingIsLeft(t *testing.T) {
	slow(t)
	onBoth(t, func(t *testing.T, env string) {
		hook := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		defer hook.Close()
		w := &world{t: t, db: filepath.Join(t.TempDir(), "ringer.db"), env: env, hook: hook.URL, keys: map[string]string{}, logs: map[string][2]string{}, shown: map[string]string{}}
		w.start()
		for of := range canaries {
			w.live(of)
		}
		w.p.end(syscall.SIGTERM) // it stores snapshots
		for of, canary := range canaries {
			found := w.search(canary)
			t.Logf("before, of %s found in %q", of, found)
			if len(found) < 9 || !slices.Contains(found, "snapshots.data") {
				t.Fatalf("of %s only %q are stored, so this test shows little", of, found)
			}
		}
		w.start()
		w.shown["kept"] = w.show("kept")
		acme := at(t, w.p.url, w.keys["acme"])
		for _, log := range w.logs["acme"] {
			if status := acme.call("DELETE", log, nil, nil); status != http.StatusNoContent {
				t.Errorf("deletion of %s: status %d", log, status)
			}
		}
		w.nowhere("acme", "keys.name", "webhooks.data")
		w.removeTenant("gone")
		w.nowhere("gone")
		if found := w.search(`"gone"`, " gone "); len(found) > 0 {
			t.Errorf("the tenant is still in %q", found)
		}
		if now := w.show("kept"); now != w.shown["kept"] {
			t.Errorf("the other tenant has\n%s\nit had\n%s", now, w.shown["kept"])
		}
	})
}

func (w *world) start() {
	w.p = start(w.t, w.db, w.env, "RINGER_API_KEY="+testKey, "RINGER_WEBHOOK_PRIVATE=true")
	w.p.key = testKey
}

// live makes a key, a webhook, a recorded session and a game of a tenant, with all kinds of texts.
func (w *world) live(of string) {
	canary := canaries[of]
	var key struct{ Key string }
	w.must("POST", "/v1/keys", map[string]any{"name": "k " + canary, "tenant": of, "scopes": []string{"admin"}}, &key)
	w.keys[of] = key.Key
	p := at(w.t, w.p.url, key.Key)
	mine := &world{t: w.t, p: p}
	mine.must("POST", "/v1/webhooks", map[string]any{"url": w.hook, "description": canary, "types": []string{"*"}}, nil)
	said := func(text string) string { return text + " " + canary }
	players := []any{"Red", map[string]string{"id": "Blue", "name": said("Blue")}, "Green"}
	id := p.open(map[string]any{
		"record": true, "speed": 30, "seed": 1, "strategy": "tom", "external_id": said("s"), "persona": said("calm"), "objective": said("win"), "metadata": map[string]string{"m": said("m")},
		"game": map[string]any{"rules_text": said("Talk."), "players": players, "history": []any{map[string]string{"sender": "Blue", "text": said("before")}}},
		"bot":  map[string]any{"seat": "Red", "private_info": said("you are"), "secrets": []string{canary}},
	})
	session1 := "/v1/sessions/" + id
	mine.must("POST", session1+"/messages", map[string]any{"id": "m-1", "sender": "Blue", "text": said("red, where are you from?")}, nil)
	mine.must("PATCH", session1+"/messages/m-1", map[string]any{"text": said("red, what do you eat?")}, nil)
	mine.must("POST", session1+"/observations", map[string]any{"kind": "renamed", "player": map[string]string{"id": "Green", "name": said("Sky")}}, nil)
	mine.must("POST", session1+"/votes", map[string]any{"id": "v-" + canary, "kind": "choose_one", "question": said("Who?"), "within_ms": 60000}, nil)
	await(p, id, func(*session.MessageSent) bool { return true })
	await(p, id, func(*session.VoteCast) bool { return true })
	mine.must("POST", session1+"/pause", map[string]any{"reason": said("tea")}, nil)
	for range 10 { // enough for a snapshot
		mine.must("POST", session1+"/messages", map[string]any{"messages": slices.Repeat([]any{map[string]string{"sender": "Blue", "text": said("hi")}}, 100)}, nil)
	}
	var g struct{ ID string }
	mine.must("POST", "/v1/games", map[string]any{"external_id": said("g"), "game": map[string]any{"players": players}, "bots": []any{map[string]any{"seat": "Red", "record": true, "persona": said("calm"), "timing": "instant"}}}, &g)
	game := "/v1/games/" + g.ID
	mine.must("POST", game+"/messages", map[string]any{"sender": "Green", "text": said("red, where are you from?")}, nil)
	p.get(game + "/events?types=message.sent&wait=20s")
	mine.must("POST", game+"/end", map[string]any{"outcome": said("won")}, nil)
	mine.must("POST", game+"/survey", map[string]any{"seat": "Green", "suspects": []string{"Red"}, "comment": said("fun")}, nil)
	w.logs[of] = [2]string{session1, game}
}

func (w *world) must(method, path string, body, result any) {
	w.t.Helper()
	var answer json.RawMessage
	if status := w.p.call(method, path, body, &answer); status >= 300 {
		w.t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	if result != nil {
		sessiontest.NoError(w.t, json.Unmarshal(answer, result))
	}
}

// show returns the export of a tenant, without what goes on: uses of the key, and what the open
// session does by itself.
func (w *world) show(of string) string {
	p := at(w.t, w.p.url, w.keys[of])
	response, body := p.get("/v1/export")
	if response.StatusCode != http.StatusOK || !strings.HasSuffix(body, "{\"end\":true}\n") {
		w.t.Fatalf("export: %s\n%s", response.Status, body)
	}
	var kept []string
	for line := range strings.Lines(body) {
		var e struct {
			Type string
			Data json.RawMessage
		}
		sessiontest.NoError(w.t, json.Unmarshal([]byte(line), &e))
		if slices.Contains([]string{"session.created", "game.created", "game.ended", "message.received", "message.edited", "player.renamed", "vote.requested"}, e.Type) || strings.HasPrefix(line, `{"survey"`) || strings.HasPrefix(line, `{"webhook"`) {
			kept = append(kept, line)
		}
	}
	if n := strings.Count(body, canaries[of]); n < 40 || strings.Contains(body, w.keys[of]) || strings.Contains(body, "whsec_") || !strings.Contains(body, `{"call":{`) {
		w.t.Errorf("the export names the canary %d times, or has secrets, or no calls", n)
	}
	return strings.Join(kept, "")
}

// removeTenant removes a tenant: over HTTP on SQLite, whose file belongs to the server, and with
// the command on Postgres.
func (w *world) removeTenant(of string) {
	if w.env == "" {
		if status := w.p.call("DELETE", "/v1/tenants/"+of, nil, nil); status != http.StatusNoContent {
			w.t.Fatalf("deletion of the tenant: status %d", status)
		}
	} else {
		name, address, _ := strings.Cut(w.env, "=")
		out, _, err := command(w.t, map[string]string{name: address}, "tenants", "delete", of)
		sessiontest.NoError(w.t, err)
		sessiontest.Contains(w.t, out, "deleted 3 sessions and games of the tenant "+of)
	}
	if status := at(w.t, w.p.url, w.keys[of]).call("GET", "/v1/sessions", nil, nil); status != http.StatusUnauthorized {
		w.t.Errorf("a key of the tenant that is gone: status %d", status)
	}
	if status := w.p.call("DELETE", "/v1/tenants/"+of, nil, nil); status != http.StatusNotFound {
		w.t.Errorf("the deletion again: status %d", status)
	}
}

// nowhere checks that the canary of a tenant is in no column but some, and in no file.
func (w *world) nowhere(of string, but ...string) {
	w.t.Helper()
	found := slices.DeleteFunc(w.search(canaries[of]), func(column string) bool { return slices.Contains(but, column) })
	w.t.Logf("of %s found in %q", of, found)
	if len(found) > 0 {
		w.t.Errorf("the texts of %s are still in %q", of, found)
	}
	if w.env != "" || len(but) > 0 {
		return
	}
	for _, f := range sessiontest.Must(os.ReadDir(filepath.Dir(w.db)))(w.t) {
		if b := sessiontest.Must(os.ReadFile(filepath.Join(filepath.Dir(w.db), f.Name())))(w.t); bytes.Contains(b, []byte(canaries[of])) {
			w.t.Errorf("the texts of %s are still in the file %s", of, f.Name())
		}
	}
}

// search returns the columns of all tables that hold a text. It takes the tables from the schema,
// so that none can be left out.
func (w *world) search(texts ...string) (found []string) {
	w.t.Helper()
	driver, address, tables := "sqlite", "file:"+w.db+"?mode=ro", `SELECT name FROM sqlite_master WHERE type = 'table'`
	if w.env != "" {
		driver, tables = "postgres", `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`
		_, address, _ = strings.Cut(w.env, "=")
	}
	db := sessiontest.Must(sql.Open(driver, address))(w.t)
	defer db.Close()
	for _, table := range column(w.t, db, tables) {
		rows := sessiontest.Must(db.Query(`SELECT * FROM "` + table + `"`))(w.t)
		names := sessiontest.Must(rows.Columns())(w.t)
		for rows.Next() {
			values, into := make([]sql.RawBytes, len(names)), make([]any, len(names))
			for i := range values {
				into[i] = &values[i]
			}
			sessiontest.NoError(w.t, rows.Scan(into...))
			for i, v := range values {
				place := table + "." + names[i]
				if slices.ContainsFunc(texts, func(text string) bool { return bytes.Contains(v, []byte(text)) }) && !slices.Contains(found, place) {
					found = append(found, place)
				}
			}
		}
		sessiontest.NoError(w.t, rows.Close())
	}
	slices.Sort(found)
	return found
}

func column(t *testing.T, db *sql.DB, query string) (list []string) {
	rows := sessiontest.Must(db.Query(query))(t)
	defer rows.Close()
	for rows.Next() {
		var v string
		sessiontest.NoError(t, rows.Scan(&v))
		list = append(list, v)
	}
	if len(list) < 10 {
		t.Fatal(fmt.Errorf("only the tables %q", list))
	}
	return list
}
