package game

import (
	"slices"

	"ringer/engine/session"
)

// Delivery is what one session of a game gets.
type Delivery struct {
	Session string
	Data    session.Payload
}

// Deliver returns what the bots of a game get of a fact of the platform. r is the roster before
// the fact.
func Deliver(r *session.Roster, p session.Payload) []Delivery {
	switch p := p.(type) {
	case *session.MessageReceived:
		return toBots(r, p, func(b session.BotSeat) bool { return b.Seat != p.Sender && r.Sees(b.Seat, p.Channel) })
	case *session.FloorGiven:
		return silence(r, p)
	case *session.ObservationReceived:
		if p.Kind == session.BotMuted || p.Kind == session.BotUnmuted {
			return silence(r, p)
		}
		own := &session.ObservationReceived{Observation: p.Observation}
		return toBots(r, own, func(b session.BotSeat) bool {
			switch p.Kind {
			case session.PrivateInfo:
				return b.Seat == p.Seat || p.Seat == ""
			case session.PlayerTyping:
				return b.Seat != p.Player.ID && r.Sees(b.Seat, r.Current().Channel)
			}
			return true
		})
	case *session.VoteRequested:
		return toBots(r, &session.VoteRequested{VoteRequest: p.VoteRequest}, func(b session.BotSeat) bool { return slices.Contains(p.Seats, b.Seat) })
	case *session.VoteCancelled:
		return toBots(r, p, func(session.BotSeat) bool { return true })
	case *session.GameEnded:
		return toBots(r, &p.SessionEnded, func(session.BotSeat) bool { return true })
	}
	return nil
}

// silence tells each bot that falls silent, or may speak again, because of an event.
func silence(r *session.Roster, p session.Payload) (list []Delivery) {
	after := After(*r, p)
	for i, b := range after.Bots {
		if b.Silent() == r.Bots[i].Silent() {
			continue
		}
		kind := session.BotUnmuted
		if b.Silent() {
			kind = session.BotMuted
		}
		list = append(list, Delivery{Session: b.Session, Data: &session.ObservationReceived{Observation: session.Observation{Kind: kind}}})
	}
	return list
}

func toBots(r *session.Roster, p session.Payload, gets func(session.BotSeat) bool) (list []Delivery) {
	for _, b := range r.Bots {
		if gets(b) {
			list = append(list, Delivery{Session: b.Session, Data: p})
		}
	}
	return list
}

// Share returns what the game's log and the other bots get of an act of one bot: nothing, unless
// the players can see it. The first delivery goes to the game itself. r is the roster of the
// bot's session, and others are the other bots.
func Share(gameID string, r *session.Roster, others []session.BotSeat, p session.Payload) []Delivery {
	among := *r
	among.Bots = others
	seat, _ := r.Player(r.Seat)
	switch p := p.(type) {
	case *session.MessageSent:
		said := &session.MessageReceived{Post: session.Post{ID: p.MessageID, Sender: p.Sender, Text: p.Text, Kind: session.FromPlayer, Channel: p.Channel}}
		return append([]Delivery{{Session: gameID, Data: p}}, Deliver(&among, said)...)
	case *session.TypingStarted:
		own := *p
		own.Seat = r.Seat
		seen := &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerTyping, Player: &session.Player{ID: seat.ID, Name: seat.Name}}}
		return append([]Delivery{{Session: gameID, Data: &own}}, Deliver(&among, seen)...)
	case *session.TypingStopped:
		own := *p
		own.Seat = r.Seat
		return []Delivery{{Session: gameID, Data: &own}}
	case *session.VoteCast:
		own := *p
		own.Seat = r.Seat
		return []Delivery{{Session: gameID, Data: &own}}
	}
	return nil
}
