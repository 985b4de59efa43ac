package werewolf

import (
	"fmt"
	"slices"
	"strings"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

// The roles of Werewolf.
const (
	werewolf  = "werewolf"
	seer      = "seer"
	doctor    = "doctor"
	medium    = "medium"
	possessed = "possessed"
	villager  = "villager"
)

var roleOrder = []string{werewolf, seer, doctor, medium, possessed, villager}

// evil are the roles on the side of the werewolves.
var evil = []string{werewolf, possessed}

// usual holds the roles other than villager, by the number of players. Games of five and of
// thirteen players are those of AIWolf. A game of eight is that of Werewolf Arena, section 3.
var usual = map[int]string{
	5: "1 seer possessed", 6: "1 seer doctor possessed", 7: "2 seer doctor", 8: "2 seer doctor", 9: "2 seer doctor medium", 10: "2 seer doctor medium possessed",
	11: "3 seer doctor medium", 12: "3 seer doctor medium possessed", 13: "3 seer doctor medium possessed", 14: "3 seer doctor medium possessed",
	15: "3 seer doctor medium possessed", 16: "4 seer doctor medium possessed",
}

// usualRoles returns the roles of a game of so many players, with its villagers.
func usualRoles(players int) []string {
	words := strings.Fields(usual[players])
	wolves := int(words[0][0] - '0')
	return filled(append(slices.Repeat([]string{werewolf}, wolves), words[1:]...), players)
}

// filled adds villagers to roles until each player has one.
func filled(roles []string, players int) []string {
	return append(slices.Clip(roles), slices.Repeat([]string{villager}, max(0, players-len(roles)))...)
}

// Deal gives each player a role. It returns session.Errors if the number of players, the roles or
// the options do not fit.
func (Rules) Deal(s match.Start) (match.Deal, error) {
	errs := s.Check(least, most)
	options := match.ParseOptions[options](Rules{}, s.Options, &errs)
	roles := deal(&s, options, &errs)
	if err := errs.Err(); err != nil {
		return match.Deal{}, err
	}
	d := match.Deal{Players: s.Active(), Roles: roles, Private: map[string]string{}, Allies: map[string][]string{}, Conceal: match.Concealed(Rules{}, roles)}
	m := begun(s, d, options)
	d.RoleList = m.roleList()
	options.RoleList = d.RoleList // fixed roles go before the options
	d.Options = match.Told(options)
	wolves := m.Living(werewolf)
	for _, p := range d.Players {
		d.Private[p.ID] = m.private(p.ID)
		if others := m.partners(p.ID); len(others) > 0 {
			d.Allies[p.ID] = others
		}
	}
	d.Channels = []session.Channel{{ID: night, Members: wolves}}
	d.Phases = append(m.TalkPhases(day, m.Options.Discussion == inTurn), session.Phase{ID: night, Speakers: wolves, Channel: night})
	if options.RunOff {
		d.Phases = append(d.Phases, session.Phase{ID: runOff})
	}
	d.Phase, d.Lasts = m.Phase, m.lasts(m.Phase)
	return d, nil
}

func deal(s *match.Start, options options, errs *session.Errors) map[string]string {
	n, at := len(s.Players), "/options/role_list"
	var list []string
	roles := map[string]string{}
	if len(s.Roles) > 0 {
		at, roles = "/roles", s.CheckRoles(errs, roleOrder)
		for _, role := range roles {
			list = append(list, role)
		}
	}
	if len(*errs) > 0 {
		return nil
	}
	switch {
	case len(s.Roles) > 0:
	case len(options.RoleList) > n:
		errs.Add(session.CodeOutOfRange, at, fmt.Sprintf("has %d roles for %d players; leave roles out, or add players", len(options.RoleList), n))
		return nil
	case len(options.RoleList) > 0:
		list = filled(options.RoleList, n)
	default:
		list = usualRoles(n)
	}
	checkList(list, at, errs)
	if len(s.Roles) == 0 {
		for i, seat := range match.Shuffled(s.Seats(), s.Seed, "roles") {
			roles[seat] = list[i]
		}
	}
	return roles
}

// checkList refuses roles that make no game.
func checkList(list []string, at string, errs *session.Errors) {
	count := map[string]int{}
	for _, role := range list {
		count[role]++
	}
	for _, role := range []string{seer, doctor, medium, possessed} {
		if count[role] > 1 {
			errs.Add(session.CodeInvalidValue, at, fmt.Sprintf("has the role %s %d times; a game has it at most once", role, count[role]))
		}
	}
	if wolves := count[werewolf]; wolves == 0 {
		errs.Add(session.CodeOutOfRange, at, "has no werewolf; make at least one player a werewolf")
	} else if 2*wolves >= len(list) {
		errs.Add(session.CodeOutOfRange, at, fmt.Sprintf("has %d werewolves among %d players, who would have won; fewer than half may be werewolves", wolves, len(list)))
	}
}

// roleList returns the roles in the game, one for each player.
func (m *game) roleList() (list []string) {
	for _, role := range roleOrder {
		list = append(list, slices.Repeat([]string{role}, len(m.AllOf(func(r string) bool { return r == role })))...)
	}
	return list
}

// partners returns the other werewolves of a werewolf.
func (m *game) partners(seat string) []string {
	if m.Roles[seat] != werewolf {
		return nil
	}
	return slices.DeleteFunc(m.AllOf(isWerewolf), func(s string) bool { return s == seat })
}

func isWerewolf(role string) bool { return role == werewolf }

// private returns what a seat knows from the start.
func (m *game) private(seat string) string {
	switch m.Roles[seat] {
	case werewolf:
		switch others := m.partners(seat); len(others) {
		case 0:
			return "You are the only werewolf."
		case 1:
			return fmt.Sprintf("You are a werewolf. The other werewolf is %s.", m.Names(others))
		default:
			return fmt.Sprintf("You are a werewolf. The other werewolves are %s.", m.Names(others))
		}
	case seer:
		return "You are the seer. At night you may ask about one player, and learn whether that is a werewolf."
	case doctor:
		return "You are the doctor. At night you may protect one player from the werewolves."
	case medium:
		return "You are the medium. When a player was exiled, you learn whether that was a werewolf."
	case possessed:
		return "You are possessed. You win with the werewolves, and you do not know who they are."
	}
	return "You are a villager. You know nobody's role but your own."
}

// called holds how a sentence names a role.
var called = map[string]string{
	werewolf: "a werewolf", seer: "the seer", doctor: "the doctor", medium: "the medium", possessed: "the possessed", villager: "a villager",
}

func (m *game) was(seat string) string { return called[m.Roles[seat]] }

// rolesLine lists the roles in the game, such as "2 werewolves, the seer and 3 villagers".
func (m *game) rolesLine() string {
	count := map[string]int{}
	for _, role := range m.Roles {
		count[role]++
	}
	var parts []string
	for _, role := range roleOrder {
		switch n := count[role]; {
		case n == 1:
			parts = append(parts, called[role])
		case role == werewolf:
			parts = append(parts, fmt.Sprintf("%d werewolves", n))
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", n, role))
		}
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}
