package gametest

import (
	"fmt"
	"maps"
	"slices"

	"ringer/engine/session"
)

// The sides of a game of Avalon.
const (
	good = "good"
	evil = "evil"
)

// avalonRow is a row of the table in the rules of the board game.
type avalonRow struct {
	evil  int
	teams [5]int
}

var avalonTable = map[int]avalonRow{
	5: {2, [5]int{2, 3, 2, 3, 3}}, 6: {2, [5]int{2, 3, 4, 3, 4}}, 7: {3, [5]int{2, 3, 3, 4, 4}},
	8: {3, [5]int{3, 4, 4, 5, 5}}, 9: {3, [5]int{3, 4, 4, 5, 5}}, 10: {4, [5]int{3, 4, 4, 5, 5}},
}

func (a *avalonGame) create(e session.Event, p *session.GameCreated) {
	d := p.Deal
	a.options(e, p, &a.limits)
	row, ok := avalonTable[len(d.Players)]
	if n := len(a.living(sides[evil]...)); !ok || n != row.evil || len(d.Roles) != len(d.Players) {
		a.blame(e, "%d players with the roles %v", len(d.Players), d.Roles)
	}
	if !same(d.RoleList, slices.Collect(maps.Values(d.Roles))) {
		a.blame(e, "the list of roles is %v", d.RoleList)
	}
	for _, player := range d.Players {
		a.checkKnown(e, d, player.ID)
	}
	together := a.together()
	if len(d.Channels) != 1 || !same(d.Channels[0].Members, together) {
		a.blame(e, "the channels are %v", d.Channels)
	}
	for _, phase := range d.Phases {
		if phase.ID == "assassination" && (!same(phase.Speakers, together) || phase.Channel != d.Channels[0].ID) {
			a.blame(e, "the phase is %v", phase)
		}
	}
}

// checkKnown checks what a player knows from the start: who knows whom is the table of the rules.
func (a *avalonGame) checkKnown(e session.Event, d *session.Deal, seat string) {
	own := a.role[seat]
	for _, o := range d.Players {
		other := a.role[o.ID]
		knows := false
		switch {
		case o.ID == seat:
		case own == "merlin":
			knows = sideOf(other) == evil && other != "mordred"
		case own == "percival":
			knows = other == "merlin" || other == "morgana"
		case sideOf(own) == evil && own != "oberon":
			knows = sideOf(other) == evil && other != "oberon"
		}
		if roles := d.KnownRoles[seat][o.ID]; names(d.Private[seat], o.Name) != knows || (len(roles) > 0) != knows || knows && !slices.Contains(roles, other) {
			a.blame(e, "%s, who is %s, knows %q and %v", seat, own, d.Private[seat], d.KnownRoles[seat])
		}
		if allied := slices.Contains(d.Allies[seat], o.ID); allied != (knows && sideOf(own) == evil) {
			a.blame(e, "the allies of %s are %v", seat, d.Allies[seat])
		}
	}
	if hides := fmt.Sprint(d.Conceal[seat]); hides != map[bool]string{true: "[]", false: "[" + own + "]"}[own == "servant"] {
		a.blame(e, "%s, who is %s, conceals %s", seat, own, hides)
	}
}

// sides holds the roles of each side.
var sides = map[string][]string{good: {"merlin", "percival", "servant"}, evil: {"morgana", "assassin", "minion", "mordred", "oberon"}}

func sideOf(role string) string {
	if slices.Contains(sides[good], role) {
		return good
	}
	return evil
}
