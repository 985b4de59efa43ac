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

// generation is the version of the rules of new sessions. Sessions of older releases have none.
const generation = 4

// lifelike reports whether the bot takes the time of people by the rules of generation 1.
func (c *Config) lifelike() bool { return c.Pace == PaceHuman && c.Generation >= 1 }

// Lively reports whether the rules of generation 2 hold, too: pauses are shorter in a lively chat,
// other lines are only glanced at, a line put to the bot is looked at however new, ticks are drawn,
// and the bot types and restrains itself as people do.
func (c *Config) Lively() bool { return c.Pace == PaceHuman && c.Generation >= 2 }

// pace adds the time of people to the delay of a new plan: uneven typing, and to a reply reading
// and a pause. A line that ends a silence has no pause, because the silence was one.
func (d *decider) pace(p *Plan, silence bool) {
	if d.s.Config.Pace != PaceHuman {
		return
	}
	p.Timing.Typing = timing.Uneven(p.Timing.Typing, d.normal(p, "typing"))
	if p.Kind == Rest && d.s.Config.lifelike() {
		straight := timing.StraightOn
		if d.s.Config.Generation >= 3 {
			straight = timing.TypedOn
		}
		p.Timing = timing.Delay{Typing: straight(p.Timing.Typing, d.draw(p.BasedOn, "straight on"))}
		return
	}
	if p.Kind == Reply && p.Class != ClassReserve && !silence {
		z := d.normal(p, "pause")
		if d.s.answers(p) {
			z *= timing.AnswerSpread
		}
		reading := readingTime(d.s.Messages, d.s.here(), p.BasedOn)
		if d.s.Config.lifelike() {
			reading = timing.Skimmed(reading, d.draw(p.BasedOn, "skimming"))
		}
		p.Timing = p.Timing.Paced(reading, d.pause(z, tempo(d.s.Messages, d.s.here(), p.BasedOn)))
	}
	if d.s.Config.lifelike() {
		p.Timing = p.Timing.Within(d.draw(p.BasedOn, "bound"))
	}
	due, ends := d.s.Clock.Game(p.TriggerAt)+p.Timing.Total(), d.s.Rhythm.PhaseEnds
	if d.s.Config.Generation > 3 && p.Kind == Reply && due > ends && ends > d.now {
		p.Timing.Jitter -= min(max(0, p.Timing.Jitter), due-ends+Millis(d.draw(p.BasedOn, "hurry")*mostSpared))
	}
}

// mostSpared is how long before the end of its phase a line goes out at most whose pause was cut,
// in milliseconds. With its whole pause it would come in the vote, or be lost.
const mostSpared = 3000

func (d *decider) pause(z float64, tempo Millis) Millis {
	if d.s.Config.Lively() {
		return timing.LivelyPause(z, tempo)
	}
	return timing.Pause(z, tempo)
}

// normal returns a normal draw for a plan, the same for another plan on the same lines.
func (d *decider) normal(p *Plan, purpose string) float64 {
	return Draw(d.s.Seed, p.BasedOn, purpose, 0).NormFloat64()
}

// mostRested is how many lines ThinksAt looks at. In a flood each step would look at all others,
// whose pauses end later.
const mostRested = 3

// ThinksAt returns when the bot begins to think about its next text, so that the text is there when
// the pause before it ends: after the first of the lines since a seq whose pause ends. Whoever
// thinks sooner has older lines in mind when they type. took is how long the thought takes.
func (v *View) ThinksAt(since int64, took Millis) (at Millis) {
	if !v.Config.Lively() || v.Config.Generation < 3 || v.Config.Timing != TimingHuman {
		return 0
	}
	seen := 0
	for _, m := range v.After(since) {
		if !m.Foreign() || m.Channel != v.Channel {
			continue
		}
		if seen++; seen > mostRested {
			break
		}
		if t := m.At + v.rest(m.Seq) - took; at == 0 || t < at {
			at = t
		}
	}
	return at
}

