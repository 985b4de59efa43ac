package recheck

import (
	"context"
	"fmt"
	"iter"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
	"ringer/engine/strategy"
)

// Recording is a whole session as it was exported: its log, and its model calls.
type Recording struct {
	Session string
	Events  []session.Event // numbered 1, 2, 3… without gaps
	Calls   []journal.RecordedCall
}

// Report is the result of deciding a recorded session again.
type Report struct {
	Appends  int             // how many appends of acts were decided again
	Thoughts int             // how many thoughts were thought again with the recorded answers
	Prompts  int             // how many prompts were compared with the recorded ones
	Changed  []ChangedPrompt // the prompts that differ from the recorded ones
	// Differences holds the first difference of each append that was decided differently.
	Differences []Difference
	Missing     []Missing // the appends that could not be decided again
}

// ChangedPrompt is a prompt that differs from the recorded one.
type ChangedPrompt struct {
	Thought string
	// Ask numbers the questions of the thought from 0.
	Ask int
}

// Missing is an append that cannot be decided again, since something was not recorded.
type Missing struct {
	Seq int64
	Why string
}

// Run decides each append of acts again: from the log up to its cursor, at its time, with what
// follows from the recorded answers. read parses an answer as the client of the models does.
func Run(r *Recording, strategies *strategy.Registry, read func(answer string, into any) error) (Report, error) {
	c := checker{
		state: session.NewState(r.Session), strategies: step.Strategies{Registry: strategies}, read: read,
		calls: map[string][]journal.RecordedCall{}, appends: map[int64][]session.Event{}, began: map[int64][]beginning{}, thoughts: map[string]repeatedThought{}, waiting: map[int64][]coroutine{},
	}
	if err := c.sort(r); err != nil {
		return Report{}, err
	}
	defer c.stop()
	for _, e := range r.Events {
		c.state.Apply(e)
		waiting := c.waiting[e.Seq]
		delete(c.waiting, e.Seq)
		for _, next := range waiting {
			c.resume(next)
		}
		for _, b := range c.began[e.Seq] {
			c.think(b)
		}
		if acts := c.appends[e.Seq]; acts != nil {
			c.decide(acts)
		}
	}
	return c.report, nil
}

type checker struct {
	report     Report
	state      *session.State
	strategies step.Strategies
	read       func(answer string, into any) error
	calls      map[string][]journal.RecordedCall // the recorded calls by thought id
	appends    map[int64][]session.Event         // the acts by the cursor they were decided at
	began      map[int64][]beginning             // the thoughts by the cursor they began at
	thoughts   map[string]repeatedThought        // the thoughts that have been thought again, by id
	// waiting are the thoughts whose next prompt shows more of the log, by the seq they wait for.
	waiting map[int64][]coroutine
}

type coroutine struct {
	// next runs it until it needs the event with a seq. It returns false at the end of the thought.
	next func() (int64, bool)
	stop func()
}

type beginning struct {
	*session.Began
	want session.Want
}

type repeatedThought struct {
	session.Thought
	// unknown says that a call was not recorded. Then the finding of the thought is unknown.
	unknown bool
}

func (c *checker) sort(r *Recording) error {
	for _, call := range r.Calls {
		c.calls[call.Thought] = append(c.calls[call.Thought], call)
	}
	for i, e := range r.Events {
		if _, deleted := e.Data.(*session.MessageDeleted); deleted {
			return fmt.Errorf("event %d has deleted a message, and its text is gone; so the session cannot be decided again", e.Seq)
		}
		switch {
		case e.Seq != int64(i+1):
			return fmt.Errorf("event %d is missing; export the session again", i+1)
		case e.Cursor >= e.Seq:
			return fmt.Errorf("event %d says that event %d was known before it; the file is damaged", e.Seq, e.Cursor)
		case e.Cursor > 0:
			c.appends[e.Cursor] = append(c.appends[e.Cursor], e)
		case session.IsAct(e.Data):
			c.report.Missing = append(c.report.Missing, Missing{e.Seq, "it was stored by an earlier version, which kept no cursor"})
		}
		if began, want := beginningOf(e.Data); began != nil {
			c.began[began.Seq] = append(c.began[began.Seq], beginning{began, want})
		}
	}
	return nil
}

