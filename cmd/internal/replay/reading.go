package replay

import (
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
