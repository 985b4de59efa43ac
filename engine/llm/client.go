package llm

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/prompt"
	"ringer/engine/secret"
)

// Client asks one server. Many goroutines may use it.
type Client struct {
	api     *openai.Client
	model   Completer // in place of api; nil for none
	key     string
	secrets secret.Values
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
		next = networkTransport(c.InFlight, c.PublicOnly)
	}
	token := c.Key
	if c.KeyHeader != "" {
		token = "" // the transport sends it
	}
	config := openai.DefaultConfig(token)
	// The query is added to each request below the client, whose errors hold the address.
	address, query, _ := strings.Cut(c.BaseURL, "?")
	config.BaseURL = cmp.Or(address, config.BaseURL)
	secrets := c.secrets()
	config.HTTPClient = &http.Client{Transport: transport{next, c.ExtraBody, query, c.KeyHeader, c.Key, secrets}}
	best := form{capField: firstCapField(config.BaseURL)}
	models, err := newModels(&c, best)
	if err != nil {
		return nil, err
	}
	return &Client{
		api: openai.NewClientWithConfig(config), model: c.Model, key: c.Key, secrets: secrets, roles: c.Roles, prices: c.Prices,
		limiter: newLimiter(c.InFlight, c.InFlightSession), models: models,
	}, nil
}

// firstCapField guesses the name of the cap. OpenAI refuses the old one for newer models. Other
// servers may ignore the new one.
func firstCapField(baseURL string) capField {
	if strings.Contains(baseURL, "api.openai.com") || strings.Contains(baseURL, ".azure.com") {
		return maxCompletionTokens
	}
	return maxTokens
}

// secrets returns the secrets of the configuration. Servers repeat them in errors and answers.
func (c *Config) secrets() secret.Values {
	all := append(secret.InURL(c.BaseURL), secret.InJSON(c.ExtraBody)...)
	return secret.New(append(all, c.Key)...)
}

// hideError returns an error whose text holds no secret. A key is hidden there however short it is.
func (c *Client) hideError(err error) error {
	if hidden := c.secrets.HideError(err); c.key == "" || !strings.Contains(hidden.Error(), c.key) {
		return hidden
	}
	return errors.New(strings.ReplaceAll(c.secrets.HideAll(err.Error()), c.key, secret.HiddenValue))
}

// Asker returns the asker of one thought.
func (c *Client) Asker(caller prompt.Caller) prompt.Asker {
	return &asker{caller: caller, client: c}
}
