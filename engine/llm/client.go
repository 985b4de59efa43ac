package llm

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/sashabaranov/go-openai"

	"ringer/engine/prompt"
)

// Client asks one server. Many goroutines may use it.
type Client struct {
	api     *openai.Client
	model   Completer // in place of api; nil for none
	key     string
	roles   map[prompt.ModelRole]RoleConfig
	prices  map[string]Price
	limiter *limiter
	breaker *breaker

	ladders   *lru.Cache[string, *ladder] // by model
	newLadder func() *ladder
}

// maxModels bounds how many models have a ladder, because sessions may name their own models.
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
		next = networkTransport(c.InFlight)
	}
	config := openai.DefaultConfig(c.Key)
	config.BaseURL = cmp.Or(c.BaseURL, config.BaseURL)
	config.HTTPClient = &http.Client{Transport: transport{next, c.ExtraBody, c.Key}}
	best := form{capField: firstCapField(config.BaseURL)}
	return &Client{
		api: openai.NewClientWithConfig(config), model: c.Model, key: c.Key, roles: c.Roles, prices: c.Prices,
		limiter: newLimiter(c.InFlight, c.InFlightSession), breaker: newBreaker(),
		ladders: ladders, newLadder: func() *ladder { return newLadder(best, c.ProbeAfter) },
	}, nil
}

// firstCapField guesses by which name the server knows the cap. OpenAI refuses the old name for its
// newer models. Other servers may ignore the new name.
func firstCapField(baseURL string) capField {
	if strings.Contains(baseURL, "api.openai.com") || strings.Contains(baseURL, ".azure.com") {
		return maxCompletionTokens
	}
	return maxTokens
}

// ladder returns the ladder of a model.
func (c *Client) ladder(model string) *ladder {
	if l, ok := c.ladders.Get(model); ok {
		return l
	}
	l := c.newLadder()
	if earlier, ok, _ := c.ladders.PeekOrAdd(model, l); ok {
		return earlier
	}
	return l
}

// withoutKey returns an error whose text does not hold the key. Some servers repeat the key in
// errors, and errors are logged.
func (c *Client) withoutKey(err error) error {
	if c.key == "" || !strings.Contains(err.Error(), c.key) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), c.key, hiddenKey))
}

// Asker returns the asker of one thought.
func (c *Client) Asker(caller prompt.Caller) prompt.Asker {
	return &asker{caller: caller, client: c}
}
