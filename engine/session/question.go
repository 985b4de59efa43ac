package session

import "slices"

// Question is a line that asks a player something. A line that asks several players by name counts
// once for each.
type Question struct {
	Seq       int64  `json:"seq"` // Seq is the seq of the message that asks.
	MessageID string `json:"message_id"`
	// Asker is the id of the player who asks, or the name of the game master.
	Asker string `json:"asker"`
	// To is the id of the player who is asked. It is empty if everybody is.
	To      string `json:"to,omitempty"`
	Channel string `json:"channel,omitempty"`
	At      Millis `json:"at_ms"` // At is when it was asked.
	// Status says what became of it, for the player that the list was made for.
	Status QuestionStatus `json:"status,omitempty"`
	// Answers are the first lines of others that rest on it, one a player.
	Answers []QuestionAnswer `json:"answers,omitempty"`
	// Passed says that its phase is over, or that somebody it is about has left the game.
	Passed bool `json:"passed,omitempty"`
}

// QuestionAnswer is a line that answers a question.
type QuestionAnswer struct {
	By  string `json:"by"`    // By is the id of the player who wrote it.
	Seq int64  `json:"seq"`   // Seq is the seq of the message that answers.
	At  Millis `json:"at_ms"` // At is when it was said.
}

// QuestionStatus says what became of a question.
type QuestionStatus string

const (
	QuestionOpen     QuestionStatus = "open"              // it waits for an answer
	QuestionAnswered QuestionStatus = "answered"          // the player has answered it
	QuestionByOther  QuestionStatus = "answered_by_other" // somebody else has
	QuestionPassed   QuestionStatus = "passed"            // the talk has moved on
)

// Limits of questions.
const (
	KeptQuestions = 32 // how many questions the state keeps: more than people have in mind
	keptAnswers   = 8  // how many answers to a question to everybody are kept
	// directFor and publicFor are how long an answer makes sense if one player was asked, or all.
	directFor = 90 * 1000
	publicFor = 45 * 1000
	// directLines and publicLines are after how many later lines the chat has moved on from it.
	directLines = 12
	publicLines = 5
	aloneFor    = 300 * 1000 // how long a question stays open that nobody has written after
)

// Questions are the last questions of a chat, oldest first, the same for all players. The zero
// value is ready to use. They are never changed in place, so that views may share a list.
type Questions []Question

// Hear takes in the newest message. before are the kept messages before it.
func (q *Questions) Hear(m *Message, before []Message, r *Roster) {
	read := newTalk(m, before, r).asked()
	q.answer(m, read.Expects, before)
	var asked []string
	switch {
	case m.Kind == FromHost: // asks each player, and what it has asked before is over
		q.pass(func(x *Question) bool { return x.Asker == m.Sender && x.Channel == m.Channel })
		asked = r.listeners("", m.Channel)
	case read.Expects: // what a game master asks without a name is a matter of the rules
		asked = read.asked(m, r)
	}
	for _, to := range asked {
		*q = append(*q, Question{Seq: m.Seq, MessageID: m.ID, Asker: m.Sender, To: to, Channel: m.Channel, At: m.At})
	}
	*q = (*q)[max(0, len(*q)-KeptQuestions):]
}

// answer notes which questions a message answers: those before it, those on which a line of the bot
// rests, that to which it replies. A question answers none to everybody.
func (q *Questions) answer(m *Message, asks bool, before []Message) {
	if m.Kind != FromPlayer || len(*q) == 0 {
		return
	}
	var reply *Message
	if m.ReplyTo != "" {
		reply = messageWithID(before, m.ReplyTo)
	}
	fresh := false
	for i := range *q {
		if x := &(*q)[i]; x.answeredBy(m, reply) && (x.To != "" || m.Own || !asks) {
			if !fresh {
				*q, fresh = slices.Clone(*q), true
				x = &(*q)[i]
			}
			x.Answers = append(slices.Clip(x.Answers), QuestionAnswer{m.Sender, m.Seq, m.At})
		}
	}
}

