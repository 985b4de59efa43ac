package session

import (
	"slices"
	"strings"

	"ringer/engine/mouth"
)

// Concealed returns what the bot must not admit: the roles that it conceals, its side, and what
// these roles tell it of the others. A bot that conceals no role may say what it knows.
func (c *Config) Concealed() (conceal mouth.Conceal) {
	b := &c.Bot
	if len(b.Conceal) == 0 {
		return conceal
	}
	conceal.Roles, conceal.Side = b.Conceal, string(c.Side())
	for i := range c.Game.Channels {
		if ch := &c.Game.Channels[i]; slices.Contains(ch.Members, b.Seat) && len(ch.Members) < len(c.Game.Players) {
			conceal.Channels = append(conceal.Channels, ch.ID)
		}
	}
	conceal.Alone = c.onlyEvilKnows()
	for _, p := range c.Game.Players { // in an order that does not change
		roles := b.KnownRoles[p.ID]
		if len(roles) == 0 && b.allied(p.ID) {
			roles = b.Conceal
		}
		if len(roles) == 0 {
			continue
		}
		side := c.RoleSide(roles[0])
		if slices.ContainsFunc(roles, func(role string) bool { return c.RoleSide(role) != side }) {
			side = ""
		}
		conceal.Known = append(conceal.Known, mouth.KnownPlayer{Name: p.Name, Roles: roles, Side: string(side)})
	}
	return conceal
}

// onlyEvilKnows reports whether everybody may claim all roles in the game that are not the bot's.
// Then nobody but the bot's side knows more than the others.
func (c *Config) onlyEvilKnows() bool {
	roles := slices.Clone(c.Game.RoleList)
	for _, aim := range slices.Concat(c.Game.Aims, c.presetAims()) {
		if aim.Role != "" {
			roles = append(roles, aim.Role)
		}
	}
	return len(roles) > 0 && !slices.ContainsFunc(roles, func(role string) bool { return !c.Bot.conceals(role) && !mouth.IsOpenRole(role) })
}

func (b *Bot) conceals(role string) bool {
	return slices.ContainsFunc(b.Conceal, func(r string) bool { return strings.EqualFold(r, role) })
}

func (r *Roster) amongAllies(b *Bot, channel string) bool {
	read := false
	for _, p := range r.Players {
		if p.ID == r.Seat || !r.Sees(p.ID, channel) {
			continue
		}
		if !b.allied(p.ID) {
			return false
		}
		read = true
	}
	return read
}

func (s *State) amongAllies() bool { return s.Roster.amongAllies(&s.Config.Bot, s.here()) }

// AmongAllies reports whether only allies read the bot's next line. There it has nothing to hide.
func (v *View) AmongAllies() bool {
	roster := v.Roster()
	return roster.amongAllies(&v.Config.Bot, v.Channel)
}
