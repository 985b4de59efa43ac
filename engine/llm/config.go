package llm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"ringer/engine/prompt"
)

// Config says which server to ask, and how.
type Config struct {
	// BaseURL of the API, up to and with /v1; empty is OpenAI's own.
	BaseURL string
	Key     string
	// Transport carries the requests; nil is the network.
	Transport http.RoundTripper
	// ExtraBody is put into the body of each request, over what the client itself puts there. It is for what a server has of its own, such as
	// {"chat_template_kwargs": {"enable_thinking": false}} for Qwen behind vLLM, or {"thinking": {"type": "disabled"}} for GLM.
	ExtraBody map[string]any
	// Roles say how the calls of each role are made. All four must be there.
	Roles map[prompt.Role]Role
	// Prices of models, by name; the calls of a model without one cost nothing.
	Prices map[string]Price
	// InFlight bounds the calls under way, in units: a call counts as one, and as one more for each 4096 tokens of its prompt.
	// 0 is 64.
	InFlight int
	// InFlightSession bounds those of one session, in the same units; 0 is 4.
	InFlightSession int
	// ProbeAfter is how long it takes until something that a server has refused is tried again; it doubles each time that the
	// server still refuses. 0 is ten minutes.
	ProbeAfter time.Duration
}

const (
	// defaultInFlight is what a hosted model takes from one customer without complaint, and a local one fits into a batch.
	defaultInFlight = 64
	// defaultInFlightSession lets a session ask for two things at once, each with a repair, and starve nobody.
	defaultInFlightSession = 4
	// defaultProbeAfter: a server that is updated, or a model behind a name that is changed, is noticed within a coffee break, and
	// one refused call in ten minutes costs nothing.
	defaultProbeAfter = 10 * time.Minute
)

// owned are the fields of a request that only the client may set: another value would break how it reads the answer.
var owned = []string{"messages", "model", "n", "response_format", "stream", "tools"}

func (c *Config) complete() error {
	c.InFlight = cmp.Or(c.InFlight, defaultInFlight)
	c.InFlightSession = cmp.Or(c.InFlightSession, defaultInFlightSession)
	c.ProbeAfter = cmp.Or(c.ProbeAfter, defaultProbeAfter)
	var errs []error
	refuse := func(format string, args ...any) { errs = append(errs, fmt.Errorf("llm: "+format, args...)) }
	for _, role := range ranks {
		r, ok := c.Roles[role]
		switch {
		case !ok || r.Model == "":
			refuse("role %s has no model; name one", role)
		case r.MaxTokens < 1:
			refuse("role %s has no cap of tokens; set one from 1", role)
		case r.Timeout <= 0:
			refuse("role %s has no time limit; set one above 0", role)
		case r.Thinking != "" && !slices.Contains(Thinking, r.Thinking):
			refuse("role %s: thinking %q is none of %s; leave it out for what the server prefers", role, r.Thinking, strings.Join(Thinking, ", "))
		case r.Temperature != nil && !(*r.Temperature >= 0 && *r.Temperature <= 2):
			refuse("role %s: temperature must be from 0 to 2; leave it out for what the server prefers", role)
		}
	}
	for model, p := range c.Prices {
		for _, v := range []float64{p.Prompt, p.Cached, p.Answer} {
			if !(v >= 0) || math.IsInf(v, 0) {
				refuse("the price of %s must be numbers from 0, in currency per million tokens", model)
				break
			}
		}
	}
	for _, name := range owned {
		if _, ok := c.ExtraBody[name]; ok {
			refuse("the extra body must not hold %q, which the client sets itself; remove it", name)
		}
	}
	if c.InFlight < 1 || c.InFlightSession < 1 || c.ProbeAfter < 0 {
		refuse("limits of calls in flight must be from 1, and the time until a probe not below 0")
	}
	return errors.Join(errs...)
}
