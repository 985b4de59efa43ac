package home

import (
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/step"
)

// Traces follows what becomes of a message. Any replica may think about it, and send the answer: so
// it is known by its home and its id.
type Traces interface {
	// Thought begins a thought of a session, about messages of its home, the newest last.
	Thought(home, session string, w session.Want, about []string) TracedThought
	// Sent tells of the event of a message that a bot has sent because of another one of its home.
	Sent(home, session, because string, plan *session.Plan, sent session.Event)
}

// TracedThought follows one thought.
type TracedThought interface {
	// Call tells of a model call that has ended.
	Call(x prompt.Exchange)
	// End tells how the thought has ended.
	End(t session.Thought)
}

// tracedModels tells a trace of the calls of a thought.
type tracedModels struct {
	step.Models
	thought TracedThought
}

func (m tracedModels) Asker(c prompt.Caller) prompt.Asker {
	record := c.Record
	c.Record = func(x prompt.Exchange) {
		m.thought.Call(x)
		record(x)
	}
	return m.Models.Asker(c)
}

// mostAbout bounds the messages that a thought is about.
const mostAbout = 8

// trace begins to follow a thought, if anybody wants to know. It returns the models for it.
func (a *actor) trace(v *session.View, w session.Want) (models step.Models, end func(session.Thought)) {
	if a.Traces == nil {
		return a.Models, func(session.Thought) {}
	}
	t := a.Traces.Thought(a.home, v.Session, w, heard(v.Messages, v.Me.ID, v.Progress(w.Kind).Considered, w.BasedOn))
	return tracedModels{a.Models, t}, t.End
}

// heard returns the ids of what others said after a seq, and up to another one. If nobody did, it
// returns that of the line before.
func heard(messages []session.Message, me string, after, to int64) (ids []string) {
	for i := len(messages) - 1; i >= 0 && len(ids) < mostAbout; i-- {
		m := &messages[i]
		if m.Seq > to || m.Sender == me {
			continue
		}
		if m.Seq <= after && len(ids) > 0 {
			break
		}
		ids = append([]string{m.ID}, ids...)
		if m.Seq <= after {
			break
		}
	}
	return ids
}

// traceSent tells of the messages among acts that were just stored. plan is what was planned
// before.
func (a *actor) traceSent(s *session.State, plan *session.Plan, acts []session.Event) {
	for _, e := range acts {
		sent, ok := e.Data.(*session.MessageSent)
		if !ok || plan == nil || plan.ID != sent.PlanID {
			continue
		}
		to := sent.Answers
		if to == 0 {
			to = sent.BasedOn
		}
		because := heard(s.Messages, s.Roster.Seat, to-1, to)
		if len(because) > 0 {
			a.Traces.Sent(a.home, s.Session, because[len(because)-1], plan, e)
		}
	}
}
