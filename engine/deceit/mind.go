package deceit

import (
	"maps"
	"math"
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/session"
)

// Mind is what a player knew and believed when they said a line. A person's beliefs are unknown.
type Mind struct {
	Role string `json:"role,omitempty"`
	// Known says what the player knew of others for certain, by seat: a role, or good or evil.
	Known map[string]string `json:"known,omitempty"`
	// Results are the seats of Known of whom the game has told the player during the game.
	Results []string `json:"results,omitempty"`
	// Suspicion is how likely the player thought that others are what it looks for, by seat.
	Suspicion map[string]float64 `json:"suspicion,omitempty"`
	// Beliefs are the beliefs of the mind in words, as the strategy puts them.
	Beliefs []string `json:"beliefs,omitempty"`
}

// Said is a line of a session's bot.
type Said struct {
	// Seq is the place of the line in the log, and Message the id of the message.
	Seq     int64
	Message string
	Mind    Mind
	Marks   []Mark
}

// Roles says how many players of a game have each role.
type Roles struct {
	Of map[string]int
	// Known reports that everybody knows the numbers.
	Known bool
}

// Read returns the lines of a session's bot, with what its strategy believed; nil for no beliefs.
func Read(log []session.Event, roles Roles, of session.Strategy) (all []Said) {
	s := session.NewState("")
	var t *table
	for _, e := range log {
		if p, ok := e.Data.(*session.MessageSent); ok {
			x := Said{Seq: e.Seq, Message: p.MessageID, Mind: t.mind(s, of)}
			if s.Roster.Public(p.Channel) {
				x.Marks = x.Mind.marks(t, t.reader.Read(t.name, p.Text), t.asked(s, p.Channel))
			}
			all = append(all, x)
		}
		if s.Apply(e); t == nil {
			t = newTable(&s.Config, roles)
		}
	}
	return all
}

// table is what everybody at the table knows: who sits there, and which roles there are.
type table struct {
	config *session.Config
	roles  Roles
	name   string
	names  map[string]string // by seat
	seats  map[string]string // by name
	reader *mouth.ClaimReader
}

func newTable(c *session.Config, roles Roles) *table {
	t := &table{config: c, roles: Roles{map[string]int{}, roles.Known}, names: map[string]string{}, seats: map[string]string{}}
	var names []string
	for _, p := range c.Game.Players {
		names = append(names, p.Name)
		if t.names[p.ID], t.seats[p.Name] = p.Name, p.ID; p.ID == c.Bot.Seat {
			t.name = p.Name
		}
	}
	maps.Copy(t.roles.Of, roles.Of)
	if len(c.Game.RoleList) > 0 {
		clear(t.roles.Of)
		t.roles.Known = true
	}
	for _, role := range c.Game.RoleList {
		t.roles.Of[strings.ToLower(role)]++
	}
	var claimed []mouth.ClaimedRole
	for _, role := range slices.Sorted(maps.Keys(t.roles.Of)) {
		claimed = append(claimed, mouth.ClaimedRole{ID: role, Evil: t.evil(role)})
	}
	t.reader = mouth.NewClaimReader(names, claimed)
	return t
}

// evil reports whether a role, or a side, is on the side that hides.
func (t *table) evil(role string) bool {
	switch side := t.config.RoleSide(role); {
	case role == mouth.SideEvil || role == mouth.SideGood:
		return role == mouth.SideEvil
	case side != "":
		return side == session.Evil
	}
	return mouth.IsEvilRole(role)
}

// mind returns what the bot of a session knows and believes now.
func (t *table) mind(s *session.State, of session.Strategy) Mind {
	m := Mind{Role: strings.ToLower(s.Config.Bot.Role), Known: map[string]string{}}
	for seat, roles := range s.Config.Bot.KnownRoles {
		evil := t.evil(roles[0])
		switch mixed := slices.ContainsFunc(roles, func(r string) bool { return t.evil(r) != evil }); {
		case mixed:
		case len(roles) == 1:
			m.Known[seat] = strings.ToLower(roles[0])
		default:
			m.Known[seat] = side(evil)
		}
	}
	for _, seat := range append(slices.Clone(s.Config.Bot.Allies), t.company(m.Role)...) {
		if m.Known[seat] == "" {
			m.Known[seat] = side(t.evil(m.Role))
		}
	}
	t.results(s.Private, &m)
	t.complete(&m)
	if of == nil {
		return m
	}
	b := session.BriefOf(of, s.View(s.Now))
	for seat, odds := range b.Suspicion {
		if !math.IsNaN(odds) && m.Suspicion == nil {
			m.Suspicion = map[string]float64{}
		}
		if !math.IsNaN(odds) {
			m.Suspicion[seat] = rounded(odds)
		}
	}
	if m.Beliefs = b.Beliefs; len(m.Beliefs) == 0 {
		m.Beliefs = b.Lines
	}
	return m
}

// company returns the players with whom an evil player shares a private channel.
func (t *table) company(role string) (seats []string) {
	me := t.config.Bot.Seat
	for i := range t.config.Game.Channels {
		if members := t.config.Game.Channels[i].Members; t.evil(role) && slices.Contains(members, me) && len(members) < len(t.names) {
			seats = append(seats, slices.DeleteFunc(slices.Clone(members), func(seat string) bool { return seat == me })...)
		}
	}
	return seats
}

func side(evil bool) string {
	if evil {
		return mouth.SideEvil
	}
	return mouth.SideGood
}

// results adds what the game has told the player of others: Kim is not a werewolf.
func (t *table) results(private []string, m *Mind) {
	names := slices.Collect(maps.Keys(t.seats))
	for _, text := range private {
		name, role, is := mouth.ReadResult(text, names)
		if seat := t.seats[name]; t.roles.Of[role] > 0 {
			if m.Known[seat] = role; !is {
				m.Known[seat] = side(!t.evil(role))
			}
			m.Results = append(m.Results, seat)
		}
	}
	slices.Sort(m.Results)
	m.Results = slices.Compact(m.Results)
}

// complete adds what follows by counting: who knows all evil players knows that the rest are good.
func (t *table) complete(m *Mind) {
	if m.Role == "" || !t.roles.Known {
		return
	}
	for _, evil := range []bool{true, false} {
		all, known := 0, 0
		for role, n := range t.roles.Of {
			if t.evil(role) == evil {
				all += n
			}
		}
		for seat, word := range m.Known {
			// A possessed player is not a werewolf, but evil.
			if t.evil(word) == evil && (evil || !slices.Contains(m.Results, seat)) {
				known++
			}
		}
		if t.evil(m.Role) == evil {
			known++
		}
		if known != all {
			continue
		}
		for seat := range t.names {
			if m.Known[seat] == "" && seat != t.config.Bot.Seat {
				m.Known[seat] = side(!evil)
			}
		}
		return
	}
}

// askedLines is how many of the newest lines of others may ask what a line answers.
const askedLines = 3

// asked reports whether one of the newest lines of others asks whom the others suspect.
func (t *table) asked(s *session.State, channel string) bool {
	for i, n := len(s.Messages)-1, 0; i >= 0 && n < askedLines; i-- {
		l := &s.Messages[i]
		if !l.Foreign() || l.Channel != channel {
			continue
		}
		if n++; t.reader.AsksForSuspects(l.Text) {
			return true
		}
	}
	return false
}
