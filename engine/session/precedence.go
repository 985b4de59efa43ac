package session

import "slices"

// Precedence says which text takes the slot when there are two.
type Precedence string

const (
	// PrecedenceNewest is for the text that answers the newer line put to the bot. Otherwise the
	// class decides.
	PrecedenceNewest Precedence = "newest"
	// PrecedenceClass is for the text of the higher class, as in the paper on Theory of Mind.
	PrecedenceClass Precedence = "class"
)

// answered returns the seq of the line that a candidate answers: the line that the model names,
// else the newest open question to the bot that the thought has considered, else the newest line of
// another player. A line for a silence answers none, and sessions of earlier versions do not know.
func (s *State) answered(w Want, c *Candidate) int64 {
	here := s.here()
	if s.Config.Precedence == "" {
		return 0
	}
	if m, ok := messageAt(s.Messages, c.Answers); ok && !m.Own && m.Channel == here {
		return s.askedWith(&m, w.BasedOn)
	}
	if c.Kind == Reserve || c.Class == ClassReserve || w.Silence {
		return 0
	}
	for i := len(s.Questions) - 1; i >= 0; i-- {
		if q := &s.Questions[i]; q.Seq <= w.BasedOn && q.To == s.Roster.Seat && q.Channel == here && q.statusFor(q.To, s.Messages, s.Now) == QuestionOpen {
			return q.Seq
		}
	}
	m, _ := findLast(s.Messages, func(m *Message) bool { return m.Foreign() && m.Channel == here && m.Seq <= w.BasedOn })
	return m.Seq
}

// askedWith returns the seq of the open question to the bot with which a line's sender went on, up
// to a seq: who answers the statement before a question answers both. Else it is the line's seq.
func (s *State) askedWith(line *Message, upTo int64) int64 {
	seq := line.Seq
	if s.Config.Generation < 3 {
		return seq
	}
	for _, m := range after(s.Messages, line.Seq) {
		if m.Seq > upTo || m.Sender != line.Sender {
			break
		}
		if m.Channel == line.Channel && s.asks(m.Seq) {
			seq = m.Seq
		}
	}
	return seq
}

// trigger returns the time of what a thought answers: the line that its model names or that is put
// to the bot, if the bot has not written since. Else it is the newest message here that no thought
// of its kind had considered, or the start of the thought. It is not before the bot could speak
// here.
func (d *decider) trigger(t Thought, c *Candidate) Millis {
	prior, here := d.s.Thoughts[t.Want.Kind].Considered, d.s.here()
	answers := d.s.answered(t.Want, c)
	if m, ok := messageAt(d.s.Messages, answers); ok && (c.Answers > 0 || d.s.putToBot(answers)) && !slices.ContainsFunc(after(d.s.Messages, answers), func(m Message) bool { return m.Own }) {
		return max(m.At, d.s.Rhythm.FreeSince)
	}
	for i := len(d.s.Messages) - 1; i >= 0 && !t.Want.Silence; i-- {
		m := d.s.Messages[i]
		if m.Seq <= prior {
			break
		}
		if m.Seq <= t.Want.BasedOn && m.Channel == here {
			return max(m.At, d.s.Rhythm.FreeSince)
		}
	}
	return t.Started
}

// putToBot reports whether a line waits for the bot's answer: it calls the bot, or asks it alone.
func (s *State) putToBot(seq int64) bool {
	m, _ := messageAt(s.Messages, seq)
	return m.Addressed || s.asks(seq)
}

// asks reports whether a line is an open question to the bot alone.
func (s *State) asks(seq int64) bool {
	return slices.ContainsFunc(s.Questions, func(q Question) bool {
		return q.Seq == seq && q.To == s.Roster.Seat && q.statusFor(q.To, s.Messages, s.Now) == QuestionOpen
	})
}

// wins reports whether a candidate takes the slot, and whether that counts as a look at the plan. A
// look was at this plan, so its result wins even while the plan is typed. A text that the model
// wants in place of the plan does, too, while the plan may be looked at.
func (d *decider) wins(old *Plan, t Thought, c *Candidate) (wins, looked bool) {
	if old == nil || edits(t.Want.Kind) {
		return true, false
	}
	if d.s.Config.Precedence == PrecedenceNewest && old.Answers != c.Answers && d.s.legal(old) {
		switch newer := max(old.Answers, c.Answers); {
		case !d.s.putToBot(newer):
		case newer == old.Answers:
			return false, false
		default:
			return true, false
		}
	}
	switch {
	case t.Want.Kind == KindReconsider, c.replaces && old.Typing && old.Looks < maxLooks:
		return true, true
	case c.replaces && !old.Typing, d.s.replaces(old, c.Class, t.Want.BasedOn):
		return true, false
	}
	outdone := d.outdoes(old, t, c)
	return outdone, outdone
}

// Occupied reports whether a plan stands for what the bot says next: it is not stale, and answers
// the newest question to the bot alone.
func (v *View) Occupied() bool { return v.Plan != nil && !v.PlanStale && v.PlanAnswers() }

// PlanAnswers reports whether the plan answers the newest question to the bot alone, if there is
// one that goes first.
func (v *View) PlanAnswers() bool {
	q, asked := v.Asked()
	return v.Config.Precedence != PrecedenceNewest || !asked || q.Seq <= v.Plan.Answers || v.Plan.Answers == 0 && q.Seq <= v.Plan.BasedOn
}

func messageAt(messages []Message, seq int64) (Message, bool) {
	return findLast(messages, func(m *Message) bool { return m.Seq == seq })
}
