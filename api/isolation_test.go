package api_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ringer/api"
)

// isolation is a server with two tenants. The first has a session and a game, whose names are
// canaries.
type isolation struct {
	*server
	// keys are keys of the first tenant: all scopes, one for each scope that lacks it, and some
	// that have ended. other is an admin key of the second.
	keys  map[string]string
	other string
	// The first tenant's.
	session, game, webhook string
	// routes counts the cases of each route.
	routes map[string]int
}

const canary = "canary-of-acme"

func newIsolation(t *testing.T) *isolation {
	root := setup(t, withKey).as(key)
	make := func(of, scopes string) string {
		return root.makeKey(fmt.Sprintf(`{"name":"x","tenant":%q,"scopes":[%s]}`, of, scopes)).Key
	}
	i := &isolation{server: root, keys: map[string]string{"all": make("acme", `"admin"`)}, other: make("other", `"admin"`), routes: map[string]int{}}
	all := []string{"read", "write", "stream"}
	for _, lacking := range append(all, "admin", "metrics") {
		kept := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == lacking })
		i.keys["without "+lacking] = make("acme", `"`+strings.Join(kept, `","`)+`"`)
	}
	revoked := root.makeKey(`{"name":"x","tenant":"acme"}`)
	i.keys["revoked"] = revoked.Key
	root.send("DELETE", "/v1/keys/"+revoked.ID, "").is(t, 200)
	expired := root.makeKey(`{"name":"x","tenant":"acme"}`)
	i.keys["expired"] = expired.Key
	root.send("POST", "/v1/keys/"+expired.ID+"/rotate", `{"overlap_s":0}`).is(t, 201)
	mine := root.as(i.keys["all"])
	i.session = as[struct{ ID string }](t, mine.send("POST", "/v1/sessions", body(`,"external_id":"`+canary+`"`)).is(t, 201)).ID
	i.game = mine.createGame(strings.Replace(mixedGame, `{"game"`, `{"external_id":"`+canary+`","game"`, 1)).ID
	i.webhook = mine.makeWebhook(`{"url":"https://` + canary + `.example/"}`).ID
	return i
}

// fill writes ids into a path.
func (i *isolation) fill(path, session, game string) string {
	webhook := "none"
	if session == i.session {
		webhook = i.webhook
	}
	if strings.HasPrefix(path, "/v1/games") {
		session = game
	}
	if strings.HasSuffix(path, "/calls") {
		path += "?thought=tht_a_1_2_turn"
	}
	return strings.NewReplacer("{id}", session, "{mid}", "msg_none", "{vid}", "none", "{kid}", "none", "{wid}", webhook, "{tid}", "none", "{number}", "1").Replace(path)
}

// ask sends a request. It does not wait for the end of a stream.
func (i *isolation) ask(r api.GuardedRoute, path, token string) string {
	return i.head(i.client, i.as(token).request(i.t.Context(), r.Method, path, sample(r)))
}

// reaching are bodies of the routes that refuse an empty one before they look for the log.
var reaching = map[string]string{
	"PATCH /v1/sessions/{id}": `{"persona":"calm"}`, "POST /v1/webhooks/{wid}/replay": `{"cursor":"earliest"}`, "POST /v1/sessions/{id}/messages/{mid}/receipt": `{"status":"posted"}`, "POST /v1/sessions/{id}/votes/{vid}/receipt": `{"used":"none"}`,
}

func sample(r api.GuardedRoute) string {
	if body := reaching[r.Method+" "+r.Path]; body != "" {
		return body
	}
	if body := ofGreen[r.Path[strings.LastIndexByte(r.Path, '/'):]]; body != "" {
		return body
	}
	if r.Method == "POST" || r.Method == "PATCH" || r.Method == "PUT" {
		return "{}"
	}
	return ""
}

