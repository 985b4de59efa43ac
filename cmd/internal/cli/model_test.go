package cli

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/sessiontest"
)

func TestRoleSpecs(t *testing.T) {
	t.Parallel()
	f := modelFlags{BaseURL: "http://models.example/v1", Model: "small", Timeout: 15 * time.Second}
	for flag, text := range map[*roleSpec]string{
		&f.Reply: "big,temperature=0.3,max_tokens=90", &f.Reflex: "timeout=2s", &f.Analysis: "deep,thinking=low,timeout=45s",
	} {
		sessiontest.NoError(t, flag.UnmarshalText([]byte(text)))
	}
	roles, plain := f.roles(), llm.DefaultRoles()
	third := 0.3
	for role, want := range map[prompt.ModelRole]llm.RoleConfig{
		prompt.RoleReply:    {Model: "big", Temperature: &third, MaxTokens: 90, Timeout: 15 * time.Second},
		prompt.RoleReflex:   {Model: "small", Temperature: plain[prompt.RoleReflex].Temperature, MaxTokens: plain[prompt.RoleReflex].MaxTokens, Timeout: 2 * time.Second},
		prompt.RoleAnalysis: {Model: "deep", Temperature: plain[prompt.RoleAnalysis].Temperature, MaxTokens: plain[prompt.RoleAnalysis].MaxTokens, Timeout: 45 * time.Second, Thinking: "low"},
		prompt.RoleDecision: {Model: "small", Temperature: plain[prompt.RoleDecision].Temperature, MaxTokens: plain[prompt.RoleDecision].MaxTokens, Timeout: 15 * time.Second},
	} {
		if !reflect.DeepEqual(roles[role], want) {
			t.Errorf("%s: %+v, want %+v", role, roles[role], want)
		}
	}
	if got := strings.Join(f.models(), " "); got != "big deep small" {
		t.Errorf("models %s", got)
	}
	for text, want := range map[string]string{
		"big,temperature=3": "from 0 to 2", "max_tokens=0": "from 1", "timeout=1h": "from 500ms to 10m", "thinking=hard": "off, minimal", "big,speed=9": "not a setting",
		"": "not a setting",
	} {
		sessiontest.Fails(t, new(roleSpec).UnmarshalText([]byte(text)), want)
	}
}

func TestPrices(t *testing.T) {
	t.Parallel()
	var l priceList
	sessiontest.NoError(t, l.UnmarshalText([]byte("gpt-4.1-mini=0.40/1.60/0.10;org/model=x=1/2")))
	want := priceList{"gpt-4.1-mini": {Prompt: 0.4, Answer: 1.6, Cached: 0.1}, "org/model=x": {Prompt: 1, Answer: 2}}
	if !reflect.DeepEqual(l, want) || l.String() != "gpt-4.1-mini=0.4/1.6/0.1;org/model=x=1/2" {
		t.Errorf("%+v, %s", l, l)
	}
	for _, text := range []string{"", "m", "m=1", "m=1/-2", "=1/2", "m=1/2/3/4", "m=a/b", "m=1/NaN", "m=1/2,n=3/4"} {
		sessiontest.Fails(t, new(priceList).UnmarshalText([]byte(text)), "such as")
	}
}

func TestModelSettings(t *testing.T) {
	t.Parallel()
	out, err := commandIn(t, map[string]string{
		"MODEL_REPLY": "big,max_tokens=90", "MODEL_EXTRA_BODY": `{"thinking":{"type":"disabled"}}`, "MODEL_PRICES": "big=1/2", "SESSION_MAX_COST": "0.25", "MODEL_ALLOW": "a,b",
	}, "config", "--model-reflex", "timeout=2s")
	sessiontest.NoError(t, err)
	shown := strings.Join(strings.Fields(out), " ")
	sessiontest.Contains(t, shown,
		"--model-reply big,max_tokens=90 environment MODEL_REPLY", "--model-extra-body set (thinking) environment MODEL_EXTRA_BODY",
		"--model-prices big=1/2 environment MODEL_PRICES", "--session-max-cost 0.25 environment", "--model-allow a, b environment", "--model-reflex timeout=2s flag",
	)
	_, err = commandIn(t, map[string]string{"MODEL_REPLY": "temperature=9", "MODEL_EXTRA_BODY": "[]", "SESSION_MAX_COST": "1"}, "config")
	for _, want := range []string{"MODEL_REPLY", "MODEL_EXTRA_BODY", "needs --model-prices"} {
		sessiontest.Fails(t, err, want)
	}
}

