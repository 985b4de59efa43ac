package session

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// ObservationKind says what was observed.
type ObservationKind string

const (
	PhaseChanged  ObservationKind = "phase"        // another phase began
	PlayerJoined  ObservationKind = "joined"       // a player joined, or came back
	PlayerLeft    ObservationKind = "left"         // a player left
	PlayerOut     ObservationKind = "eliminated"   // a player is out
	PrivateInfo   ObservationKind = "private_info" // the bot alone learned something
	BotMuted      ObservationKind = "muted"        // the bot may not speak
	BotUnmuted    ObservationKind = "unmuted"      // the bot may speak again
	PlayerRenamed ObservationKind = "renamed"      // a player has another name
	PlayerTyping  ObservationKind = "typing"       // a player is seen typing
	RulingMade    ObservationKind = "ruling"       // a quest game has decided something in public
)

// Observation is something that happened other than a message.
type Observation struct {
	// ID is the platform's id. A repeated id gets the first result again.
	ID    string          `json:"id,omitempty"`
	Kind  ObservationKind `json:"kind"`
	Phase string          `json:"phase,omitempty"` // Phase is the new phase, for kind phase.
	// EndsAt is when the new phase ends, for kind phase. A time that has passed says that the phase
	// is over.
	EndsAt *time.Time `json:"ends_at,omitempty"`
	// EndsIn is how long the new phase lasts from now on, in milliseconds of wall time. It replaces
	// ends_at.
	EndsIn *int64 `json:"ends_in_ms,omitempty"`
	// Player is who joined, left, was eliminated or is typing.
	Player *Player `json:"player,omitempty"`
	// Ruling is what a quest game has decided, for kind ruling.
	Ruling *Ruling `json:"ruling,omitempty"`
	// Text is the information, for kind private_info, else a remark.
	Text string `json:"text,omitempty"`
}

// Barrier reports whether the observation changes who may do what.
func (o *Observation) Barrier() bool {
	switch o.Kind {
	case PhaseChanged, PlayerJoined, PlayerLeft, PlayerOut, PlayerRenamed, BotMuted, BotUnmuted:
		return true
	}
	return false
}

// Validate checks an observation against the roster. It fills in the name of a known player.
func (o *Observation) Validate(r *Roster) error {
	var errs Errors
	if o.ID != "" {
		checkName(&errs, CodeInvalidID, "/id", o.ID)
	}
	errs.limit("/text", o.Text, MaxText)
	switch o.Kind {
	case PhaseChanged:
		if o.Phase == "" {
			errs.Add(CodeRequired, "/phase", "say which phase begins: its id")
		} else if !r.hasPhase(o.Phase) {
			errs.Add(CodeUnknownPhase, "/phase", r.unknownPhase(o.Phase))
		}
	case PlayerJoined:
		o.validateJoin(r, &errs)
	case PlayerRenamed:
		o.validateRename(r, &errs)
	case PlayerLeft, PlayerOut, PlayerTyping:
		o.validatePlayer(r, &errs)
	case PrivateInfo:
		errs.AddIf(strings.TrimSpace(o.Text) == "", CodeEmptyText, "/text", "must contain the information")
	case RulingMade:
		if o.Ruling == nil {
			errs.Add(CodeRequired, "/ruling", "say what was decided: step, players and so on")
		} else {
			o.Ruling.validate(r, &errs)
		}
	case BotMuted, BotUnmuted:
	default:
		refuseKind(&errs, o.Kind, PhaseChanged, PlayerJoined, PlayerLeft, PlayerOut, PlayerRenamed, PrivateInfo, BotMuted, BotUnmuted, PlayerTyping, RulingMade)
	}
	errs.AddIf(o.Kind != PhaseChanged && o.Phase != "", CodeInvalidValue, "/phase", "belongs to kind phase only; remove it")
	errs.AddIf(o.Kind != PhaseChanged && o.EndsAt != nil, CodeInvalidValue, "/ends_at", "belongs to kind phase only; remove it")
	errs.AddIf(o.Kind != PhaseChanged && o.EndsIn != nil, CodeInvalidValue, "/ends_in_ms", "belongs to kind phase only; remove it")
	checkPhaseEnd(&errs, "/ends_at", o.EndsAt, "/ends_in_ms", o.EndsIn)
	if o.Player != nil && slices.Contains([]ObservationKind{PhaseChanged, PrivateInfo, BotMuted, BotUnmuted, RulingMade}, o.Kind) {
		errs.Add(CodeInvalidValue, "/player", "belongs to kinds joined, left, eliminated, renamed and typing only; remove it")
	}
	errs.AddIf(o.Kind != RulingMade && o.Ruling != nil, CodeInvalidValue, "/ruling", "belongs to kind ruling only; remove it")
	return errs.Err()
}