// TestIsolation is the matrix of every route that needs a key, and every kind of sender. It takes
// the routes from the table, so that none can be left out.
func TestIsolation(t *testing.T) {
	t.Parallel()
	i := newIsolation(t)
	mine := i.as(i.keys["all"])
	tokens := map[string]string{}
	for _, role := range []string{"owner", "spectator"} {
		tokens[role] = as[access](t, mine.send("POST", "/v1/games/"+i.game+"/tokens", `{"role":"`+role+`"}`).is(t, 201)).Token
	}
	tokens["seat"] = as[access](t, mine.send("POST", "/v1/games/"+i.game+"/tokens", `{"role":"seat","seat":"Green"}`).is(t, 201)).Token
	reader := as[issued](t, mine.send("POST", "/v1/games/"+i.game+"/read-token", "").is(t, 201)).Token
	theirs := i.as(i.other)
	otherGame, otherSession := theirs.createGame(mixedGame).ID, theirs.create("")

	// What ends or deletes comes last.
	routes := api.GuardedRoutes()
	slices.SortStableFunc(routes, func(a, b api.GuardedRoute) int { return ending(a) - ending(b) })
	for _, r := range routes {
		name := r.Method + " " + r.Path
		own := i.fill(r.Path, i.session, i.game)
		hasLog := (strings.Contains(r.Path, "{id}") || strings.Contains(r.Path, "{wid}")) && strings.HasPrefix(r.Path, "/v1/")
		check := func(what, got string, fits bool) {
			i.routes[name]++
			if !fits {
				t.Errorf("%s, %s: %s", name, what, got)
			}
		}
		for what, want := range map[string]string{"": "401 unauthorized", i.keys["revoked"]: "401 key_revoked", i.keys["expired"]: "401 key_expired", i.keys["without "+r.Scope]: "403 key_scope"} {
			got := i.ask(r, own, what)
			check("refused with "+want, got, got == want)
		}
		if hasLog {
			foreign, unknown := i.strip(theirs, r, own), i.strip(theirs, r, i.fill(r.Path, "ses_none", "gam_none"))
			check("another tenant's as unknown", foreign+" unlike "+unknown, foreign == unknown && strings.HasPrefix(foreign, "404"))
		}
		for role, token := range tokens {
			got := i.ask(r, i.fill(r.Path, otherSession, otherGame), token)
			check("the token of "+role+" elsewhere", got, got == "403 token_scope")
		}
		got := i.head(i.client, i.as("").request(t.Context(), r.Method, i.fill(r.Path, otherSession, otherGame)+map[bool]string{true: "&", false: "?"}[strings.HasSuffix(r.Path, "/calls")]+"read_token="+reader, sample(r)))
		check("a read token elsewhere", got, strings.HasPrefix(got, "401"))
		if r.Method == "GET" && !hasLog { // lists
			a := theirs.send(r.Method, i.fill(r.Path, "", ""), "", "Accept", "*/*")
			check("a list", string(a.Body), !strings.Contains(string(a.Body), canary) && !strings.Contains(string(a.Body), i.session) && !strings.Contains(string(a.Body), i.game))
		}
		if r.Scope != "metrics" {
			got := i.ask(r, own, i.keys["all"])
			check("its own", got, !strings.HasPrefix(got, "401") && !strings.HasPrefix(got, "403"))
		}
	}
	cases := 0
	for n := range maps.Values(i.routes) {
		cases += n
	}
	t.Logf("%d routes, %d cases", len(routes), cases)
}

func ending(r api.GuardedRoute) int {
	return slices.Index([]string{"POST /end", "DELETE /{id}", "DELETE /{wid}"}, r.Method+" "+r.Path[strings.LastIndexByte(r.Path, '/'):])
}

// strip returns the whole answer to a request, without what differs in each.
func (i *isolation) strip(s *server, r api.GuardedRoute, path string) string {
	a := s.send(r.Method, path, sample(r))
	a.Header.Del("Date")
	text := fmt.Sprintln(a.Status, a.Header, string(a.Body))
	return strings.ReplaceAll(text, a.Header.Get("X-Request-Id"), "ID")
}

// TestExternalIDsOfTenants: two tenants may use one external id.
func TestExternalIDsOfTenants(t *testing.T) {
	t.Parallel()
	i := newIsolation(t)
	i.as(i.other).send("POST", "/v1/sessions", body(`,"external_id":"`+canary+`"`)).is(t, 201).lacks(t, i.session)
}