// rest returns how long the bot reads and pauses after a line before it types.
func (v *View) rest(seq int64) Millis {
	z := Draw(v.Seed, seq, "pause", 0).NormFloat64()
	if _, asked := v.Asked(); asked {
		z *= timing.AnswerSpread
	}
	pause := timing.LivelyPause(z, tempo(v.Messages, v.Channel, seq))
	return min(readingTime(v.Messages, v.Channel, seq)+pause, timing.MaxDelay/2)
}

// readingTime returns how long after the last line of others, up to a seq, the bot has read the
// chat. It reads one line after another, and none while it sends its own.
func readingTime(messages []Message, here string, upTo int64) Millis {
	var last, free Millis
	for _, m := range messages {
		if m.Seq > upTo || m.Channel != here {
			continue
		}
		free = max(free, m.At)
		if !m.Own {
			words := 0
			for range strings.FieldsSeq(m.Text) { // a list of them would cost more than the rest
				words++
			}
			last, free = m.At, free+timing.Reading(words)
		}
	}
	return min(max(free-last, 0), timing.MaxReading)
}

// maxPutOff is how long new lines put off the typing of a plan, in milliseconds. In a chat that is
// faster than its readers nobody reads every line first.
const maxPutOff = 5000

// readFirst returns the due time of a plan whose typing begins once the bot has read the lines that
// have come before. Lines that come while it types put off nothing, unless it types a rest: this is
// sent once they are read.
func (s *State) readFirst(p *Plan, due Millis) Millis {
	if !s.Config.lifelike() || s.Config.Timing != TimingHuman {
		return due
	}
	typing, here := s.typing(p), s.here()
	if p.Kind == Rest {
		typing = 0
	}
	begins := due - typing
	last := begins + maxPutOff
	for i := s.unreadAt(begins); i < len(s.Messages) && begins < last; i++ {
		m := &s.Messages[i]
		if m.At <= begins && m.At+2*maxLookUp > begins && m.Channel == here && m.Foreign() {
			begins = max(begins, min(last, m.At+s.glance(p, m)))
		}
	}
	return begins + typing
}

// readBy returns the seq up to which the bot has read the lines of others at a time.
func (s *State) readBy(now Millis) int64 {
	here := s.here()
	for i := s.unreadAt(now); i < len(s.Messages); i++ {
		if m := &s.Messages[i]; m.Foreign() && m.Channel == here && m.At+s.lookUp(m) > now {
			return m.Seq - 1
		}
	}
	return s.Seq
}

// unreadAt returns the index of the first message that the bot may not have read at a time.
func (s *State) unreadAt(at Millis) int {
	i := len(s.Messages)
	for i > 0 && s.Messages[i-1].At+2*maxLookUp > at {
		i--
	}
	return i
}

// glanced is the part of a line's reading after which a person types on, unless the line is put to
// that person. More would take away the short gaps of lively chats: people's lines cross there.
const glanced = 0.4

// glance returns how long a new line keeps the bot from typing a plan. Before a rest it is read.
func (s *State) glance(p *Plan, m *Message) Millis {
	if !s.Config.Lively() || p.Kind == Rest || m.Addressed || s.asks(m.Seq) {
		return s.lookUp(m)
	}
	return Millis(glanced * float64(s.lookUp(m)))
}

// lookUp returns how long the bot takes to notice a new line and to read it, by a draw of a fifth
// more or less.
func (s *State) lookUp(m *Message) Millis {
	return Millis(float64(m.readAt()-m.At) * (0.8 + 0.4*Draw(s.Seed, m.Seq, "look up", 0).Float64()))
}

// tempoLines is how many lines of others tell the tempo of the chat: half a minute of most chats.
const tempoLines = 5

// tempo returns the mean time between the last foreign lines up to a seq where the bot speaks.
func tempo(messages []Message, here string, upTo int64) Millis {
	var first, last Millis
	n := 0
	for i := len(messages) - 1; i >= 0 && n < tempoLines; i-- {
		m := messages[i]
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
