package contest

import "encoding/json"

// header is the first line of a file of games: the arguments that decide how a game goes. The
// number of games is not among them, so a file can grow.
type header struct {
	Format  int               `json:"arena"`
	Rules   string            `json:"rules"`
	Options json.RawMessage   `json:"options,omitempty"`
	Every   map[string]any    `json:"every,omitempty"`
	Seats   []string          `json:"seats,omitempty"`
	Sides   []json.RawMessage `json:"sides,omitempty"`
	Players int               `json:"players"`
	Seed    int64             `json:"seed"`
	// Models says which models answer, and Server where.
	Models string `json:"models"`
	// Weights is the version of the classifier's weights, if they are not the default.
	Weights string  `json:"weights,omitempty"`
	Server  string  `json:"server,omitempty"`
	Speed   float64 `json:"speed"`
	// Latency holds the times of which each model call takes one, if there are any.
	Latency  []string `json:"latency,omitempty"`
	Floor    string   `json:"floor"`
	Language string   `json:"language,omitempty"`
	Record   bool     `json:"record,omitempty"`
	Guest    bool     `json:"guest,omitempty"`
}

const format = 1

// Header returns the first line of a file of games.
func (c *Contest) Header() []byte {
	h := header{
		Format: format, Rules: c.Settings.Rules, Options: c.options, Every: c.Every, Players: c.Players, Seed: c.Settings.Seed, Models: c.Models, Server: c.Server, Speed: c.Speed,
		Floor: string(c.Floor), Language: c.Language, Record: c.Record, Guest: c.Guest,
	}
	if c.Classifier != nil {
		h.Weights = c.Classifier.Version()
	}
	for _, d := range c.Latency {
		h.Latency = append(h.Latency, d.String())
	}
	for _, v := range c.Seats {
		h.Seats = append(h.Seats, v.Name)
	}
	for _, sides := range c.Sides {
		names := map[string]string{}
		for side, v := range sides {
			names[side] = v.Name
		}
		h.Sides = append(h.Sides, marshal(names))
	}
	return marshal(h)
}

func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("contest: " + err.Error())
	}
	return b
}

// JSON returns the game as a line of the file.
func (g *Game) JSON() []byte { return marshal(g) }
