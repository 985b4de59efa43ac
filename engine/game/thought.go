package game

import (
	"maps"
	"slices"

	"ringer/engine/session"
)

// View returns what a thought of the game sees: the chat of the channel where the game goes on
// now, and no player's secrets. Nobody is the bot in it.
func (s *State) View(now session.Millis) session.View {
	channel, chats := s.Roster.Current().Channel, s.Roster.Current().Channels
	v := session.View{
		Session: s.ID, Seq: s.Seq, Now: now, Players: s.Roster.Players, Phase: s.Roster.Phase, Channel: channel,
		Config: session.Config{Game: s.Config.Game, Language: s.Config.Language, Speed: s.Config.Speed, Model: s.Config.Model, Record: s.recorded()},
	}
	if s.Config.Seed != nil {
		v.Seed = *s.Config.Seed
	}
	for _, m := range s.Messages {
		if m.Channel == channel || slices.Contains(chats, m.Channel) {
			v.Messages = append(v.Messages, m)
		}
	}
	for _, seat := range s.candidates() {
		v.Contenders = append(v.Contenders, s.contender(seat))
	}
	return v.With(maps.Clone(s.Thoughts))
}

// recorded reports whether calls of the game are kept: those of a bot are.
func (s *State) recorded() bool {
	for i := range s.Config.Bots {
		if s.Config.Bots[i].Record {
			return true
		}
	}
	return false
}

func (s *State) contender(seat string) session.Contender {
	c := session.Contender{Lines: s.Said[seat]}
	c.Player, _ = s.Roster.Player(seat)
	for _, m := range s.Messages {
		if m.Sender == seat && m.Kind == session.FromPlayer {
			c.LastAt = m.At
		}
	}
	if s.Floor.Seat == seat {
		c.Chosen, c.ChosenAt, c.Spoke = true, s.Floor.Since, s.Floor.SpokenAt > 0
	}
	return c
}
