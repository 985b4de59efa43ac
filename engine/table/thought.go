package table

import (
	"maps"

	"ringer/engine/game"
)

// View returns what a thought of the table sees: the chat of the channel where the game goes on
// now, and no player's secrets. Nobody is the bot in it.
func (s *State) View(now game.Millis) game.View {
	channel := s.Roster.Current().Channel
	v := game.View{
		Session: s.ID, Seq: s.Seq, Now: now, Players: s.Roster.Players, Phase: s.Roster.Phase, Channel: channel,
		Config: game.Config{Game: s.Config.Game, Language: s.Config.Language, Speed: s.Config.Speed, Model: s.Config.Model, Record: s.recorded()},
	}
	if s.Config.Seed != nil {
		v.Seed = *s.Config.Seed
	}
	for _, m := range s.Messages {
		if m.Channel == channel {
			v.Messages = append(v.Messages, m)
		}
	}
	for _, seat := range s.candidates() {
		player, _ := s.Roster.Player(seat)
		v.Candidates = append(v.Candidates, player)
	}
	return v.With(maps.Clone(s.Thoughts))
}

// recorded reports whether calls of the table are kept: those of a bot are.
func (s *State) recorded() bool {
	for i := range s.Config.Bots {
		if s.Config.Bots[i].Record {
			return true
		}
	}
	return false
}
