package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"text/tabwriter"

	"ringer/cmd/internal/metrics"
	"ringer/engine/journal"
	"ringer/engine/tenant"
	"ringer/store"
)

type modelServerCommand struct {
	Tenant  string    `arg:"" optional:"" help:"Tenant whose model server is set. Without flags the servers of all tenants are shown, but no key."`
	BaseURL string    `name:"base-url" help:"Address of an OpenAI-compatible server, including /v1." placeholder:"URL"`
	Key     lineText  `var:"RINGER_TENANT_MODEL_KEY" help:"Key of that server. Better set $$RINGER_TENANT_MODEL_KEY, since the list of processes shows flags." placeholder:"KEY"`
	Models  []string  `name:"model" help:"Model that may be asked; separate several with commas. The first one answers where a session chooses none." placeholder:"NAME"`
	Prices  priceList `help:"Prices per million tokens, as of --model-prices." placeholder:"LIST"`
	Clear   bool      `help:"Take the model server of the tenant away."`
	databaseFlags
}

func (c *modelServerCommand) sets() bool { return c.BaseURL != "" || len(c.Models) > 0 }

func (c *modelServerCommand) server() *journal.ModelServer {
	s := &journal.ModelServer{BaseURL: c.BaseURL, Key: string(c.Key)}
	for _, name := range c.Models {
		m := journal.ServedModel{Name: name}
		if p, ok := c.Prices[name]; ok {
			m.Price = &journal.ModelPrice{Prompt: p.Prompt, Answer: p.Answer, Cached: p.Cached}
		}
		s.Models = append(s.Models, m)
	}
	return s
}

func (c *modelServerCommand) Validate() error {
	switch {
	case c.Clear && c.sets():
		return errors.New("--clear takes the model server away; leave it out to set one")
	case c.Tenant == "" && (c.Clear || c.sets()):
		return errors.New("name the tenant whose model server is set, such as acme")
	case c.Tenant != "" && !tenant.ValidName(c.Tenant):
		return errors.New("the tenant must be 1 to 63 of the characters a-z, 0-9 and -, and not begin or end with -")
	}
	if c.sets() {
		if err := tenant.CheckServer(c.server(), true); err != nil {
			return err
		}
	}
	for name := range c.Prices {
		if !strings.Contains(","+strings.Join(c.Models, ",")+",", ","+name+",") {
			return fmt.Errorf("--prices names %s, which --model does not", name)
		}
	}
	return c.databaseFlags.Validate()
}

func (c *modelServerCommand) Run(t *terminal) error {
	s, err := store.Open(t.ctx, c.address())
	if err != nil {
		return err
	}
	defer s.Close()
	switch {
	case c.Clear:
		err = s.SetModelServer(t.ctx, tenant.IDOf(c.Tenant), nil)
	case c.sets():
		err = s.SetModelServer(t.ctx, tenant.IDOf(c.Tenant), c.server())
	}
	if err != nil {
		return err
	}
	list, err := s.Tenants(t.ctx)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(t.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TENANT\tMODEL SERVER\tKEY\tMODELS")
	for _, row := range list {
		if row.Server == nil {
			continue
		}
		key, names := "-", []string{}
		if row.Server.Key != "" {
			key = "set"
		}
		for _, m := range row.Server.Models {
			names = append(names, m.Name)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", tenant.NameOf(row.ID), row.Server.BaseURL, key, strings.Join(names, ", "))
	}
	return w.Flush()
}

// servers says how the model servers of tenants are asked.
func (f *modelFlags) servers(m *metrics.Metrics, log *slog.Logger) tenant.Servers {
	if !f.TenantServers {
		return tenant.Servers{}
	}
	return tenant.Servers{Private: f.TenantServersPrivate, Offers: f.terms().Offers, Open: func(s journal.ModelServer) (tenant.Models, error) {
		client, err := f.tenantClient(s)
		if err != nil {
			return nil, err
		}
		return m.OwnModels(client, log), nil
	}}
}
