package replay

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"ringer/engine/game"
)

// logged is an event of a log that was exported, as far as a recorded game needs it.
type logged struct {
	Type    game.Type `json:"type"`
	At      time.Time `json:"at"`
	Shift   int64     `json:"clock_shift_ms"`
	Session string    `json:"session_id"`
	Game    string    `json:"game_id"`
	Data    struct {
		// Config and Deal open a log.
		Config struct {
			Game     game.Setting `json:"game"`
			Language string       `json:"language"`
			Speed    float64      `json:"speed"`
			// Bot is the bot of a session, Bots are those of a table.
			Bot  game.Bot   `json:"bot"`
			Bots []game.Bot `json:"bots"`
		} `json:"config"`
		Deal game.Deal `json:"deal"`
		// The others belong to lines and votes.
		Kind    game.MessageKind `json:"kind"`
		Sender  string           `json:"sender"`
		Channel string           `json:"channel"`
		Text    string           `json:"text"`
		Seat    string           `json:"seat"`
		Answer  struct {
			Option string `json:"option"`
		} `json:"answer"`
	} `json:"data"`
}

// gameLog makes a recorded game of the log of a session or a table.
type gameLog struct {
	game  Game
	first logged
	// names are the names of the players by their ids.
	names map[string]string
}

// newGameLog returns a reader of the log that begins with a line. It returns nil if none does.
func newGameLog(line []byte) *gameLog {
	var first struct {
		Type game.Type `json:"type"`
	}
	if json.Unmarshal(line, &first) == nil && strings.HasSuffix(string(first.Type), ".created") {
		return &gameLog{}
	}
	return nil
}

// errLog is the error of an event that cannot be read.
var errLog = errors.New("is no event of a log; export the session or the game again")

// read reads the next event. Lines of channels that only some players see are left out, except
// those of the night.
func (l *gameLog) read(line []byte) error {
	var e logged
	if json.Unmarshal(line, &e) != nil {
		return errLog
	}
	if l.names == nil {
		return l.begin(e)
	}
	d := &e.Data
	switch e.Type {
	case "message.received", "message.sent":
		if d.Channel != "" && d.Channel != nightChannel {
			return nil
		}
		m := Message{At: l.since(e), Sender: l.name(d.Sender), Kind: d.Kind, Channel: d.Channel, Text: d.Text}
		if e.Type == "message.sent" {
			m.Kind = game.FromPlayer
		}
		l.game.Messages = append(l.game.Messages, m)
	case "vote.cast", "vote.received":
		if d.Answer.Option != "" && strings.HasSuffix(l.game.Rules, "turing") {
			seat := d.Seat
			if seat == "" { // only the log of a table says it
				seat = l.first.Data.Config.Bot.Seat
			}
			l.game.Accusations[l.name(seat)] = l.name(d.Answer.Option)
		}
	}
	return nil
}

// begin reads the first event.
func (l *gameLog) begin(e logged) error {
	c, deal := &e.Data.Config, &e.Data.Deal
	players := deal.Players
	if len(players) == 0 {
		players = c.Game.Players
	}
	if len(players) == 0 {
		return errLog
	}
	l.first, l.names = e, map[string]string{}
	l.game = Game{ID: e.Session + e.Game, Rules: c.Game.Rules, Language: c.Language, Accusations: map[string]string{}}
	kind := "human"
	if e.Game != "" && len(c.Bots) == 0 { // as a seat or a spectator sees a table
		kind = unknownKind
	}
	bots := append(c.Bots, c.Bot)
	for _, p := range players {
		l.names[p.ID] = p.Name
		as := Player{Name: p.Name, Kind: kind, Role: deal.Roles[p.ID]}
		for _, b := range bots {
			if b.Seat == p.ID {
				as.Kind = BotKind
			}
		}
		if c.Bot.Seat == p.ID && as.Role == "" {
			as.Role = c.Bot.Role
		}
		l.game.Players = append(l.game.Players, as)
	}
	return nil
}

// since returns the game time of an event, in seconds.
func (l *gameLog) since(e logged) float64 {
	passed := e.At.Sub(l.first.At).Milliseconds() - e.Shift + l.first.Shift
	speed := l.first.Data.Config.Speed
	if speed == 0 {
		speed = 1
	}
	return float64(passed) * speed / 1000
}

// name returns the name of a player.
func (l *gameLog) name(id string) string {
	if name, ok := l.names[id]; ok {
		return name
	}
	return id
}
