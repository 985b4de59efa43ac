package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
	"ringer/engine/strategy"
)

// Recording is a whole session as it was exported: its log, and the model calls behind it.
type Recording struct {
	Session string
	// Events are numbered 1, 2, 3… without gaps.
	Events []game.Event
	Calls  []Recorded
}

// Again is what came of deciding a recorded session again.
type Again struct {
	// Appends are those of acts that were decided again, Thoughts those whose models were asked again, with the recorded answers,
	// Prompts the prompts that were compared with the recorded ones.
	Appends, Thoughts, Prompts int
	// Changed are the prompts that are not as they were recorded.
	Changed []ChangedPrompt
	// Differences are the first ones of each append that was decided differently.
	Differences []Difference
	// Missing is what could not be decided again.
	Missing []Missing
}

// Difference is where an act is not what was decided again. Of an act that only one of them has, the other is empty.
type Difference struct {
	Seq  int64
	Type game.Type
	// Field is a JSON pointer to the first field that differs.
	Field           string
	Logged, Decided string
}

// ChangedPrompt is a prompt that is not as it was recorded: an ask of a thought.
type ChangedPrompt struct {
	Thought string
	Ask     int
}

// Missing is an append that cannot be decided again, since something was not recorded.
type Missing struct {
	Seq int64
	Why string
}

// Again decides each append of acts again, from the log up to its cursor, at its time, with the findings that follow from the recorded
// answers. read reads an answer as the client of the models does.
func (r *Recording) Again(strategies *strategy.Registry, read func(answer string, into any) error) (Again, error) {
	a := again{
		seat: &Seat{State: game.NewState(r.Session), strategies: strategies}, read: read, calls: map[string][]Recorded{}, appends: map[int64][]game.Event{},
		began: map[int64][]beginning{}, thoughts: map[string]rethought{},
	}
	if err := a.sort(r); err != nil {
		return Again{}, err
	}
	for _, e := range r.Events {
		a.seat.State.Apply(e)
		a.refused = a.seat.equip()
		for _, b := range a.began[e.Seq] {
			a.think(b)
		}
		if acts := a.appends[e.Seq]; acts != nil {
			a.decide(acts)
		}
	}
	return a.Again, nil
}

// again is one run of Recording.Again: the session's state, and what is to be done when the log has been folded up to a seq.
type again struct {
	Again
	seat *Seat
	// refused says why there is no strategy for the session as it is.
	refused error
	read    func(answer string, into any) error
	// calls are those of each thought.
	calls map[string][]Recorded
	// appends are the acts that were decided at each cursor.
	appends map[int64][]game.Event
	// began are the thoughts that began at each cursor, thoughts those that have been thought again, by their ids.
	began    map[int64][]beginning
	thoughts map[string]rethought
}

// beginning is what a thought of the log set out with.
type beginning struct {
	*game.Began
	want game.Want
}

// rethought is a thought that was thought again.
type rethought struct {
	game.Thought
	// unknown says that a call was not recorded, so that nobody knows what it found.
	unknown bool
}

func (a *again) sort(r *Recording) error {
	for _, c := range r.Calls {
		a.calls[c.Thought] = append(a.calls[c.Thought], c)
	}
	for i, e := range r.Events {
		switch {
		case e.Seq != int64(i+1):
			return fmt.Errorf("event %d is missing; export the session again", i+1)
		case e.Cursor >= e.Seq:
			return fmt.Errorf("event %d says that event %d was known before it; the file is damaged", e.Seq, e.Cursor)
		case e.Cursor > 0:
			a.appends[e.Cursor] = append(a.appends[e.Cursor], e)
		case game.IsAct(e.Data):
			a.Missing = append(a.Missing, Missing{e.Seq, "it was stored by an earlier version, which kept no cursor"})
		}
		if began, want := beginningOf(e.Data); began != nil {
			a.began[began.Seq] = append(a.began[began.Seq], beginning{began, want})
		}
	}
	return nil
}

