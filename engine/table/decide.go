package table

import (
	"strings"
	"unicode/utf8"

	"ringer/engine/game"
)

// Decide says what a table should do at a time. It judges the state as it is, not the last event,
// as game.Decide does. It changes nothing. Acts are to be appended to the table's log, each with
// what the bots get of it.
func Decide(s *State, inbox []game.Thought, now game.Millis) game.Decision {
	d := &decider{s: s, cursor: s.Seq, now: max(now, s.Now)}
	if s.End != nil {
		return game.Decision{}
	}
	expires := s.Expires()
	if d.now >= expires {
		return game.Decision{Acts: []game.Payload{&game.TableEnded{SessionEnded: game.SessionEnded{Reason: game.EndedByTTL}, Proof: s.Proof}}}
	}
	d.wakeAt(expires)
	for _, t := range inbox {
		d.conclude(t)
	}
	d.order()
	if d.s.End == nil {
		d.moderate()
	}
	if len(d.acts) > 0 {
		return game.Decision{Acts: d.acts}
	}
	return game.Decision{Wants: d.wants, Due: d.due}
}

// decider is one run of Decide.
type decider struct {
	// s is the state that was passed in. From the first act on it is a copy, into which each act is
	// folded as soon as it is decided.
	s      *State
	cursor int64
	now    game.Millis
	acts   []game.Payload
	wants  []game.Want
	due    game.Millis
}

func (d *decider) emit(p game.Payload) {
	if len(d.acts) == 0 {
		d.s = d.s.Clone()
	}
	if m, ok := p.(*game.MessageReceived); ok && m.ID == "" {
		said := *m
		said.ID, p = game.ActID("msg", d.s.ID, d.cursor, len(d.acts)), &said
	}
	if end, ok := p.(*game.TableEnded); ok {
		proven := *end
		proven.Proof, p = d.s.Proof, &proven
	}
	d.acts = append(d.acts, p)
	d.s.Apply(game.Event{Seq: d.s.Seq + 1, At: d.s.Clock.Wall(d.now), Shift: d.s.Clock.Shift, Cursor: d.s.Seq, Data: p})
}

func (d *decider) wakeAt(at game.Millis) {
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
		w := game.Want{Kind: game.KindShowHost, BasedOn: int64(orders.Question)}
		if t := d.s.Thoughts[w.Kind]; t.Count+t.Failures > 0 {
			w.At = max(t.RetryAt, t.FinishedAt+retryAfter)
		}
		d.wants = append(d.wants, w)
	}
}

// conclude turns a finished thought into acts.
func (d *decider) conclude(t game.Thought) {
	if t.Failure != "" {
		d.failed(t)
		return
	}
	d.emit(&game.ThoughtCompleted{Kind: t.Want.Kind, BasedOn: t.Want.BasedOn, Began: t.Began(), Slot: game.SlotNone, Calls: t.Calls})
	switch t.Want.Kind {
	case game.KindModerator:
		d.concludeModerator(t)
	case game.KindShowHost:
		d.concludeShowHost(t)
	}
}

// concludeShowHost says the question that the model has written, if the referee still wants it.
func (d *decider) concludeShowHost(t game.Thought) {
	found, ok := t.Finding.(game.ShowQuestion)
	text := strings.TrimSpace(found.Text)
	if ok && text != "" && utf8.RuneCountInString(text) <= maxQuestion && d.s.Referee != nil && int64(d.s.Referee.Decide(d.now).Question) == t.Want.BasedOn {
		d.emit(&game.MessageReceived{Post: game.Post{Sender: showHost, Text: text, Kind: game.FromHost}})
	}
}

const (
	// showHost is the name of the host of a show.
	showHost = "Host"
	// maxQuestion is the longest question of a model, in characters: twice what its prompt asks
	// for. Instead of a longer one the rules ask a question of their own.
	maxQuestion = 250
)

// retryAfter is how long the table waits before it thinks of the same again, in game time. Whatever
// a thought is about has a limit of some seconds anyway.
const retryAfter = 2000

func (d *decider) failed(t game.Thought) {
	f := &game.ThoughtFailed{Kind: t.Want.Kind, BasedOn: t.Want.BasedOn, Began: t.Began(), Code: t.Failure, Calls: t.Calls}
	if t.Failure != game.ThoughtStopped {
		f.Attempt = d.s.Thoughts[t.Want.Kind].Failures + 1
		f.RetryAt = d.s.Clock.Wall(d.now + retryAfter)
	}
	d.emit(f)
	if t.Want.Kind == game.KindModerator && t.Failure != game.ThoughtStopped {
		d.concludeModerator(t)
	}
}

// complete notes a thought that has finished.
func (s *State) complete(p *game.ThoughtCompleted) {
	s.Spent = s.Spent.Plus(game.SpentOn(p.Calls))
	t := s.Thoughts[p.Kind]
	t.Considered, t.FinishedAt, t.Failures, t.RetryAt = max(t.Considered, p.BasedOn), s.Now, 0, 0
	t.Count++
	s.Thoughts[p.Kind] = t
}

// fail notes a thought that has failed.
func (s *State) fail(p *game.ThoughtFailed) {
	s.Spent = s.Spent.Plus(game.SpentOn(p.Calls))
	if p.Code == game.ThoughtStopped {
		return
	}
	t := s.Thoughts[p.Kind]
	t.FinishedAt, t.RetryAt = s.Now, s.Clock.Game(p.RetryAt)
	t.Failures++
	s.Thoughts[p.Kind] = t
}

// Concluded reports whether the log already has the result of a finished thought.
func (s *State) Concluded(t game.Thought) bool {
	p := s.Thoughts[t.Want.Kind]
	return t.Failure != game.ThoughtStopped && (p.Count != t.Before.Count || p.Failures != t.Before.Failures)
}
