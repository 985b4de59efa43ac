package game

import "slices"

// analyst reports whether this bot makes what the bots of its strategy share. It is the first of
// them that is in the game and sees the channel of the current phase.
func (s *State) analyst() bool {
	if len(s.Peers) < 2 {
		return true
	}
	i := slices.IndexFunc(s.Peers, func(seat string) bool {
		p, ok := s.Roster.Player(seat)
		return ok && p.Presence == Active && s.Roster.Sees(seat, s.here())
	})
	return i < 0 || s.Peers[i] == s.Roster.Seat
}

// takeAnalysis puts what another bot has found on its message. An analysis of the bot's own stays.
func (s *State) takeAnalysis(p *LineAnalysed) {
	i := slices.IndexFunc(s.Messages, func(m Message) bool { return m.ID == p.MessageID })
	if i >= 0 && s.Messages[i].Annotation == nil {
		s.annotateMessage(&Annotated{Seq: s.Messages[i].Seq, Annotation: p.Annotation})
	}
}

// PeersWho returns the peers of the bot who see a channel.
func (s *State) PeersWho(channel string) (seats []string) {
	for _, seat := range s.Peers {
		if seat != s.Roster.Seat && s.Roster.Sees(seat, channel) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// Barrier reports whether a fact of a table changes who may do what in a session that gets it.
func Barrier(p Payload) bool {
	switch p := p.(type) {
	case *ObservationReceived:
		return p.Barrier()
	case *MessageReceived, *LineAnalysed:
		return false
	}
	return true
}
