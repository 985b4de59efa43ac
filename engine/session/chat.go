package session

import "slices"

// How a bot shares its time between several chats, in milliseconds. So no chat waits for ever, also
// if somebody talks all the time in another.
const (
	// fresh is how long a line may still get its answer. It covers a slow model.
	fresh = 20 * 1000
	// answering is how much sooner the bot goes to a chat with a line to answer.
	answering = 20 * 1000
	// mostUnspoken bounds the time in which the bot has not spoken in a chat, so that a line in
	// another chat counts more in the end.
	mostUnspoken = 40 * 1000
)

// severalChats reports whether the bot speaks in several channels in this phase.
func (s *State) severalChats() bool { return len(s.Roster.Current().Channels) > 1 }

// moveOn lets a bot that speaks in several channels go to the one that waits for it most, as soon
// as it plans nothing and has nothing to answer where it is.
func (s *State) moveOn(seq int64) {
	if !s.severalChats() || s.Plan != nil || s.Draft != nil {
		return
	}
	to := s.here()
	most, asked := s.waits(to)
	if asked {
		return
	}
	for _, chat := range s.Roster.Current().Channels {
		if waits, _ := s.waits(chat); waits > most {
			to, most = chat, waits
		}
	}
	if to == s.here() {
		return
	}
	i := slices.IndexFunc(s.Roster.Phases, func(p Phase) bool { return p.ID == s.Roster.Phase })
	s.Roster.Phases = slices.Clone(s.Roster.Phases)
	s.Roster.Phases[i].Channel = to
	s.Rhythm.LinesSince, s.Rhythm.ChannelSince, s.Rhythm.FreeSince = s.Rhythm.ChannelSince, seq, s.Now
}

// waits returns how much a chat waits for the bot, and whether it has a line to answer.
func (s *State) waits(chat string) (waits Millis, asked bool) {
	in := func(m *Message) bool { return m.Channel == chat && m.Kind == FromPlayer }
	last, ok := findLast(s.Messages, in)
	own, _ := findLast(s.Messages, func(m *Message) bool { return in(m) && m.Own })
	waits = min(s.Now-own.At, mostUnspoken)
	if asked = ok && !last.Own && s.Now-last.At <= fresh; asked {
		waits += answering
	}
	return waits, asked
}
