package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/secret"
	"ringer/engine/session"
)

type modelFlags struct {
	Key     lineText      `name:"openai-api-key" var:"OPENAI_API_KEY" help:"Key of the model server ($$OPENAI_API_KEY). Without key and base URL the offline model answers." placeholder:"KEY"`
	Header  string        `name:"model-key-header" var:"MODEL_KEY_HEADER" help:"Header that holds the key alone, such as api-key (Azure) or Ocp-Apim-Subscription-Key ($$MODEL_KEY_HEADER). By default it is Authorization, with Bearer before the key." placeholder:"NAME"`
	BaseURL lineText      `name:"openai-base-url" var:"OPENAI_BASE_URL" help:"Base URL of an OpenAI-compatible server, including /v1 ($$OPENAI_BASE_URL)." placeholder:"URL"`
	Model   lineText      `name:"model" var:"OPENAI_MODEL" default:"gpt-4.1-mini" help:"Model of the roles that name no other ($$OPENAI_MODEL)."`
	Timeout time.Duration `name:"model-timeout" var:"MODEL_TIMEOUT" help:"Time limit of a question, for all its calls together, in roles that set none: from 1s to 10m. By default 5s for a reflex, 10s for a decision, 20s for a reply, 30s for an analysis ($$MODEL_TIMEOUT)." placeholder:"DURATION"`

	Reflex   roleSpec `name:"model-reflex" var:"MODEL_REFLEX" help:"Model of reflexes, the quick first words: NAME,temperature=T,max_tokens=N,timeout=D,thinking=off|minimal|low|medium|high, each part optional ($$MODEL_REFLEX)." placeholder:"SPEC"`
	Reply    roleSpec `name:"model-reply" var:"MODEL_REPLY" help:"Model of messages; same form as --model-reflex ($$MODEL_REPLY)." placeholder:"SPEC"`
	Analysis roleSpec `name:"model-analysis" var:"MODEL_ANALYSIS" help:"Model that analyses what was said; same form ($$MODEL_ANALYSIS)." placeholder:"SPEC"`
	Decision roleSpec `name:"model-decision" var:"MODEL_DECISION" help:"Model of choices between a few answers; same form ($$MODEL_DECISION)." placeholder:"SPEC"`

	ExtraBody jsonObject `name:"model-extra-body" var:"MODEL_EXTRA_BODY" help:"JSON object whose fields are added to each request, for options that only some servers know ($$MODEL_EXTRA_BODY)." placeholder:"JSON"`
	Prices    priceList  `name:"model-prices" var:"MODEL_PRICES" help:"Prices per million tokens: NAME=PROMPT/ANSWER or NAME=PROMPT/ANSWER/CACHED, several with semicolons ($$MODEL_PRICES)." placeholder:"LIST"`

	InFlight        int `name:"model-in-flight" var:"MODEL_IN_FLIGHT" default:"64" help:"Most model calls that are under way at once; a long prompt counts as several ($$MODEL_IN_FLIGHT)." placeholder:"N"`
	InFlightSession int `name:"model-in-flight-session" var:"MODEL_IN_FLIGHT_SESSION" default:"4" help:"Most model calls of one session that are under way at once ($$MODEL_IN_FLIGHT_SESSION)." placeholder:"N"`

	TenantServers        bool `name:"tenant-models" var:"RINGER_TENANT_MODELS" help:"Let tenants bring model servers of their own, at public addresses ($$RINGER_TENANT_MODELS)."`
	TenantServersPrivate bool `name:"tenant-models-private" var:"RINGER_TENANT_MODELS_PRIVATE" help:"Let them also be at addresses that are not public, and at http ($$RINGER_TENANT_MODELS_PRIVATE). Whoever has a key with the scope admin then reaches the server's own network."`

	Allow     []string `name:"model-allow" var:"MODEL_ALLOW" help:"Model that a session may choose, in addition to the models of the roles; separate several with commas; * allows any ($$MODEL_ALLOW)." placeholder:"NAME"`
	Languages []string `name:"language-allow" var:"RINGER_LANGUAGE_ALLOW" help:"Language that a session may have although the mouth has no word list of it; separate several with commas; * allows any ($$RINGER_LANGUAGE_ALLOW)." placeholder:"TAG"`
	Strict    bool     `name:"strict" var:"RINGER_STRICT" help:"Refuse doubtful input, which is otherwise accepted with warnings ($$RINGER_STRICT)."`
	Events    int64    `name:"game-events" var:"RINGER_GAME_EVENTS" default:"100000" help:"Most events that the log of a game takes, up to 1000000 ($$RINGER_GAME_EVENTS). Then its bots fall silent, and it takes only votes and its end." placeholder:"N"`

	Suspicion weightsFile `name:"suspicion-weights" var:"RINGER_SUSPICION_WEIGHTS" help:"File of weights of the classifier of lines, from ringer suspicion train. By default the weights in this program ($$RINGER_SUSPICION_WEIGHTS)." placeholder:"FILE"`

	MaxCalls  int     `name:"session-max-calls" var:"SESSION_MAX_CALLS" help:"Most model calls of a session; 0 means no limit ($$SESSION_MAX_CALLS)." placeholder:"N"`
	MaxTokens int     `name:"session-max-tokens" var:"SESSION_MAX_TOKENS" help:"Most tokens of these calls; 0 means no limit ($$SESSION_MAX_TOKENS)." placeholder:"N"`
	MaxCost   float64 `name:"session-max-cost" var:"SESSION_MAX_COST" help:"Most that these calls may cost, in the currency of the prices; 0 means no limit ($$SESSION_MAX_COST)." placeholder:"AMOUNT"`
}

