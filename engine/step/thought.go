package step

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/suspicion"
	"ringer/engine/thought"
)

// Models makes the asker of one thought.
type Models interface {
	Asker(c prompt.Caller) prompt.Asker
}

// Reconcile compares the running thoughts with the wanted ones. It returns which kinds to stop,
// which wants to start now, and when the session next needs a decision, 0 for never.
func Reconcile[T any](running map[string]T, d session.Decision, now session.Millis) (stop []string, start []session.Want, next session.Millis) {
	next = d.Due
	wanted := map[string]bool{}
	for _, w := range d.Wants {
		wanted[w.Kind] = true
		if _, runs := running[w.Kind]; runs {
			continue
		}
		if w.At <= now {
			start = append(start, w)
		} else if next == 0 || w.At < next {
			next = w.At
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(running)) { // one order of their ends, for one log
		if !wanted[kind] {
			stop = append(stop, kind)
		}
	}
	return stop, start, next
}

// Thinker is what a thought needs to run.
type Thinker struct {
	// Strategy is nil for a thought of a game.
	Strategy prompt.Thinker
	Models   Models
	// Classifier scores the bot's own lines.
	Classifier *suspicion.Weights
	// Purse bounds what the thought may spend. If it is nil, there is no bound.
	Purse prompt.Purse
	// Newest returns the newest view of the session, from which prompts are written. If it is nil,
	// they are written from the view that the thought began with.
	Newest func() session.View
}

// brief is empty for a game, which has no strategy.
func (t *Thinker) brief(v session.View) session.Brief {
	if t.Strategy == nil {
		return session.Brief{}
	}
	return session.BriefOf(t.Strategy, v)
}

type asker struct {
	prompt.Asker
	view func() session.View
	read *[]session.Reading // what the calls so far have read lines as
}

// Ask asks. The first call of the thought that can also reads the newest lines.
func (a asker) Ask(ctx context.Context, p prompt.Prompt, answer any) (err error) {
	if len(*a.read) > 0 {
		return a.Asker.Ask(ctx, p, answer)
	}
	*a.read, err = prompt.AskReading(ctx, a.Asker, p, answer, a.view)
	return err
}

// View returns the newest view, from which prompt.Newest writes a prompt.
func (a asker) View() session.View { return a.view() }

// AskAll implements the method that prompt.AskAll calls.
func (a asker) AskAll(ctx context.Context, questions []prompt.Question) []error {
	return prompt.AskAll(ctx, a.Asker, questions)
}

// Think runs the thought of one want, with its model calls. The want is the strategy's or the
// core's own. It returns the thought for an inbox; the caller sets Took. The error is the cause of
// a failure, for the server's log: the thought itself holds the code of the failure.
func Think(ctx context.Context, by Thinker, view session.View, w session.Want) (t session.Thought, err error) {
	done := view.Progress(w.Kind)
	t = session.Thought{Want: w, ID: thoughtID(view, w), Seq: view.Seq, Started: view.Now, Before: done}
	defer func() {
		if r := recover(); r != nil {
			t.Finding, t.Failure = nil, "thought_panicked"
			err = fmt.Errorf("step: the strategy panicked: %v\n%s", r, debug.Stack())
		}
	}()
	seed := session.DrawSeed(view.Seed, w.BasedOn, "think:"+w.Kind, done.Count+done.Failures)
	ask := asker{view: by.Newest, Asker: by.Models.Asker(prompt.Caller{
		Session: view.Session, Seed: seed, Models: view.Config.Model, Purse: by.Purse,
		Record: func(x prompt.Exchange) { t.Calls = append(t.Calls, x.Call) },
	}), read: &t.Readings}
	if ask.view == nil {
		ask.view = func() session.View { return view }
	}
	if session.IsCore(w.Kind) {
		t.Finding, err = thought.Think(ctx, view, thought.With{Brief: by.brief(view), Classifier: by.Classifier}, w, ask)
	} else {
		t.Finding, err = by.Strategy.Think(ctx, view, w, ask)
	}
	if err != nil {
		t.Finding, t.Failure = nil, failure(err)
	}
	return t, err
}

// thoughtID is unique, because only one thought of a kind runs at a time, and one that a crash
// broke off began at another moment.
func thoughtID(v session.View, w session.Want) string {
	return fmt.Sprintf("tht_%s_%d_%d_%s", strings.TrimPrefix(v.Session, "ses_"), v.Seq, v.Now, w.Kind)
}

// failure returns the code of a thought that failed.
func failure(err error) string {
	if model, ok := errors.AsType[*prompt.Error](err); ok {
		return model.Code
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return prompt.ModelTimeout
	}
	return "thought_failed"
}

// giveUp turns the findings of an inbox into failures, because the database refuses a value of
// them. It reports whether there was a finding. If the database refused even the failures, they
// leave the inbox, too: the thoughts are wanted again.
func giveUp(inbox *[]session.Thought) (found bool) {
	for i := range *inbox {
		if t := &(*inbox)[i]; t.Failure == "" {
			t.Finding, t.Readings, t.Failure, found = nil, nil, session.ThoughtNotStorable, true
		}
	}
	if !found {
		*inbox = nil
	}
	return found
}
