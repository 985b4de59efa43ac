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
	middle, width, isSpread := strings.Cut(s, "±")
	least, most, isRange := strings.Cut(s, "-")
	switch {
	case isSpread:
		m, errMiddle := time.ParseDuration(middle)
		w, errWidth := time.ParseDuration(width)
		if errMiddle != nil || errWidth != nil {
			return errLatency
		}
		*l = Latency{m - w, m + w}
	case isRange:
		from, errLeast := time.ParseDuration(least)
		to, errMost := time.ParseDuration(most)
		if errLeast != nil || errMost != nil {
			return errLatency
		}
		*l = Latency{from, to}
	default:
		d, err := time.ParseDuration(s)
		if err != nil {
			return errLatency
		}
		*l = Latency{d, d}
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
