package session

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"ringer/engine/mouth"
)

// Limits of a roster.
const (
	// MaxPlayers bounds the players who have not left: a prompt names all of them.
	MaxPlayers = 32
	// MaxRoster bounds all players, with those who have left: each barrier writes them.
	MaxRoster   = 8 * MaxPlayers
	MaxPhases   = 64
	MaxChannels = 64
)

// Presence says whether a player is still in the game.
type Presence string

// The values of Presence. Players are never removed from the roster, so that an old message still
// has a sender.
const (
	Active     Presence = "active"     // in the game
	Left       Presence = "left"       // left of their own accord
	Eliminated Presence = "eliminated" // out by the rules, though their messages are still accepted
)

// Player is one seat of the game.
type Player struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Presence Presence `json:"presence,omitempty"`
}

// UnmarshalJSON also accepts a bare string, which is both id and name.
func (p *Player) UnmarshalJSON(b []byte) error {
	type object Player
	*p = Player{}
	err := decodeNamed(b, &p.ID, (*object)(p))
	p.Name = cmp.Or(p.Name, p.ID)
	return err
}

// Shorthand returns the field that a bare string sets. The name becomes the same.
func (p *Player) Shorthand() string { return "id" }

// decodeNamed decodes a bare string as an id, and anything else as an object.
func decodeNamed(b []byte, id *string, object any) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, id)
	}
	return json.Unmarshal(b, object)
}

// Phase is one stage of the game, such as day or night.
type Phase struct {
	ID string `json:"id"`
	// Speakers are the ids of the players who may speak in this phase. An empty list means all.
	Speakers []string `json:"speakers,omitempty"`
	// Channel is where the bot speaks in this phase. Empty means the main channel.
	Channel string `json:"channel,omitempty"`
	// Channels, in place of channel, are several chats at once. Each player speaks in those that it
	// sees.
	Channels []string `json:"channels,omitempty"`
}

// UnmarshalJSON also accepts a bare string, which is the id.
func (p *Phase) UnmarshalJSON(b []byte) error {
	type object Phase
	*p = Phase{}
	return decodeNamed(b, &p.ID, (*object)(p))
}

// Shorthand returns the field that a bare string sets.
func (p *Phase) Shorthand() string { return "id" }

// Channel is a part of the chat that some players see. Messages without a channel are in the main
// one, which everybody sees.
type Channel struct {
	ID string `json:"id"`
	// Members are the ids of the players who see the channel. An empty list means all.
	Members []string `json:"members,omitempty"`
}

// UnmarshalJSON also accepts a bare string, which is the id.
func (c *Channel) UnmarshalJSON(b []byte) error {
	type object Channel
	*c = Channel{}
	return decodeNamed(b, &c.ID, (*object)(c))
}

// Shorthand returns the field that a bare string sets.
func (c *Channel) Shorthand() string { return "id" }

// Roster says who may do what. Every reference in a request is checked against it. Only barrier
// facts change it, so State.Barrier is its version.
type Roster struct {
	Seat     string    `json:"seat"`
	Players  []Player  `json:"players"`
	Phases   []Phase   `json:"phases"`
	Channels []Channel `json:"channels,omitempty"`
	Phase    string    `json:"phase"`
	Muted    bool      `json:"muted,omitempty"`
	// Held are names that known players have come back with, by player id. They keep their old
	// names, and nobody else gets a held one.
	Held map[string]string `json:"held,omitempty"`
	// Former are the names that renamed players had before, by player id.
	Former map[string]string `json:"former,omitempty"`
	// Bots are the seats that bots take. Only the roster of a game has them, and it has no Seat.
	Bots []BotSeat `json:"bots,omitempty"`
	// StandIns are the seats of people whose bots stand by. Only the roster of a game has them.
	StandIns []BotSeat `json:"stand_ins,omitempty"`
	// Away are the seats of people who are away. Only the roster of a game has them. A bot that
	// stands in for one of them is among Bots.
	Away []string `json:"away,omitempty"`
	// Host says who runs the rules of a game. Only the roster of such a game has it.
	Host RulesHost `json:"host,omitempty"`
}

// RulesHost says how far the server runs the rules of a game.
type RulesHost string

const (
	NotHosted  RulesHost = ""     // the platform runs them
	HostedGame RulesHost = "game" // the server runs them, and says the game master's lines
	HostedShow RulesHost = "show" // the server runs them, and the platform says the host's lines
)

// Hosted reports whether the server runs the rules.
func (r *Roster) Hosted() bool { return r.Host != NotHosted }

// Of returns what a game's roster is to one of its bots.
func (r Roster) Of(b BotSeat) Roster {
	r = r.SeenBy(b.Seat)
	r.Seat, r.Muted, r.Bots, r.StandIns, r.Away, r.Host = b.Seat, b.Silent(), nil, nil, nil, NotHosted
	return r
}

