package session

import (
	"slices"

	"ringer/engine/mouth"
)

// follow takes in what a model has read a message as: whom it asks, and which question it answers.
// messages are those that are kept. passed says that the phase of the message is over.
func (q *Questions) follow(m *Message, messages []Message, r *Roster, passed bool) {
	if m.Kind == FromHost {
		return // it asks each player
	}
	q.putTo(m, m.Reading.asked(m, r), messages, r)
	asker, player := r.Player(m.Sender)
	for i := range *q {
		x := &(*q)[i]
		if x.Seq == m.Seq && (passed || player && asker.Presence != Active) {
			x.Passed = true
		}
		if answered := slices.ContainsFunc(x.Answers, func(a QuestionAnswer) bool { return a.Seq == m.Seq }); !x.Passed && answered != q.readAsAnswer(x, m) {
			x.Answers = q.answersTo(x, messages, r)
		}
	}
}

// readdress takes in whom a question of an old session is for.
func (q *Questions) readdress(m *Message, receivers []string, messages []Message, r *Roster) {
	x := Reading{Expects: true, To: slices.DeleteFunc(slices.Clone(receivers), func(id string) bool { return id == m.Sender })}
	if len(x.To) > 0 && slices.ContainsFunc(*q, func(x Question) bool { return x.Seq == m.Seq }) {
		q.putTo(m, x.asked(m, r), messages, r)
	}
}

// putTo replaces whom a message asks, in a copy.
func (q *Questions) putTo(m *Message, asked []string, messages []Message, r *Roster) {
	was := Question{Seq: m.Seq, MessageID: m.ID, Asker: m.Sender, Channel: m.Channel, At: m.At}
	list := slices.DeleteFunc(slices.Clone(*q), func(x Question) bool {
		if x.Seq == m.Seq {
			was.Passed = x.Passed
		}
		return x.Seq == m.Seq
	})
	at := len(list)
	for at > 0 && list[at-1].Seq > m.Seq {
		at--
	}
	for n, to := range asked {
		was.To = to
		list = slices.Insert(list, at+n, was)
	}
	for n := range asked {
		list[at+n].Answers = list.answersTo(&list[at+n], messages, r)
	}
	*q = list[max(0, len(list)-KeptQuestions):]
}

// answersTo returns what answers a question: by a reading where a model has read a line, else by
// the rules.
func (q Questions) answersTo(x *Question, messages []Message, r *Roster) []QuestionAnswer {
	y := *x
	y.Answers = nil
	for i := range messages {
		m := &messages[i]
		if m.Kind != FromPlayer || m.Seq <= x.Seq || !y.first(m) {
			continue
		}
		answers := false
		if m.Reading != nil {
			answers = len(y.Answers) < keptAnswers && q.readAsAnswer(x, m)
		} else {
			answers = y.answeredBy(m, messageWithID(messages[:i], m.ReplyTo)) && (x.To != "" || m.Own || !mouth.Ask(m.Text).Asks)
		}
		if answers {
			y.Answers = append(y.Answers, QuestionAnswer{m.Sender, m.Seq, m.At})
		}
	}
	return y.Answers
}

// readAsAnswer reports whether a message was read as an answer to a question. Where a line asks
// several players by name, each answers for itself.
func (q Questions) readAsAnswer(x *Question, m *Message) bool {
	return m.Reading.Answers == x.Seq && x.Asker != m.Sender &&
		(x.To == "" || x.To == m.Sender || !slices.ContainsFunc(q, func(y Question) bool { return y.Seq == x.Seq && y.To == m.Sender }))
}
