package desk

import (
	"context"
	"encoding/json"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/timing"
)

// Trace is how a message of the bot came about: everything in the log since the slot was last
// empty.
type Trace struct {
	SessionID string               `json:"session_id"`
	Seq       int64                `json:"seq"`
	At        time.Time            `json:"at"`
	Message   *session.MessageSent `json:"message"`
	// Saw is what the thought behind the message knew.
	Saw Saw `json:"saw"`
	// Candidates are the texts that thoughts proposed, including the one that was sent.
	Candidates []Candidate `json:"candidates"`
	// Refusals are the texts that the mouth refused.
	Refusals []Refusal `json:"refusals"`
	// Plans are the plans that were in the slot. Each one replaced the one before it.
	Plans  []TracedPlan `json:"plans"`
	Timing TracedTiming `json:"timing"`
	// Cost is the cost of all thoughts since the message before, including thoughts that chose to
	// wait, and of all thoughts behind the candidates. All parts of a message show the same cost.
	Cost session.Spent `json:"cost"`
	// Calls are the model calls behind the candidates.
	Calls []TracedCall `json:"calls"`
}

// TracedCall is a model call. If the session is recorded, it holds the prompt and the answer.
type TracedCall struct {
	session.Call
	// Prompt is what the model was shown.
	Prompt *journal.Prompt `json:"prompt,omitempty"`
	// Answer is what the model wrote, unchanged.
	Answer string `json:"answer,omitempty"`
}

// Saw is what a thought knew when it began: messages with their annotations, and the bot's mind.
// The messages are the visible ones up to a seq.
type Saw struct {
	UpToSeq  int64           `json:"up_to_seq"`
	Messages []Line          `json:"messages"`
	Mind     json.RawMessage `json:"mind"`
	// Biography is the person that the bot played then. It is left out where there was only a
	// persona.
	Biography *session.Biography `json:"biography,omitempty"`
}

// Candidate is a text that a thought proposed, and what became of it.
type Candidate struct {
	Seq     int64                 `json:"seq"`
	Thought string                `json:"thought"`
	BasedOn int64                 `json:"based_on_seq"`
	Text    string                `json:"text"`
	Slot    session.CandidateFate `json:"slot"`
	// Urge is how much the strategy wanted to speak, from 0 to 1. Some strategies do not say.
	Urge *float64 `json:"urge,omitempty"`
}

// Refusal is a text that the mouth refused, and the rule that refused it.
type Refusal struct {
	Seq  int64  `json:"seq"`
	Rule string `json:"rule"`
	Text string `json:"text"`
	// Thought is the kind of the thought that proposed it.
	Thought string `json:"thought"`
}

// TracedPlan is a plan as it was made.
type TracedPlan struct {
	Seq      int64            `json:"seq"`
	PlanID   string           `json:"plan_id"`
	Kind     session.PlanKind `json:"kind"`
	Text     string           `json:"text"`
	DueAt    time.Time        `json:"due_at,omitzero"`
	Replaces string           `json:"replaces,omitempty"`
}

// TracedTiming is how the time from the trigger to the message was spent, in milliseconds of game
// time. Only lateness is in wall time.
type TracedTiming struct {
	TriggerAt time.Time `json:"trigger_at"`
	DueAt     time.Time `json:"due_at"`
	timing.Delay
	Model    session.Millis `json:"model_ms"`
	Waited   session.Millis `json:"waited_ms"`
	Lateness int64          `json:"lateness_ms"`
}

// Trace returns how a message of the bot came about.
func (k *Desk) Trace(ctx context.Context, id, message string) (Trace, error) {
	if _, err := k.Row(ctx, id); err != nil {
		return Trace{}, err
	}
	sent, err := k.sent(ctx, id, message)
	if err != nil {
		return Trace{}, err
	}
	t := tracer{until: sent.Seq}
	if err := k.fold(ctx, session.NewState(id), t.add); err != nil {
		return Trace{}, err
	}
	t.slot.SessionID = id
	if t.slot.Saw, err = k.saw(ctx, id, t.slot.thought); err != nil {
		return Trace{}, err
	}
	t.slot.Calls, err = k.callsOfAll(ctx, id, t.slot.behind)
	return t.slot.Trace, err
}

func (k *Desk) saw(ctx context.Context, id string, t session.ThoughtCompleted) (Saw, error) {
	saw := Saw{UpToSeq: t.BasedOn, Messages: []Line{}}
	began := t.BasedOn
	if t.Began != nil {
		began = t.Began.Seq
	}
	then, err := k.StateAt(ctx, id, max(began, 1))
	if err != nil {
		return saw, err
	}
	saw.Mind, saw.Biography = then.Mind, then.Person()
	for _, m := range then.View(then.Now).Messages {
		if m.Seq <= saw.UpToSeq {
			saw.Messages = append(saw.Messages, lineOf(m, then.Clock.Wall(m.At)))
		}
	}
	return saw, nil
}