// maxTimeout is the longest time limit of a role: a large model on a small machine takes minutes. A
// session can only choose a shorter one.
const maxTimeout = 10 * time.Minute

// lineText is a text of one line. A file or a secret of Kubernetes may have a line break behind it,
// which is left out.
type lineText string

func (l *lineText) UnmarshalText(b []byte) error {
	if *l = lineText(bytes.TrimSpace(b)); *l == "" && len(b) > 0 {
		return errors.New("it holds only blanks; set it, or leave it out")
	}
	return nil
}

func (f *modelFlags) Validate() error {
	var errs []error
	refuse := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if f.BaseURL != "" {
		u, err := url.Parse(string(f.BaseURL))
		switch {
		case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
			refuse("--openai-base-url must be a URL such as https://api.openai.com/v1")
		case strings.HasSuffix(strings.TrimRight(u.Path, "/"), "/chat/completions"):
			refuse("--openai-base-url must end before /chat/completions, which is added to it")
		}
	}
	if f.Model == "" {
		refuse("--model must name a model")
	}
	if f.Timeout != 0 && (f.Timeout < time.Second || f.Timeout > maxTimeout) {
		refuse("--model-timeout must be from 1s to 10m")
	}
	for _, tag := range f.Languages {
		if _, err := language.Parse(tag); err != nil && tag != "*" {
			refuse("--language-allow: %q is not the tag of a language, such as fi or pt-BR", tag)
		}
	}
	if f.InFlight < 1 || f.InFlightSession < 1 {
		refuse("--model-in-flight and --model-in-flight-session must be 1 or more")
	}
	if f.Events < 0 || f.Events > game.MostEvents {
		refuse("--game-events must be from 1 to %d", game.MostEvents)
	}
	if f.MaxCalls < 0 || f.MaxCalls > session.MaxCallLimit {
		refuse("--session-max-calls must be from 1 to %d, or 0 for no limit", session.MaxCallLimit)
	}
	if f.MaxTokens < 0 || f.MaxTokens > session.MaxTokenLimit {
		refuse("--session-max-tokens must be from 1 to %d, or 0 for no limit", session.MaxTokenLimit)
	}
	if !(f.MaxCost >= 0 && f.MaxCost <= session.MaxCostLimit) {
		refuse("--session-max-cost must be from 0.000001 to %d, or 0 for no limit", session.MaxCostLimit)
	}
	if f.MaxCost > 0 && len(f.Prices) == 0 {
		refuse("--session-max-cost needs --model-prices: without prices nothing costs anything")
	} else if names := f.unpriced(); f.MaxCost > 0 && len(names) > 0 {
		refuse("--session-max-cost needs the price of each model: --model-prices lacks %s", strings.Join(names, ", "))
	}
	if f.TenantServersPrivate && !f.TenantServers {
		refuse("--tenant-models-private needs --tenant-models")
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	_, _, err := f.client(nil) // finds now what would fail at the start
	return err
}

func (f *modelFlags) offline() bool { return f.Key == "" && f.BaseURL == "" }

func (f *modelFlags) roles() map[prompt.ModelRole]llm.RoleConfig {
	roles := llm.DefaultRoles()
	for name, spec := range map[prompt.ModelRole]roleSpec{
		prompt.RoleReflex: f.Reflex, prompt.RoleReply: f.Reply, prompt.RoleAnalysis: f.Analysis, prompt.RoleDecision: f.Decision,
	} {
		r := roles[name]
		r.Model, r.Timeout = string(f.Model), cmp.Or(f.Timeout, r.Timeout)
		r = spec.applyTo(r)
		if f.offline() {
			r.Model = offline.Name
		}
		roles[name] = r
	}
	return roles
}

func (f *modelFlags) longest() (limit time.Duration) {
	for _, r := range f.roles() {
		limit = max(limit, r.Timeout)
	}
	return limit
}

func (f *modelFlags) client(skills map[string]prompt.Skill) (c *llm.Client, note string, err error) {
	config := llm.Config{
		BaseURL: string(f.BaseURL), Key: string(f.Key), KeyHeader: f.Header, Roles: f.roles(), Models: f.Allow, ExtraBody: f.ExtraBody, Prices: f.Prices,
		InFlight: f.InFlight, InFlightSession: f.InFlightSession,
	}
	if f.offline() {
		note, config.Model = offline.Note, offline.New(skills)
	}
	c, err = llm.New(config)
	return c, note, err
}

// tenantClient asks the model server of a tenant. The limits are those of the own one, and apply to
// it alone: a tenant whose server hangs takes no places of others.
func (f *modelFlags) tenantClient(s journal.ModelServer) (*llm.Client, error) {
	config := llm.Config{
		BaseURL: s.BaseURL, Key: s.Key, Roles: llm.DefaultRoles(), Prices: map[string]llm.Price{},
		InFlight: f.InFlight, InFlightSession: f.InFlightSession, PublicOnly: !f.TenantServersPrivate,
	}
	for name, own := range f.roles() {
		r := config.Roles[name]
		r.Model, r.Timeout = s.Models[0].Name, own.Timeout
		config.Roles[name] = r
	}
	for _, m := range s.Models {
		config.Models = append(config.Models, m.Name)
		if m.Price != nil {
			config.Prices[m.Name] = llm.Price{Prompt: m.Price.Prompt, Cached: m.Price.Cached, Answer: m.Price.Answer}
		}
	}
	return llm.New(config)
}

func (f *modelFlags) models() []string {
	names := map[string]bool{}
	for _, r := range f.roles() {
		names[r.Model] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// priced reports whether the price of a model is known. The offline model costs nothing, so its
// price is known.
func (f *modelFlags) priced(model string) bool {
	_, ok := f.Prices[model]
	return ok || f.offline() && model == offline.Name
}

func (f *modelFlags) unpriced() []string { return slices.DeleteFunc(f.models(), f.priced) }

func (f *modelFlags) terms() desk.Terms {
	return desk.Terms{
		Models: append(f.models(), f.Allow...), Limits: session.Limits{MaxCalls: f.MaxCalls, MaxTokens: f.MaxTokens, MaxCost: f.MaxCost},
		Languages: f.Languages, ServerModels: f.models(), Priced: f.priced, Strict: f.Strict, GameEvents: f.Events,
	}
}

func (f *modelFlags) String() string {
	if f.offline() {
		return offline.Name + " (" + offline.Note + "; set OPENAI_API_KEY or OPENAI_BASE_URL for one)"
	}
	text := strings.Join(f.models(), ", ") + " at " + secret.Masked(cmp.Or(string(f.BaseURL), "OpenAI"))
	if names := f.unpriced(); len(f.Prices) > 0 && len(names) > 0 {
		text += " (--model-prices has no price of " + strings.Join(names, ", ") + ")"
	}
	return text
}
