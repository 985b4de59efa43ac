package gametest

import (
	"fmt"
	"slices"

	"ringer/engine/session"
)

// Delivered says what logs hold, and what is wrong with them.
type Delivered struct {
	// Messages, Sent and Casts count the messages of the game, and those that bots have sent, and
	// the answers of bots.
	Messages, Sent, Casts int
	// Delivered counts the events in the logs of bots that others have caused.
	Delivered int
	// Faults says what was lost, doubled or out of order.
	Faults []string
}

// Judge compares the log of a game with the logs of its bots, by seat.
func Judge(game []session.Event, bots map[string][]session.Event) (r Delivered) {
	fault := func(format string, args ...any) { r.Faults = append(r.Faults, fmt.Sprintf(format, args...)) }
	numbered := func(name string, log []session.Event) {
		for i, e := range log {
			if e.Seq != int64(i+1) {
				fault("event %d of %s has the seq %d", i+1, name, e.Seq)
			}
		}
	}
	numbered("the game", game)
	created, ok := game[0].Data.(*session.GameCreated)
	if !ok {
		fault("the game's log begins with %s", game[0].Data.Type())
		return r
	}
	members, channels := map[string][]string{}, created.Config.Game.Channels
	if created.Deal != nil {
		channels = created.Deal.Channels
	}
	for _, c := range channels {
		members[c.ID] = c.Members
	}
	ids := map[string]int{}
	for _, e := range game {
		switch p := e.Data.(type) {
		case *session.MessageReceived:
			r.Messages++
			if p.ID != "" {
				ids[p.ID]++
			}
		case *session.MessageSent:
			r.Messages, r.Sent = r.Messages+1, r.Sent+1
			ids[p.MessageID]++
		case *session.VoteCast:
			r.Casts++
		}
	}
	for id, n := range ids {
		if n > 1 {
			fault("the game has the message %s %d times", id, n)
		}
	}
	for _, b := range created.Bots {
		log := bots[b.Seat]
		numbered(b.Seat, log)
		var want, got []string
		bot := listener{seat: b.Seat, members: members, waits: created.Config.Floor == session.FloorModerated}
		for _, e := range game[1:] {
			if key := bot.expected(e.Data); key != "" {
				want = append(want, key)
			}
		}
		for _, e := range log[1:] {
			if key := happened(e.Data); key != "" {
				got = append(got, key)
			}
		}
		r.Delivered += len(got)
		if i := differ(want, got); i >= 0 {
			fault("%s has %d events of the game's %d; they differ at %d: %.200q, want %.200q", b.Seat, len(got), len(want), i, rest(got, i), rest(want, i))
		}
	}
	return r
}

func differ(want, got []string) int {
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			return i
		}
	}
	return -1
}

func rest(list []string, from int) []string { return list[min(from, len(list)):min(from+3, len(list))] }

type listener struct {
	seat    string
	members map[string][]string
	// muted says that the platform has muted the bot, waits that it does not have the floor.
	muted, waits bool
	// has says that the bot has the floor that goes by bids.
	has bool
}

// floor returns what a bot hears when it gets the floor by a bid, or loses it; empty if neither.
func (l *listener) floor(has bool) string {
	had := l.has
	if l.has = has; !had && !has {
		return ""
	}
	return floored(has)
}

func floored(has bool) string { return fmt.Sprint("has the floor: ", has) }

// silenced returns what a bot hears when it falls silent, or may speak again; empty if neither.
func (l *listener) silenced(muted, waits bool) string {
	before, after := l.muted || l.waits, muted || waits
	l.muted, l.waits = muted, waits
	switch {
	case before == after:
		return ""
	case after:
		return observed(&session.Observation{Kind: session.BotMuted})
	}
	return observed(&session.Observation{Kind: session.BotUnmuted})
}

// expected returns what the bot's log must have of an event of the game; empty for nothing.
func (l *listener) expected(p session.Payload) string {
	seat := l.seat
	sees := func(channel string) bool { return channel == "" || slices.Contains(l.members[channel], seat) }
	switch p := p.(type) {
	case *session.FloorGiven:
		if p.By == session.GivenByBid {
			return l.floor(p.Seat == seat)
		}
		return l.silenced(l.muted, p.Seat != seat)
	case *session.MessageReceived:
		if sees(p.Channel) {
			return said(p.Sender, p.Channel, p.Text)
		}
	case *session.MessageSent:
		if sees(p.Channel) || p.Sender == seat {
			return said(p.Sender, p.Channel, p.Text)
		}
	case *session.ObservationReceived:
		switch {
		case p.Kind == session.PlayerTyping && (!sees(p.Channel) || p.Player.ID == seat), p.Seat != "" && p.Seat != seat:
			return ""
		case p.Kind == session.BotMuted, p.Kind == session.BotUnmuted:
			return l.silenced(p.Kind == session.BotMuted, l.waits)
		}
		return observed(&p.Observation)
	case *session.BidMade:
		if p.Seat == seat {
			return fmt.Sprint("bids ", p.Bid)
		}
	case *session.TypingStarted:
		if p.Seat == seat {
			return "types"
		}
		if sees(p.Channel) {
			return observed(&session.Observation{Kind: session.PlayerTyping, Player: &session.Player{ID: p.Seat}})
		}
	case *session.TypingStopped:
		if p.Seat == seat {
			return "types no more"
		}
	case *session.VoteRequested:
		if slices.Contains(p.Seats, seat) {
			return "asked " + p.ID
		}
	case *session.VoteCast:
		if p.Seat == seat {
			return fmt.Sprint("votes in ", p.VoteID, " ", p.Answer)
		}
	case *session.VoteCancelled:
		return "cancelled " + p.VoteID
	case *session.GameEnded:
		return "ended"
	}
	return ""
}

// happened returns the same for an event in a bot's own log; empty for what only concerns the bot.
func happened(p session.Payload) string {
	switch p := p.(type) {
	case *session.MessageReceived:
		return said(p.Sender, p.Channel, p.Text)
	case *session.MessageSent:
		return said(p.Sender, p.Channel, p.Text)
	case *session.ObservationReceived:
		return observed(&p.Observation)
	case *session.FloorChanged:
		return floored(p.Has)
	case *session.BidMade:
		return fmt.Sprint("bids ", p.Bid)
	case *session.TypingStarted:
		return "types"
	case *session.TypingStopped:
		return "types no more"
	case *session.VoteRequested:
		return "asked " + p.ID
	case *session.VoteCast:
		return fmt.Sprint("votes in ", p.VoteID, " ", p.Answer)
	case *session.VoteCancelled:
		return "cancelled " + p.VoteID
	case *session.SessionEnded:
		return "ended"
	}
	return ""
}

func said(sender, channel, text string) string { return sender + " says in <" + channel + ">: " + text }

func observed(o *session.Observation) string {
	key := fmt.Sprint("sees ", o.Kind, " ", o.Phase, " ", o.Text)
	if o.Player != nil {
		key += o.Player.ID
	}
	return key
}
