package arena

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"ringer/api"
	"ringer/engine/contest"
	"ringer/engine/journal"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sim"
)

func exportName(b contest.Bout, name string) string { return fmt.Sprintf("%s-%s.ndjson", b.ID(), name) }

func (a *Arena) exportSessions(b contest.Bout, created *session.GameCreated, read func(session string) ([]byte, error)) error {
	if !a.Record {
		return nil
	}
	dir := filepath.Join(a.Out, "exports")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	for _, name := range a.Names {
		roster := created.Roster()
		bot, ok := roster.Bot(created.Deal.Seat(name))
		if !ok {
			continue // a guest
		}
		lines, err := read(bot.Session)
		if err != nil {
			return fmt.Errorf("--record: %w", err)
		}
		if err := os.WriteFile(filepath.Join(dir, exportName(b, name)), lines, 0o644); err != nil {
			return fmt.Errorf("--record: %w", err)
		}
	}
	return nil
}

func exportOf(ctx context.Context, s *sim.Sim, session string) (lines []byte, err error) {
	log, err := s.Log(session)
	if err != nil {
		return nil, err
	}
	add := func(line any) error {
		b, err := json.Marshal(line)
		lines = append(append(lines, b...), '\n')
		return err
	}
	for _, e := range log {
		if err := add(api.ShowEvent(session, e)); err != nil {
			return nil, err
		}
	}
	const page = 100
	for after := (journal.Place{}); ; {
		calls, err := s.RecordedCalls(ctx, session, after, page)
		if err != nil || len(calls) == 0 {
			return lines, err
		}
		for _, call := range calls {
			if err := add(map[string]journal.RecordedCall{"call": call}); err != nil {
				return nil, err
			}
		}
		after = calls[len(calls)-1].Place
	}
}

// played returns the game as a recorded one, a line of the files that replay and stats read.
func (a *Arena) played(g *contest.Game) []byte {
	r := recording.Game{ID: g.ID(), Rules: a.Rules, Language: cmp.Or(a.Language, "en"), Outcome: marshal(g.Outcome)}
	for _, s := range g.Seats {
		r.Players = append(r.Players, recording.Player{Name: s.ID, Kind: recording.BotKind, Role: s.Role})
	}
	for _, l := range g.Lines {
		m := recording.Message{At: float64(l.At) / 1000, Sender: l.Sender, Kind: session.FromPlayer, Channel: l.Channel, Text: l.Text, Mind: l.Mind, Marks: l.Marks}
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
