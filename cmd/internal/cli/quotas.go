package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"text/tabwriter"

	"ringer/engine/journal"
	"ringer/engine/tenant"
	"ringer/store"
)

type quotasCommand struct {
	Tenant            string  `arg:"" optional:"" help:"Tenant whose quotas are set, to exactly the flags that follow. Without flags all quotas are shown."`
	OpenSessions      int64   `help:"Most sessions that are open at once, with those of games." placeholder:"N"`
	MessagesPerMinute int64   `help:"Most messages that are posted in a minute." placeholder:"N"`
	CallsPerDay       int64   `help:"Most model calls of a day in UTC." placeholder:"N"`
	TokensPerDay      int64   `help:"Most tokens of the model calls of a day." placeholder:"N"`
	CostPerDay        float64 `help:"Most that the model calls of a day may cost, in the currency of the prices." placeholder:"X"`
	Clear             bool    `help:"Take all quotas of the tenant away."`
	databaseFlags
}

// sets reports whether the command sets quotas, and does not only show them.
func (c *quotasCommand) sets() bool { return c.Clear || c.quotas() != (journal.Quotas{}) }

func (c *quotasCommand) quotas() journal.Quotas {
	return journal.Quotas{
		OpenSessions: c.OpenSessions, MessagesPerMinute: c.MessagesPerMinute, CallsPerDay: c.CallsPerDay, TokensPerDay: c.TokensPerDay,
		CostMicrosPerDay: int64(math.Round(c.CostPerDay * 1e6)),
	}
}

func (c *quotasCommand) Validate() error {
	q := c.quotas()
	if min(q.OpenSessions, q.MessagesPerMinute, q.CallsPerDay, q.TokensPerDay, q.CostMicrosPerDay) < 0 {
		return errors.New("a quota must not be negative; leave it out for no bound")
	}
	if c.Clear && q != (journal.Quotas{}) {
		return errors.New("--clear takes all quotas away; leave it out to set some")
	}
	if c.Tenant == "" && c.sets() {
		return errors.New("name the tenant whose quotas are set, such as default")
	}
	if c.Tenant != "" && !tenant.ValidName(c.Tenant) {
		return errors.New("the tenant must be 1 to 63 of the characters a-z, 0-9 and -, and not begin or end with -")
	}
	return c.databaseFlags.Validate()
}

func (c *quotasCommand) Run(t *terminal) error {
	s, err := store.Open(t.ctx, c.address())
	if err != nil {
		return err
	}
	defer s.Close()
	if c.sets() {
		if err := s.SetQuotas(t.ctx, journal.Tenant{ID: tenant.IDOf(c.Tenant), Quotas: c.quotas()}); err != nil {
			return err
		}
	}
	list, err := s.Tenants(t.ctx)
	if err != nil {
		return err
	}
	shown := func(n int64) string {
		if n == 0 {
			return "-"
		}
		return strconv.FormatInt(n, 10)
	}
	w := tabwriter.NewWriter(t.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TENANT\tOPEN SESSIONS\tMESSAGES A MINUTE\tCALLS A DAY\tTOKENS A DAY\tCOST A DAY")
	for _, row := range list {
		q := row.Quotas
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%g\n", tenant.NameOf(row.ID), shown(q.OpenSessions), shown(q.MessagesPerMinute), shown(q.CallsPerDay), shown(q.TokensPerDay), float64(q.CostMicrosPerDay)/1e6)
	}
	return w.Flush()
}
