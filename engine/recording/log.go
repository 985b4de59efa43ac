package recording

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

type gameLog struct {
	game  Game
	clock session.Clock
	// names are the names of the players by their ids. They are nil before the first event.
	names map[string]string
	// seat is the seat of a session's bot. In the log of a game each vote names its seat.
	seat string
}

// newGameLog returns a reader of the log that begins with a line. It returns nil if none does.
func newGameLog(line []byte) *gameLog {
	var first struct {
		Type    session.Type `json:"type"`
		Session string       `json:"session_id"`
		Game    string       `json:"game_id"`
	}
	if json.Unmarshal(line, &first) == nil && strings.HasSuffix(string(first.Type), ".created") {
		return &gameLog{game: Game{ID: first.Session + first.Game, Accusations: map[string]string{}}}
	}
	return nil
}

var errLog = errors.New("is no event of a log; export the session or the game again")

func (l *gameLog) read(line []byte) error {
	h, err := ParseEvent(line)
	switch {
	case err != nil:
		return errLog
	case l.names == nil:
		return l.begin(h.Event)
	}
	switch p := h.Event.Data.(type) {
	case *session.MessageReceived:
		return l.say(h.Event, Message{Sender: p.Sender, Kind: p.Kind, Channel: p.Channel, Text: p.Text})
	case *session.MessageSent:
		return l.say(h.Event, Message{Sender: p.Sender, Kind: session.FromPlayer, Channel: p.Channel, Text: p.Text})
	case *session.VoteReceived:
		l.vote(p.Seat, p.Answer)
	case *session.VoteCast:
		l.vote(cmp.Or(p.Seat, l.seat), p.Answer)
	}
	return nil
}

func (l *gameLog) begin(e session.Event) error {
	var t session.GameConfig
	var roles map[string]string
	others := "human"
	switch p := e.Data.(type) {
	case *session.SessionCreated:
		c := &p.Config
		t = session.GameConfig{Game: c.Game, Bots: []session.GameBot{{Bot: c.Bot}}, Language: c.Language, Speed: c.Speed}
		if l.seat = c.Bot.Seat; p.GameID != "" { // a game, which may have more bots
			others = UnknownKind
		}
	case *session.GameCreated:
		if t = p.Config.Dealt(p.Deal); p.Deal != nil {
			roles = p.Deal.Roles
		}
		if len(t.Bots) == 0 { // as a seat or a spectator sees a game
			others = UnknownKind
		}
	}
	// A clock of another speed cannot count.
	if t.Speed = cmp.Or(t.Speed, 1); len(t.Game.Players) == 0 || !(t.Speed > 0 && t.Speed <= session.MaxSpeed) {
		return errLog
	}
	l.clock, l.names = session.NewClock(e.Moment().Steady(), t.Speed), map[string]string{}
	l.game.Rules, l.game.Language = t.Game.Rules, t.Language
	for _, p := range t.Game.Players {
		l.names[p.ID] = p.Name
		as := Player{Name: p.Name, Kind: others, Role: roles[p.ID]}
		if i := slices.IndexFunc(t.Bots, func(b session.GameBot) bool { return b.Seat == p.ID }); i >= 0 {
			as.Kind, as.Role = BotKind, cmp.Or(as.Role, t.Bots[i].Role)
		}
		l.game.Players = append(l.game.Players, as)
	}
	return nil
}

// say adds a message. It leaves out channels that only some players see, except that of the night.
func (l *gameLog) say(e session.Event, m Message) error {
	if m.Channel != "" && m.Channel != NightChannel {
		return nil
	}
	if len(l.game.Messages) == maxMessages {
		return fmt.Errorf("the game has more than %d messages; cut the log before this line", maxMessages)
	}
	m.At, m.Sender = float64(l.clock.Now(e.Moment()))/1000, l.name(m.Sender)
	l.game.Messages = append(l.game.Messages, m)
	return nil
}

// vote adds the answer to a vote, if it is about who is a bot.
func (l *gameLog) vote(seat string, a session.Answer) {
	if a.Option != "" && strings.HasSuffix(l.game.Rules, "turing") {
		l.game.Accusations[l.name(seat)] = l.name(a.Option)
	}
}

func (l *gameLog) name(id string) string {
	return cmp.Or(l.names[id], id)
}

// Event is an event of a session as the API shows it.
type Event struct {
	Event session.Event
	// Received is when the client has read it.
	Received time.Time
	// Raw is its JSON.
	Raw json.RawMessage
}

// ParseEvent reads the JSON of one event, of a stream or of an export.
func ParseEvent(raw []byte) (Event, error) {
	e := Event{Received: time.Now(), Raw: raw}
	var wire struct {
		Seq    int64           `json:"seq"`
		Type   session.Type    `json:"type"`
		At     time.Time       `json:"at"`
		V      int64           `json:"v"`
		Cursor int64           `json:"cursor"`
		Shift  int64           `json:"clock_shift_ms"`
		Data   json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return e, fmt.Errorf("an event cannot be read: %w", err)
	}
	data, err := session.Decode(wire.Type, wire.V, wire.Data)
	e.Event = session.Event{Seq: wire.Seq, At: wire.At, Shift: time.Duration(wire.Shift) * time.Millisecond, Cursor: wire.Cursor, Data: data}
	return e, err
}
