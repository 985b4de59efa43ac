package cli

import (
	"encoding/json"
	"io"

	"ringer/cmd/internal/show"
	"ringer/engine/recording"
	"ringer/engine/session"
)

type readCommand struct {
	Files []string `arg:"" name:"file" help:"Recorded games, one JSON object a line, as replay reads them." type:"existingfile"`
	Score bool     `help:"Compare the readings with the labels in the files, in place of printing them."`
}

func (c *readCommand) Run(t *terminal) error {
	var s recording.ReadScore
	out := json.NewEncoder(t.stdout)
	out.SetEscapeHTML(false)
	for _, file := range c.Files {
		games, err := recording.Load(file)
		if err != nil {
			return err
		}
		for i := range games {
			lines := games[i].Read(session.ReadByRule)
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

func printReadScore(w io.Writer, s *recording.ReadScore) {
	share := func(part, whole int) float64 { return float64(part) / float64(max(whole, 1)) }
	show.Table(w, "", "lines\tquestions\tfound, precision\trecall\tF1\taddressee right\tanswers\tright", []recording.ReadScore{*s}, "%d\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%d\t%.2f", func(s *recording.ReadScore) []any {
		return []any{s.Lines, s.Asking, share(s.Both, s.Said), share(s.Both, s.Asking), s.F1(), share(s.To, s.Asking), s.Answering, share(s.Answers, s.Answering)}
	})
}
