package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ringer/engine/bell"
	"ringer/engine/bell/natsbell"
	"ringer/engine/desk"
	"ringer/engine/fleet"
	"ringer/store"
)

type replicaFlags struct {
	NATS string `name:"nats-url" var:"NATS_URL" help:"Servers of NATS that carry messages between replicas, separated by commas: nats://user:password@host:4222 ($$NATS_URL). Without it, Postgres carries them." placeholder:"URL"`
	Name string `name:"replica-name" var:"RINGER_REPLICA" help:"Name of this replica. It stays the same over restarts, and no other replica has it ($$RINGER_REPLICA). Without it, the host name and the port." placeholder:"NAME"`
	// Inspect and Adopt are for copies of a database.
	Inspect bool `var:"RINGER_INSPECT" help:"Only read: serve what is stored, drive no game, ask no model, and refuse everything that would change something ($$RINGER_INSPECT). For copies of a database."`
	Adopt   bool `var:"RINGER_ADOPT" help:"Make a copy of a Postgres the server's own: without it a server on a copy only reads. Give it for one start, when the copy takes the place of the other ($$RINGER_ADOPT)."`
	// Drain is for proxies that ask /readyz.
	Drain   time.Duration `name:"drain" var:"RINGER_DRAIN" default:"0s" help:"How long a server that is asked to stop still takes requests, while /readyz answers 503 ($$RINGER_DRAIN). A proxy needs about that long to notice."`
	FeedAge age           `name:"feed-age" var:"RINGER_FEED_AGE" default:"7d" help:"How long GET /v1/events can go back ($$RINGER_FEED_AGE)."`
}

const longestName = 200

// longestDrain is longer than any proxy takes to notice.
const longestDrain = 5 * time.Minute

func (f *replicaFlags) Validate() error {
	var errs []error
	if f.NATS != "" {
		if err := natsbell.Check(f.NATS); err != nil {
			errs = append(errs, fmt.Errorf("--nats-url: %w", err))
		}
	}
	if f.Drain < 0 || f.Drain > longestDrain {
		errs = append(errs, fmt.Errorf("--drain must be from 0s to %s", longestDrain))
	}
	unfit := func(r rune) bool { return !unicode.IsGraphic(r) }
	if utf8.RuneCountInString(f.Name) > longestName || strings.ContainsFunc(f.Name, unfit) {
		errs = append(errs, fmt.Errorf("--replica-name must have at most %d characters, all of them printable", longestName))
	}
	if f.Inspect && f.Adopt {
		errs = append(errs, errors.New("--inspect only reads, and --adopt lets the server write; give one of them"))
	}
	return errors.Join(errs...)
}

func (f *replicaFlags) use() store.Use {
	switch {
	case f.Inspect:
		return store.Inspect
	case f.Adopt:
		return store.Adopt
	}
	return store.Serve
}

// peering returns how a server works with others on its database. On SQLite, and for a
// server that only reads, there are none.
func (f *replicaFlags) peering(ctx context.Context, db *store.Store, address string, log *slog.Logger) (*fleet.Peering, error) {
	if !store.IsPostgres(address) || db.ReadsOnly != nil {
		return nil, nil
	}
	key, err := db.BellKey(ctx)
	return &fleet.Peering{Key: key, Open: func(hear func([]byte)) (bell.Bell, error) {
		if f.NATS == "" {
			return db.Bell(ctx, hear, log)
		}
		subject, err := db.Identity(ctx)
		if err != nil {
			return nil, err
		}
		return natsbell.Open(f.NATS, "ringer."+subject, hear, log)
	}}, err
}

// placeOf names the place of a server: its host, and the address that it listens on.
func placeOf(address net.Addr) string {
	machine, err := os.Hostname()
	if err != nil {
		return desk.NewID("")
	}
	return machine + "/" + address.String()
}
