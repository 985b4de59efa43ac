package avalon

import (
	"fmt"
	"slices"
	"strings"

	"ringer/engine/referee/match"
	"ringer/engine/session"
)

// The roles of Avalon.
const (
	merlin   = "merlin"
	percival = "percival"
	servant  = "servant"
	morgana  = "morgana"
	assassin = "assassin"
	minion   = "minion"
	mordred  = "mordred"
	oberon   = "oberon"
)

var roleOrder = []string{merlin, percival, servant, morgana, assassin, minion, mordred, oberon}

var roleNames = map[string]string{
	merlin: "Merlin", percival: "Percival", servant: "a loyal servant", morgana: "Morgana", assassin: "the assassin", minion: "a minion", mordred: "Mordred", oberon: "Oberon",
}

func sideOf(role string) session.Side {
	switch role {
	case merlin, percival, servant:
		return session.Good
	}
	return session.Evil
}

// evilPlayers holds how many players are evil, by the number of players.
var evilPlayers = map[int]int{5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}

// Deal gives each player a role. It returns session.Errors if the number of players, the roles or
// the options do not fit.
func (Rules) Deal(s match.Start) (match.Deal, error) {
	errs := s.Check(least, most)
	options := match.ParseOptions[options](Rules{}, s.Options, &errs)
	roles := deal(&s, options, &errs)
	if err := errs.Err(); err != nil {
		return match.Deal{}, err
	}
	d := match.Deal{
		Players: s.Active(), Roles: roles, Private: map[string]string{}, Allies: map[string][]string{},
		KnownRoles: map[string]map[string][]string{}, Conceal: match.Concealed(Rules{}, roles),
	}
	m := game{Match: match.Match{Players: d.Players, Roles: roles, Seed: s.Seed}, Options: options}
	d.RoleList = m.roleList()
	// Fixed roles go before the options.
	options.Mordred, options.Oberon = slices.Contains(d.RoleList, mordred), slices.Contains(d.RoleList, oberon)
	d.Options = match.Told(options)
	for _, p := range d.Players {
		seat, known := p.ID, m.known(p.ID)
		d.Private[seat] = m.private(seat, known)
		if len(known) > 0 {
			d.KnownRoles[seat] = known
		}
		if allies := m.allies(seat); len(allies) > 0 {
			d.Allies[seat] = allies
		}
	}
	d.Phases, d.Phase = m.TalkPhases(discussion, m.Options.Discussion == inTurn), m.talkPhase(m.firstLeader())
	// The seat of Oberon is not in the channel: a bot's session shows who reads it from the start.
	together := m.Living(morgana, assassin, minion, mordred)
	d.Phases = append(d.Phases, session.Phase{ID: assassination, Speakers: together, Channel: evilChannel})
	d.Channels = []session.Channel{{ID: evilChannel, Members: together}}
	return d, nil
}

func deal(s *match.Start, options options, errs *session.Errors) map[string]string {
	n := len(s.Players)
	if len(s.Roles) > 0 {
		roles := s.CheckRoles(errs, roleOrder)
		if len(*errs) == 0 {
			checkRoles(roles, n, errs)
		}
		return roles
	}
	list := []string{merlin, percival}
	evil := []string{morgana, assassin}
	if len(*errs) > 0 {
		return nil
	}
	for _, special := range []struct {
		wanted bool
		role   string
	}{{options.Mordred, mordred}, {options.Oberon, oberon}} {
		switch {
		case special.wanted && len(evil) == evilPlayers[n]:
			errs.Add(session.CodeInvalidOption, "/options/"+special.role, fmt.Sprintf("takes the place of a minion, and no minion is left: a game of %d players has %d evil ones", n, len(evil)))
		case special.wanted:
			evil = append(evil, special.role)
		}
	}
	for len(evil) < evilPlayers[n] {
		evil = append(evil, minion)
	}
	for len(list)+len(evil) < n {
		list = append(list, servant)
	}
	list = append(list, evil...)
	roles := map[string]string{}
	for i, seat := range match.Shuffled(s.Seats(), s.Seed, "roles") {
		roles[seat] = list[i]
	}
	return roles
}

