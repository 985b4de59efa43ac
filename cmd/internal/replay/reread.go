package replay

import (
	"fmt"
	"io"

	"ringer/cmd/internal/show"
	"ringer/engine/session"
)

// reread is how the bot's own lines read before they were typed, by the classifier.
type reread struct {
	// Scored counts the lines that were scored.
	Scored int `json:"lines_scored"`
	// Flagged counts those that read like a machine's.
	Flagged int `json:"lines_flagged"`
	// Renewed counts those of them that another text replaced.
	Renewed int `json:"lines_renewed"`
	// Before is the sum of the log-odds of the replaced lines, and After that of their new texts.
	Before float64 `json:"renewed_log_odds_before"`
	After  float64 `json:"renewed_log_odds_after"`
}

func (r *reread) note(p *session.ThoughtCompleted) {
	if p.Reading == nil {
		return
	}
	r.Scored++
	if len(p.Calls) > 0 {
		r.Flagged++
	}
	if p.Slot == session.SlotRevised && p.Reading.Rewritten != nil {
		r.Renewed++
		r.Before += p.Reading.LogOdds
		r.After += *p.Reading.Rewritten
	}
}

func (r *reread) add(x *reread) {
	r.Scored += x.Scored
	r.Flagged += x.Flagged
	r.Renewed += x.Renewed
	r.Before += x.Before
	r.After += x.After
}

const rereadHeads = "own lines scored\tlike a machine's\trenewed\tlog-odds before\tafter"

func (r *reread) cells() string {
	if r.Scored == 0 {
		return "\t\t\t\t"
	}
	before, after := show.None, show.None
	if n := float64(r.Renewed); n > 0 {
		before, after = fmt.Sprintf("%.1f", r.Before/n), fmt.Sprintf("%.1f", r.After/n)
	}
	return fmt.Sprintf("%d\t%d\t%d\t%s\t%s", r.Scored, r.Flagged, r.Renewed, before, after)
}

// print prints the same as a sentence, if the bot has read its own lines.
func (r *reread) print(w io.Writer) {
	if r.Scored == 0 {
		return
	}
	fmt.Fprintf(w, "own lines scored %d, like a machine's %d, renewed %d", r.Scored, r.Flagged, r.Renewed)
	if n := float64(r.Renewed); n > 0 {
		fmt.Fprintf(w, " (log-odds on average %.1f before, %.1f after)", r.Before/n, r.After/n)
	}
	fmt.Fprintln(w)
}
