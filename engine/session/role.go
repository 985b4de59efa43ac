package session

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ringer/engine/mouth"
)

// Side is the side of a role in games with two sides, one of which hides.
type Side string

const (
	Good Side = "good" // the side that does not know who is evil
	Evil Side = "evil" // the side that hides
)

// RoleSide returns the side of a role, by the aims of the game; "" if nobody has said so.
func (c *Config) RoleSide(role string) Side {
	for _, aims := range [][]Aim{c.Game.Aims, c.presetAims()} {
		if i := slices.IndexFunc(aims, func(a Aim) bool { return a.Role != "" && strings.EqualFold(a.Role, role) }); i >= 0 && aims[i].Side != "" {
			return aims[i].Side
		}
	}
	return ""
}

// Side returns the side of the bot's role: good, evil, or "" if nobody has said so.
func (c *Config) Side() Side { return c.RoleSide(c.Bot.Role) }

// KnownSide returns the side of another player as far as the bot knows it: as an ally, from the
// roles it was told, or from a result of its own. The last result counts.
func (v *View) KnownSide(player string) (side Side) {
	if v.Config.Bot.allied(player) {
		return v.Config.Side()
	}
	for i, role := range v.Config.Bot.KnownRoles[player] {
		if of := v.Config.RoleSide(role); i == 0 || of == side {
			side = of
		} else {
			return ""
		}
	}
	for _, text := range v.Private {
		name, role, is := mouth.ReadResult(text, Names(v.Players))
		p, ok := find(v.Players, func(p Player) bool { return p.Name == name })
		of := v.Config.RoleSide(role)
		switch {
		case !ok || p.ID != player || of == "":
		case is:
			side = of
		case of == Evil:
			side = Good
		}
	}
	return side
}

// Quests reports whether the game may have quests: roles on two sides, and no preset that exiles.
func (c *Config) Quests() bool {
	preset, _ := FindPreset(c.Game.Rules)
	return c.Side() != "" && len(c.Game.RoleList) > 0 && !preset.Exiles
}

func (c *Config) validateRoles(errs *Errors) {
	roster := c.roster()
	list := c.Game.RoleList
	if tooMany(errs, "/game/role_list", len(list), MaxPlayers) || roster.nameless() {
		return
	}
	for i, role := range list {
		checkName(errs, CodeInvalidName, fmt.Sprintf("/game/role_list/%d", i), role)
	}
	if tooMany(errs, "/bot/known_roles", len(c.Bot.KnownRoles), MaxPlayers) || tooMany(errs, "/bot/conceal", len(c.Bot.Conceal), MaxAims) {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(c.Bot.KnownRoles)) {
		at, roles := "/bot/known_roles/"+Pointer(id), c.Bot.KnownRoles[id]
		if _, ok := roster.Player(id); !ok {
			errs.Add(CodeUnknownPlayer, at, roster.unknownPlayer(id, "or add it to game.players"))
		} else if id == c.Bot.Seat {
			errs.Add(CodeInvalidValue, at, "is the bot itself; its role stands in bot.role")
		}
		if len(roles) == 0 {
			errs.Add(CodeRequired, at, "name the roles that this player can have")
		} else if tooMany(errs, at, len(roles), MaxAims) {
			continue
		}
		for i, role := range roles {
			checkName(errs, CodeInvalidName, fmt.Sprintf("%s/%d", at, i), role)
		}
	}
	for i, role := range c.Bot.Conceal {
		checkName(errs, CodeInvalidName, fmt.Sprintf("/bot/conceal/%d", i), role)
	}
}
