package session

import "slices"

// turn returns how many bots come before this one in making what the bots of its strategy share:
// first those that see the channel of the phase. It is 0 for a bot that shares nothing.
func (s *State) turn() (before int) {
	able := func(seat string) bool {
		p, ok := s.Roster.Player(seat)
		return ok && p.Presence == Active && s.Roster.Sees(seat, s.here())
	}
	for _, seat := range s.Peers {
		switch {
		case seat != s.Roster.Seat && able(seat):
			before++
		case seat == s.Roster.Seat && able(seat):
			return before
		}
	}
	return before
}

// takeAnalysis puts what another bot has found on its message. An analysis of the bot's own stays.
func (s *State) takeAnalysis(p *LineAnalysed) {
	i := slices.IndexFunc(s.Messages, func(m Message) bool { return m.ID == p.MessageID })
	switch {
	case i < 0:
	case p.Reading != nil:
		s.takeShared(&s.Messages[i], p.Reading)
	case s.Messages[i].Annotation == nil:
		s.annotateMessage(&Annotated{Seq: s.Messages[i].Seq, Annotation: p.Annotation})
	}
}

// Barrier reports whether a fact of a game changes who may do what in a session that gets it.
func Barrier(p Payload) bool {
	switch p := p.(type) {
	case *ObservationReceived:
		return p.Barrier()
	case *MessageReceived, *LineAnalysed:
		return false
	}
	return true
}
