package offline

import (
	"encoding"
	"errors"
	"math/rand/v2"
	"strings"
	"time"
)

// Latency is the range of times that answers take. All times in it are equally likely.
type Latency struct{ Least, Most time.Duration }

var _ encoding.TextUnmarshaler = (*Latency)(nil)

var errLatency = errors.New("must be a time such as 2s, or a range such as 2s±1s, 2s+-1s or 500ms-3s")

func (l *Latency) UnmarshalText(text []byte) error {
	s := strings.ReplaceAll(string(text), "+-", "±")
	from, to, spread := strings.Cut(s, "±")
	if !spread {
		var isRange bool
		if from, to, isRange = strings.Cut(s, "-"); !isRange {
			to = from
		}
	}
	least, errLeast := time.ParseDuration(from)
	most, errMost := time.ParseDuration(to)
	if errLeast != nil || errMost != nil {
		return errLatency
	}
	if *l = (Latency{least, most}); spread {
		*l = Latency{least - most, least + most}
	}
	if l.Least < 0 || l.Most < l.Least {
		return errLatency
	}
	return nil
}

func (l Latency) String() string {
	if l.Least == l.Most {
		return l.Least.String()
	}
	return l.Least.String() + " to " + l.Most.String()
}

func (l Latency) draw(rng *rand.Rand) time.Duration {
	return l.Least + time.Duration(rng.Float64()*float64(l.Most-l.Least))
}