func (k *Desk) callsOfAll(ctx context.Context, id string, of []tracedThought) ([]TracedCall, error) {
	all := []TracedCall{}
	for _, x := range of {
		calls, err := k.callsOf(ctx, id, x)
		if err != nil {
			return nil, err
		}
		all = append(all, calls...)
	}
	return all, nil
}

// callsOf returns the calls of a thought, with prompts and answers as far as they were recorded.
func (k *Desk) callsOf(ctx context.Context, id string, of tracedThought) ([]TracedCall, error) {
	calls := make([]TracedCall, len(of.calls))
	for i, c := range of.calls {
		calls[i].Call = c
	}
	if of.began == nil || len(calls) == 0 {
		return calls, nil
	}
	said, err := k.CallsOf(ctx, id, of.began.Thought, len(calls))
	if err != nil {
		return nil, err
	}
	for i := range said {
		if c := &said[i]; c.N <= len(calls) {
			calls[c.N-1].Prompt, calls[c.N-1].Answer = &c.Prompt, c.Answer
		}
	}
	return calls, nil
}

type tracer struct {
	until int64
	// slot is the trace of the plan in the slot, or of the next plan.
	slot traced
	// before is the trace of the last message. A plan of the kind rest sends the next part of that
	// message, so it continues this trace.
	before  traced
	thought session.ThoughtCompleted
	// rewriting says that the last refused text will be written again.
	rewriting bool
	// since are the thoughts since the first part of the last message.
	since []tracedThought
}

type tracedThought struct {
	seq   int64
	began *session.Began
	calls []session.Call
}

type traced struct {
	Trace
	thought session.ThoughtCompleted
	// behind are the thoughts that proposed the candidates.
	behind []tracedThought
}

func (t *tracer) add(_ *session.State, e session.Event) bool {
	if aboutVote(e.Data) {
		return true // it belongs to the trace of the vote
	}
	switch p := e.Data.(type) {
	case *session.ThoughtCompleted:
		t.thought = *p
		thought := tracedThought{e.Seq, p.Began, p.Calls}
		t.since = append(t.since, thought)
		if p.Candidate != "" || p.Slot == session.SlotCreated || p.Slot == session.SlotRevised { // else its text was erased
			t.slot.Candidates = append(t.slot.Candidates, Candidate{e.Seq, p.Kind, p.BasedOn, p.Candidate, p.Slot, p.Urge})
			t.slot.behind = append(t.slot.behind, thought)
		}
	case *session.ThoughtFailed:
		t.since = append(t.since, tracedThought{e.Seq, p.Began, p.Calls})
	case *session.TextRejected:
		t.rewriting = p.Rewrite != nil
		t.slot.Refusals = append(t.slot.Refusals, Refusal{e.Seq, p.Rule, p.Text, p.Kind})
	case *session.PlanCreated:
		if p.Kind == session.Rest {
			t.slot = t.before
		} else {
			t.slot.thought = t.thought
		}
		t.plan(e, &p.Plan, "")
	case *session.PlanRevised:
		t.slot.thought = t.thought
		t.plan(e, &p.Plan, p.Replaces)
	case *session.PlanCancelled:
		if p.Reason != session.CancelRejected || !t.rewriting {
			t.slot = traced{}
		}
	case *session.MessageSent:
		t.send(e, p)
		if p.Follows == "" {
			t.count()
		}
		if e.Seq == t.until {
			return false
		}
		t.before, t.slot = t.slot, traced{}
	}
	return true
}

// aboutVote reports whether an event is about a thought on a vote.
func aboutVote(p session.Payload) bool {
	switch p := p.(type) {
	case *session.ThoughtCompleted:
		return session.KindOf(p.Kind) == session.KindVote
	case *session.ThoughtFailed:
		return session.KindOf(p.Kind) == session.KindVote
	}
	return false
}

// count adds up the cost of the message in the slot. Thoughts from now on cost the next one.
func (t *tracer) count() {
	for _, x := range t.since {
		t.slot.Cost = t.slot.Cost.Plus(session.SpentOn(x.calls))
	}
	for _, x := range t.slot.behind {
		if len(t.since) == 0 || x.seq < t.since[0].seq {
			// Not counted yet: it came before the last message.
			t.slot.Cost = t.slot.Cost.Plus(session.SpentOn(x.calls))
		}
	}
	t.since = nil
}

func (t *tracer) plan(e session.Event, p *session.Plan, replaces string) {
	t.slot.Plans = append(t.slot.Plans, TracedPlan{e.Seq, p.ID, p.Kind, p.Text, p.DueAt, replaces})
	t.slot.Timing.TriggerAt = p.TriggerAt
}

func (t *tracer) send(e session.Event, p *session.MessageSent) {
	t.slot.Seq, t.slot.At, t.slot.Message = e.Seq, e.At, p
	t.slot.Timing = TracedTiming{t.slot.Timing.TriggerAt, p.DueAt, p.Timing, p.Model, p.Waited, p.Lateness}
	if t.slot.Refusals == nil {
		t.slot.Refusals = []Refusal{}
	}
}
