package play

import (
	"slices"

	"ringer/engine/session"
)

// chats returns the channels in which the person speaks in this phase.
func (s *story) chats() []string {
	r := session.Roster{Players: s.players, Phases: s.setting.Phases, Channels: s.setting.Channels, Phase: s.phase}
	return r.Chats(s.seat)
}

// readers returns the other players who read a channel.
func (s *story) readers(channel string) (others []session.Player) {
	i := slices.IndexFunc(s.setting.Channels, func(c session.Channel) bool { return c.ID == channel })
	for _, p := range s.players {
		if i >= 0 && p.ID != s.seat && slices.Contains(s.setting.Channels[i].Members, p.ID) {
			others = append(others, p)
		}
	}
	return others
}