// answeredBy reports whether a message is a player's first answer. reply is what it replies to.
func (q *Question) answeredBy(m *Message, reply *Message) bool {
	switch {
	case q.Passed, q.Asker == m.Sender, q.Channel != m.Channel, q.Seq >= m.Seq:
		return false
	case m.BasedOn > 0 && m.BasedOn < q.Seq, q.To != "" && m.Answers > 0 && m.Answers < q.Seq, reply != nil && reply.Seq != q.Seq && reply.Sender != q.Asker:
		return false
	case q.To != "" && q.To != m.Sender && (reply == nil || reply.Seq != q.Seq):
		return false
	case q.To == "" && (len(q.Answers) >= keptAnswers || m.At-q.At > publicFor):
		return false
	}
	return q.first(m)
}

// first reports whether a player has not answered yet.
func (q *Question) first(m *Message) bool {
	return !slices.ContainsFunc(q.Answers, func(a QuestionAnswer) bool { return a.By == m.Sender })
}

func (q *Questions) forget(seq int64) {
	list := slices.DeleteFunc(slices.Clone(*q), func(x Question) bool { return x.Seq == seq })
	for i := range list {
		if n := slices.IndexFunc(list[i].Answers, func(a QuestionAnswer) bool { return a.Seq == seq }); n >= 0 {
			list[i].Answers = slices.Delete(slices.Clone(list[i].Answers), n, n+1)
		}
	}
	*q = list
}

func (q *Questions) pass(ended func(*Question) bool) {
	list := slices.Clone(*q)
	for i := range list {
		list[i].Passed = list[i].Passed || ended(&list[i])
	}
	*q = list
}

// Of returns the questions that a player was asked or has asked in a channel, with their status.
func (q Questions) Of(player, channel string, messages []Message, now Millis) []Question {
	var list []Question
	for _, x := range q {
		if x.Channel == channel && (x.Asker == player || x.To == player || x.To == "") {
			x.Status = x.statusFor(player, messages, now)
			list = append(list, x)
		}
	}
	return list
}

func (q Questions) texts(messages []Message, since Millis) (texts []string) {
	last := int64(0)
	for _, x := range q {
		if i := slices.IndexFunc(messages, func(m Message) bool { return m.Seq == x.Seq }); i >= 0 && x.At >= since && x.Seq != last {
			texts, last = append(texts, messages[i].Text), x.Seq
		}
	}
	return texts
}

func (q Questions) direct(player, channel string, upTo int64, messages []Message, now Millis) bool {
	return slices.ContainsFunc(q, func(x Question) bool {
		return x.Seq <= upTo && x.To == player && x.Channel == channel && x.statusFor(player, messages, now) == QuestionOpen
	})
}

// asksSince reports whether a line after a seq asks a player, alone.
func (q Questions) asksSince(player, channel string, seq int64) bool {
	return slices.ContainsFunc(q, func(x Question) bool { return x.Seq > seq && x.To == player && x.Channel == channel })
}

func (q *Question) statusFor(player string, messages []Message, now Millis) QuestionStatus {
	for _, a := range q.Answers {
		if a.By == player || a.By == q.To || q.Asker == player {
			return QuestionAnswered
		}
	}
	switch {
	case len(q.Answers) > 0:
		return QuestionByOther
	case q.Passed || q.outlived(messages, now):
		return QuestionPassed
	}
	return QuestionOpen
}

func (q *Question) outlived(messages []Message, now Millis) bool {
	later := 0
	for i := len(messages) - 1; i >= 0 && messages[i].Seq > q.Seq; i-- {
		if m := &messages[i]; m.Channel == q.Channel && m.Foreign() && m.Sender != q.Asker {
			later++
		}
	}
	lines, longest := publicLines, Millis(publicFor)
	if q.To != "" {
		lines, longest = directLines, directFor
	}
	if later == 0 {
		longest = aloneFor
	}
	return later >= lines || now-q.At > longest
}

// messageWithID returns the message with an id, or with the platform's own id, or nil.
func messageWithID(messages []Message, id string) *Message {
	for i := len(messages) - 1; i >= 0 && id != ""; i-- {
		if messages[i].ID == id || messages[i].Echo == id {
			return &messages[i]
		}
	}
	return nil
}

// restsOn returns the seq on which a sent message rests: for a rest, that of the message before.
func (s *State) restsOn(p *MessageSent) int64 {
	if p.Kind == Rest {
		if head := messageWithID(s.Messages, p.Follows); head != nil {
			return head.BasedOn
		}
	}
	return p.BasedOn
}
