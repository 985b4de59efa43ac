package arena

import (
	"encoding/json"
	"fmt"

	"ringer/cmd/internal/replay"
	"ringer/engine/session"
)

// played returns the game as a recorded one, a line of the files that replay and stats read.
func (g *Game) played(rules, language string) []byte {
	r := replay.Game{ID: g.id(), Rules: rules, Language: language, Outcome: json.RawMessage(marshal(g.Outcome))}
	for _, s := range g.Seats {
		r.Players = append(r.Players, replay.Player{Name: s.ID, Kind: replay.BotKind, Role: s.Role})
	}
	for _, l := range g.Lines {
		m := replay.Message{At: float64(l.At) / 1000, Sender: l.Sender, Kind: session.FromPlayer, Channel: l.Channel, Text: l.Text}
		if l.Sender == "" {
			m.Sender, m.Kind = "gamemaster", session.FromGamemaster
		}
		r.Messages = append(r.Messages, m)
	}
	if preset, _ := session.FindPreset(rules); preset.Accusations && len(g.Ballots) > 0 {
		r.Accusations = map[string]string{}
		for voter, answer := range g.Ballots[len(g.Ballots)-1].Answers {
			r.Accusations[voter] = answer.Option
		}
	}
	return marshal(r)
}

// id returns a name of the game within its contest.
func (b bout) id() string { return fmt.Sprintf("game-%04d", b.Number) }
