package tom

import (
	"context"
	"fmt"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// cognitionFound is what cognition finds.
type cognitionFound struct {
	state stateAnswer
	// text is the message; empty for none.
	text string
	// silent says that the model answered with an empty text.
	silent bool
	// seen is the seq of the last message that the prompt of the text showed.
	seen int64
}

// runCognition asks for the stages of the mental state, and then for a message from the new state.
// If only the message fails, it still returns the state, which was most of the work.
func (t *ToM) runCognition(ctx context.Context, v game.View, w game.Want, ask prompt.Asker) (game.Finding, error) {
	var found cognitionFound
	r := revise(v, w)
	stages := t.staged
	if t.options.Cycle == cycleFused || v.Path == pathFused {
		stages = t.fused
	}
	if err := stages(ctx, r, &found.state, ask); err != nil {
		return nil, err
	}
	if !v.MaySpeak || !answersHere(v, w) {
		return found, nil
	}
	var a lineAnswer
	p := prompt.Newest(ask, v, func(v game.View) prompt.Prompt {
		found.seen = v.LastHere()
		return t.linePrompt(v, r.mind, taskMessage)
	})
	if err := ask.Ask(ctx, p, &a); err == nil {
		found.text = game.OneLine(a.Text)
		found.silent = found.text == ""
	} else if ctx.Err() != nil {
		return nil, err
	}
	return found, nil
}

// staged asks for each stage in its own call. A stage sees the results of the stages before it.
func (t *ToM) staged(ctx context.Context, r *revision, a *stateAnswer, ask prompt.Asker) error {
	var b beliefsAnswer
	var g goalAnswer
	for _, stage := range []struct {
		task   string
		answer any
		take   func()
	}{
		{taskKnowledge, &a.Knowledge, func() { r.takeKnowledge(a.Knowledge) }},
		{taskBeliefs, &b, func() { a.Beliefs = b.Players; r.takeBeliefs(b) }},
		{taskIntention, &a.Intention, func() { r.takeIntention(a.Intention) }},
		{taskGoal, &g, func() { a.Goal = g.Goal; r.takeGoal(g.Goal) }},
	} {
		if err := t.askStage(ctx, r, stage.task, stage.answer, ask); err != nil {
			return fmt.Errorf("%s: %w", stage.task, err)
		}
		stage.take()
	}
	return nil
}

// askStage asks for one stage. Its prompt shows the newest lines.
func (t *ToM) askStage(ctx context.Context, r *revision, task string, answer any, ask prompt.Asker) error {
	p := prompt.Newest(ask, r.view, func(v game.View) prompt.Prompt { return t.statePrompt(v, r.mind, task) })
	return ask.Ask(ctx, p, answer)
}

// fused asks for all stages in one call.
func (t *ToM) fused(ctx context.Context, r *revision, a *stateAnswer, ask prompt.Asker) error {
	if err := t.askStage(ctx, r, taskState, a, ask); err != nil {
		return fmt.Errorf("%s: %w", taskState, err)
	}
	r.takeAll(*a)
	return nil
}

// concludeCognition stores the new state and proposes the message. If the bot has spoken meanwhile,
// the message becomes the reserve. A message that mostly repeats what the bot said meanwhile is
// dropped.
func (t *ToM) concludeCognition(v game.View, w game.Want, found cognitionFound) game.Conclusion {
	r := revise(v, w)
	r.takeAll(found.state)
	out := game.Conclusion{Drop: found.silent && v.Plan != nil} // the prompt says that this drops the line
	w.BasedOn = max(w.BasedOn, found.seen)
	if found.text != "" && v.MaySpeak {
		out.Candidate = &game.Candidate{Kind: game.Reply, Class: game.ClassCognition, Parts: t.Write(v, w, found.text)}
		if spokeSince(v, w) {
			out.Candidate = t.reserveLine(v, w, found.text)
		}
		if mostlyRepeats(v, w, found.text) {
			out.Candidate = nil // the next reserve brings another text
		} else {
			out.Candidate.BasedOn = found.seen
		}
	}
	return t.complete(v, r.mind, out)
}
