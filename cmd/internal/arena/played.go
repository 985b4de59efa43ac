package arena

import (
	"cmp"
	"encoding/json"

	"ringer/engine/contest"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// played returns the game as a recorded one, a line of the files that replay and stats read.
func (a *Arena) played(g *contest.Game) []byte {
	r := recording.Game{ID: g.ID(), Rules: a.Rules, Language: cmp.Or(a.Language, "en"), Outcome: marshal(g.Outcome)}
	for _, s := range g.Seats {
		r.Players = append(r.Players, recording.Player{Name: s.ID, Kind: recording.BotKind, Role: s.Role})
	}
	for _, l := range g.Lines {
		m := recording.Message{At: float64(l.At) / 1000, Sender: l.Sender, Kind: session.FromPlayer, Channel: l.Channel, Text: l.Text}
		if l.Sender == "" {
			m.Sender, m.Kind = "gamemaster", session.FromGamemaster
		}
		r.Messages = append(r.Messages, m)
	}
	if preset, _ := session.FindPreset(a.Rules); preset.Accusations && len(g.Ballots) > 0 {
		r.Accusations = map[string]string{}
		for voter, answer := range g.Ballots[len(g.Ballots)-1].Answers {
			r.Accusations[voter] = answer.Option
		}
	}
	return marshal(r)
}

func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("arena: " + err.Error())
	}
	return b
}
