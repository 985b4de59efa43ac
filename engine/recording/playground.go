package recording

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ringer/engine/session"
	"ringer/engine/strategy"
)

// Limits of a file that the playground reads.
const (
	// maxLine bounds a line, in bytes: ten times a long game. What the server keeps of a game can
	// take thirty times as much.
	maxLine = 1 << 20
	// maxGames bounds the games of a file: a list of more helps nobody.
	maxGames = 2000
	// maxMessages bounds the messages of a game: more than a day of chat.
	maxMessages = 10_000
	// maxPlayer bounds what is said of a player, in bytes. The list of a file keeps it.
	maxPlayer = 12 * session.MaxName
)

// Recordings reads files of recorded games for the playground. It implements api.Recordings.
type Recordings struct{}

type listed struct {
	ID      string   `json:"game_id"`
	Rules   string   `json:"rules"`
	Players []Player `json:"players"`
	Lines   int      `json:"lines"`
	// Seat is the seat of the bot if nobody chooses one. It is empty if the game has no players.
	Seat string `json:"seat"`
}

// Games implements api.Recordings.
func (Recordings) Games(file io.Reader) (any, error) {
	all := []listed{}
	err := readRecordings(file, 0, func(g *Game) error {
		seat, _ := g.SeatFor("")
		all = append(all, listed{g.ID, g.Rules, g.Players, len(g.Messages), seat.Name})
		return nil
	})
	return map[string]any{"games": all}, err
}

// Seat implements api.Recordings.
func (Recordings) Seat(file io.Reader, number int, name string) (any, error) {
	var found *seated
	err := readRecordings(file, number, func(g *Game) error {
		seat, ok := g.SeatFor(name)
		if !ok {
			return session.Errors{{Code: session.CodeUnknownPlayer, Pointer: "seat", Detail: session.NotAmong(name, "a player of the game", g.Names())}}
		}
		found = newSeated(&Play{g, seat, &strategy.Variant{}})
		return nil
	})
	if err == nil && found == nil {
		err = session.Errors{{Code: session.CodeOutOfRange, Pointer: "game", Detail: "the file has fewer games; count them from 1"}}
	}
	return found, err
}

// readRecordings calls take with the games of a file, or only with the one that has the number. The
// file has one game a line, or it is the log of one session or game.
func readRecordings(file io.Reader, number int, take func(*Game) error) error {
	games := 0
	var l *gameLog
	err := EachLine(file, maxLine, func(n int, line []byte) error {
		if err := CheckValues(line); err != nil {
			return err
		}
		if games == 0 {
			l = newGameLog(line)
		}
		if games++; l != nil {
			return l.read(line)
		}
		switch {
		case games > maxGames:
			return fmt.Errorf("the file has more than %d games; split it", maxGames)
		case number > 0 && games != number:
			return nil
		}
		g, err := readRecording(line)
		if err != nil {
			return err
		}
		if g.ID == "" {
			g.ID = fmt.Sprintf("line %d", n)
		}
		return take(g)
	})
	switch {
	case err != nil:
		return err
	case games == 0:
		return errors.New("the file holds no game; write each game as one line of JSON")
	case l == nil || number > 1:
		return nil
	}
	if err := complete(&l.game); err != nil {
		return err
	}
	return take(&l.game)
}

func readRecording(line []byte) (*Game, error) {
	var g Game
	// A time that is left out would be the beginning of the game.
	var times struct {
		Messages []struct {
			At *float64 `json:"at"`
		} `json:"messages"`
	}
	err := json.Unmarshal(line, &g)
	if err == nil {
		err = json.Unmarshal(line, &times)
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return nil, fmt.Errorf("%s cannot be a JSON %s; see the fields of a recorded game in the docs of replays", field(wrong.Field), wrong.Value)
	} else if err != nil {
		return nil, fmt.Errorf("is not JSON; write each game as one line: %w", err)
	}
	if g.Messages == nil {
		return nil, errors.New(`the game has no list of messages; add one as "messages"`)
	}
	for i := range g.Players {
		p := &g.Players[i]
		if p.Name == "" {
			return nil, fmt.Errorf("player %d has no name; give each a name", i+1)
		}
		if len(p.Name)+len(p.Kind)+len(p.Role) > maxPlayer {
			return nil, fmt.Errorf("player %d has a name, a kind and a role of more than %d bytes; shorten them", i+1, maxPlayer)
		}
		p.Kind = cmp.Or(p.Kind, "human")
	}
	for i, m := range g.Messages {
		if times.Messages[i].At == nil {
			return nil, fmt.Errorf(`message %d has no time; write the seconds since the game began as "at"`, i+1)
		}
		if m.Kind == session.FromPlayer && m.Sender == "" {
			return nil, fmt.Errorf("message %d has no sender; name the player who wrote it", i+1)
		}
	}
	return &g, complete(&g)
}

func complete(g *Game) error {
	g.repair()
	switch {
	case len(g.Players) > session.MaxPlayers:
		return fmt.Errorf("the game has %d players; a session takes at most %d", len(g.Players), session.MaxPlayers)
	case len(g.Messages) > maxMessages:
		return fmt.Errorf("the game has %d messages; the page takes at most %d, so play it with ringer replay", len(g.Messages), maxMessages)
	}
	return nil
}

func field(name string) string {
	if name == "" {
		return "a game"
	}
	return name
}