func (o *Observation) validatePlayer(r *Roster, errs *Errors) {
	if o.Player == nil {
		errs.Add(CodeRequired, "/player", "say which player: its id")
	} else if p, ok := r.Player(o.Player.ID); !ok {
		errs.Add(CodeUnknownPlayer, "/player", r.unknownPlayer(o.Player.ID))
	} else {
		o.Player = &Player{ID: p.ID, Name: p.Name}
	}
}

func (o *Observation) validateJoin(r *Roster, errs *Errors) {
	if o.Player == nil {
		errs.Add(CodeRequired, "/player", "say who joined: an id, or id and name")
		return
	}
	if !checkID(errs, "/player/id", o.Player.ID) {
		return
	}
	checkName(errs, CodeInvalidName, "/player/name", o.Player.Name)
	errs.AddIf(o.Player.Presence != "" && o.Player.Presence != Active, CodeInvalidValue, "/player/presence", "must be active for a player who joins; leave it out")
	known, back := r.Player(o.Player.ID)
	if !back || known.Presence == Left {
		tooMany(errs, "/player", r.present()+1, MaxPlayers)
	}
	if back {
		return
	}
	tooMany(errs, "/player", len(r.Players)+1, MaxRoster)
	checkUnique(errs, "/player/name", *o.Player, r.named(), looks())
}

// Event returns the event of an observation. Of a new name it is one of its own, since older
// versions know none.
func (o *Observation) Event(seat string) Payload {
	if o.Kind == PlayerRenamed {
		return &PlayerCalled{ID: o.ID, Player: *o.Player}
	}
	return &ObservationReceived{Observation: *o, Seat: seat}
}

// With returns the roster after the observation.
func (r Roster) With(o *Observation) Roster {
	switch o.Kind {
	case PhaseChanged:
		r.Phase = o.Phase
	case BotMuted, BotUnmuted:
		r.Muted = o.Kind == BotMuted
	case PlayerJoined, PlayerLeft, PlayerOut:
		presence := map[ObservationKind]Presence{PlayerJoined: Active, PlayerLeft: Left, PlayerOut: Eliminated}[o.Kind]
		r.Players = slices.Clone(r.Players)
		if i := slices.IndexFunc(r.Players, func(p Player) bool { return p.ID == o.Player.ID }); i >= 0 {
			r.Players[i].Presence = presence
			if o.Kind == PlayerJoined && o.Player.renames(r.Players[i]) {
				r.hold(*o.Player)
			}
		} else {
			r.Players = append(r.Players, Player{ID: o.Player.ID, Name: o.Player.Name, Presence: presence})
		}
	}
	return r
}

func (r *Roster) named() []Player {
	list := slices.Clone(r.Players)
	for _, id := range slices.Sorted(maps.Keys(r.Held)) {
		list = append(list, Player{ID: id, Name: r.Held[id]})
	}
	return list
}

func (r *Roster) hold(p Player) {
	var errs Errors
	others := slices.DeleteFunc(r.named(), func(o Player) bool { return o.ID == p.ID })
	if checkUnique(&errs, "", p, others, looks()); errs != nil {
		return
	}
	held := maps.Clone(r.Held)
	if held == nil {
		held = map[string]string{}
	}
	held[p.ID], r.Held = p.Name, held
}
