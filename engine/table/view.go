package table

import (
	"slices"
	"strings"

	"ringer/engine/game"
)

// Show returns an event of a table as one seat sees it, and whether it sees it at all. Nothing in
// it says which players are bots: what a bot says looks like what a person says. r is the roster of
// the table.
func Show(table string, r *game.Roster, seat string, e game.Event) (game.Event, bool) {
	switch p := e.Data.(type) {
	case *game.TableCreated:
		e.Data = createdFor(p, seat)
	case *game.TableEnded, *game.VoteCancelled:
	case *game.MessageReceived:
		e.Data = said(table, e.Seq, p.Post)
		return e, r.Sees(seat, p.Channel)
	case *game.MessageSent:
		e.Data = said(table, e.Seq, game.Post{Sender: p.Sender, Text: p.Text, Kind: game.FromPlayer, Channel: p.Channel})
		return e, r.Sees(seat, p.Channel)
	case *game.TypingStarted:
		player, _ := r.Player(p.Seat)
		seen := game.Observation{Kind: game.PlayerTyping, Player: &game.Player{ID: player.ID, Name: player.Name}}
		e.Data = &game.ObservationReceived{Observation: seen}
		return e, p.Seat != seat && r.Sees(seat, p.Channel)
	case *game.ObservationReceived:
		observed := p.Observation
		observed.ID = ""
		e.Data = &game.ObservationReceived{Observation: observed}
		concerns := p.Seat == seat || p.Seat == "" && p.Kind != game.BotMuted && p.Kind != game.BotUnmuted
		return e, concerns && r.Sees(seat, p.Channel)
	case *game.VoteRequested:
		e.Data = &game.VoteRequested{VoteRequest: p.VoteRequest}
		return e, slices.Contains(p.Seats, seat)
	case *game.VoteReceived:
		return e, p.Seat == seat
	case *game.VoteCast:
		e.Data = &game.VoteReceived{VoteID: p.VoteID, Seat: p.Seat, Answer: p.Answer}
		return e, p.Seat == seat
	default:
		return e, false
	}
	return e, true
}

// said returns a message with an id that does not say whether a bot or a person wrote it.
func said(table string, seq int64, p game.Post) *game.MessageReceived {
	p.ID, p.MessageID, p.ReplyTo, p.SentAt = game.FactID(table, seq), "", "", nil
	return &game.MessageReceived{Post: p}
}

// createdFor returns how a table begins as one seat may know it.
func createdFor(p *game.TableCreated, seat string) *game.TableCreated {
	c := &game.TableCreated{Config: seenBy(p.Config.Dealt(p.Deal), seat), Bots: []game.BotSeat{}, Commitment: p.Commitment}
	if d := p.Deal; d != nil {
		g := c.Config.Game
		c.Deal = &game.Deal{
			Players: g.Players, Phases: g.Phases, Channels: g.Channels, Phase: g.Phase, Lasts: d.Lasts, RoleList: g.RoleList, Roles: of(d.Roles, seat),
			Private: of(d.Private, seat), Allies: of(d.Allies, seat), KnownRoles: of(d.KnownRoles, seat), Conceal: of(d.Conceal, seat),
		}
	}
	return c
}

// of returns the part of a map that belongs to a seat.
func of[T any](all map[string]T, seat string) map[string]T {
	if v, ok := all[seat]; ok {
		return map[string]T{seat: v}
	}
	return nil
}

// seenBy returns the configuration of a table as one seat may know it: the game, without the bots,
// the seed, and what concerns channels that the seat does not see. Its lists are sorted: a platform
// may list roles, and who speaks or reads, in an order that tells who has which role.
func seenBy(c game.Table, seat string) game.Table {
	r := c.Roster().SeenBy(seat)
	seen := game.Table{Game: c.Game, Language: c.Language, Speed: c.Speed, TTL: c.TTL, Bots: []game.TableBot{}}
	g := &seen.Game
	g.RoleList = sorted(g.RoleList)
	g.Aims = slices.SortedFunc(slices.Values(g.Aims), func(a, b game.Aim) int { return strings.Compare(a.Role, b.Role) })
	g.Channels, g.Phases = slices.Clone(r.Channels), slices.Clone(r.Phases)
	for i := range g.Channels {
		g.Channels[i].Members = sorted(g.Channels[i].Members)
	}
	for i := range g.Phases {
		g.Phases[i].Speakers = sorted(g.Phases[i].Speakers)
	}
	return seen
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }
