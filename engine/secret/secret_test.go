package secret

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestMasked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"postgres://me:geheim@host/name?sslmode=disable":                   "postgres://me:xxxxx@host/name?sslmode=disable",
		"postgres://me@host/name?sslpassword=geheim&sslmode=require":       "postgres://me@host/name?sslpassword=xxxxx&sslmode=require",
		"postgres://me:gehe/im@host/name":                                  "postgres://me:xxxxx@host/name",
		"host=db user=me password=geheim dbname=name":                      "host=db user=me password=xxxxx dbname=name",
		`host=db password='ge he\'im' sslpassword = geheim dbname=x`:       "host=db password=xxxxx sslpassword = xxxxx dbname=x",
		"https://me:geheim@models.example/v1?api_key=geheim":               "https://me:xxxxx@models.example/v1?api_key=xxxxx",
		"https://geheim@models.example/v1":                                 "https://xxxxx@models.example/v1",
		"nats://geheim@one.example:4222,tls://geheim@two.example":          "nats://xxxxx@one.example:4222,tls://xxxxx@two.example",
		"nats://me:geheim@one.example:4222":                                "nats://me:xxxxx@one.example:4222",
		`Post "https://m.example/v1/chat?code=geheim&v=1": dial tcp: EOF`:  `Post "https://m.example/v1/chat?code=xxxxx&v=xxxxx": dial tcp: EOF`,
		"redirects to \"https://m.example/?sig=geheim#frag=geheim\"; set":  "redirects to \"https://m.example/?sig=xxxxx#frag=xxxxx\"; set",
		`{"api_key": "geheim", "model": "big"}`:                            `{"api_key": xxxxx, "model": "big"}`,
		"unexpected argument secret":                                       "unexpected argument secret",
		"the rule secret refused a text; answer tokens: 12, max_tokens=80": "the rule secret refused a text; answer tokens: 12, max_tokens=80",
		"is it 5 o'clock? yes: http://localhost:8080/docs/":                "is it 5 o'clock? yes: http://localhost:8080/docs/",
	} {
		if got := Masked(text); got != want {
			t.Errorf("%s\nis shown as\n%s, want\n%s", text, got, want)
		}
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	v := New("ollama", "disabled", "", "12345678", "sk-1/a+b", "a-long-secret-of-20b", "a-long-secret-of-20bytes-and-more")
	for text, want := range map[string]string{
		"ollama is disabled since 1234567890":   "ollama is disabled since 1234567890",
		"key sk-1/a+b, in a query sk-1%2Fa%2Bb": "key (the key), in a query (the key)",
		"a-long-secret-of-20bytes-and-more":     "(the key)",
	} {
		if got := v.Hide(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
	cause := errors.New("wrong key sk-1/a+b")
	err := v.HideError(fmt.Errorf("call: %w", cause))
	if !errors.Is(err, cause) || err.Error() != "call: wrong key (the key)" {
		t.Errorf("%v", err)
	}
	if v.HideError(nil) != nil || v.HideError(errNone) != errNone {
		t.Error("an error without a secret was changed")
	}
}

var errNone = errors.New("no secret")

func TestWhereSecretsStand(t *testing.T) {
	t.Parallel()
	got := fmt.Sprint(
		InURL("https://me:p1@h/v1?key=p2"), InURL("https://p3@h/v1"), InURL("nats://p8@h"), InURL("nats://me:p9@h"), InURL("postgres://me:p4@h/n?sslpassword=p5&sslmode=disable"), InURL("postgres://me@h/n"), InURL("::"),
		InJSON(map[string]any{"a": []any{"p6", 1.0, map[string]any{"b": "p7"}}}),
	)
	for i := 1; i <= 9; i++ {
		if !strings.Contains(got, fmt.Sprint("p", i)) {
			t.Errorf("p%d is not found: %s", i, got)
		}
	}
	if strings.Contains(got, "disable") || strings.Contains(got, "me") {
		t.Errorf("more is found than secrets: %s", got)
	}
}
