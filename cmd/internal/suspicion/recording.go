package suspicion

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"

	recorded "ringer/engine/recording"
	"ringer/engine/suspicion"
	"ringer/engine/suspicion/training"
)

// recording is a recorded game, one line of a JSONL file. Fields that suspicion does not use are
// listed all the same: an unknown field may be a misspelt one, so it is an error.
type recording struct {
	ID       string `json:"game_id"`
	Rules    string `json:"rules"`
	Language string `json:"language"`
	// Untimed says that times only order the messages.
	Untimed     bool              `json:"untimed"`
	Players     []player          `json:"players"`
	Messages    []message         `json:"messages"`
	Accusations map[string]string `json:"accusations"`
	Beliefs     ignored           `json:"beliefs"`
	Outcome     ignored           `json:"outcome"`
	PlayedBy    ignored           `json:"played_by"`
}

type player struct {
	Name   string  `json:"name"`
	Kind   string  `json:"kind"`
	Role   ignored `json:"role"`
	Engine string  `json:"engine"`
}

func (p *player) bot() bool { return p.Kind == "bot" || p.Kind == "ringer" }

type message struct {
	// At is seconds since the game began.
	At         float64 `json:"at"`
	Sender     string  `json:"sender"`
	Kind       string  `json:"kind"`
	Text       string  `json:"text"`
	Channel    ignored `json:"channel"`
	Quest      ignored `json:"quest"`
	Turn       ignored `json:"turn"`
	Deception  ignored `json:"deception"`
	Persuasion ignored `json:"persuasion"`
	FourSides  ignored `json:"four_sides"`
	Reading    ignored `json:"reading"`
}

func (m *message) said() bool { return m.Kind == "player" }

type ignored struct{}

func (ignored) UnmarshalJSON([]byte) error { return nil }

func stream(files []string, f func(*recording) error) error {
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("recorded games: %w", err)
		}
		games := 0
		err = recorded.EachLine(file, recorded.LongestLine, func(_ int, line []byte) error {
			games++
			g, err := parse(line)
			if err == nil {
				err = f(g)
			}
			return err
		})
		file.Close()
		switch {
		case err != nil:
			return fmt.Errorf("recorded games: %s %w", name, err)
		case games == 0:
			return fmt.Errorf("recorded games: %s holds no game; name a file with one JSON object a line", name)
		}
	}
	return nil
}

func parse(line []byte) (*recording, error) {
	g := &recording{}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(g); err != nil {
		return nil, fmt.Errorf("%w; correct the line", err)
	}
	if len(bytes.TrimSpace(line[d.InputOffset():])) > 0 {
		return nil, errors.New("there is more than one JSON object; write one a line")
	}
	if len(g.Messages) == 0 {
		return nil, fmt.Errorf("game %q has no messages; remove it", g.ID)
	}
	return g, nil
}

// gap returns the time in seconds between a message and the one before, of whomever. It is NaN or
// negative if nobody knows: in an untimed game, before the first message, or out of order.
func (g *recording) gap(i int) float64 {
	if g.Untimed || i == 0 {
		return math.NaN()
	}
	return g.Messages[i].At - g.Messages[i-1].At
}

func (g *recording) names() (names []string) {
	known := map[string]bool{}
	add := func(name string) {
		if !known[name] {
			known[name] = true
			names = append(names, name)
		}
	}
	for _, p := range g.Players {
		add(p.Name)
	}
	for i := range g.Messages {
		if g.Messages[i].said() {
			add(g.Messages[i].Sender)
		}
	}
	return names
}

func (g *recording) player(name string) *player {
	for i := range g.Players {
		if g.Players[i].Name == name {
			return &g.Players[i]
		}
	}
	return nil
}

func (g *recording) line(i int) suspicion.Line {
	m := &g.Messages[i]
	return suspicion.Line{Sender: m.Sender, Text: m.Text, Gap: g.gap(i)}
}

// lesson returns the game for training. Lines of players of an unknown kind are left out.
func (g *recording) lesson() training.Game {
	t := training.Game{ID: g.ID, Domain: g.Rules, Names: g.names()}
	for i := range g.Messages {
		m := &g.Messages[i]
		if p := g.player(m.Sender); m.said() && p != nil && p.Kind != "" {
			t.Lines = append(t.Lines, training.Line{Line: g.line(i), Bot: p.bot()})
		}
	}
	return t
}
