package game

import (
	"cmp"
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
	if k := entryFor(p); k.deliver != nil {
		return k.deliver(r, p)
	}
	return nil
}

func deliverMessage(r *session.Roster, p *session.MessageReceived) []Delivery {
	return toBots(r, p, func(b session.BotSeat) bool {
		_, plays := r.Bot(p.Sender) // a bot that stands by hears what its person says
		return (b.Seat != p.Sender || p.History || !plays) && r.Sees(b.Seat, p.Channel)
	})
}

// deliverAmended also tells the bot whose line it is.
func deliverAmended(r *session.Roster, heard session.Payload, a session.Amendment) []Delivery {
	return toBots(r, heard, func(b session.BotSeat) bool { return r.Sees(b.Seat, a.Channel) })
}

func deliverObservation(r *session.Roster, p *session.ObservationReceived) []Delivery {
	if p.Kind == session.BotMuted || p.Kind == session.BotUnmuted {
		return silence(r, p)
	}
	own := &session.ObservationReceived{Observation: p.Observation}
	return toBots(r, own, func(b session.BotSeat) bool {
		switch p.Kind {
		case session.PrivateInfo:
			return b.Seat == p.Seat || p.Seat == ""
		case session.PlayerTyping:
			return b.Seat != p.Player.ID && r.Sees(b.Seat, cmp.Or(p.Channel, r.Current().Channel))
		}
		return true
	})
}

func deliverVote(r *session.Roster, p *session.VoteRequested) []Delivery {
	return toBots(r, &session.VoteRequested{VoteRequest: p.VoteRequest}, func(b session.BotSeat) bool { return slices.Contains(p.Seats, b.Seat) })
}

func deliverEnd(r *session.Roster, p *session.GameEnded) []Delivery {
	return toBots(r, &p.SessionEnded, everyBot)
}

func everyBot(session.BotSeat) bool { return true }

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

// deliverFloor tells the bots who may speak. By bids it tells only who gets the floor, and who has
// had it: the others wait as before.
func deliverFloor(r *session.Roster, p *session.FloorGiven) (list []Delivery) {
	if p.By != session.GivenByBid {
		return silence(r, p)
	}
	for _, b := range r.AllBots() {
		switch {
		case b.Seat == p.Seat:
			list = append(list, Delivery{Session: b.Session, Data: &session.FloorChanged{Has: true}})
		case b.Floor:
			list = append(list, Delivery{Session: b.Session, Data: &session.FloorChanged{}})
		}
	}
	return list
}

func toBots(r *session.Roster, p session.Payload, gets func(session.BotSeat) bool) (list []Delivery) {
	for _, b := range r.AllBots() {
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
	k := entryFor(p)
	if k.share == nil {
		return nil
	}
	logged, heard := k.share(r, p)
	list := []Delivery{{Session: gameID, Data: logged}}
	if heard == nil {
		return list
	}
	among := *r
	among.Bots, among.StandIns = others, nil
	return append(list, Deliver(&among, heard)...)
}

func postOf(p *session.MessageSent) session.Post {
	return session.Post{ID: p.MessageID, Sender: p.Sender, Text: p.Text, Kind: session.FromPlayer, Channel: p.Channel}
}

func shareMessage(_ *session.Roster, p *session.MessageSent) (logged, heard session.Payload) {
	return p, &session.MessageReceived{Post: postOf(p)}
}

func shareTyping(r *session.Roster, p *session.TypingStarted) (logged, heard session.Payload) {
	own := *p
	own.Seat = r.Seat
	return &own, &session.ObservationReceived{Observation: typingOf(r, r.Seat), Channel: p.Channel}
}

func typingOf(r *session.Roster, seat string) session.Observation {
	player, _ := r.Player(seat)
	return session.Observation{Kind: session.PlayerTyping, Player: &session.Player{ID: player.ID, Name: player.Name}}
}