// beginningOf returns what the thought of an event set out with; nil when the event is none of a thought.
func beginningOf(p game.Payload) (*game.Began, game.Want) {
	var b *game.Began
	var w game.Want
	switch p := p.(type) {
	case *game.ThoughtCompleted:
		b, w = p.Began, game.Want{Kind: p.Kind, BasedOn: p.BasedOn}
	case *game.ThoughtFailed:
		b, w = p.Began, game.Want{Kind: p.Kind, BasedOn: p.BasedOn}
	}
	if b != nil {
		w.At, w.Silence = b.WantedAt, b.Silence
	}
	return b, w
}

// think runs a thought again, with the state that it set out with.
func (a *again) think(b beginning) {
	if a.refused != nil {
		a.thoughts[b.Thought] = rethought{unknown: true}
		return
	}
	said := &saidBefore{calls: a.calls[b.Thought], read: a.read}
	t, _ := Think(context.Background(), Thinker{Strategy: a.seat.Strategy, Models: said}, a.seat.State.Clone().View(b.At), b.want) // a failure is in the thought
	t.Took = b.Took
	a.thoughts[b.Thought] = rethought{t, said.unknown}
	if !said.unknown {
		a.Thoughts++
	}
	a.Prompts += said.prompts
	for _, ask := range said.changed {
		a.Changed = append(a.Changed, ChangedPrompt{b.Thought, ask})
	}
}

// decide decides an append again, at its cursor.
func (a *again) decide(acts []game.Event) {
	state := a.seat.State
	now := state.Clock.Game(acts[0].At)
	inbox, ok := a.inbox(acts)
	switch {
	case a.refused != nil && now < state.Expires(): // the end needs no strategy
		a.Missing = append(a.Missing, Missing{acts[0].Seq, a.refused.Error()})
		return
	case !ok:
		a.Missing = append(a.Missing, Missing{acts[0].Seq, "the model calls behind it were not recorded"})
		return
	}
	a.Appends++
	decided := game.Decide(state, a.seat.Strategy, inbox, now).Acts
	if d, differs := firstDifference(acts, decided); differs {
		a.Differences = append(a.Differences, d)
	}
}

// inbox returns the thoughts that an append concludes, in its order; false when it is not known what one of them found.
func (a *again) inbox(acts []game.Event) (inbox []game.Thought, ok bool) {
	for _, e := range acts {
		began, _ := beginningOf(e.Data)
		if began == nil {
			continue
		}
		t := a.thoughts[began.Thought]
		if failed, is := e.Data.(*game.ThoughtFailed); is && (t.unknown || failed.Code == game.ThoughtStopped) {
			t.Finding, t.Failure, t.Calls = nil, failed.Code, failed.Calls // a failure says all there is to know
		} else if t.unknown {
			return nil, false
		}
		inbox = append(inbox, t.Thought)
	}
	return inbox, true
}

// saidBefore are models that answer one thought as they did when it was recorded.
type saidBefore struct {
	prompt.Caller
	calls []Recorded
	read  func(answer string, into any) error

	asks    int
	prompts int
	changed []int
	unknown bool
}

// Asker implements Models.
func (s *saidBefore) Asker(c prompt.Caller) prompt.Asker {
	s.Caller = c
	return s
}

var errNotRecorded = errors.New("the call was not recorded")

// Ask implements prompt.Asker. The last call of an ask decides.
func (s *saidBefore) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	ask := s.asks
	s.asks++
	var last *Recorded
	for i := range s.calls {
		c := &s.calls[i]
		if c.Ask != ask {
			continue
		}
		if last == nil {
			s.compare(p.Render(), c)
		}
		last = c
		s.Record(prompt.Exchange{Call: c.Call, At: c.At, Prompt: prompt.Rendered(c.Prompt), Answer: c.Answer})
	}
	switch {
	case last == nil, last.Outcome == game.OutcomeOK && last.Answer == "":
		s.unknown = true
		return errNotRecorded
	case last.Outcome != game.OutcomeOK:
		return &prompt.Error{Code: last.Outcome}
	}
	return s.read(last.Answer, answer)
}

// compare holds a prompt to the recorded one. The client may have sent both parts as one message, and added a section on how to answer.
func (s *saidBefore) compare(now prompt.Rendered, c *Recorded) {
	s.prompts++
	added, same := strings.CutPrefix(c.Prompt.System+c.Prompt.User, now.System+now.User)
	if !same || added != "" && !strings.HasPrefix(added, "## ") {
		s.changed = append(s.changed, c.Ask)
	}
}
