package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"ringer/cmd/internal/show"
	"ringer/engine/prompt"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/thought"
)

type readCommand struct {
	Files []string `arg:"" name:"file" help:"Recorded games, one JSON object a line, as replay reads them." type:"existingfile"`
	Score bool     `help:"Compare the readings with the labels in the files, in place of printing them."`
	modelFlags
}

func (c *readCommand) Run(t *terminal) error {
	var s recording.ReadScore
	out := json.NewEncoder(t.stdout)
	out.SetEscapeHTML(false)
	client, _, err := c.client(nil)
	if err != nil {
		return err
	}
	for _, file := range c.Files {
		games, err := recording.Load(file)
		if err != nil {
			return err
		}
		for i := range games {
			lines := games[i].Read(session.ReadByRule)
			if !c.offline() {
				if lines, err = readByModel(t.ctx, &games[i], client.Asker(prompt.Caller{Session: games[i].ID})); err != nil {
					return fmt.Errorf("%s, game %s: %w", file, games[i].ID, err)
				}
			}
			s.Add(&games[i], lines)
			for _, l := range lines {
				if c.Score {
					break
				}
				if err := out.Encode(l); err != nil {
					return err
				}
			}
		}
	}
	if c.Score {
		printReadScore(t.stdout, &s)
	}
	return nil
}

// readByModel reads the players' lines as core.read does, the rules where the model leaves out a
// line. A call reads the next lines of one channel, and sees none after them.
func readByModel(ctx context.Context, g *recording.Game, ask prompt.Asker) ([]recording.ReadLine, error) {
	heard, r := g.Hear()
	read := map[int64]session.Reading{}
	for from := 0; from < len(heard); {
		var lines []session.Message
		to := from
		for ; to < len(heard) && len(lines) < session.MostRead && heard[to].Channel == heard[from].Channel; to++ {
			if heard[to].Kind == session.FromPlayer {
				lines = append(lines, heard[to])
			}
		}
		if len(lines) > 0 {
			r.Seat = lines[0].Sender // who sees the channel
		}
		s := session.State{Messages: heard[:to], Roster: r}
		found, err := thought.Read(ctx, s.View(heard[to-1].At), lines, ask)
		if err != nil {
			return nil, err
		}
		for _, x := range found {
			if x, m := s.Bounded(x); m != nil {
				read[x.Seq] = x
			}
		}
		from = to
	}
	return g.Read(func(m *session.Message, before []session.Message, r *session.Roster) session.Reading {
		if x, ok := read[m.Seq]; ok {
			return x
		}
		return session.ReadByRule(m, before, r)
	}), nil
}

func printReadScore(w io.Writer, s *recording.ReadScore) {
	share := func(part, whole int) float64 { return float64(part) / float64(max(whole, 1)) }
	show.Table(w, "", "lines\tquestions\tfound, precision\trecall\tF1\taddressee right\tanswers\tright", []recording.ReadScore{*s}, "%d\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%d\t%.2f", func(s *recording.ReadScore) []any {
		return []any{s.Lines, s.Asking, share(s.Both, s.Said), share(s.Both, s.Asking), s.F1(), share(s.To, s.Asking), s.Answering, share(s.Answers, s.Answering)}
	})
}
