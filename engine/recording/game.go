package recording

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"ringer/engine/deceit"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// Game is one recorded game, a line of a JSONL file.
type Game struct {
	ID       string    `json:"game_id"`
	Rules    string    `json:"rules"`
	Language string    `json:"language"`
	Players  []Player  `json:"players"`
	Messages []Message `json:"messages"`
	// Accusations are whom the players accused at the end, by name: accuser to accused. A game that
	// broke off has none.
	Accusations map[string]string `json:"accusations,omitempty"`
	// Beliefs are what players of a quest game wrote down about each other, in any order.
	Beliefs []Belief `json:"beliefs,omitempty"`
	// Outcome is how the game ended. Its form depends on the rules; in a Mafia game it is a text
	// that begins with the side that won.
	Outcome json.RawMessage `json:"outcome,omitempty"`
	// PlayedBy is the variant that played the seat of the kind ringer, in a game that a replay has
	// written. In such a game only that player is new.
	PlayedBy string `json:"played_by,omitempty"`
}

// Player is a player of a recorded game.
type Player struct {
	Name string `json:"name"`
	// Kind is human, bot or, for a bot of Ringer, ringer. It is unknown in a log that does not say
	// who is a bot.
	Kind string `json:"kind"`
	Role string `json:"role,omitempty"`
}

// Message is a message of a recorded game.
type Message struct {
	At      float64             `json:"at"`
	Sender  string              `json:"sender"`
	Kind    session.MessageKind `json:"kind"`
	Channel string              `json:"channel,omitempty"`
	Text    string              `json:"text"`
	// Reading is what people say that a player's line is, for [ReadScore].
	Reading *Label `json:"reading,omitempty"`
	// Mind is what a bot knew and believed when it said the line, and Marks say how it deceives.
	Mind  *deceit.Mind  `json:"mind,omitempty"`
	Marks []deceit.Mark `json:"marks,omitempty"`

	index int // index is the place in the file.
}

// repair completes what recordings leave out, and corrects what they get wrong:
//
//   - everybody who speaks is a player, and all other messages come from the game master;
//   - the messages are in the order of their times;
//   - empty messages are left out, and messages longer than a session takes are cut;
//   - a player who was alone had nobody to accuse;
//   - the game master's lines of one second are in the order of the game.
func (g *Game) repair() {
	for i := range g.Messages {
		g.Messages[i].index = i
	}
	g.Messages = slices.DeleteFunc(g.Messages, func(m Message) bool { return strings.TrimSpace(m.Text) == "" })
	slices.SortStableFunc(g.Messages, func(a, b Message) int { return cmp.Compare(a.At, b.At) })
	for i := range g.Messages {
		m := &g.Messages[i]
		if text := []rune(m.Text); len(text) > session.MaxText {
			m.Text = string(text[:session.MaxText])
		}
		if m.Kind != session.FromPlayer {
			m.Kind = session.FromGamemaster
		} else if !slices.ContainsFunc(g.Players, func(p Player) bool { return p.Name == m.Sender }) {
			g.Players = append(g.Players, Player{Name: m.Sender, Kind: "human"})
		}
	}
	if len(g.Players) < 2 {
		g.Accusations = nil
	}
	if g.Rules == Mafia {
		g.sortAnnouncements()
	}
}

// SeatFor returns the player whose seat the bot takes: the player with the name, or else the first
// recorded bot, or else the first player.
func (g *Game) SeatFor(name string) (Player, bool) {
	find := func(match func(Player) bool) (Player, bool) {
		if i := slices.IndexFunc(g.Players, match); i >= 0 {
			return g.Players[i], true
		}
		return Player{}, false
	}
	if name != "" {
		return find(func(p Player) bool { return p.Name == name })
	}
	if p, ok := find(func(p Player) bool { return p.Kind == BotKind }); ok {
		return p, true
	}
	return find(func(Player) bool { return true })
}

// Seats returns the seats that the bot takes, one a play. If no player is named and several games
// are played, a reverse Turing game is played in the seat of each of its bots, because its bots
// look for each other. A quest game is played in each seat, because each role knows something else.
// Every other game is played in the seat that SeatFor returns.
func (g *Game) Seats(named string, several bool) []Player {
	if several && named == "" && g.Deal() != nil {
		return g.Players
	}
	if several && named == "" && g.Rules == ReverseTuring {
		bots := slices.DeleteFunc(slices.Clone(g.Players), func(p Player) bool { return p.Kind != BotKind })
		if len(bots) > 0 {
			return bots
		}
	}
	if seat, ok := g.SeatFor(named); ok {
		return []Player{seat}
	}
	return nil
}

// Length returns the game time of the last message.
func (g *Game) Length() session.Millis {
	if len(g.Messages) == 0 {
		return 0
	}
	return Millis(g.Messages[len(g.Messages)-1].At)
}

// Millis returns seconds of a recording as game time.
func Millis(seconds float64) session.Millis { return session.Millis(seconds * 1000) }

