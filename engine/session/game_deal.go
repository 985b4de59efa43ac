package session

import (
	"encoding/json"
	"maps"
	"slices"
)

// Deal is how a game begins that a referee runs: what the rules and the seed have decided.
type Deal struct {
	// Players are the players as they play. Rules may give them other ids and names.
	Players []Player `json:"players"`
	// Seats maps the platform's ids to the ids under which the players play. It is empty if they
	// are the same.
	Seats map[string]string `json:"seats,omitempty"`
	// Roles holds the role of each seat. They are secret until the rules reveal them.
	Roles map[string]string `json:"roles,omitempty"`
	// Private is what only this seat knows from the start, in a sentence or two, by seat.
	Private map[string]string `json:"private,omitempty"`
	// Allies are the seats that a seat knows to be on its side from the start.
	Allies map[string][]string `json:"allies,omitempty"`
	// RoleList holds the roles in the game, in the order in which the rules list them.
	RoleList []string `json:"role_list,omitempty"`
	// KnownRoles holds the roles that other players can have as far as a seat knows, by seat.
	KnownRoles map[string]map[string][]string `json:"known_roles,omitempty"`
	// Conceal holds the roles that a seat has and must not admit, by seat.
	Conceal map[string][]string `json:"conceal,omitempty"`
	// Options are the options of the rules that everybody knows, with the defaults.
	Options  json.RawMessage `json:"options,omitempty"`
	Phases   []Phase         `json:"phases"`
	Channels []Channel       `json:"channels,omitempty"`
	Phase    string          `json:"phase"` // Phase is the first phase.
	// Lasts is how long the first phase takes, in game time; 0 if it has no end.
	Lasts Millis `json:"lasts_ms,omitempty"`
	// Host says whether the platform may post lines of the game master.
	Host RulesHost `json:"host,omitempty"`
}

// Seat returns the id under which a player of the platform plays.
func (d *Deal) Seat(id string) string {
	if d != nil && d.Seats[id] != "" {
		return d.Seats[id]
	}
	return id
}

func (d *Deal) host() RulesHost {
	switch {
	case d == nil:
		return NotHosted
	case d.Host == NotHosted:
		return HostedGame
	}
	return d.Host
}

// Roster returns the roster of a game that begins so.
func (p *GameCreated) Roster() Roster {
	dealt := p.Config.Dealt(p.Deal)
	r := dealt.Roster()
	r.Bots, r.StandIns, r.Host = p.Bots, p.StandIns, p.Deal.host()
	return r
}

// Dealt returns the game as it is played. Without a deal it is the same.
func (t GameConfig) Dealt(d *Deal) GameConfig {
	if d == nil {
		return t
	}
	t.Game.Players, t.Game.Phases, t.Game.Channels, t.Game.Phase = d.Players, d.Phases, d.Channels, d.Phase
	t.Game.RoleList, t.Game.RulesOptions = d.RoleList, d.Options
	if t.Game.PhaseEndsIn = nil; d.Lasts > 0 {
		wall := t.Wall(d.Lasts)
		t.Game.PhaseEndsIn = &wall
	}
	t.Bots = slices.Clone(t.Bots)
	for i := range t.Bots {
		b := &t.Bots[i]
		b.Seat = d.Seat(b.Seat)
		b.Role, b.Allies, b.KnownRoles, b.Conceal = d.Roles[b.Seat], d.Allies[b.Seat], d.KnownRoles[b.Seat], d.Conceal[b.Seat]
	}
	if len(t.Roles) > 0 {
		t.Roles = maps.Clone(d.Roles)
	}
	return t
}

// Wall returns how long a game time takes at the game, in milliseconds of wall time.
func (t *GameConfig) Wall(m Millis) int64 { return int64(float64(m)/t.Speed + 0.5) }

// The kinds of the thoughts of a game.
const (
	KindModerator = CorePrefix + "moderator" // which bot speaks next
	KindShowHost  = CorePrefix + "show_host" // what the host of a show asks
)

// Contender is a bot that could speak next at a moderated game.
type Contender struct {
	Player
	Lines  int // how many lines it has written, and LastAt is when it wrote the last one
	LastAt Millis
	// Chosen says that the moderator has chosen it last, at ChosenAt.
	Chosen   bool
	ChosenAt Millis
	// Spoke says that it has written since then.
	Spoke bool
}

// NextSpeaker is what a thought of the moderator found.
type NextSpeaker struct {
	Seat string `json:"seat"` // Seat is the bot that speaks next; empty for none.
}

// ShowQuestion is what a thought of the host of a show found.
type ShowQuestion struct {
	Text string `json:"text"`
}

// GivenBy says what a floor is based on.
type GivenBy string

const (
	GivenByModel GivenBy = "model" // the moderator's answer
	GivenByDraw  GivenBy = "draw"  // the seed, since there was no usable answer in time
	GivenByRule  GivenBy = "rule"  // only one bot can speak, or none
	GivenByBid   GivenBy = "bid"   // the highest bid, of equal ones that of a bot that the last line names
)

// FloorGiven says which bot of a game may speak now.
type FloorGiven struct {
	Seat    string  `json:"seat,omitempty"` // Seat is the bot that may speak; empty for none.
	By      GivenBy `json:"by"`
	BasedOn int64   `json:"based_on_seq"` // BasedOn is the seq of the last line that was considered.
	// Bids are the bids above 0 that the game has compared, by seat.
	Bids map[string]int `json:"bids,omitempty"`
}

// LineAnalysed is what another bot of the game has found in a line. It depends on no seat, so it
// is made once for all bots that see the line.
type LineAnalysed struct {
	MessageID string `json:"message_id"`
	Annotation
	// Reading is what the line was read as; then there is no annotation.
	Reading *SharedReading `json:"reading,omitempty"`
}

func (*FloorGiven) Type() Type   { return "floor.given" }
func (*LineAnalysed) Type() Type { return "message.analysed" }
