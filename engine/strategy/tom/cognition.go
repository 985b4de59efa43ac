package tom

import (
	"context"
	"fmt"
	"slices"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

type cognitionFound struct {
	state stateAnswer
	// channel is where the bot spoke when the thought began. Its intention and goal belong there.
	channel string
	// sameIntention and sameGoal say that the stage was not asked, since it had nothing new.
	sameIntention, sameGoal bool
	// line is what the model wrote, if it was asked for a message.
	line prompt.Written
	does job
	// seen is the seq of the last message that the prompt of the text showed.
	seen int64
}

// runCognition asks for the stages, and then for a message from the new state. If only the message
// fails, it still returns the state, which was most of the work.
func (t *ToM) runCognition(ctx context.Context, v session.View, w session.Want, ask prompt.Asker) (session.Finding, error) {
	r := revise(v, w)
	found := cognitionFound{channel: r.mind.Channel}
	stages := t.staged
	if t.options.Cycle == cycleFused || v.Path == pathFused {
		stages = t.fused
	}
	if err := stages(ctx, r, &found, ask); err != nil {
		return nil, err
	}
	if !writesLine(v, w) || t.options.sparing() && !r.hasToSay() {
		return found, nil
	}
	p := prompt.Newest(ask, v, func(v session.View) prompt.Prompt {
		m := r.mind // a copy, since the prompt may be written again from another view
		m.enter(v)
		found.seen = v.LastHere()
		found.does, _ = jobOf(v, m, taskMessage)
		return t.linePrompt(v, m, taskMessage)
	})
	var line prompt.Written
	if err := ask.Ask(ctx, p, &line); err == nil {
		found.line = line
		found.line.Unsent = line.Choice()
	} else if ctx.Err() != nil {
		return nil, err
	}
	return found, nil
}

// writesLine reports whether cognition also asks for a message. It does not if its last one has
// considered all this and waits, nor if the bot has answered already and has a line for a silence.
func writesLine(v session.View, w session.Want) bool {
	p := v.Plan
	written := p != nil && p.Class == session.ClassCognition && p.BasedOn >= w.BasedOn && !v.PlanStale
	reserved := readMind(v).Reserve != nil || p != nil && p.Kind == session.Reserve && !v.PlanStale
	ended, isOver := over(v)
	return v.MaySpeak && (!isOver || maySayGoodbye(v, ended)) && answersHere(v, w) && !written && !(reserved && spokeSince(v, w))
}

// staged asks for each stage in its own call, for intention and goal only with something new.
func (t *ToM) staged(ctx context.Context, r *revision, found *cognitionFound, ask prompt.Asker) error {
	a := &found.state
	var k knownAnswer
	var b beliefsAnswer
	var g goalAnswer
	before := readMind(r.view)
	for _, stage := range []struct {
		task   string
		answer any
		same   *bool
		stays  func() bool
		take   func()
	}{
		{taskKnowledge, &k, nil, nil, func() { a.Knowledge = k.knowledgeAnswer; r.takeKnowledge(a.Knowledge) }},
		{taskBeliefs, &b, nil, nil, func() { a.Beliefs = b.Players; r.takeBeliefs(b) }},
		{taskIntention, &a.Intention, &found.sameIntention, func() bool { return r.intentionStays(before) }, func() { r.takeIntention(a.Intention) }},
		{taskGoal, &g, &found.sameGoal, func() bool { return r.goalStays(before) }, func() { a.Goal = g.Goal; r.takeGoal(g.Goal) }},
	} {
		if stage.stays != nil && stage.stays() {
			*stage.same = true
			continue
		}
		if err := t.askStage(ctx, r, stage.task, stage.answer, ask); err != nil {
			return fmt.Errorf("%s: %w", stage.task, err)
		}
		stage.take()
	}
	return nil
}

// changedFrom is the change of a suspicion, in percent, that lets the intention be decided again.
const changedFrom = 5

// intentionStays reports whether nothing has happened that the intention depends on. before is the
// mind before cognition.
func (r *revision) intentionStays(before mind) bool {
	m := &r.mind
	i, v := m.Intention, r.view
	if i.Action == "" || i.Suspect != "" && !inGame(v, i.Suspect) || r.learned || m.Knowledge.Latest == accusation || !m.open() {
		return false
	}
	for id, b := range m.Beliefs {
		was, known := before.Beliefs[id]
		if step := b.Suspicion - was.Suspicion; !known || b.Level != was.Level || max(step, -step) >= changedFrom || b.OfMe != was.OfMe {
			return false
		}
		if b.OfOthers[i.Suspect] != was.OfOthers[i.Suspect] {
			return false
		}
	}
	next := *m
	next.movePlay(v, before)
	return next.Play == m.Play
}

// goalStays reports whether the goal follows from the intention, and waits to be said.
func (r *revision) goalStays(before mind) bool {
	is, was := r.mind.Intention, before.Intention
	return r.mind.open() && is.Suspect == was.Suspect && is.Ally == was.Ally && is.Action == was.Action && !slices.Contains(r.mind.LastGoals, r.mind.Goal)
}

func (t *ToM) askStage(ctx context.Context, r *revision, task string, answer any, ask prompt.Asker) error {
	p := prompt.Newest(ask, r.view, func(v session.View) prompt.Prompt { return t.statePrompt(v, r.mind, task) })
	return ask.Ask(ctx, p, answer)
}

func (t *ToM) fused(ctx context.Context, r *revision, found *cognitionFound, ask prompt.Asker) error {
	if err := t.askStage(ctx, r, taskState, &found.state, ask); err != nil {
		return fmt.Errorf("%s: %w", taskState, err)
	}
	r.takeAll(*found)
	return nil
}

// concludeCognition stores the state and proposes the message. It becomes the reserve if the bot
// has spoken meanwhile, except for an open question and in a private channel, where few agree on
// something, and soon.
func (t *ToM) concludeCognition(v session.View, w session.Want, found cognitionFound) session.Conclusion {
	r := revise(v, w)
	r.takeAll(found)
	out := session.Conclusion{Unsent: found.line.Unsent}
	w.BasedOn = max(w.BasedOn, found.seen)
	if text := session.OneLine(found.line.Text); text != "" && v.MaySpeak {
		out.Candidate = &session.Candidate{Kind: session.Reply, Class: session.ClassCognition, Answers: found.line.AnsweredSeq(v), Parts: t.Write(v, w, text)}
		late := spokeSince(v, w) && !prompt.IsPrivate(v, v.Channel) && !(found.does == jobAnswer && stillOpen(v, found.seen))
		if late {
			out.Candidate = t.reserveLine(v, w, text)
		}
		if mostlyRepeats(v, w, text) {
			out.Candidate = nil // the next reserve brings another text
		} else {
			out.Candidate.BasedOn = found.seen
		}
	}
	if out.Candidate != nil && found.does == jobGoal {
		r.mind.pursue(session.OneLine(found.line.Text))
	}
	return t.complete(v, r.mind, out)
}

func stillOpen(v session.View, seen int64) bool {
	return slices.ContainsFunc(v.OpenQuestions(), func(q session.Question) bool { return q.Seq <= seen })
}
