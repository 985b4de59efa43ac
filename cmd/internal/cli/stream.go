package cli

import (
	"errors"
	"fmt"
	"time"

	"ringer/api"
)

type streamFlags struct {
	Heartbeat  time.Duration `name:"heartbeat" var:"RINGER_HEARTBEAT" default:"15s" help:"Time between two comments in a silent stream ($$RINGER_HEARTBEAT)."`
	StreamLife time.Duration `name:"stream-life" var:"RINGER_STREAM_LIFE" default:"10m" help:"About how long a stream lasts before its reader has to come back ($$RINGER_STREAM_LIFE)."`
}

// shortestBeat keeps heartbeats and rotations from becoming most of a server's work.
const shortestBeat = 100 * time.Millisecond

// longestLife is when even the most patient proxies have forgotten a connection.
const longestLife = 24 * time.Hour

func (f *streamFlags) Validate() error {
	var errs []error
	for name, d := range map[string]time.Duration{"heartbeat": f.Heartbeat, "stream-life": f.StreamLife} {
		if d < shortestBeat || d > longestLife {
			errs = append(errs, fmt.Errorf("--%s must be from %s to %s", name, shortestBeat, longestLife))
		}
	}
	return errors.Join(errs...)
}

func (f *streamFlags) apply(o api.Options) api.Options {
	o.Heartbeat, o.StreamLife = f.Heartbeat, f.StreamLife
	return o
}
