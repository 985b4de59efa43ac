package cli

import (
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

const testKey = "a-key-of-enough-characters"

func TestAccessRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		env  map[string]string
		want []string // in the error
	}{
		{"ReachedWithoutAKey", map[string]string{"HOST": "0.0.0.0"}, []string{"set RINGER_API_KEY"}},
		{"ReachedByNameWithoutAKey", map[string]string{"HOST": "ringer.example"}, []string{"set RINGER_API_KEY"}},
		{"ShortKey", map[string]string{"RINGER_API_KEY": "s3cret-15-chars"}, []string{"16 or more"}},
		{"KeyWithSpace", map[string]string{"RINGER_API_KEY": "s3cret with spaces in it"}, []string{"without spaces"}},
		{"KeyOutsideASCII", map[string]string{"RINGER_API_KEY": "s3cret-schlüssel-sehr-lang"}, []string{"ASCII"}},
		{"AllAtOnce", map[string]string{
			"RINGER_API_KEY": "s3cret", "RINGER_CORS_ORIGIN": "game.example,https://game.example/,https://*.example", "RINGER_RATE_LIMIT": "-1", "PORT": "-1",
		}, []string{"RINGER_API_KEY must", "RINGER_CORS_ORIGIN game.example", "RINGER_CORS_ORIGIN https://game.example/", "RINGER_CORS_ORIGIN https://*.example", "RINGER_RATE_LIMIT must", "PORT must"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, command := range []string{"serve", "config"} {
				out, err := commandIn(t, c.env, command)
				if err == nil {
					t.Fatalf("%s accepted it", command)
				}
				for _, want := range c.want {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("%s: %q lacks %q", command, err, want)
					}
				}
				if strings.Contains(out+err.Error(), "s3cret") {
					t.Errorf("%s shows the key: %q %v", command, out, err)
				}
			}
		})
	}
}

func TestConfigShowsAccessWithoutTheKey(t *testing.T) {
	t.Parallel()
	env := map[string]string{"RINGER_API_KEY": testKey, "HOST": "0.0.0.0", "RINGER_CORS_ORIGIN": "https://game.example,http://localhost:3000"}
	out := sessiontest.Must(commandIn(t, env, "config", "--rate-limit", "50"))(t)
	flat := strings.Join(strings.Fields(out), " ")
	sessiontest.Contains(t, flat,
		"--api-key set environment RINGER_API_KEY", "--cors-origin https://game.example, http://localhost:3000 environment RINGER_CORS_ORIGIN", "--rate-limit 50 flag",
	)
	if strings.Contains(out, testKey) {
		t.Errorf("the key is shown: %s", out)
	}
}
