package cli

import (
	"encoding"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ringer/store"
)

// age is a duration that may be given in days.
type age time.Duration

var _ encoding.TextUnmarshaler = (*age)(nil)

func (a *age) UnmarshalText(text []byte) error {
	if days, ok := strings.CutSuffix(string(text), "d"); ok {
		n, err := strconv.ParseUint(days, 10, 15)
		if err != nil {
			return errors.New("days must be a whole number, such as 30d")
		}
		*a = age(time.Duration(n) * 24 * time.Hour)
		return nil
	}
	d, err := time.ParseDuration(string(text))
	if err != nil || d < 0 {
		return errors.New("must be an age such as 30d or 12h")
	}
	*a = age(d)
	return nil
}

// String returns an age of whole days in days.
func (a age) String() string {
	if d := time.Duration(a); d > 0 && d%(24*time.Hour) == 0 {
		return fmt.Sprintf("%dd", d/(24*time.Hour))
	}
	return time.Duration(a).String()
}

type pruneCommand struct {
	OlderThan age  `required:"" help:"Delete the sessions that ended longer ago than this, such as 30d or 12h." placeholder:"AGE"`
	FeedAge   age  `default:"7d" help:"How long GET /v1/events can go back. What is older is deleted; servers do that, too." placeholder:"AGE"`
	DryRun    bool `help:"Only count what would be deleted."`
	databaseFlags
}

// clockTolerance is how far the clocks of this machine and of the database may differ. A day
// matters to a prune, a minute does not.
const clockTolerance = time.Minute

// agree returns an error if the clocks of this machine and of the database differ. The zero time
// stands for a database without a clock.
func agree(here, database time.Time) error {
	if database.IsZero() || here.Sub(database).Abs() <= clockTolerance {
		return nil
	}
	return fmt.Errorf("the clock of this machine shows %s and the database's shows %s; set the wrong one right, then prune again",
		here.UTC().Format(time.RFC3339), database.UTC().Format(time.RFC3339))
}

func (c *pruneCommand) Run(t *terminal) error {
	use := store.Maintain
	if c.DryRun { // it does not even migrate
		use = store.Inspect
	}
	s, err := store.OpenFor(t.ctx, use, c.address())
	if err != nil {
		return err
	}
	defer s.Close()
	clock, err := s.Clock(t.ctx)
	if err != nil {
		return err
	}
	database, err := s.Time(t.ctx)
	if err != nil {
		return err
	}
	now := time.Now()
	if err := agree(now, database); err != nil {
		return err
	}
	before, shown := now.Add(-time.Duration(c.OlderThan)), now
	done, err := s.Prune(t.ctx, before.Add(-clock.Shift), c.DryRun, func(p store.Pruned) {
		if time.Since(shown) >= time.Second {
			shown = time.Now()
			fmt.Fprintf(t.stderr, "%d sessions, %d events so far\n", p.Sessions, p.Events)
		}
	})
	did := "deleted"
	if c.DryRun {
		did = "would delete"
	}
	fmt.Fprintf(t.stdout, "%s %d sessions that ended before %s, with %d events\n", did, done.Sessions, before.UTC().Format(time.RFC3339), done.Events)
	if err != nil || c.DryRun {
		return err
	}
	n, err := s.PruneFeed(t.ctx, time.Duration(c.FeedAge))
	fmt.Fprintf(t.stdout, "deleted %d rows of the feed that are older than %s\n", n, c.FeedAge)
	return err
}
