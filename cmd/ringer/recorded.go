package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"ringer/engine/game"
)

// recording is one recorded game, a line of a JSONL file.
type recording struct {
	ID       string            `json:"game_id"`
	Rules    string            `json:"rules"`
	Language string            `json:"language"`
	Players  []recordedPlayer  `json:"players"`
	Messages []recordedMessage `json:"messages"`
	// Accusations are whom the players accused at the end, by their names. A game that was broken off has none.
	Accusations map[string]string `json:"accusations"`
}

type recordedPlayer struct {
	Name string `json:"name"`
	// Kind is human or bot.
	Kind string `json:"kind"`
	Role string `json:"role"`
}

type recordedMessage struct {
	// At is seconds since the game began.
	At      float64   `json:"at"`
	Sender  string    `json:"sender"`
	Kind    game.MessageKind `json:"kind"`
	Channel string    `json:"channel"`
	Text    string    `json:"text"`
}

// loadRecordings reads a file of recorded games.
func loadRecordings(path string) ([]recording, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("recorded games: %w", err)
	}
	defer f.Close()
	var all []recording
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var r recording
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("recorded games: %s line %d: %w", path, n, err)
		}
		r.mend()
		all = append(all, r)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("recorded games: %s: %w", path, err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("recorded games: %s holds no game", path)
	}
	return all, nil
}

// mend makes up for what recordings leave out: everybody who speaks is a player, everything else comes from the game master,
// and the messages stand in the order of their times. Empty messages, as recordings sometimes hold them, are left out, and
// longer ones than a session takes are cut. Who was alone had nobody to accuse.
func (r *recording) mend() {
	r.Messages = slices.DeleteFunc(r.Messages, func(m recordedMessage) bool { return strings.TrimSpace(m.Text) == "" })
	slices.SortStableFunc(r.Messages, func(a, b recordedMessage) int { return cmp.Compare(a.At, b.At) })
	for i := range r.Messages {
		m := &r.Messages[i]
		if text := []rune(m.Text); len(text) > game.MaxText {
			m.Text = string(text[:game.MaxText])
		}
		if m.Kind != game.FromPlayer {
			m.Kind = game.FromGamemaster
		} else if !slices.ContainsFunc(r.Players, func(p recordedPlayer) bool { return p.Name == m.Sender }) {
			r.Players = append(r.Players, recordedPlayer{Name: m.Sender, Kind: "human"})
		}
	}
	if len(r.Players) < 2 {
		r.Accusations = nil
	}
}

// seatFor returns the player whose seat the bot takes: the named one, else the first recorded bot, else the first player.
func (r *recording) seatFor(name string) (recordedPlayer, bool) {
	find := func(match func(recordedPlayer) bool) (recordedPlayer, bool) {
		if i := slices.IndexFunc(r.Players, match); i >= 0 {
			return r.Players[i], true
		}
		return recordedPlayer{}, false
	}
	if name != "" {
		return find(func(p recordedPlayer) bool { return p.Name == name })
	}
	if p, ok := find(func(p recordedPlayer) bool { return p.Kind == botKind }); ok {
		return p, true
	}
	return find(func(recordedPlayer) bool { return true })
}

// seats returns the seats that the bot takes, one a play: the named one; else, of many games, that of each bot of a reverse Turing game, as its
// bots are to find one another; else the first one that seatFor finds.
func (r *recording) seats(c *replayCommand) []recordedPlayer {
	if c.many() && c.As == "" && r.Rules == reverseTuring {
		bots := slices.DeleteFunc(slices.Clone(r.Players), func(p recordedPlayer) bool { return p.Kind != botKind })
		if len(bots) > 0 {
			return bots
		}
	}
	if seat, ok := r.seatFor(c.As); ok {
		return []recordedPlayer{seat}
	}
	return nil
}

// length returns the game time of the last message.
func (r *recording) length() game.Millis {
	if len(r.Messages) == 0 {
		return 0
	}
	return millis(r.Messages[len(r.Messages)-1].At)
}

func millis(seconds float64) game.Millis { return game.Millis(seconds * 1000) }

// config returns the session that puts the bot into the seat.
func (r *play) config(c *replayCommand) game.Config {
	rules := r.Rules
	if _, ok := game.Rules(rules); !ok {
		rules = "freeform"
	}
	config := game.Config{
		Strategy: r.by.Strategy, Options: r.by.options(), Language: r.Language, Speed: c.Speed, Seed: &c.Seed,
		Game: game.Setting{Rules: rules}, Bot: game.Bot{Seat: r.seat.Name, Role: r.seat.Role},
		Metadata: map[string]string{"replay_of": r.ID},
	}
	for _, p := range r.Players {
		config.Game.Players = append(config.Game.Players, game.Player{ID: p.Name, Name: p.Name})
	}
	if slices.ContainsFunc(r.Messages, func(m recordedMessage) bool { return m.Channel == nightChannel }) {
		night := game.Channel{ID: nightChannel}
		for _, p := range r.Players {
			if p.Role == "mafia" {
				night.Members = append(night.Members, p.Name)
			}
		}
		config.Game.Channels = []game.Channel{night}
	}
	return config
}

// What recordings call things: the channel that only the mafia sees, the rules under which bots look for each other, and a player's kind.
const (
	nightChannel  = "night"
	reverseTuring = "reverse_turing"
	botKind       = "bot"
)

// line is one message to post, at its time.
type line struct {
	at   game.Millis
	post game.Post
}

// script splits the game into what is posted and what the player in the seat said, which is withheld.
func (r *recording) script(seat recordedPlayer) (posted []line, withheld []spoken) {
	for _, m := range r.Messages {
		if m.Kind == game.FromPlayer && m.Sender == seat.Name {
			withheld = append(withheld, spoken{At: millis(m.At), Name: m.Sender, Text: m.Text})
			continue
		}
		p := game.Post{Sender: m.Sender, Text: m.Text, Kind: m.Kind}
		if m.Channel == nightChannel {
			p.Channel = nightChannel
		}
		posted = append(posted, line{millis(m.At), p})
	}
	return posted, withheld
}
