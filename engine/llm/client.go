package llm

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/prompt"
)

// Client asks one server. Many goroutines may use it.
type Client struct {
	api     *openai.Client
	key     string
	roles   map[prompt.ModelRole]RoleConfig
	prices  map[string]Price
	limiter *limiter
	models  *models
}

// New returns a client of the server. Its error says what is wrong with the configuration.
func New(c Config) (*Client, error) {
	if err := c.complete(); err != nil {
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
	models, err := newModels(&c, best)
	if err != nil {
		return nil, err
	}
	return &Client{
		api: openai.NewClientWithConfig(config), key: c.Key, roles: c.Roles, prices: c.Prices,
		limiter: newLimiter(c.InFlight, c.InFlightSession), models: models,
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
