package api_test

import (
	"strings"
	"testing"
)

type madeWebhook struct{ ID, Secret string }

// makeWebhook makes a webhook over HTTP.
func (s *server) makeWebhook(body string) madeWebhook {
	s.t.Helper()
	return as[madeWebhook](s.t, s.send("POST", "/v1/webhooks", body).is(s.t, 201))
}

func TestWebhooks(t *testing.T) {
	t.Parallel()
	root := setup(t, withKey).as(key)
	made := root.makeWebhook(`{"url":"https://a.example/x","types":["message.sent"],"sessions":["ses_a"]}`)
	if !strings.HasPrefix(made.Secret, "whsec_") || len(made.Secret) < 40 {
		t.Errorf("the secret is %s", made.Secret)
	}
	path := "/v1/webhooks/" + made.ID
	secret := func(a answer) { t.Helper(); a.lacks(t, made.Secret, strings.TrimPrefix(made.Secret, "whsec_")) }
	secret(root.send("GET", "/v1/webhooks", "").shows(t, `{"webhooks":[{"id":"`+made.ID+`","url":"https://a.example/x","active":true}]}`))
	secret(root.send("GET", path, "").shows(t, `{"types":["message.sent"],"sessions":["ses_a"]}`))
	root.send("PATCH", path, `{"active":false,"types":[]}`).is(t, 200, `"active":false`, "a request has stopped it").lacks(t, `"types"`)
	root.send("PATCH", path, `{"active":true}`).is(t, 200, `"active":true`, "ses_a").lacks(t, "reason")
	rotated := as[madeWebhook](t, root.send("POST", path+"/rotate", "").is(t, 201))
	if rotated.Secret == made.Secret || rotated.ID != made.ID {
		t.Errorf("the rotation gave %+v", rotated)
	}
	root.send("POST", path+"/test", "").is(t, 202)
	root.send("POST", path+"/replay", `{"cursor":"earliest"}`).is(t, 202)
	root.send("GET", path+"/deliveries", "").shows(t, `{"deliveries":[]}`)
	other := root.as(root.makeKey(`{"name":"x","tenant":"other","scopes":["admin"]}`).Key)
	for _, r := range []string{"GET " + path, "PATCH " + path, "DELETE " + path, "POST " + path + "/rotate", "POST " + path + "/test", "GET " + path + "/deliveries"} {
		method, at, _ := strings.Cut(r, " ")
		body := ""
		if method == "PATCH" {
			body = "{}"
		}
		other.send(method, at, body).refused(t, "404 webhook_not_found")
	}
	other.send("GET", "/v1/webhooks", "").shows(t, `{"webhooks":[]}`).lacks(t, made.ID)
	root.send("DELETE", path, "").is(t, 204)
	root.send("GET", path, "").refused(t, "404 webhook_not_found")
}

func TestWebhookRefusals(t *testing.T) {
	t.Parallel()
	root := setup(t, withKey).as(key)
	for body, want := range map[string]string{
		`{}`:                          "422 required /url",
		`{"url":"http://a.example/"}`: "422 invalid_value /url",
		`{"url":"https://user:password@a.example/"}`:                    "422 invalid_value /url",
		`{"url":"ftp://a.example/"}`:                                    "422 invalid_value /url",
		`{"url":"https://a.example/` + strings.Repeat("a", 2000) + `"}`: "422 too_long /url",
		`{"url":"https://a.example/","types":["message.posted"]}`:       "422 invalid_value /types/0",
		`{"url":"https://a.example/","sessions":["gam_a"]}`:             "422 invalid_value /sessions/0",
		`{"url":"https://a.example/","games":["ses_a"]}`:                "422 invalid_value /games/0",
	} {
		root.send("POST", "/v1/webhooks", body).refused(t, want)
	}
	made := root.makeWebhook(`{"url":"https://a.example/"}`)
	root.send("POST", "/v1/webhooks/"+made.ID+"/replay", `{"cursor":"17"}`).refused(t, "422 invalid_cursor /cursor")
	root.send("PATCH", "/v1/webhooks/"+made.ID, `{"url":"http://a.example/"}`).refused(t, "422 invalid_value /url")
	for range 19 {
		root.makeWebhook(`{"url":"https://a.example/"}`)
	}
	root.send("POST", "/v1/webhooks", `{"url":"https://a.example/"}`).is(t, 422, "too_many")
	root.as(root.makeKey(`{"name":"x"}`).Key).send("GET", "/v1/webhooks", "").refused(t, "403 key_scope")
}
