package audit

import (
	"slices"

	"ringer/engine/session"
)

// judgeBot follows the lines of a session's bot to their receipts or echoes. A game's log has the
// lines of all its bots, and no receipts.
func (c *checker) judgeBot(e session.Event) {
	switch p := e.Data.(type) {
	case *session.MessageSent:
		c.sent = append(c.sent, line{seq: e.Seq, at: e.At, now: c.now(e), id: p.MessageID, sender: p.Sender, text: p.Text})
		c.ids[p.MessageID] = true
	case *session.PlanCreated:
		c.plans++
	case *session.PlanCommanded:
		c.commands++
	}
}

// confirm notes the lines that a receipt or an echo has just confirmed. A line that was rejected is
// no longer in the state.
func (c *checker) confirm(e session.Event) {
	switch p := e.Data.(type) {
	case *session.MessageReceipt:
	case *session.MessageReceived:
		if p.Sender != c.roster().Seat {
			return
		}
	default:
		return
	}
	for i := range c.sent {
		s := &c.sent[i]
		at := slices.IndexFunc(c.session.Messages, func(m session.Message) bool { return m.ID == s.id })
		if !s.shown.IsZero() || at >= 0 && !c.session.Messages[at].Confirmed {
			continue
		}
		if s.shown = e.At; e.At.Sub(s.at) > lateness {
			c.find(ReadLate, s.seq, "the line was confirmed %s after it was sent", seconds(e.At.Sub(s.at)))
		}
	}
}

func (c *checker) judgeReceipts() {
	if c.game != nil {
		c.unseen("when lines of bots were shown: their sessions have the receipts")
		return
	}
	if c.session.Config.Timing == session.TimingManual && c.plans > 0 && c.commands == 0 && len(c.sent) == 0 {
		c.find(NoSend, 0, "the bot made %d plans, and none was sent", c.plans)
	}
	confirmed := 0
	for _, s := range c.sent {
		if !s.shown.IsZero() {
			confirmed++
		}
	}
	switch {
	case len(c.sent) == 0:
	case confirmed == 0:
		c.find(NoReceipts, 0, "none of %d lines of the bot has a receipt or an echo", len(c.sent))
		c.unseen("whether the stream is read late: there are no receipts")
	case confirmed < len(c.sent):
		for _, s := range c.sent {
			if s.shown.IsZero() && c.last.Sub(s.at) > lateness { // the receipt of a newer one may be under way
				c.find(NoReceipt, s.seq, "the line has neither receipt nor echo, and %d others have", confirmed)
			}
		}
	}
}
