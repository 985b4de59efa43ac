package session

import (
	"strings"

	"ringer/engine/timing"
)

// Pace says whether the bot also takes the time that people take and the papers leave out.
type Pace string

const (
	PaceHuman Pace = "human" // the strategy's formula, and reading, a pause and uneven typing
	PacePaper Pace = "paper" // the strategy's formula
)

// pace adds the time of people to the delay of a new plan: uneven typing, and to a reply reading
// and a pause. A line that ends a silence has no pause, because the silence was one.
func (d *decider) pace(p *Plan, silence bool) {
	if d.s.Config.Pace != PaceHuman {
		return
	}
	p.Timing.Typing = timing.Uneven(p.Timing.Typing, d.normal(p, "typing"))
	if p.Kind == Reply && p.Class != ClassReserve && !silence {
		z := d.normal(p, "pause")
		if d.s.answers(p) {
			z *= timing.AnswerSpread
		}
		p.Timing = p.Timing.Paced(d.s.reading(p.BasedOn), timing.Pause(z, d.s.tempo(p.BasedOn)))
	}
}

// normal returns a normal draw for a plan, the same for another plan on the same lines.
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

// tempoLines is how many lines of others tell the tempo of the chat: half a minute of most chats.
const tempoLines = 5

// tempo returns the mean time between the last foreign lines up to a seq where the bot speaks.
func (s *State) tempo(upTo int64) Millis {
	var first, last Millis
	n, here := 0, s.here()
	for i := len(s.Messages) - 1; i >= 0 && n < tempoLines; i-- {
		m := s.Messages[i]
		if m.Own || m.Channel != here || m.Seq > upTo {
			continue
		}
		if n == 0 {
			last = m.At
		}
		first = m.At
		n++
	}
	if n < 2 {
		return timing.UsualTempo
	}
	return (last - first) / Millis(n-1)
}
