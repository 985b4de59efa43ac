package natsbell

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// schemes are the ways to reach a server.
var schemes = []string{"nats", "tls", "ws", "wss"}

const form = "write it like nats://user:password@host:4222, and several with commas"

// Check reports what Open would refuse of the addresses of servers.
func Check(addresses string) error {
	_, err := parse(addresses)
	return err
}

// parse splits the addresses of servers. Its errors do not show them, since they may hold secrets.
func parse(addresses string) ([]string, error) {
	var list []string
	for i, address := range strings.Split(addresses, ",") {
		address = strings.TrimSpace(address)
		if address != "" && !strings.Contains(address, "://") {
			address = "nats://" + address
		}
		if err := check(address); err != nil {
			return nil, fmt.Errorf("address %d %w; %s", i+1, err, form)
		}
		list = append(list, address)
	}
	return list, nil
}

func check(address string) error {
	if address == "" {
		return errors.New("is empty")
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return errors.New("is not a URL: a character of the password may need to be escaped, such as %40 for @")
	case !slices.Contains(schemes, u.Scheme):
		return fmt.Errorf("has the scheme %q; the schemes are %s", u.Scheme, strings.Join(schemes, ", "))
	case u.Hostname() == "":
		return errors.New("has no host")
	case strings.Trim(u.Path, "/") != "", u.RawQuery != "", u.Fragment != "":
		return errors.New("has more than user, password, host and port: a character of the password may need to be escaped, such as %2F for /")
	}
	return nil
}
