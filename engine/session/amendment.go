package session

import "slices"

// MessageEdited gives a message another text. The log keeps both.
type MessageEdited struct {
	Amendment
	Text string `json:"text"` // Text is the new text.
	// Edit numbers the edits of a session that stands alone, or of a game, from 1.
	Edit int `json:"edit"`
}

// MessageDeleted takes a message back. Its text is erased from the log, and from what quotes it.
type MessageDeleted struct{ Amendment }

// Amendment says which message the platform has changed.
type Amendment struct {
	MessageID string `json:"message_id"`
	Sender    string `json:"sender"`
	Channel   string `json:"channel,omitempty"` // Channel is empty for the main channel.
	// Seq is the seq of the message in the log of a game. Only that log says so.
	Seq int64 `json:"message_seq,omitempty"`
}

// Heard returns what the bots of a game get: the seq counts in the log of the game.
func (a Amendment) Heard() Amendment {
	a.Seq = 0
	return a
}

// edit replaces the text of a message. After a line of the bot it is only read again. Else the bot
// hears the message again, as if it were said now.
func (s *State) edit(e Event, p *MessageEdited) {
	s.Barrier = e.Seq
	s.Edits++
	i := slices.IndexFunc(s.Messages, func(m Message) bool { return m.ID == p.MessageID || m.Echo == p.MessageID })
	if i < 0 {
		return
	}
	m := s.Messages[i]
	s.amend(e.Seq, &m, m.Seq)
	m.Text, m.Edited, m.Reading, m.ReadBy, m.Annotation = s.Roster.withNames(p.Text), true, nil, "", nil
	if m.Own || m.Number == 0 || m.History || slices.ContainsFunc(s.Messages[i:], func(later Message) bool { return later.Own && later.Channel == m.Channel }) {
		s.Messages = slices.Clone(s.Messages) // views share the old slice
		s.Messages[i] = m
		return
	}
	s.remove(i)
	m.Seq, m.At, m.SaidAt = e.Seq, s.Now, s.Now
	m.Addressed = s.addresses(&m) || m.Kind == FromHost
	s.addMessage(m)
}

// withdraw removes a message. What was planned with it in mind might quote it, and is dropped.
func (s *State) withdraw(e Event, p *MessageDeleted) {
	s.Barrier = e.Seq
	i := slices.IndexFunc(s.Messages, func(m Message) bool { return m.ID == p.MessageID || m.Echo == p.MessageID })
	if i < 0 {
		s.Amended = e.Seq
		return
	}
	m := s.Messages[i]
	s.amend(e.Seq, &m, 0)
	if s.Draft != nil && s.Draft.BasedOn >= m.Seq {
		s.Draft = nil
	}
	s.remove(i)
}

// amend notes that a message changes. Thoughts that began before are stopped. The plan is dropped
// if it answers the message, or rests on anything from a seq of the message on; 0 for never.
func (s *State) amend(seq int64, m *Message, only int64) {
	if m.Number == 0 {
		return // the bot has never seen it
	}
	s.Amended = seq
	p := s.Plan
	if p == nil || p.Answers != m.Seq && (only > 0 || p.BasedOn < m.Seq) && (p.Follows == "" || p.Follows != m.partOf()) {
		return
	}
	s.changePlan(func(p *Plan) { p.Dropped = true })
	if t := s.Thoughts[p.Thought]; !m.Own && p.Answers > 0 && p.Answers != m.Seq && t.Considered >= p.Answers {
		t.Considered = p.Answers - 1 // that line still waits for an answer
		s.Thoughts[p.Thought] = t
	}
}

// remove takes a message out of the transcript, with what it counts for.
func (s *State) remove(i int) {
	m := s.Messages[i]
	if m.Number > 0 {
		if m.Kind == FromPlayer && !m.History {
			c := s.Talk[m.Sender]
			c.Total--
			if !m.Continues {
				c.Phase = max(0, c.Phase-1) // it may belong to an earlier phase
			}
			s.Talk[m.Sender] = c
		}
		s.Said--
		s.Questions.forget(m.Seq)
	}
	s.Messages = slices.Delete(slices.Clone(s.Messages), i, i+1) // views share the old slice
}

// outdated reports whether a thought began before a message was edited or deleted that it may have
// read. Scores need no thought, and a mind that begins has read nothing.
func (s *State) outdated(t *Thought) bool {
	return t.Seq < s.Amended && t.Want.Kind != KindSuspicion
}

// isHistory reports whether a line was said before the bot was there: it gets no answer.
func (s *State) isHistory(seq int64) bool {
	m, ok := messageAt(s.Messages, seq)
	return ok && m.History
}

// Erased reports whether the text of a message was erased: no message is empty when it is said.
func Erased(p Payload) bool {
	switch p := p.(type) {
	case *MessageReceived:
		return p.Text == ""
	case *MessageSent:
		return p.Text == ""
	}
	return false
}

// CheckText checks the new text of a message, as that of a posted one.
func CheckText(text string) error {
	p := Post{Sender: "x", Kind: FromGamemaster, Text: text}
	return p.Complete(&Roster{}, "")
}

func (*MessageEdited) Type() Type  { return "message.edited" }
func (*MessageDeleted) Type() Type { return "message.deleted" }
