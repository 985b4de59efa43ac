package desk

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// rematchID returns the external id of the game that follows another. So a game has one rematch,
// however often it is asked for.
func rematchID(id string) string { return "rematch:" + id }

// Rematch returns the configuration of the game that follows one that has ended: the same rules,
// bots and seats, with another seed. Where Ringer runs the rules, whoever has left does not play
// again, and whoever waits does.
func (k *Desk) Rematch(ctx context.Context, id string) (session.GameConfig, error) {
	row, err := k.Games.Row(ctx, id)
	if err != nil {
		return session.GameConfig{}, err
	}
	if row.Status != journal.Ended {
		return session.GameConfig{}, refusal(session.CodeNotEnded, "", "the game goes on; a rematch begins after its end")
	}
	first, err := firstOf[*session.GameCreated](ctx, k, id)
	if err != nil {
		return session.GameConfig{}, err
	}
	state, err := k.GameState(ctx, id)
	if err != nil {
		return session.GameConfig{}, err
	}
	c := first.Config
	c.Seed, c.External, c.Game.History, c.Game.Players = nil, rematchID(id), nil, nil
	if c.Host == session.HostRinger { // they were filled in, and follow from the rules
		c.Game.Phases, c.Game.Phase = nil, ""
	}
	for _, p := range first.Config.Game.Players {
		_, isBot := row.Roster.Bot(first.Deal.Seat(p.ID))
		now, _ := row.Roster.Player(first.Deal.Seat(p.ID))
		if c.Host == session.HostRinger && !isBot && now.Presence == session.Left {
			continue
		}
		c.Game.Players = append(c.Game.Players, p)
	}
	c.Game.Players = append(c.Game.Players, state.Waiting...)
	c.Roles = rolesOf(c.Game.Players, first.Config.Roles)
	return c, nil
}

// rolesOf returns fixed roles for the players of a rematch. Whoever is new gets the role that most
// players had.
func rolesOf(players []session.Player, before map[string]string) map[string]string {
	if len(before) == 0 {
		return nil
	}
	count := map[string]int{}
	for _, role := range before {
		count[role]++
	}
	most := slices.MaxFunc(slices.Sorted(maps.Keys(count)), func(a, b string) int { return count[a] - count[b] })
	roles := map[string]string{}
	for _, p := range players {
		roles[p.ID] = cmp.Or(before[p.ID], most)
	}
	return roles
}

// Next returns the game that follows another one, and the seat there of a player; no game while
// there is none. Without a seat there the player can watch.
func (k *Desk) Next(ctx context.Context, id, seat string) (next, seated string, err error) {
	row, err := k.Games.Row(ctx, id)
	if err != nil {
		return "", "", err
	}
	rows, err := k.Sessions(ctx, journal.SessionQuery{Tenant: row.Tenant, Games: true, External: rematchID(id), Limit: 1})
	if err != nil || len(rows) == 0 || seat == "" {
		return idOf(rows), "", err
	}
	before, err := firstOf[*session.GameCreated](ctx, k, id)
	if err != nil {
		return "", "", err
	}
	after, err := firstOf[*session.GameCreated](ctx, k, rows[0].ID)
	if err != nil {
		return "", "", err
	}
	for _, p := range after.Config.Game.Players {
		if before.Deal.Seat(p.ID) == seat {
			return rows[0].ID, after.Deal.Seat(p.ID), nil
		}
	}
	return rows[0].ID, "", nil
}

func idOf(rows []journal.Session) string {
	if len(rows) == 0 {
		return ""
	}
	return rows[0].ID
}