// SeenBy returns what a roster is to one player: without the channels that the player does not see,
// and without the speakers of their phases, who would tell who is of one side.
func (r Roster) SeenBy(seat string) Roster {
	all := r
	r.Channels = slices.DeleteFunc(slices.Clone(r.Channels), func(c Channel) bool { return !all.Sees(seat, c.ID) })
	r.Phases = slices.Clone(r.Phases)
	for i := range r.Phases {
		p := &r.Phases[i]
		if !all.Sees(seat, p.Channel) {
			p.Speakers = nil
		}
		if own := all.chats(*p, seat); len(own) > 0 && len(p.Channels) > 0 {
			p.Channels = own
		}
	}
	return r
}

// Bot returns the bot on a seat of a game.
func (r *Roster) Bot(seat string) (BotSeat, bool) {
	return find(r.Bots, func(b BotSeat) bool { return b.Seat == seat })
}

// Player returns the player with this id.
func (r *Roster) Player(id string) (Player, bool) {
	return find(r.Players, func(p Player) bool { return p.ID == id })
}

func (r *Roster) present() (n int) {
	for _, p := range r.Players {
		if p.Presence != Left {
			n++
		}
	}
	return n
}

// Current returns the current phase. The channel of several is the first one, until the bot moves.
func (r *Roster) Current() Phase {
	p, _ := find(r.Phases, func(p Phase) bool { return p.ID == r.Phase })
	if p.ID = r.Phase; p.Channel == "" && len(p.Channels) > 0 {
		p.Channel = p.Channels[0]
	}
	return p
}

// Chats returns the channels of this phase that a player sees.
func (r *Roster) Chats(id string) []string { return r.chats(r.Current(), id) }

func (r *Roster) chats(p Phase, id string) []string {
	all := p.Channels
	if len(all) == 0 {
		all = []string{p.Channel}
	}
	return slices.DeleteFunc(slices.Clone(all), func(channel string) bool { return !r.Sees(id, channel) })
}

// MaySpeak reports whether a player may speak in this phase, and sees its channel.
func (r *Roster) MaySpeak(id string) bool {
	p, ok := r.Player(id)
	phase := r.Current()
	return ok && p.Presence == Active && (len(phase.Speakers) == 0 || slices.Contains(phase.Speakers, id)) && len(r.Chats(id)) > 0
}

// MaySpeakIn reports whether a player may speak in a channel now.
func (r *Roster) MaySpeakIn(id, channel string) bool {
	return r.MaySpeak(id) && slices.Contains(r.Chats(id), channel)
}

// Sees reports whether the player sees a channel.
func (r *Roster) Sees(id, channel string) bool {
	if channel == "" {
		return true
	}
	i := slices.IndexFunc(r.Channels, func(c Channel) bool { return c.ID == channel })
	return i >= 0 && (len(r.Channels[i].Members) == 0 || slices.Contains(r.Channels[i].Members, id))
}

// Public reports whether every player sees a channel.
func (r *Roster) Public(channel string) bool {
	return !slices.ContainsFunc(r.Players, func(p Player) bool { return !r.Sees(p.ID, channel) })
}

func (r *Roster) hasPhase(id string) bool {
	return slices.ContainsFunc(r.Phases, func(p Phase) bool { return p.ID == id })
}

func (r *Roster) hasChannel(id string) bool {
	return id == "" || slices.ContainsFunc(r.Channels, func(c Channel) bool { return c.ID == id })
}

func (r *Roster) validate(errs *Errors) {
	if !r.validateGame(errs) {
		return
	}
	if _, ok := r.Player(r.Seat); !ok && r.Seat != "" && !r.nameless() {
		errs.Add(CodeUnknownPlayer, "/bot/seat", r.unknownPlayer(r.Seat, "or add it to game.players"))
	} else if r.Seat == "" {
		errs.Add(CodeRequired, "/bot/seat", "say which player the bot is: the id of one in game.players")
	}
}

// nameless reports whether a player lacks an id. It may be one that others refer to.
func (r *Roster) nameless() bool {
	return slices.ContainsFunc(r.Players, func(p Player) bool { return p.ID == "" })
}

// validateGame checks players, phases and channels. It returns false if they are too many to check.
func (r *Roster) validateGame(errs *Errors) bool {
	errs.AddIf(len(r.Players) == 0, CodeRequired, "/game/players", "name the players of the game, the bot's seat among them")
	many := tooMany(errs, "/game/players", len(r.Players), MaxRoster) || tooMany(errs, "/game/players", r.present(), MaxPlayers)
	many = tooMany(errs, "/game/phases", len(r.Phases), MaxPhases) || many
	if tooMany(errs, "/game/channels", len(r.Channels), MaxChannels) || many {
		return false // the checks below compare everything with everything
	}
	checkPlayers(errs, "/game/players", r.Players)
	if !r.nameless() {
		r.validatePhases(errs)
	}
	return true
}

