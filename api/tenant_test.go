package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestATenantIsDeleted: its keys end at once, its sessions end with their streams, and nothing of
// it can be found. Only the operator and the tenant itself can do that.
func TestATenantIsDeleted(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, s *server) {
		root := s.as(key)
		acme := root.as(root.makeKey(`{"name":"a","tenant":"acme","scopes":["admin"]}`).Key)
		other := root.as(root.makeKey(`{"name":"o","tenant":"other","scopes":["admin"]}`).Key)
		session, g := acme.create(`,"timing":"manual"`), acme.createGame(mixedGame)
		theirs := other.create("")
		for _, name := range []string{"acme", "none", "default", "A%20B", strings.Repeat("x", 300)} {
			other.send("DELETE", "/v1/tenants/"+name, "").refused(t, "404 tenant_not_found")
		}
		acme.send("GET", "/v1/sessions/"+session, "").is(t, 200).shows(t, `{"status":"open"}`)
		token := as[access](t, acme.send("POST", "/v1/games/"+g.ID+"/tokens", `{"role":"owner"}`).is(t, 201)).Token
		done := make(chan string)
		go func() { // it ends when its session does
			done <- string(acme.send("GET", "/v1/sessions/"+session+"/stream", "").Body)
		}()
		time.Sleep(2 * time.Second)
		deleted := make(chan answer)
		go func() { deleted <- root.send("DELETE", "/v1/tenants/acme", "") }()
		if stream := <-done; !strings.Contains(stream, "event: session.ended") {
			t.Errorf("the stream ended with %q", stream)
		}
		acme.send("GET", "/v1/sessions", "").refused(t, "401 unauthorized Authorization")
		root.as(token).send("GET", "/v1/games/"+g.ID, "").refused(t, "401 token_invalid")
		(<-deleted).is(t, 204)
		root.send("GET", "/v1/keys?tenant=acme", "").shows(t, `{"keys":[]}`)
		root.send("GET", "/v1/usage?tenant=acme", "").is(t, 200, `"usage":[]`)
		root.send("DELETE", "/v1/tenants/acme", "").refused(t, "404 tenant_not_found")
		other.send("GET", "/v1/sessions/"+theirs, "").is(t, 200)
		other.send("DELETE", "/v1/tenants/other", "").is(t, 204)
		other.send("GET", "/v1/sessions", "").refused(t, "401 unauthorized Authorization")
	}, withKey)
}

// TestATenantIsExported exports more sessions than a page of a list has, and compares them with
// their own exports.
func TestATenantIsExported(t *testing.T) {
	s := start(t, withKey)
	root := s.as(key)
	acme := root.as(root.makeKey(`{"name":"a","tenant":"acme","scopes":["admin"]}`).Key)
	var ids []string
	for range 103 {
		ids = append(ids, acme.create(`,"timing":"manual"`))
	}
	g := acme.createGame(mixedGame)
	root.create("")
	for _, id := range ids { // so that they stay as they are
		acme.send("POST", "/v1/sessions/"+id+"/end", "{}").is(t, 200)
	}
	acme.send("POST", "/v1/games/"+g.ID+"/end", "{}").is(t, 200)
	body := string(acme.send("GET", "/v1/export", "", "Accept", "*/*").is(t, 200).Body)
	if again := string(root.send("GET", "/v1/export?tenant=acme", "", "Accept", "*/*").is(t, 200).Body); strings.Count(again, "\n") != strings.Count(body, "\n") {
		t.Errorf("the operator gets %d lines, the tenant %d", strings.Count(again, "\n"), strings.Count(body, "\n"))
	}
	acme.send("GET", "/v1/export?tenant=other", "", "Accept", "*/*").refused(t, "422 invalid_parameter tenant")
	counts := map[string]int{}
	for line := range strings.Lines(body) {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"tenant", "key", "game", "session", "end"} {
			if _, ok := fields[name]; ok && len(fields) == 1 {
				counts[name]++
			}
		}
	}
	equal(t, "lines", fmt.Sprint(counts), fmt.Sprint(map[string]int{"tenant": 1, "key": 1, "game": 1, "session": 103 + len(g.Bots), "end": 1}))
	for _, id := range ids {
		if export := string(acme.send("GET", "/v1/sessions/"+id+"/export", "").is(t, 200).Body); !strings.Contains(body, "\n"+export) {
			t.Errorf("the export lacks that of %s", id)
		}
	}
}
