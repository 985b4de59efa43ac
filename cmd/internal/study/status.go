package study

import (
	"fmt"
	"io"
	"time"

	"ringer/cmd/internal/show"
	"ringer/engine/study"
)

// armProgress is a row of the table of the arms.
type armProgress struct {
	name                   string
	counted, playing, void int
	people, answered, gone int
}

// progress returns how far each arm is.
func progress(s *study.State) []armProgress {
	rows := make([]armProgress, len(s.Plan.Arms))
	for i, a := range s.Plan.Arms {
		rows[i].name = a.Name
	}
	for _, g := range s.Games {
		r := &rows[g.Arm]
		switch {
		case g.Counts():
			r.counted++
		case g.EndedAt.IsZero():
			r.playing++
		default:
			r.void++
		}
		for _, id := range g.People {
			p := s.Person(id)
			r.people++
			if p.Left != "" {
				r.gone++
			} else if !p.AnsweredAt.IsZero() {
				r.answered++
			}
		}
	}
	return rows
}

// Status prints how far a study is. It shows no outcomes: who looks at them before the end, and
// decides by them, finds more than there is.
func Status(w io.Writer, s *study.State, now time.Time) {
	p := s.Plan
	fmt.Fprintf(w, "%s: %s\n%d of %d games count", p.ID, p.Title, s.Counted(-1), p.Games)
	switch {
	case s.Complete():
		fmt.Fprint(w, ": the study is complete.\n")
	case s.Stopped != "":
		fmt.Fprintf(w, ", and the study was stopped: %s.\n", s.Stopped)
	default:
		fmt.Fprintf(w, "; %s, %d in the lobby.\n", show.Plural(len(s.Running()), "game")+" in play", len(s.Waiting()))
		if !p.Stop.Until.IsZero() {
			fmt.Fprintf(w, "It ends on %s, in %d days.\n", p.Stop.Until.Format(time.DateOnly), int(p.Stop.Until.Sub(now).Hours()/24))
		}
	}
	rows := progress(s)
	show.Table(w, "", "arm\tcount\tgo on\tdo not count\tpeople\tanswered\twithdrew", rows, "%s\t%d\t%d\t%d\t%d\t%d\t%d", func(r *armProgress) []any {
		return []any{r.name, r.counted, r.playing, r.void, r.people, r.answered, r.gone}
	})
	for _, g := range s.Games {
		if g.Why != "" {
			fmt.Fprintf(w, "Game %d (%s) does not count: %s.\n", g.Number, p.Arms[g.Arm].Name, g.Why)
		}
	}
}