func checkPlayers(errs *Errors, list string, players []Player) {
	look := looks()
	for i, p := range players {
		at := fmt.Sprintf("%s/%d", list, i)
		if !checkID(errs, at+"/id", p.ID) {
			continue // what else is wrong may follow from that
		}
		if p.Name != p.ID {
			checkName(errs, CodeInvalidName, at+"/name", p.Name)
		}
		checkUnique(errs, at, p, players[:i], look)
		if p.Presence != "" {
			oneOf(errs, at+"/presence", p.Presence, Active, Left, Eliminated)
		}
	}
}

func (r *Roster) validatePhases(errs *Errors) {
	for i, p := range r.Phases {
		at := fmt.Sprintf("/game/phases/%d", i)
		checkID(errs, at+"/id", p.ID)
		r.checkPlayers(errs, at+"/speakers", p.Speakers)
		if !r.hasChannel(p.Channel) {
			errs.Add(CodeUnknownChannel, at+"/channel", r.unknownChannel(p.Channel, "or add it to game.channels"))
		}
		r.validateChats(errs, at, p)
	}
	for i, c := range r.Channels {
		at := fmt.Sprintf("/game/channels/%d", i)
		checkID(errs, at+"/id", c.ID)
		r.checkPlayers(errs, at+"/members", c.Members)
	}
	if !r.hasPhase(r.Phase) {
		errs.Add(CodeUnknownPhase, "/game/phase", r.unknownPhase(r.Phase, "or add it to game.phases"))
	}
}

func (r *Roster) validateChats(errs *Errors, at string, p Phase) {
	errs.AddIf(p.Channel != "" && len(p.Channels) > 0, CodeInvalidValue, at+"/channel", "cannot be combined with channels; send one of the two")
	if tooMany(errs, at+"/channels", len(p.Channels), MaxChannels) {
		return
	}
	for i, channel := range p.Channels {
		switch in := fmt.Sprintf("%s/channels/%d", at, i); {
		case channel == "" || !r.hasChannel(channel):
			errs.Add(CodeUnknownChannel, in, r.unknownChannel(channel, "or add it to game.channels"))
		case slices.Contains(p.Channels[:i], channel):
			errs.Add(CodeInvalidValue, in, "is in the list before; name each channel once")
		}
	}
}

func (r *Roster) checkPlayers(errs *Errors, pointer string, ids []string) {
	if tooMany(errs, pointer, len(ids), MaxRoster) {
		return
	}
	for i, id := range ids {
		if errs.Full() {
			return
		}
		if _, ok := r.Player(id); !ok {
			errs.Add(CodeUnknownPlayer, fmt.Sprintf("%s/%d", pointer, i), r.unknownPlayer(id, "or add it to game.players"))
		}
	}
}

// looks returns a function that returns what a name looks like. It remembers each name, because
// every name is compared with every other. Names that are too long anyway look like nothing else.
func looks() func(name string) string {
	known := map[string]string{}
	return func(name string) string {
		look, ok := known[name]
		if !ok {
			if look = name; utf8.RuneCountInString(name) <= MaxName {
				look = mouth.Skeleton(name)
			}
			known[name] = look
		}
		return look
	}
}

// checkUnique refuses a player whose id another player has, or whose name looks like another's.
func checkUnique(errs *Errors, pointer string, p Player, others []Player, look func(name string) string) {
	for _, q := range others {
		switch {
		case q.ID == p.ID:
			errs.Add(CodeDuplicatePlayer, pointer, fmt.Sprintf("has the id %s, as another player has; make all ids unique", Quoted(p.ID)))
			return
		case q.Name == p.Name:
			errs.Add(CodeDuplicatePlayer, pointer, fmt.Sprintf("has the name %s, as another player has; make all names unique", Quoted(p.Name)))
			return
		case look(q.Name) == look(p.Name):
			errs.Add(CodeDuplicatePlayer, pointer, fmt.Sprintf("has the name %s, which looks like the name of the player %s; case, accents and look-alike letters do not count", Quoted(p.Name), Quoted(q.Name)))
			return
		}
	}
}

// tooMany refuses a list that is longer than its limit, and reports whether it did.
func tooMany(errs *Errors, pointer string, n, limit int) bool {
	errs.AddIf(n > limit, CodeTooMany, pointer, "has %d entries; at most %d are allowed", n, limit)
	return n > limit
}
