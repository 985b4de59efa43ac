package table

import (
	"slices"

	"ringer/engine/game"
)

// Delivery is what one session of a table gets.
type Delivery struct {
	Session string
	Data    game.Payload
}

// Deliver returns what the bots of a table get of a fact of the platform. r is the roster before
// the fact.
func Deliver(r *game.Roster, p game.Payload) []Delivery {
	switch p := p.(type) {
	case *game.MessageReceived:
		return toBots(r, p, func(b game.BotSeat) bool { return b.Seat != p.Sender && r.Sees(b.Seat, p.Channel) })
	case *game.FloorGiven:
		return silence(r, p)
	case *game.ObservationReceived:
		if p.Kind == game.BotMuted || p.Kind == game.BotUnmuted {
			return silence(r, p)
		}
		own := &game.ObservationReceived{Observation: p.Observation}
		return toBots(r, own, func(b game.BotSeat) bool {
			switch p.Kind {
			case game.PrivateInfo:
				return b.Seat == p.Seat || p.Seat == ""
			case game.PlayerTyping:
				return b.Seat != p.Player.ID && r.Sees(b.Seat, r.Current().Channel)
			}
			return true
		})
	case *game.VoteRequested:
		return toBots(r, &game.VoteRequested{VoteRequest: p.VoteRequest}, func(b game.BotSeat) bool { return slices.Contains(p.Seats, b.Seat) })
	case *game.VoteCancelled:
		return toBots(r, p, func(game.BotSeat) bool { return true })
	case *game.TableEnded:
		return toBots(r, &p.SessionEnded, func(game.BotSeat) bool { return true })
	}
	return nil
}

// silence tells each bot that falls silent, or may speak again, because of an event.
func silence(r *game.Roster, p game.Payload) (list []Delivery) {
	after := After(*r, p)
	for i, b := range after.Bots {
		if b.Silent() == r.Bots[i].Silent() {
			continue
		}
		kind := game.BotUnmuted
		if b.Silent() {
			kind = game.BotMuted
		}
		list = append(list, Delivery{Session: b.Session, Data: &game.ObservationReceived{Observation: game.Observation{Kind: kind}}})
	}
	return list
}

func toBots(r *game.Roster, p game.Payload, gets func(game.BotSeat) bool) (list []Delivery) {
	for _, b := range r.Bots {
		if gets(b) {
			list = append(list, Delivery{Session: b.Session, Data: p})
		}
	}
	return list
}

// Share returns what the table's log and the other bots get of an act of one bot: nothing, unless
// the players can see it. The first delivery goes to the table itself. r is the roster of the
// bot's session, and others are the other bots.
func Share(table string, r *game.Roster, others []game.BotSeat, p game.Payload) []Delivery {
	among := *r
	among.Bots = others
	seat, _ := r.Player(r.Seat)
	switch p := p.(type) {
	case *game.MessageSent:
		said := &game.MessageReceived{Post: game.Post{ID: p.MessageID, Sender: p.Sender, Text: p.Text, Kind: game.FromPlayer, Channel: p.Channel}}
		return append([]Delivery{{Session: table, Data: p}}, Deliver(&among, said)...)
	case *game.TypingStarted:
		own := *p
		own.Seat = r.Seat
		seen := &game.ObservationReceived{Observation: game.Observation{Kind: game.PlayerTyping, Player: &game.Player{ID: seat.ID, Name: seat.Name}}}
		return append([]Delivery{{Session: table, Data: &own}}, Deliver(&among, seen)...)
	case *game.TypingStopped:
		own := *p
		own.Seat = r.Seat
		return []Delivery{{Session: table, Data: &own}}
	case *game.VoteCast:
		own := *p
		own.Seat = r.Seat
		return []Delivery{{Session: table, Data: &own}}
	}
	return nil
}
