package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"ringer/api"
	"ringer/engine"
)

type accessFlags struct {
	APIKey         string   `name:"api-key" var:"RINGER_API_KEY" help:"Key that clients must send: 16 characters or more. Better set $$RINGER_API_KEY, since the list of processes shows flags. It may do everything. ringer keys makes others. Without any key the server listens on loopback only." placeholder:"KEY"`
	Origins        []string `name:"cors-origin" var:"RINGER_CORS_ORIGIN" help:"Origin whose web pages may use the API, such as https://game.example; separate several with commas; * allows all ($$RINGER_CORS_ORIGIN)." placeholder:"ORIGIN"`
	WebhookPrivate bool     `name:"webhook-private" var:"RINGER_WEBHOOK_PRIVATE" help:"Let webhooks have addresses that are not public, and http ($$RINGER_WEBHOOK_PRIVATE). Whoever has a key with the scope admin then reaches the server's own network."`
	RateLimit      int      `name:"rate-limit" var:"RINGER_RATE_LIMIT" default:"0" help:"Most requests a second that the server accepts, from all clients together; 0 means no limit ($$RINGER_RATE_LIMIT)." placeholder:"N"`
}

// minKey is the length of the shortest key: 16 characters out of 64 are 96 bits, which nobody
// guesses over a network.
const minKey = 16

const maxRate = 1_000_000

// Validate implements kong.Validatable. Its errors never contain the key.
func (f *accessFlags) Validate() error {
	var errs []error
	unfit := func(r rune) bool { return r <= ' ' || r > '~' }
	if f.APIKey != "" && (len(f.APIKey) < minKey || strings.ContainsFunc(f.APIKey, unfit)) {
		errs = append(errs, fmt.Errorf("--api-key must be %d or more printable ASCII characters without spaces; make one with openssl rand -hex 32", minKey))
	}
	for _, o := range f.Origins {
		if u, err := url.Parse(o); o != "*" && (err != nil || u.Host == "" || u.Scheme+"://"+u.Host != o || strings.Contains(o, "*")) {
			errs = append(errs, fmt.Errorf("--cors-origin %s must be * or an origin as browsers send it, such as https://game.example or http://localhost:3000", o))
		}
	}
	if f.RateLimit < 0 || f.RateLimit > maxRate {
		errs = append(errs, fmt.Errorf("--rate-limit must be from 1 to %d, or 0 for no limit", maxRate))
	}
	return errors.Join(errs...)
}

// checkHost returns an error if other machines could reach a server that has no key.
func (f *serverFlags) checkHost(ctx context.Context) error {
	if host := string(f.Host); f.APIKey == "" && !loopback(host) && !f.hasKeys(ctx) {
		return fmt.Errorf("--host %s is not a loopback address, and without a key anybody who reaches the server could use it: make a key with ringer keys create, or set RINGER_API_KEY, %d characters or more (openssl rand -hex 32), or listen on 127.0.0.1", host, minKey)
	}
	return nil
}

func (f *accessFlags) apply(o api.Options, _ *engine.Engine) (api.Options, func(context.Context), error) {
	o.Key, o.Origins, o.RateLimit, o.WebhookPrivate = f.APIKey, f.Origins, f.RateLimit, f.WebhookPrivate
	return o, nil, nil
}
