package game

import (
	"strings"

	"ringer/engine/timing"
)

// Pace says whether the bot also takes the time that people take and the papers leave out.
type Pace string

// The paces.
const (
	PaceHuman Pace = "human" // the strategy's formula, and reading, a pause and uneven typing
	PacePaper Pace = "paper" // the strategy's formula
)

// pace adds the time of people to the delay of a new plan: reading and a pause to a reply, uneven
// typing to every line. The same log gives the same times.
func (d *decider) pace(p *Plan) {
	if d.s.Config.Pace != PaceHuman {
		return
	}
	p.Timing.Typing = timing.Uneven(p.Timing.Typing, d.normal(p, "typing"))
	if p.Kind == Reply {
		p.Timing.Reading += d.s.reading(p.BasedOn)
		p.Timing.Jitter += timing.Pause(d.normal(p, "pause"))
	}
}

// normal returns a draw from the standard normal distribution for a plan. A plan that replaces
// another one on the same lines has the same draw.
func (d *decider) normal(p *Plan, purpose string) float64 {
	return Draw(d.s.Seed, p.BasedOn, purpose, 0).NormFloat64()
}

// reading returns how long after the last line of others, up to a seq, the bot has read the chat.
// It reads one line after another, and none while it sends its own.
func (s *State) reading(upTo int64) Millis {
	var last, free Millis
	here := s.here()
	for _, m := range s.Messages {
		if m.Seq > upTo || m.Channel != here {
			continue
		}
		free = max(free, m.At)
		if !m.Own {
			last, free = m.At, free+timing.Reading(len(strings.Fields(m.Text)))
		}
	}
	return min(max(free-last, 0), timing.MaxReading)
}
