package llm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/prompt"
)

// Completer is a model inside the process, without HTTP and JSON, which take most of a call's time.
type Completer interface {
	// Complete answers a request whose MaxCompletionTokens is the cap of the answer.
	Complete(r openai.ChatCompletionRequest) (openai.ChatCompletionResponse, error)
}

// Config says which server to ask, and how.
type Config struct {
	// BaseURL is the address of the API with /v1; empty means OpenAI's. Its query goes with each
	// request.
	BaseURL string
	Key     string
	// KeyHeader is the header that holds the key alone, such as api-key; empty means a bearer
	// token.
	KeyHeader string
	// Transport carries the requests; nil means the network.
	Transport http.RoundTripper
	// PublicOnly refuses addresses that are not public, such as those of the server's own network.
	PublicOnly bool
	// Model answers inside the process, in place of a server; nil means a server.
	Model Completer
	// ExtraBody goes into the body of each request and overrides the client's own fields, such as
	// {"chat_template_kwargs": {"enable_thinking": false}} for Qwen behind vLLM, or {"thinking":
	// {"type": "disabled"}} for GLM.
	ExtraBody map[string]any
	// Roles say how the calls of each role are made. All four must be present.
	Roles map[prompt.ModelRole]RoleConfig
	// Models are the names of further models that the server's settings name.
	Models []string
	// Prices are the prices of models, by name. A model without a price costs nothing.
	Prices map[string]Price
	// InFlight bounds the calls under way, in units: one a call, and one for each 4096 tokens of
	// its prompt. 0 means 64.
	InFlight int
	// InFlightSession bounds those of one session; 0 means 4. One unit is always left to the
	// others.
	InFlightSession int
	// ProbeAfter is the time until what a server has refused is tried again. It doubles each time
	// that the server still refuses. 0 means ten minutes.
	ProbeAfter time.Duration
}

const (
	// defaultInFlight is about what a hosted model accepts from one customer, or a local one runs
	// in a batch.
	defaultInFlight = 64
	// defaultInFlightSession lets a session ask two questions at once, each with a repair.
	defaultInFlightSession = 4
	// defaultProbeAfter is short enough to notice soon that a server was updated, or a name stands
	// for another model. One refused call in ten minutes costs nothing.
	defaultProbeAfter = 10 * time.Minute
)

// owned are the fields that only the client may set: else it could not read the answer.
var owned = []string{"messages", "model", "n", "response_format", "stream", "tools"}

var headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")

// complete sets the defaults, and returns what is wrong with the configuration.
func (c *Config) complete() error {
	c.InFlight = cmp.Or(c.InFlight, defaultInFlight)
	c.InFlightSession = cmp.Or(c.InFlightSession, defaultInFlightSession)
	c.ProbeAfter = cmp.Or(c.ProbeAfter, defaultProbeAfter)
	var errs []error
	refuse := func(format string, args ...any) { errs = append(errs, fmt.Errorf("llm: "+format, args...)) }
	switch {
	case strings.Trim(c.Key, `"'`) != c.Key:
		refuse("the key of the model server stands in quotation marks; remove them")
	case strings.ContainsFunc(c.Key, func(r rune) bool { return r <= ' ' || r > '~' }):
		refuse("the key of the model server, OPENAI_API_KEY, holds a blank, a line break or a sign beyond ASCII, which no header holds; set the key alone, without Bearer")
	}
	if !headerName.MatchString(cmp.Or(c.KeyHeader, "api-key")) {
		refuse("the header of the key must be the name of a header, such as api-key")
	}
	for _, role := range ranks {
		r, ok := c.Roles[role]
		switch {
		case !ok || r.Model == "":
			refuse("role %s has no model; name one", role)
		case r.MaxTokens < 1:
			refuse("role %s has no max_tokens; set it to 1 or more", role)
		case r.Timeout <= 0:
			refuse("role %s has no time limit; set one above 0", role)
		case r.Thinking != "" && !slices.Contains(ThinkingLevels(), r.Thinking):
			refuse("role %s: thinking %q is not one of %s; leave it out for the server's default", role, r.Thinking, strings.Join(ThinkingLevels(), ", "))
		case r.Temperature != nil && !(*r.Temperature >= 0 && *r.Temperature <= 2):
			refuse("role %s: temperature must be from 0 to 2; leave it out for the server's default", role)
		}
	}
	for model, p := range c.Prices {
		for _, v := range []float64{p.Prompt, p.Cached, p.Answer} {
			if !(v >= 0) || math.IsInf(v, 0) {
				refuse("the price of %s must be numbers of 0 or more, in currency per million tokens", model)
				break
			}
		}
	}
	for _, name := range owned {
		if _, ok := c.ExtraBody[name]; ok {
			refuse("the extra body must not hold %q, because the client sets it; remove it", name)
		}
	}
	if c.InFlight < 1 || c.InFlightSession < 1 || c.ProbeAfter < 0 {
		refuse("limits of calls in flight must be 1 or more, and the time until a probe 0 or more")
	}
	if c.InFlight > 1 {
		c.InFlightSession = min(c.InFlightSession, c.InFlight-1)
	}
	return errors.Join(errs...)
}
