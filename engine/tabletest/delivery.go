package tabletest

import (
	"fmt"
	"slices"

	"ringer/engine/game"
)

// Deliveries compares the log of a table with the logs of its bots' sessions, by session. It
// returns what a bot should have got and has not, has got twice, in another order, or should not
// have got.
func Deliveries(table []game.Event, sessions map[string][]game.Event) (wrong []string) {
	created := table[0].Data.(*game.TableCreated)
	for _, b := range created.Bots {
		wants, has := due(created, table, b.Seat), got(sessions[b.Session])
		if slices.Equal(wants, has) {
			continue
		}
		i := 0
		for i < min(len(wants), len(has)) && wants[i] == has[i] {
			i++
		}
		wrong = append(wrong, fmt.Sprintf("%s, %s: of %d events and %d, the first that differ are %q and %q", b.Seat, b.Session, len(wants), len(has), at(wants, i), at(has, i)))
	}
	return wrong
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// due lists what a seat has to get of a table's log.
func due(created *game.TableCreated, log []game.Event, seat string) (list []string) {
	channels := created.Config.Game.Channels
	if created.Deal != nil {
		channels = created.Deal.Channels
	}
	sees := func(channel string) bool {
		return channel == "" || slices.ContainsFunc(channels, func(c game.Channel) bool { return c.ID == channel && slices.Contains(c.Members, seat) })
	}
	for _, e := range log {
		switch p := e.Data.(type) {
		case *game.MessageReceived:
			if sees(p.Channel) {
				list = append(list, "line "+p.ID)
			}
		case *game.MessageSent:
			if sees(p.Channel) {
				list = append(list, "line "+p.MessageID)
			}
		case *game.VoteRequested:
			if slices.Contains(p.Seats, seat) {
				list = append(list, "vote "+p.ID)
			}
		case *game.VoteCast:
			if p.Seat == seat {
				list = append(list, "cast "+p.VoteID)
			}
		case *game.ObservationReceived:
			list = append(list, public(&p.Observation)...)
		case *game.TableEnded:
			list = append(list, "end "+string(p.Reason))
		}
	}
	return list
}

// got lists what a session's log holds of it.
func got(log []game.Event) (list []string) {
	for _, e := range log {
		switch p := e.Data.(type) {
		case *game.MessageReceived:
			list = append(list, "line "+p.ID)
		case *game.MessageSent:
			list = append(list, "line "+p.MessageID)
		case *game.VoteRequested:
			list = append(list, "vote "+p.ID)
		case *game.VoteCast:
			list = append(list, "cast "+p.VoteID)
		case *game.ObservationReceived:
			list = append(list, public(&p.Observation)...)
		case *game.SessionEnded:
			list = append(list, "end "+string(p.Reason))
		}
	}
	return list
}

// public lists an observation that everybody makes.
func public(o *game.Observation) []string {
	switch o.Kind {
	case game.PhaseChanged:
		return []string{"phase " + o.Phase}
	case game.PlayerLeft, game.PlayerOut, game.PlayerJoined:
		return []string{string(o.Kind) + " " + o.Player.ID}
	}
	return nil
}
