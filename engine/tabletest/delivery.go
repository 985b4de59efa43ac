package tabletest

import (
	"fmt"
	"slices"

	"ringer/engine/game"
)

// Delivered says what logs hold, and what is wrong with them.
type Delivered struct {
	// Messages, Sent and Casts count the messages of the table, and those that bots have sent, and
	// the answers of bots.
	Messages, Sent, Casts int
	// Delivered counts the events in the logs of bots that others have caused.
	Delivered int
	// Faults says what was lost, doubled or out of order.
	Faults []string
}

// Judge compares the log of a table with the logs of its bots, by seat.
func Judge(table []game.Event, bots map[string][]game.Event) (r Delivered) {
	fault := func(format string, args ...any) { r.Faults = append(r.Faults, fmt.Sprintf(format, args...)) }
	numbered := func(name string, log []game.Event) {
		for i, e := range log {
			if e.Seq != int64(i+1) {
				fault("event %d of %s has the seq %d", i+1, name, e.Seq)
			}
		}
	}
	numbered("the table", table)
	created, ok := table[0].Data.(*game.TableCreated)
	if !ok {
		fault("the table's log begins with %s", table[0].Data.Type())
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
	for _, e := range table {
		switch p := e.Data.(type) {
		case *game.MessageReceived:
			r.Messages++
			if p.ID != "" {
				ids[p.ID]++
			}
		case *game.MessageSent:
			r.Messages, r.Sent = r.Messages+1, r.Sent+1
			ids[p.MessageID]++
		case *game.VoteCast:
			r.Casts++
		}
	}
	for id, n := range ids {
		if n > 1 {
			fault("the table has the message %s %d times", id, n)
		}
	}
	for _, b := range created.Bots {
		log := bots[b.Seat]
		numbered(b.Seat, log)
		var want, got []string
		bot := listener{seat: b.Seat, members: members, waits: created.Config.Floor == game.FloorModerated}
		for _, e := range table[1:] {
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
			fault("%s has %d events of the table's %d; they differ at %d: %.200q, want %.200q", b.Seat, len(got), len(want), i, rest(got, i), rest(want, i))
		}
	}
	return r
}

// differ returns the first place where two lists differ, or -1.
func differ(want, got []string) int {
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			return i
		}
	}
	return -1
}

func rest(list []string, from int) []string { return list[min(from, len(list)):min(from+3, len(list))] }

// listener is a bot at a table.
type listener struct {
	seat string
	// members are the members of each channel.
	members map[string][]string
	// muted says that the platform has muted the bot, waits that it does not have the floor.
	muted, waits bool
}

// silenced returns what a bot hears when it falls silent, or may speak again; empty if neither.
func (l *listener) silenced(muted, waits bool) string {
	before, after := l.muted || l.waits, muted || waits
	l.muted, l.waits = muted, waits
	switch {
	case before == after:
		return ""
	case after:
		return observed(&game.Observation{Kind: game.BotMuted})
	}
	return observed(&game.Observation{Kind: game.BotUnmuted})
}

// expected returns what the bot's log must have of an event of the table; empty for nothing.
func (l *listener) expected(p game.Payload) string {
	seat := l.seat
	sees := func(channel string) bool { return channel == "" || slices.Contains(l.members[channel], seat) }
	switch p := p.(type) {
	case *game.FloorGiven:
		return l.silenced(l.muted, p.Seat != seat)
	case *game.MessageReceived:
		if sees(p.Channel) {
			return said(p.Sender, p.Channel, p.Text)
		}
	case *game.MessageSent:
		if sees(p.Channel) || p.Sender == seat {
			return said(p.Sender, p.Channel, p.Text)
		}
	case *game.ObservationReceived:
		switch {
		case p.Kind == game.PlayerTyping && (!sees(p.Channel) || p.Player.ID == seat), p.Seat != "" && p.Seat != seat:
			return ""
		case p.Kind == game.BotMuted, p.Kind == game.BotUnmuted:
			return l.silenced(p.Kind == game.BotMuted, l.waits)
		}
		return observed(&p.Observation)
	case *game.TypingStarted:
		if p.Seat == seat {
			return "types"
		}
		if sees(p.Channel) {
			return observed(&game.Observation{Kind: game.PlayerTyping, Player: &game.Player{ID: p.Seat}})
		}
	case *game.TypingStopped:
		if p.Seat == seat {
			return "types no more"
		}
	case *game.VoteRequested:
		if slices.Contains(p.Seats, seat) {
			return "asked " + p.ID
		}
	case *game.VoteCast:
		if p.Seat == seat {
			return fmt.Sprint("votes in ", p.VoteID, " ", p.Answer)
		}
	case *game.VoteCancelled:
		return "cancelled " + p.VoteID
	case *game.TableEnded:
		return "ended"
	}
	return ""
}

// happened returns the same for an event in a bot's own log; empty for what only concerns the bot.
func happened(p game.Payload) string {
	switch p := p.(type) {
	case *game.MessageReceived:
		return said(p.Sender, p.Channel, p.Text)
	case *game.MessageSent:
		return said(p.Sender, p.Channel, p.Text)
	case *game.ObservationReceived:
		return observed(&p.Observation)
	case *game.TypingStarted:
		return "types"
	case *game.TypingStopped:
		return "types no more"
	case *game.VoteRequested:
		return "asked " + p.ID
	case *game.VoteCast:
		return fmt.Sprint("votes in ", p.VoteID, " ", p.Answer)
	case *game.VoteCancelled:
		return "cancelled " + p.VoteID
	case *game.SessionEnded:
		return "ended"
	}
	return ""
}

func said(sender, channel, text string) string { return sender + " says in <" + channel + ">: " + text }

func observed(o *game.Observation) string {
	key := fmt.Sprint("sees ", o.Kind, " ", o.Phase, " ", o.Text)
	if o.Player != nil {
		key += o.Player.ID
	}
	return key
}