func beginningOf(p session.Payload) (*session.Began, session.Want) {
	var b *session.Began
	var w session.Want
	switch p := p.(type) {
	case *session.ThoughtCompleted:
		b, w = p.Began, session.Want{Kind: p.Kind, BasedOn: p.BasedOn}
	case *session.ThoughtFailed:
		b, w = p.Began, session.Want{Kind: p.Kind, BasedOn: p.BasedOn}
	}
	if b != nil {
		w.At, w.Silence = b.WantedAt, b.Silence
	}
	return b, w
}

func (c *checker) think(b beginning) {
	current, err := c.strategies.For(c.state.Config)
	if err != nil {
		c.thoughts[b.Thought] = repeatedThought{unknown: true}
		return
	}
	recorded, view := &recordedModels{calls: c.calls[b.Thought], read: c.read}, c.state.Clone().View(b.At)
	newest := view
	var thought coroutine
	thought.next, thought.stop = iter.Pull(func(yield func(int64) bool) {
		recorded.await = func(seq int64, at session.Millis) bool {
			if seq > c.state.Seq && !yield(seq) {
				return false
			}
			newest = c.state.Clone().View(at)
			return true
		}
		// The error is dropped: the thought has the code of a failure.
		t, _ := step.Think(context.Background(), step.Thinker{Strategy: current, Models: recorded, Classifier: c.strategies.Registry.Classifier, Newest: func() session.View { return newest }}, view, b.want)
		t.Took = b.Took
		c.finish(t, recorded)
	})
	c.resume(thought)
}

func (c *checker) resume(t coroutine) {
	if seq, more := t.next(); more {
		c.waiting[seq] = append(c.waiting[seq], t)
	}
}

// stop ends the thoughts that wait for events after the end of the recording.
func (c *checker) stop() {
	for _, waiting := range c.waiting {
		for _, t := range waiting {
			t.stop()
		}
	}
}

func (c *checker) finish(t session.Thought, by *recordedModels) {
	c.thoughts[t.ID] = repeatedThought{t, by.unknown}
	if !by.unknown {
		c.report.Thoughts++
	}
	c.report.Prompts += by.prompts
	for _, ask := range by.changed {
		c.report.Changed = append(c.report.Changed, ChangedPrompt{t.ID, ask})
	}
}

func (c *checker) decide(acts []session.Event) {
	now := c.state.Clock.Now(acts[0].Moment())
	inbox, why := c.inbox(acts)
	current, err := c.strategies.For(c.state.Config)
	switch {
	case err != nil && !c.state.Expired(now): // the end needs no strategy
		c.report.Missing = append(c.report.Missing, Missing{acts[0].Seq, err.Error()})
		return
	case why != "":
		c.report.Missing = append(c.report.Missing, Missing{acts[0].Seq, why})
		return
	}
	c.report.Appends++
	c.state.Prepare()
	decided := session.Decide(c.state.StepTo(acts[0].Shift), current, inbox, now).Acts
	if d, differs := firstDifference(acts, decided); differs {
		c.report.Differences = append(c.report.Differences, d)
	}
}

// inbox returns the thoughts that an append concludes, or why one of them is unknown.
func (c *checker) inbox(acts []session.Event) (inbox []session.Thought, why string) {
	for _, e := range acts {
		if p, ok := e.Data.(*session.MessagesScored); ok { // the weights may have changed since
			inbox = append(inbox, session.Thought{Want: session.Want{Kind: session.KindSuspicion}, Finding: session.Scored{Weights: p.Weights, Scores: p.Scores}})
		}
		began, _ := beginningOf(e.Data)
		if began == nil {
			continue
		}
		t := c.thoughts[began.Thought]
		if failed, is := e.Data.(*session.ThoughtFailed); is && (t.unknown || failed.Code == session.ThoughtStopped || failed.Code == session.ThoughtNotStorable) {
			// A failed thought needs no answers. Some failures do not follow from the answers.
			t.Finding, t.Failure, t.Calls = nil, failed.Code, failed.Calls
		} else if done, is := e.Data.(*session.ThoughtCompleted); is && done.Reading != nil && done.Reading.Weights != c.strategies.Registry.Classifier.Version() {
			return nil, "the line was scored with the weights " + done.Reading.Weights + ", which this version does not have"
		} else if t.unknown {
			return nil, "the model calls behind it were not recorded"
		}
		inbox = append(inbox, t.Thought)
	}
	return inbox, ""
}
