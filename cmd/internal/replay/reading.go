package replay

import (
	"fmt"
	"io"

	"ringer/cmd/internal/show"
	"ringer/engine/mouth"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/stats"
)

// readingTime is how long a line stands in the chat until everybody has read it.
const readingTime session.Millis = 2500

type reading struct {
	// Unread counts the messages that were sent over an unread line: another player's line had
	// stood in their channel for more than readingTime, and the bot had planned its message without
	// it and not looked at the plan again.
	Unread int `json:"messages_over_unread"`
	// AfterP50 is the median time from the last line that a message considers to its sending, in
	// seconds of game time. Second lines and lines that break a silence are left out.
	AfterP50 float64 `json:"after_p50_s"`
	AfterP95 float64 `json:"after_p95_s"`

	after []float64
}

func readingOf(conversation []spoken) (r reading) {
	for i := range conversation {
		sent := &conversation[i]
		if !sent.Bot {
			continue
		}
		unread := false
		var answered *spoken
		for j := range conversation[:i] {
			m := &conversation[j]
			switch {
			case m.Bot || m.Gamemaster || m.Channel != sent.Channel:
			case m.seq <= sent.basedOn:
				answered = m
			case m.seq > sent.read && m.At < sent.At-readingTime:
				unread = true
			}
		}
		if unread {
			r.Unread++
		}
		if answered != nil && sent.kind == session.Reply {
			r.after = append(r.after, float64(sent.At-answered.At)/1000)
		}
	}
	r.summarize()
	return r
}

func (r *reading) add(x *reading) {
	r.Unread += x.Unread
	r.after = append(r.after, x.after...)
	r.summarize()
}

func (r *reading) summarize() {
	r.AfterP50, r.AfterP95 = stats.Median(r.after), stats.Quantile(r.after, 0.95)
}

// texts counts the texts that the bot's thoughts proposed.
type texts struct {
	// Written counts the texts. The same text counts once until it is sent.
	Written int `json:"texts_written"`
	// Thrown counts the texts that were not sent. It leaves out a text that still waits at the end.
	Thrown int `json:"texts_thrown_away"`
}

func textsOf(events []recording.Event) (t texts) {
	unsent := map[string]bool{}
	plans := map[string]string{} // the texts of plans, by id
	proposed, slot := "", ""
	for _, h := range events {
		switch p := h.Event.Data.(type) {
		case *session.ThoughtCompleted:
			proposed = ""
			if text := mouth.Normalise(p.Candidate); p.Candidate != "" {
				if !unsent[text] {
					t.Written++
					unsent[text] = true
				}
				if p.Slot == session.SlotCreated || p.Slot == session.SlotRevised {
					proposed = text
				}
			}
		case *session.PlanCreated: // without a proposal it is the rest of a message
			if p.Kind != session.Rest {
				plans[p.ID] = proposed
			}
			slot = p.ID
		case *session.PlanRevised:
			plans[p.ID], slot = proposed, p.ID
		case *session.PlanCancelled:
			slot = ""
		case *session.MessageSent:
			if text, ok := plans[p.PlanID]; ok {
				delete(unsent, text)
			}
			slot = ""
		}
	}
	if text, ok := plans[slot]; ok {
		delete(unsent, text)
	}
	t.Thrown = len(unsent)
	return t
}

func (t *texts) add(x *texts) {
	t.Written += x.Written
	t.Thrown += x.Thrown
}

func (t *texts) thrownShare() float64 { return float64(t.Thrown) / float64(max(t.Written, 1)) }

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
