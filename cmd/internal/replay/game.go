package replay

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"ringer/engine/session"
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
	// At is seconds since the game began.
	At      float64             `json:"at"`
	Sender  string              `json:"sender"`
	Kind    session.MessageKind `json:"kind"`
	Channel string              `json:"channel,omitempty"`
	Text    string              `json:"text"`
}

// repair completes what recordings leave out, and corrects what they get wrong:
//
//   - everybody who speaks is a player, and all other messages come from the game master;
//   - the messages are in the order of their times;
//   - empty messages are left out, and messages longer than a session takes are cut;
//   - a player who was alone had nobody to accuse;
//   - the game master's lines of one second are in the order of the game.
func (g *Game) repair() {
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

// seatFor returns the player whose seat the bot takes: the player with the name, or else the first
// recorded bot, or else the first player.
func (g *Game) seatFor(name string) (Player, bool) {
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

// seats returns the seats that the bot takes, one a play. If no player is named and several games
// are played, a reverse Turing game is played in the seat of each of its bots, because its bots
// look for each other. A quest game is played in each seat, because each role knows something else.
// Every other game is played in the seat that seatFor returns.
func (g *Game) seats(s *Settings) []Player {
	if s.several() && s.As == "" && g.deal() != nil {
		return g.Players
	}
	if s.several() && s.As == "" && g.Rules == reverseTuring {
		bots := slices.DeleteFunc(slices.Clone(g.Players), func(p Player) bool { return p.Kind != BotKind })
		if len(bots) > 0 {
			return bots
		}
	}
	if seat, ok := g.seatFor(s.As); ok {
		return []Player{seat}
	}
	return nil
}

// length returns the game time of the last message.
func (g *Game) length() session.Millis {
	if len(g.Messages) == 0 {
		return 0
	}
	return millis(g.Messages[len(g.Messages)-1].At)
}

func millis(seconds float64) session.Millis { return session.Millis(seconds * 1000) }

// config returns the configuration of a session with the bot in the seat.
func (p *play) config(s *Settings) session.Config {
	rules := p.Rules
	if _, ok := session.FindPreset(rules); !ok {
		rules = "freeform"
	}
	setting := p.setting()
	setting.Rules = rules
	c := session.Config{
		Strategy: p.variant.Strategy, Options: p.variant.JSON(), Language: p.Language, Speed: s.Speed, Seed: &s.Seed, Pace: s.Pace, Refine: p.variant.Refine, Suspicion: p.variant.Suspicion, Reread: p.variant.Reread,
		Game: setting, Bot: session.Bot{Seat: p.seat.Name, Role: p.seat.Role, Private: p.private(p.seat)},
		Metadata: map[string]string{"replay_of": p.ID},
	}
	if d := p.deal(); d != nil {
		p.dealt(&c, d)
	}
	return c
}

// dealt fills in what the player in the seat knows from the start of a quest game. Recordings do
// not say when a phase begins.
func (p *play) dealt(c *session.Config, d *session.Deal) {
	seat := p.seat.Name
	c.Game.Rules, c.Game.RoleList, c.Game.Phases = Avalon, d.RoleList, nil
	if p.Rules == resistance {
		c.Game.RulesText = resistanceText
	}
	b := &c.Bot
	b.Private, b.Allies, b.KnownRoles, b.Conceal = d.Private[seat], d.Allies[seat], d.KnownRoles[seat], d.Conceal[seat]
}

// setting returns the players and channels of the game.
func (g *Game) setting() (s session.Setting) {
	for _, x := range g.Players {
		s.Players = append(s.Players, session.Player{ID: x.Name, Name: x.Name})
	}
	if mafiosi := g.mafiosi(); len(mafiosi) > 0 {
		s.Channels = []session.Channel{{ID: nightChannel, Members: mafiosi}}
	}
	if g.inPhases() {
		s.Phases = []session.Phase{{ID: Day}, {ID: Night, Speakers: g.mafiosi(), Channel: nightChannel}}
	} else {
		s.Phases = []session.Phase{{ID: "chat"}} // such recordings do not say when a phase begins
	}
	return s
}

// inPhases reports whether the recording says when its phases begin, and who speaks at night.
func (g *Game) inPhases() bool { return len(g.Course()) > 0 && len(g.mafiosi()) > 0 }

// mafiosi returns the names of the mafia.
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

// Words of recordings.
const (
	// nightChannel is the channel that only the mafia sees.
	nightChannel = Night
	// reverseTuring names the rules under which bots look for each other.
	reverseTuring = "reverse_turing"
	// BotKind is the kind of a player that is a bot.
	BotKind = "bot"
	// RingerKind is the kind of a player that is a bot of Ringer.
	RingerKind = "ringer"
	// unknownKind is the kind of a player of whom nobody knows whether it is a bot.
	unknownKind = "unknown"
)

// line is one message to post, and the game time when it is posted.
type line struct {
	at   session.Millis
	post session.Post
	// turn is what the line announces in a game of Mafia; nil for nothing.
	turn *Turn
	// ruling is what the line announces in a quest game; nil for nothing.
	ruling *session.Ruling
}

// turns returns the turns of a game of Mafia by the line that announces each.
func (g *Game) turns() map[int]*Turn {
	turns := map[int]*Turn{}
	for _, t := range g.Course() {
		turns[t.Line] = &t
	}
	return turns
}

// script splits the game into what is posted, and what the player in the seat said, which is
// withheld. An announcement of that player's vote is neither.
func (g *Game) script(seat Player) (posted []line, withheld []spoken) {
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
			withheld = append(withheld, m.spoken())
			continue
		}
		p := session.Post{Sender: m.Sender, Text: m.Text, Kind: m.Kind}
		if m.Channel == nightChannel {
			if p.Channel = nightChannel; len(g.mafiosi()) == 0 {
				continue // nobody knows who may see it
			}
		}
		posted = append(posted, line{millis(m.At), p, turns[i], rulings[i]})
	}
	return posted, withheld
}
