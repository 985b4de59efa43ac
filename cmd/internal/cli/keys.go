package cli

import (
	"fmt"
	"log/slog"
	"strings"
	"text/tabwriter"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/tenant"
	"ringer/store"
)

type keysCommand struct {
	Create createKeyCommand `cmd:"" help:"Make a key, and print it. Nobody can read it again."`
	List   listKeysCommand  `cmd:"" help:"Show the keys, without their secrets."`
	Revoke revokeKeyCommand `cmd:"" help:"End a key, and the tokens that were made with it. Servers take it for three more seconds at most."`
	Rotate rotateKeyCommand `cmd:"" help:"Make a new key in the place of one. Both work for a while."`
}

// keyDesk is what the commands of keys work with.
type keyDesk struct {
	*tenant.Keyring
	store *store.Store
	// shift is added to steady time to get wall time.
	shift time.Duration
}

// withKeys opens the keys of a database for one command.
func withKeys(t *terminal, f *databaseFlags, do func(*keyDesk) error) error {
	s, err := store.Open(t.ctx, f.address())
	if err != nil {
		return err
	}
	defer s.Close()
	clock, err := s.Clock(t.ctx)
	if err != nil {
		return err
	}
	now := func() session.Moment { return session.Moment{At: time.Now().UTC(), Shift: clock.Shift} }
	return do(&keyDesk{tenant.NewKeyring(tenant.Parts{Store: s, Now: now, Log: slog.New(slog.DiscardHandler)}), s, clock.Shift})
}

// find returns the key that somebody has named by its public part, or by the whole key.
func (d *keyDesk) find(t *terminal, text string) (journal.Key, error) {
	id, _, _ := strings.Cut(strings.TrimPrefix(text, tenant.Prefix), "_")
	k, err := d.Get(t.ctx, id)
	if err != nil {
		err = fmt.Errorf("the key %s: %w; ringer keys list shows the keys", id, err)
	}
	return k, err
}

type createKeyCommand struct {
	Name   string   `help:"What the key is for, such as the name of a service." default:"key"`
	Tenant string   `help:"Tenant whose sessions and games the key opens. A new name makes a new tenant." default:"default"`
	Scope  []string `help:"What the key may do: read, write, stream, admin, metrics; separate several with commas." default:"read,write,stream" enum:"read,write,stream,admin,metrics"`
	Expire age      `help:"Life of the key, such as 90d; without it the key does not expire." placeholder:"AGE"`
	Rate   int      `help:"Most requests a second, to all servers together; 0 means no limit." default:"0"`
	databaseFlags
}

func (c *createKeyCommand) Validate() error {
	if !tenant.ValidName(c.Tenant) {
		return fmt.Errorf("--tenant must be 1 to 63 of the characters a-z, 0-9 and -, and not begin or end with -")
	}
	var errs session.Errors
	if session.CheckName(&errs, "--name", c.Name); len(errs) > 0 {
		return errs
	}
	if c.Rate < 0 || c.Rate > maxRate {
		return fmt.Errorf("--rate must be from 1 to %d, or 0 for no limit", maxRate)
	}
	for _, s := range c.Scope {
		if s == string(tenant.Metrics) && tenant.IDOf(c.Tenant) != "" {
			return fmt.Errorf("--scope metrics is for keys of the tenant default, since the metrics are about all tenants")
		}
	}
	return c.databaseFlags.Validate()
}

func (c *createKeyCommand) Run(t *terminal) error {
	return withKeys(t, &c.databaseFlags, func(keys *keyDesk) error {
		made, err := keys.Create(t.ctx, journal.Key{Tenant: tenant.IDOf(c.Tenant), Name: c.Name, Scopes: c.Scope, Rate: c.Rate}, time.Duration(c.Expire))
		if err != nil {
			return err
		}
		return t.printKey(made, keys.shift)
	})
}

// printKey prints a new key alone on the standard output, so that scripts can take it.
func (t *terminal) printKey(made tenant.Made, shift time.Duration) error {
	fmt.Fprintf(t.stderr, "key %s of the tenant %s, for %s, %s; store it now, nobody can read it again:\n",
		made.ID, tenant.NameOf(made.Tenant), strings.Join(made.Scopes, ", "), lifeOf(made.ExpiresAt, shift))
	_, err := fmt.Fprintln(t.stdout, made.Text)
	return err
}

func lifeOf(expires time.Time, shift time.Duration) string {
	if expires.IsZero() {
		return "without an end"
	}
	return "until " + expires.Add(shift).UTC().Format(time.RFC3339)
}

type listKeysCommand struct {
	databaseFlags
}

func (c *listKeysCommand) Run(t *terminal) error {
	return withKeys(t, &c.databaseFlags, func(keys *keyDesk) error {
		list, err := keys.store.AllKeys(t.ctx)
		if err != nil {
			return err
		}
		shown := func(at time.Time) string {
			if at.IsZero() {
				return "-"
			}
			return at.Add(keys.shift).UTC().Format(time.RFC3339)
		}
		w := tabwriter.NewWriter(t.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tTENANT\tNAME\tSCOPES\tRATE\tCREATED\tLAST USED\tSTATE")
		for _, k := range list {
			state := "valid"
			switch now := time.Now().Add(-keys.shift); {
			case !k.RevokedAt.IsZero():
				state = "revoked " + shown(k.RevokedAt)
			case !k.ExpiresAt.IsZero() && !now.Before(k.ExpiresAt):
				state = "expired " + shown(k.ExpiresAt)
			case !k.ExpiresAt.IsZero():
				state = "until " + shown(k.ExpiresAt)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\n", k.ID, tenant.NameOf(k.Tenant), k.Name, strings.Join(k.Scopes, ","), k.Rate, shown(k.CreatedAt), shown(k.UsedAt), state)
		}
		return w.Flush()
	})
}

type revokeKeyCommand struct {
	ID string `arg:"" help:"The public part of the key, as ringer keys list shows it."`
	databaseFlags
}

func (c *revokeKeyCommand) Run(t *terminal) error {
	return withKeys(t, &c.databaseFlags, func(keys *keyDesk) error {
		k, err := keys.find(t, c.ID)
		if err != nil {
			return err
		}
		if err := keys.Revoke(t.ctx, k.ID); err != nil {
			return err
		}
		fmt.Fprintf(t.stdout, "revoked the key %s of the tenant %s, and the tokens that were made with it\n", k.ID, tenant.NameOf(k.Tenant))
		return nil
	})
}

type rotateKeyCommand struct {
	ID      string `arg:"" help:"The public part of the key, as ringer keys list shows it."`
	Overlap age    `help:"How long the old key still works, such as 7d or 12h." default:"1d" placeholder:"AGE"`
	databaseFlags
}

func (c *rotateKeyCommand) Run(t *terminal) error {
	return withKeys(t, &c.databaseFlags, func(keys *keyDesk) error {
		k, err := keys.find(t, c.ID)
		if err != nil {
			return err
		}
		made, err := keys.Rotate(t.ctx, k, time.Duration(c.Overlap), "")
		if err != nil {
			return err
		}
		return t.printKey(made, keys.shift)
	})
}