// Config returns the configuration of a session with the bot in the seat.
func (p *Play) Config(speed float64, seed int64, pace session.Pace) session.Config {
	rules := p.Rules
	if _, ok := session.FindPreset(rules); !ok {
		rules = "freeform"
	}
	setting := p.Setting()
	setting.Rules = rules
	c := session.Config{
		Language: p.Language, Speed: speed, Seed: &seed, Pace: pace,
		Game: setting, Bot: session.Bot{Seat: p.Seat.Name, Role: p.Seat.Role, Private: p.private(p.Seat)},
		Metadata: map[string]string{"replay_of": p.ID},
	}
	strategy.Configure(&c, p.Variant)
	if d := p.Deal(); d != nil {
		p.dealt(&c, d)
	}
	return c
}

// dealt fills in what the player in the seat knows from the start of a quest game. Recordings do
// not say when a phase begins.
func (p *Play) dealt(c *session.Config, d *session.Deal) {
	seat := p.Seat.Name
	c.Game.Rules, c.Game.RoleList, c.Game.Phases = Avalon, d.RoleList, nil
	if p.Rules == resistance {
		c.Game.RulesText = resistanceText
	}
	b := &c.Bot
	b.Private, b.Allies, b.KnownRoles, b.Conceal = d.Private[seat], d.Allies[seat], d.KnownRoles[seat], d.Conceal[seat]
}

// Setting returns the players and channels of the game.
func (g *Game) Setting() (s session.Setting) {
	for _, x := range g.Players {
		s.Players = append(s.Players, session.Player{ID: x.Name, Name: x.Name})
	}
	if mafiosi := g.mafiosi(); len(mafiosi) > 0 {
		s.Channels = []session.Channel{{ID: NightChannel, Members: mafiosi}}
	}
	if g.inPhases() {
		s.Phases = []session.Phase{{ID: Day}, {ID: Night, Speakers: g.mafiosi(), Channel: NightChannel}}
	} else {
		s.Phases = []session.Phase{{ID: "chat"}} // such recordings do not say when a phase begins
	}
	return s
}

// inPhases reports whether the recording says when its phases begin, and who speaks at night.
func (g *Game) inPhases() bool { return len(g.Course()) > 0 && len(g.mafiosi()) > 0 }

func (g *Game) mafiosi() (names []string) {
	for _, p := range g.Players {
		if p.Role == Mafia {
			names = append(names, p.Name)
		}
	}
	return names
}

// private returns what only the player in the seat knows from the start: the mafia know each other.
func (g *Game) private(seat Player) string {
	if g.Rules != Mafia || seat.Role != Mafia {
		return ""
	}
	others := slices.DeleteFunc(g.mafiosi(), func(name string) bool { return name == seat.Name })
	if len(others) == 0 {
		return "You are the only mafioso."
	}
	return "The other mafiosi: " + strings.Join(others, ", ") + "."
}

const (
	NightChannel = Night
	// ReverseTuring names the rules under which bots look for each other.
	ReverseTuring = "reverse_turing"
	BotKind       = "bot"
	RingerKind    = "ringer"
	// UnknownKind is the kind of a player of whom nobody knows whether it is a bot.
	UnknownKind = "unknown"
)

type line struct {
	at     session.Millis
	post   session.Post
	turn   *Turn
	ruling *session.Ruling
}

func (g *Game) turns() map[int]*Turn {
	turns := map[int]*Turn{}
	for _, t := range g.Course() {
		turns[t.Line] = &t
	}
	return turns
}

// script splits the game into what is posted, and what the player in the seat said, which is
// withheld. An announcement of that player's vote is neither.
func (g *Game) script(seat Player) (posted []line, withheld []Message) {
	turns := g.turns()
	rulings := map[int]*session.Ruling{} // by line
	for _, r := range g.Rulings() {
		if len(r.Players) > 0 {
			r.Fails = 0 // unknown: the least possible number would count as exact
			rulings[r.Line] = &r.Ruling
		}
	}
	for i, m := range g.Messages {
		if t := turns[i]; t != nil && t.Kind == VoteCast && t.Player == seat.Name {
			continue // the bot has a vote of its own
		}
		if m.Kind == session.FromPlayer && m.Sender == seat.Name {
			withheld = append(withheld, m)
			continue
		}
		p := session.Post{Sender: m.Sender, Text: m.Text, Kind: m.Kind}
		if m.Channel == NightChannel {
			if p.Channel = NightChannel; len(g.mafiosi()) == 0 {
				continue // nobody knows who may see it
			}
		}
		posted = append(posted, line{Millis(m.At), p, turns[i], rulings[i]})
	}
	return posted, withheld
}

// Names returns the names of the players.
func (g *Game) Names() (names []string) {
	for _, p := range g.Players {
		names = append(names, p.Name)
	}
	return names
}

// InChannel returns the channel of a message in a session: that of the night, or the main one.
func (m *Message) InChannel() string {
	if m.Channel == NightChannel {
		return NightChannel
	}
	return ""
}

// Withheld returns what the player in the seat said. A replay does not post it.
func (g *Game) Withheld(seat Player) []Message {
	_, withheld := g.script(seat)
	return withheld
}
