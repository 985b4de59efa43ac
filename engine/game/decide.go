package game

import (
	"strings"
	"unicode/utf8"

	"ringer/engine/session"
)

// Decide says what a game should do at a time. It judges the state as it is, not the last event,
// as session.Decide does. It changes nothing. Acts are to be appended to the game's log, each with
// what the bots get of it.
func Decide(s *State, inbox []session.Thought, now session.Millis) session.Decision {
	d := &decider{s: s, cursor: s.Seq, now: max(now, s.Now)}
	if s.End != nil {
		return session.Decision{}
	}
	if s.Clock.Stands() {
		for _, t := range inbox { // they have cost something
			d.conclude(t)
		}
		return session.Decision{Acts: d.acts}
	}
	expires := s.Expires()
	if d.now >= expires {
		return session.Decision{Acts: []session.Payload{&session.GameEnded{SessionEnded: session.SessionEnded{Reason: session.EndedByTTL}, Proof: s.Proof}}}
	}
	d.wakeAt(expires)
	for _, t := range inbox {
		d.conclude(t)
	}
	d.findAway()
	d.order()
	if d.s.End == nil {
		d.moderate()
		d.auction()
	}
	if len(d.acts) > 0 {
		return session.Decision{Acts: d.acts}
	}
	return session.Decision{Wants: d.wants, Due: d.due}
}

// decider is one run of Decide.
type decider struct {
	// s is the state that was passed in. From the first act on it is a copy, into which each act is
	// folded as soon as it is decided.
	s      *State
	cursor int64
	now    session.Millis
	acts   []session.Payload
	wants  []session.Want
	due    session.Millis
}

func (d *decider) emit(p session.Payload) {
	if len(d.acts) == 0 {
		d.s = d.s.Clone()
	}
	if m, ok := p.(*session.MessageReceived); ok && m.ID == "" {
		said := *m
		said.ID, p = session.ActID("msg", d.s.ID, d.cursor, len(d.acts)), &said
	}
	if end, ok := p.(*session.GameEnded); ok {
		proven := *end
		proven.Proof, p = d.s.Proof, &proven
	}
	d.acts = append(d.acts, p)
	d.s.Apply(session.Event{Seq: d.s.Seq + 1, At: d.s.Clock.Wall(d.now), Shift: d.s.Clock.Shift, Cursor: d.s.Seq, Data: p})
}

func (d *decider) wakeAt(at session.Millis) {
	if d.due == 0 || at < d.due {
		d.due = at
	}
}

// order does what the referee orders, and asks for what it wants to know.
func (d *decider) order() {
	if d.s.Referee == nil {
		return
	}
	orders := d.s.Referee.Decide(d.now)
	for _, p := range orders.Orders {
		d.emit(p)
	}
	if orders.Due > 0 {
		d.wakeAt(orders.Due)
	}
	if orders.Question > 0 {
		w := session.Want{Kind: session.KindShowHost, BasedOn: int64(orders.Question)}
		if t := d.s.Thoughts[w.Kind]; t.Count+t.Failures > 0 {
			w.At = max(t.RetryAt, t.FinishedAt+retryAfter)
		}
		d.wants = append(d.wants, w)
	}
}

func (d *decider) conclude(t session.Thought) {
	if t.Failure != "" {
		d.failed(t)
		return
	}
	d.emit(&session.ThoughtCompleted{Kind: t.Want.Kind, BasedOn: t.Want.BasedOn, Began: t.Began(), Slot: session.SlotNone, Calls: t.Calls})
	switch t.Want.Kind {
	case session.KindModerator:
		d.concludeModerator(t)
	case session.KindShowHost:
		d.concludeShowHost(t)
	}
}

// concludeShowHost says the question that the model has written, if the referee still wants it.
func (d *decider) concludeShowHost(t session.Thought) {
	found, ok := t.Finding.(session.ShowQuestion)
	text := strings.TrimSpace(found.Text)
	if ok && text != "" && t.Seq >= d.s.Amended && // else it may quote what is gone
		utf8.RuneCountInString(text) <= maxQuestion && d.s.Referee != nil && int64(d.s.Referee.Decide(d.now).Question) == t.Want.BasedOn {
		d.emit(&session.MessageReceived{Post: session.Post{Sender: showHost, Text: text, Kind: session.FromHost}})
	}
}

const (
	showHost = "Host"
	// maxQuestion is the longest question of a model, in characters: twice what its prompt asks
	// for. Instead of a longer one the rules ask a question of their own.
	maxQuestion = 250
)

// retryAfter is how long the game waits before it thinks of the same again, in game time. Whatever
// a thought is about has a limit of some seconds anyway.
const retryAfter = 2000

func (d *decider) failed(t session.Thought) {
	f := &session.ThoughtFailed{Kind: t.Want.Kind, BasedOn: t.Want.BasedOn, Began: t.Began(), Code: t.Failure, Calls: t.Calls}
	if t.Failure != session.ThoughtStopped {
		f.Attempt = d.s.Thoughts[t.Want.Kind].Failures + 1
		f.RetryAt = d.s.Clock.Wall(d.now + retryAfter)
	}
	d.emit(f)
	if t.Want.Kind == session.KindModerator && t.Failure != session.ThoughtStopped {
		d.concludeModerator(t)
	}
}

func (s *State) complete(p *session.ThoughtCompleted) {
	s.Spent = s.Spent.Plus(session.SpentOn(p.Calls))
	t := s.Thoughts[p.Kind]
	t.Considered, t.FinishedAt, t.Failures, t.RetryAt = max(t.Considered, p.BasedOn), s.Now, 0, 0
	t.Count++
	s.Thoughts[p.Kind] = t
}

func (s *State) fail(p *session.ThoughtFailed) {
	s.Spent = s.Spent.Plus(session.SpentOn(p.Calls))
	if p.Code == session.ThoughtStopped {
		return
	}
	t := s.Thoughts[p.Kind]
	t.FinishedAt, t.RetryAt = s.Now, s.Clock.Game(p.RetryAt)
	t.Failures++
	s.Thoughts[p.Kind] = t
}

// Concluded reports whether the log already has the result of a finished thought.
func (s *State) Concluded(t session.Thought) bool {
	p := s.Thoughts[t.Want.Kind]
	return t.Failure != session.ThoughtStopped && (p.Count != t.Before.Count || p.Failures != t.Before.Failures)
}
