package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ringer/engine/secret"
)

// healthCommand asks a server whether it is up. Containers and supervisors use it in place of curl.
type healthCommand struct {
	URL  string      `name:"url" help:"Server to ask. By default it is on this machine, at the host and port below." placeholder:"URL"`
	Host hostAddress `var:"HOST" default:"127.0.0.1" help:"Address that the server listens on ($$HOST)."`
	Port int         `var:"PORT" default:"8080" help:"Port that the server listens on ($$PORT)."`
}

// healthLimit is how long the server may take to answer. A slower server counts as down.
const healthLimit = 3 * time.Second

func (c *healthCommand) Validate() error {
	if c.URL == "" && (c.Port < 1 || c.Port > 65535) {
		return errors.New("--port must be from 1 to 65535; name the server with --url if it took a free port")
	}
	if c.URL != "" {
		return checkURL("--url", c.URL)
	}
	return nil
}

func checkURL(flag, address string) error {
	if u, err := url.Parse(address); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%s must be the URL of a server, such as http://127.0.0.1:8080", flag)
	}
	return nil
}

func (c *healthCommand) server() string {
	if c.URL != "" {
		return strings.TrimRight(c.URL, "/")
	}
	host := c.Host
	if ip := net.ParseIP(string(host)); ip != nil && ip.IsUnspecified() {
		// The server listens on all addresses. The host is an address, since an image cannot
		// resolve names such as localhost.
		host = "127.0.0.1"
		if ip.To4() == nil {
			host = "::1"
		}
	}
	return "http://" + host.join(c.Port)
}

func (c *healthCommand) Run(t *terminal) error {
	ctx, cancel := context.WithTimeout(t.ctx, healthLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.server()+"/healthz", nil)
	if err != nil {
		return fmt.Errorf("health: %w", err)
	}
	// Without a proxy: a proxy of the environment would answer in place of the server.
	client := &http.Client{Transport: &http.Transport{Proxy: nil}}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("not healthy: %s; is the server running, and is this its address?", secret.Masked(err.Error()))
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("not healthy: %s answers %s", secret.Masked(c.server()), response.Status)
	}
	fmt.Fprintf(t.stdout, "healthy: %s\n", secret.Masked(c.server()))
	return nil
}