// TestSettingsOfOneLine: what a file or a secret adds to a value is left out.
func TestSettingsOfOneLine(t *testing.T) {
	t.Parallel()
	var got http.Header
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header }))
	t.Cleanup(server.Close)
	f := modelFlags{Header: "api-key", Model: "m", InFlight: 1, InFlightSession: 1, Timeout: maxTimeout}
	for field, text := range map[*lineText]string{&f.Key: " sk-0123456789abcdef\r\n", &f.BaseURL: server.URL + "/v1\n"} {
		sessiontest.NoError(t, field.UnmarshalText([]byte(text)))
	}
	sessiontest.NoError(t, f.Validate())
	c, _, err := f.client(nil)
	sessiontest.NoError(t, err)
	var answer struct {
		Text string `json:"text"`
	}
	_ = c.Asker(prompt.Caller{Record: func(prompt.Exchange) {}}).Ask(t.Context(), prompt.Prompt{Role: prompt.RoleReply}, &answer)
	if got.Get("Api-Key") != "sk-0123456789abcdef" || got.Get("Authorization") != "" {
		t.Errorf("the server got %v", got)
	}
}

// TestModelSettingsThatWouldMislead: settings are refused that look right, but fail at the start or
// in a game.
func TestModelSettingsThatWouldMislead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"AddressOfTheCall":   {[]string{"--openai-base-url", "http://models.example/v1/chat/completions"}, "must end before /chat/completions"},
		"FieldOfTheClient":   {[]string{"--model-extra-body", `{"stream":true}`}, "stream"},
		"CostWithoutPrice":   {[]string{"--openai-api-key", "k", "--session-max-cost", "1", "--model-prices", "gpt-4.1=1/2"}, "lacks gpt-4.1-mini"},
		"CostWithoutOnePart": {[]string{"--openai-api-key", "k", "--session-max-cost", "1", "--model-prices", "gpt-4.1-mini=1/2", "--model-reply", "big"}, "lacks big"},
		"KeyInQuotes":        {[]string{"--openai-api-key", `"sk-0123456789abcdef"`}, "quotation marks"},
		"KeyOfTwoLines":      {[]string{"--openai-api-key", "sk-0123456789abcdef\nsk-2"}, "line break"},
		"KeyWithBearer":      {[]string{"--openai-api-key", "Bearer sk-0123456789abcdef"}, "without Bearer"},
		"BlankKey":           {[]string{"--openai-api-key", " \n"}, "only blanks"},
		"HeaderOfTheKey":     {[]string{"--openai-api-key", "k", "--model-key-header", "api key:"}, "such as api-key"},
		"TimeoutTooLong":     {[]string{"--model-timeout", "11m"}, "from 1s to 10m"},
		"PricesWithCommas":   {[]string{"--model-prices", "gpt-4.1-mini=1/2,big=3/4"}, "semicolons"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := commandIn(t, nil, append([]string{"config"}, c.args...)...)
			if err != nil && strings.Contains(out+err.Error(), "0123456789") {
				t.Errorf("the key is printed: %v\n%s", err, out)
			}
			sessiontest.Fails(t, err, c.want)
		})
	}
	t.Run("ShownAtTheStart", func(t *testing.T) {
		t.Parallel()
		f := modelFlags{Key: "k", Model: "big", Prices: priceList{"small": {Prompt: 1, Answer: 2}}}
		if got := f.String(); !strings.Contains(got, "no price of big") {
			t.Errorf("%q does not say that a price is missing", got)
		}
	})
}

func TestModelWarnings(t *testing.T) {
	t.Parallel()
	if got := modelWarnings(llm.Load{}); len(got) != 0 {
		t.Errorf("%q without a failing model", got)
	}
	failing := llm.Failing{Model: "small", Code: prompt.ModelError, Since: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)}
	got := modelWarnings(llm.Load{Failing: []llm.Failing{failing}})
	if len(got) != 1 || !strings.Contains(got[0], "small have failed since 2026-01-02T03:04:05Z, the last one with model_error") {
		t.Errorf("%q", got)
	}
}

func TestStrict(t *testing.T) {
	t.Parallel()
	if f := (modelFlags{Strict: true}); !f.terms().Strict || new(modelFlags).terms().Strict {
		t.Error("the flag does not reach the terms")
	}
	out, err := commandIn(t, map[string]string{"RINGER_STRICT": "1"}, "config")
	if err != nil || !strings.Contains(strings.Join(strings.Fields(out), " "), "--strict true environment RINGER_STRICT") {
		t.Errorf("%v\n%s", err, out)
	}
	_, err = commandIn(t, map[string]string{"RINGER_STRICT": "perhaps"}, "config")
	sessiontest.Fails(t, err, "RINGER_STRICT")
}
