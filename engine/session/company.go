package session

import (
	"math"
	"slices"
)

// Times of a chat in which bots sit alone, in milliseconds of game time. People break a silence
// when it becomes awkward. Bots that judge alike break it all at once, or none does.
const (
	openFirst  = 5000 // how long the chat is quiet before the first bot thinks of a line
	openNext   = 3000 // how much longer each further bot waits, so that the first may begin to type
	openSpread = 1500 // the longest draw on top
	apart      = 2000 // the least time between two lines of bots, and the longest draw on top
	mostApart  = 3    // how many lines put off one text
)

// botsAlone reports whether at least two bots may speak here, and nobody else has in this phase.
func (s *State) botsAlone() bool {
	if s.Config.Generation < 3 || len(s.Bots) < 2 || !s.Roster.MaySpeak(s.Roster.Seat) || len(s.company()) < 2 {
		return false
	}
	here := s.here()
	_, people := findLast(after(s.Messages, s.Rhythm.PhaseSince), func(m *Message) bool {
		return m.Kind == FromPlayer && m.Channel == here && !slices.Contains(s.Bots, m.Sender)
	})
	return !people
}

// company returns the seats of the bots that may speak now, as the roster has them.
func (s *State) company() []string {
	return slices.DeleteFunc(slices.Clone(s.Bots), func(seat string) bool { return !s.Roster.MaySpeak(seat) })
}

// turnToOpen returns how many bots come before this one in ending the silence: by a draw that is
// the same for all of them. Who wrote last comes last.
func (s *State) turnToOpen() (before Millis) {
	here := s.here()
	last, _ := findLast(s.Messages, func(m *Message) bool { return m.Channel == here && m.Kind != FromGamemaster })
	newest, _ := findLast(s.Messages, func(m *Message) bool { return m.Channel == here })
	draw := func(seat string) uint64 {
		if seat == last.Sender {
			return math.MaxUint64
		}
		return DrawSeed(0, 0, s.GameID+" "+s.Roster.Phase+" "+newest.ID+" "+seat, 0)
	}
	own := draw(s.Roster.Seat)
	for _, seat := range s.company() {
		if draw(seat) < own {
			before++
		}
	}
	return before
}

// quietSince returns when the silence here began.
func (s *State) quietSince() Millis {
	here := s.here()
	last, _ := findLast(s.Messages, func(m *Message) bool { return m.Channel == here })
	return max(last.At, s.Rhythm.PhaseBegan, s.Rhythm.FreeSince)
}

// opensAt returns when it is the bot's turn to end the silence, and how long all turns take. While
// another bot types it is that bot's turn.
func (s *State) opensAt() (at, round Millis) {
	since := s.quietSince()
	spread := Draw(s.Seed, int64(since), "open", 0).Float64() * openSpread
	at = since + openFirst + s.turnToOpen()*openNext + Millis(spread)
	if typing := s.Rhythm.LastActivity; typing > since {
		at = max(at, typing+openFirst)
	}
	return at, Millis(len(s.company())) * openNext
}

// takeTurns sets when thoughts that end a silence begin, where bots sit alone. A bot that had its
// turn, and said nothing, waits until the others had theirs. What may be thought at once is a line
// in reserve, which waits for its turn.
func (d *decider) takeTurns(wants []Want) {
	if !d.s.botsAlone() {
		return
	}
	since := d.s.quietSince()
	at, round := d.s.opensAt()
	for i := range wants {
		w := &wants[i]
		switch done := d.s.Thoughts[w.Kind].FinishedAt; {
		case w.At <= since:
		case !w.Silence:
			w.At = min(w.At, max(at, done+thoughtGap))
		case done < at:
			w.At = at
		default:
			w.At = max(at+round, done+openNext)
		}
	}
}

// overtaken reports whether somebody has ended the silence that a plan is for, where bots sit
// alone.
func (s *State) overtaken(p *Plan) bool {
	if p.Kind != Reply || p.Answers != 0 || p.Command != "" || !s.botsAlone() {
		return false
	}
	foreign, _ := s.since(p.BasedOn)
	return foreign > 0
}

// keepApart returns the due time of a plan that does not come right after another bot's line.
func (s *State) keepApart(due Millis) Millis {
	if !s.botsAlone() {
		return due
	}
	here, moved := s.here(), 0
	for i := range s.Messages {
		m := &s.Messages[i]
		if m.At > due || m.At+2*apart < due || !m.Foreign() || m.Channel != here {
			continue
		}
		if next := m.At + apart + Millis(Draw(s.Seed, m.Seq, "apart", 0).Float64()*apart); next > due && moved < mostApart {
			due, moved = next, moved+1
		}
	}
	return due
}