// checkRoles refuses fixed roles that make no game. A game without Merlin and assassin is one of
// The Resistance.
func checkRoles(roles map[string]string, n int, errs *session.Errors) {
	count, evil := map[string]int{}, 0
	for _, role := range roles {
		if count[role]++; sideOf(role) == session.Evil {
			evil++
		}
	}
	for _, role := range roleOrder {
		if count[role] > 1 && role != servant && role != minion {
			errs.Add(session.CodeInvalidValue, "/roles", fmt.Sprintf("has the role %s %d times; a game has it at most once", role, count[role]))
		}
	}
	switch {
	case evil != evilPlayers[n]:
		errs.Add(session.CodeOutOfRange, "/roles", fmt.Sprintf("has %d evil players; a game of %d players has %d", evil, n, evilPlayers[n]))
	case count[merlin] != count[assassin]:
		errs.Add(session.CodeInvalidValue, "/roles", "must have Merlin and the assassin both, or neither")
	case count[percival]+count[mordred] > 0 && count[merlin] == 0:
		errs.Add(session.CodeInvalidValue, "/roles", "has Percival or Mordred without Merlin, whom they are about; add Merlin")
	}
}

// roleList returns the roles in the game, one for each player.
func (m *game) roleList() (list []string) {
	for _, role := range roleOrder {
		for _, p := range m.Players {
			if m.Roles[p.ID] == role {
				list = append(list, role)
			}
		}
	}
	return list
}

// known returns the roles that the others can have as far as a seat knows from the start.
func (m *game) known(seat string) map[string][]string {
	known := map[string][]string{}
	add := func(seen []string, exact bool) {
		var roles []string
		for _, role := range m.roleList() {
			if slices.Contains(seen, role) && !slices.Contains(roles, role) {
				roles = append(roles, role)
			}
		}
		for _, p := range m.Players {
			if role := m.Roles[p.ID]; p.ID == seat || !slices.Contains(seen, role) {
				continue
			} else if known[p.ID] = roles; exact {
				known[p.ID] = []string{role}
			}
		}
	}
	switch role := m.Roles[seat]; {
	case role == merlin:
		add([]string{morgana, assassin, minion, oberon}, false)
	case role == percival:
		add([]string{merlin, morgana}, false)
	case sideOf(role) == session.Evil && role != oberon: // in the paper, Morgana is aware of the assassin
		add([]string{morgana, assassin, minion, mordred}, true)
	}
	return known
}

func (m *game) allies(seat string) (seats []string) {
	if sideOf(m.Roles[seat]) == session.Good {
		return nil
	}
	known := m.known(seat)
	for _, p := range m.Players {
		if known[p.ID] != nil {
			seats = append(seats, p.ID)
		}
	}
	return seats
}

func (m *game) private(seat string, known map[string][]string) string {
	role := m.Roles[seat]
	var seats, named []string
	for _, p := range m.Players {
		if roles := known[p.ID]; roles != nil {
			seats, named = append(seats, p.ID), append(named, fmt.Sprintf("%s (%s)", p.Name, roleNames[roles[0]]))
		}
	}
	text := fmt.Sprintf("You are %s. ", roleNames[role])
	switch {
	case role == merlin && len(seats) == 0:
		return text + "You know no evil player."
	case role == merlin && slices.Contains(m.roleList(), mordred):
		return text + fmt.Sprintf("%s %s evil. You do not know who Mordred is.", m.Names(seats), areOrIs(seats))
	case role == merlin:
		return text + fmt.Sprintf("%s %s evil, and nobody else is.", m.Names(seats), areOrIs(seats))
	case role == percival && len(seats) == 2:
		return text + fmt.Sprintf("Of %s one is Merlin and one is Morgana. You do not know which.", m.Names(seats))
	case role == percival:
		return text + fmt.Sprintf("Merlin is %s.", m.Names(seats))
	case role == oberon:
		return text + "You are evil. You and the other evil players do not know each other."
	case sideOf(role) == session.Good:
		return text + "You know nobody's role but your own."
	case len(named) == 0:
		return text + "You know no other evil player."
	case len(named) == 1:
		return text + fmt.Sprintf("You are evil. The other evil player whom you know is %s.", named[0])
	}
	return text + fmt.Sprintf("You are evil. The other evil players whom you know are %s.", strings.Join(named, ", "))
}

func areOrIs(seats []string) string {
	if len(seats) == 1 {
		return "is"
	}
	return "are"
}
