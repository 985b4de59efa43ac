package llm

import (
	"cmp"
	"net/http"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/sashabaranov/go-openai"

	"ringer/engine/prompt"
)

// Client asks one server. It may be used by many goroutines.
type Client struct {
	api      *openai.Client
	key      string
	roles    map[prompt.Role]Role
	prices   map[string]Price
	limiter  *limiter
	endpoint *endpoint

	ladders *lru.Cache[string, *ladder] // by model
	fresh   func() *ladder
}

// maxModels bounds how many models are remembered: sessions may name their own.
const maxModels = 256

// New returns a client of the server. Its error says what is wrong with the configuration.
func New(c Config) (*Client, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	ladders, err := lru.New[string, *ladder](maxModels)
	if err != nil {
		return nil, err
	}
	next := c.Transport
	if next == nil {
		next = network(c.InFlight)
	}
	config := openai.DefaultConfig(c.Key)
	config.BaseURL = cmp.Or(c.BaseURL, config.BaseURL)
	config.HTTPClient = &http.Client{Transport: transport{next, c.ExtraBody, c.Key}}
	best := manners{cap: firstCap(config.BaseURL)}
	return &Client{
		api: openai.NewClientWithConfig(config), key: c.Key, roles: c.Roles, prices: c.Prices,
		limiter: newLimiter(c.InFlight, c.InFlightSession), endpoint: newEndpoint(),
		ladders: ladders, fresh: func() *ladder { return newLadder(best, c.ProbeAfter) },
	}, nil
}

// firstCap guesses how a server calls the cap: OpenAI refuses the old name for its newer models, and others may not heed the new one.
func firstCap(baseURL string) capName {
	if strings.Contains(baseURL, "api.openai.com") || strings.Contains(baseURL, ".azure.com") {
		return maxCompletionTokens
	}
	return maxTokens
}

// ladder returns what is known of a model.
func (c *Client) ladder(model string) *ladder {
	if l, ok := c.ladders.Get(model); ok {
		return l
	}
	l := c.fresh()
	if earlier, ok, _ := c.ladders.PeekOrAdd(model, l); ok {
		return earlier
	}
	return l
}

// Asker returns what one thought asks with.
func (c *Client) Asker(by prompt.Caller) prompt.Asker { return &asker{Caller: by, client: c} }
