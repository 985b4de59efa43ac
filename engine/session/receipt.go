package session

import (
	"slices"
)

// ReceiptStatus says what became of a message on the platform.
type ReceiptStatus string

// The statuses of a receipt. A sent message without a receipt counts as shown.
const (
	Shown    ReceiptStatus = "posted"   // it was shown
	Rejected ReceiptStatus = "rejected" // it was not shown, and is not tried again
)

// MaxReason is the longest reason of a platform, in characters. People read it in the log.
const MaxReason = 500

// Receipt is the platform's answer to a message of the bot.
type Receipt struct {
	Status ReceiptStatus `json:"status"`
	Reason string        `json:"reason,omitempty"` // Reason says why it was rejected.
}

// Validate checks a receipt.
func (r *Receipt) Validate() error {
	var errs Errors
	oneOf(&errs, "/status", r.Status, Shown, Rejected)
	CheckReason(&errs, r.Reason)
	return errs.Err()
}

// CheckReason refuses a reason that is too long.
func CheckReason(errs *Errors, reason string) {
	errs.limit("/reason", reason, MaxReason)
}

// acknowledge notes a receipt. A rejected message leaves the transcript with its remaining parts,
// but still counts in Rhythm.OwnRun: else a bot whose messages are all rejected would never stop.
func (s *State) acknowledge(e Event, p *MessageReceipt) {
	i := slices.IndexFunc(s.Messages, func(m Message) bool { return m.Own && m.ID == p.MessageID })
	if p.Status != Rejected {
		if i >= 0 {
			s.confirmAt(i, "")
		}
		return
	}
	s.Barrier = e.Seq
	if i < 0 {
		return
	}
	m := &s.Messages[i]
	if s.Plan != nil && s.Plan.Follows != "" && s.Plan.Follows == m.partOf() {
		s.changePlan(func(p *Plan) { p.Dropped = true })
	}
	s.remove(i)
}
