package session

import (
	"slices"
	"time"
)

// VoteChanges are the fields of an open vote that can change. What is left out stays.
type VoteChanges struct {
	// Options replace the old options.
	Options []Option `json:"options,omitempty"`
	// Within is how long the voters still have from now on, in milliseconds of wall time.
	Within int64 `json:"within_ms,omitempty" zero:"default"`
	// Deadline is the new time by which they must answer. It replaces within_ms. A request that
	// may be repeated needs it: within_ms counts from each request.
	Deadline *time.Time `json:"deadline,omitempty"`
}

// VoteRescheduled changes the deadline of an open vote, and perhaps its options.
type VoteRescheduled struct {
	VoteID   string    `json:"vote_id"`
	Deadline time.Time `json:"deadline"` // Deadline is when the platform needs the answer now.
	// Options replace the old ones; without them the options stay.
	Options []Option `json:"options,omitempty"`
}

// Event returns the event that makes the changes to a vote at a time. The changes were completed.
func (c *VoteChanges) Event(vote string, now time.Time) Payload {
	switch {
	case c.Deadline != nil:
		return &VoteRescheduled{VoteID: vote, Deadline: c.Deadline.UTC().Truncate(time.Microsecond), Options: c.Options}
	case c.Within != 0:
		return &VoteRescheduled{VoteID: vote, Deadline: now.Add(time.Duration(c.Within) * time.Millisecond), Options: c.Options}
	}
	return &VoteUpdated{VoteID: vote, Options: c.Options}
}

// Complete checks the changes of a request as if they were made now, and returns the options that
// the vote then has. What depends on the options is not checked, since the fold adapts it: bounds
// shrink with the list, and a fallback keeps only options that are still offered.
func (c *VoteChanges) Complete(r *Roster, q VoteRequest, now time.Time) ([]Option, error) {
	var errs Errors
	timed := c.Within != 0 || c.Deadline != nil
	if c.Options == nil && !timed {
		errs.Add(CodeRequired, "/options", "list the options that the vote has now, or give a new deadline")
		return nil, errs
	}
	q = q.WithoutOptionFields()
	if c.Options != nil {
		q.Options = c.Options
	}
	if q.Deadline, q.Within = c.Deadline, c.Within; !timed {
		q.Within = DefaultWithin // the deadline may have passed meanwhile
	}
	err := q.Complete(r, now)
	return q.Options, err
}

// Same reports whether a vote with these options and this deadline needs no change.
func (c *VoteChanges) Same(full, options []Option, deadline time.Time) bool {
	return c.Within == 0 && (c.Options == nil || slices.Equal(full, options)) && (c.Deadline == nil || c.Deadline.UTC().Truncate(time.Microsecond).Equal(deadline))
}

func (s *State) rescheduleVote(e Event, p *VoteRescheduled) {
	if p.Options != nil {
		s.updateVote(e, &VoteUpdated{VoteID: p.VoteID, Options: p.Options})
	}
	s.Barrier = e.Seq
	if i := s.openVoteIndex(p.VoteID); i >= 0 {
		s.changeVote(i, func(v *Vote) {
			v.Deadline, v.Within, v.DeadlineAt = nil, p.Deadline.Sub(v.At).Milliseconds(), p.Deadline
			v.Last = s.latestAnswer(s.Now, v.At, p.Deadline)
		})
	}
}

// latestAnswer returns when the bot answers at the latest in a window of wall time, but not before
// now.
func (s *State) latestAnswer(now Millis, asked, deadline time.Time) Millis {
	return max(now, s.Clock.Game(deadline.Add(-min(voteMargin, deadline.Sub(asked)/voteMarginShare))))
}

func (*VoteRescheduled) Type() Type { return "vote.rescheduled" }
