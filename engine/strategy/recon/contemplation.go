package recon

import (
	"context"
	"fmt"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

type contemplator struct {
	*ReCon
	ask     prompt.Asker
	view    session.View
	mind    mind
	found   found
	beliefs *standing
}

// run is Algorithm 1 for one speech, or one call on a cheaper path.
func (c *contemplator) run(ctx context.Context) error {
	switch c.found.done.Contemplation {
	case contemplateVanilla:
		return c.speak(ctx, taskVanilla)
	case contemplateCoT:
		return c.chain(ctx)
	}
	joined := c.options.Stages == stagesJoined
	formulate, refine := c.formulate, c.refine
	if joined && c.options.Formulation == on {
		formulate = c.prepare
	}
	if joined && c.options.SecondOrder == on {
		refine = c.check
	}
	if err := formulate(ctx); err != nil {
		return err
	}
	// Among allies there is nothing to hide, so nobody's reading matters.
	if c.options.Refinement == off || c.found.done.Draft == "" || c.found.unsent.Settled() || c.view.AmongAllies() || joined && !c.worthChecking() {
		c.found.done.Speech = c.found.done.Draft
		return nil
	}
	return refine(ctx)
}

// formulate guesses, thinks and drafts a speech (§3.1). Without formulation it only drafts.
func (c *contemplator) formulate(ctx context.Context) error {
	if c.options.Formulation == off {
		err := c.speak(ctx, taskDraft)
		c.found.done.Draft, c.found.done.Speech = c.found.done.Speech, ""
		return err
	}
	if c.options.FirstOrder == on {
		if err := c.guess(ctx); err != nil {
			return err
		}
	}
	var a formulateAnswer
	if err := c.question(ctx, taskFormulate, &a); err != nil {
		return err
	}
	d := &c.found.done
	d.Goal, d.SubGoals, d.Deception = shorten(a.Goal, reasonChars), cut(a.SubGoals, keptSubGoals), shorten(a.Deception, thoughtChars)
	d.Thought, d.Draft = shorten(a.Thought, thoughtChars), c.take(a.Written)
	return nil
}

// guess is the first-order perspective transition (equations 1 and 2).
func (c *contemplator) guess(ctx context.Context) error {
	var a firstOrderAnswer
	if err := c.question(ctx, taskFirstOrder, &a); err != nil {
		return err
	}
	c.guessed(a.Players)
	return nil
}

// guessed keeps what a model has guessed of the players.
func (c *contemplator) guessed(players []guessAnswer) {
	c.found.guesses = map[string]guess{}
	for _, x := range players {
		id, ok := prompt.PlayerNamed(c.view, x.Name)
		if !ok || id == c.view.Me.ID {
			continue
		}
		c.found.guesses[id] = guess{
			Role: roleNamed(c.view, x.Role), Certain: x.Certainty == certain, Reason: shorten(x.Reason, reasonChars), Words: x.Words,
			Suspicion: min(max(x.Suspicion, 0), 100),
		}
	}
	c.mind.take(c.view, c.found.guesses)
	if c.beliefs != nil {
		c.beliefs.hear(c.mind)
	}
}

const certain = "certain"

// roleNamed returns the role of the game that a model has named, or its own words.
func roleNamed(v session.View, named string) string {
	for _, role := range v.Config.Game.RoleList {
		if strings.EqualFold(role, strings.TrimSpace(named)) {
			return role
		}
	}
	return shorten(named, roleChars)
}

// refine reads the draft as others would (equation 5), and revises it (equation 6).
func (c *contemplator) refine(ctx context.Context) error {
	d := &c.found.done
	if c.options.SecondOrder == on {
		var a secondOrderAnswer
		if err := c.question(ctx, taskSecondOrder, &a); err != nil {
			return err
		}
		for _, x := range a.Readings[:min(keptReadings, len(a.Readings))] {
			d.Readings = append(d.Readings, reading{Role: shorten(x.Role, roleChars), Reads: shorten(x.Reads, reasonChars)})
		}
		d.GivesAway = shorten(a.GivesAway, reasonChars)
	}
	var a refineAnswer
	if err := c.question(ctx, taskRefine, &a); err != nil {
		return err
	}
	d.RefinedThought, d.Speech = shorten(a.Thought, thoughtChars), c.take(a.Written)
	return nil
}

func (c *contemplator) chain(ctx context.Context) error {
	var a chainAnswer
	err := c.question(ctx, taskCoT, &a)
	c.found.done.Thought, c.found.done.Speech = shorten(a.Thought, thoughtChars), c.take(a.Written)
	return err
}

func (c *contemplator) speak(ctx context.Context, task string) error {
	var a prompt.ReadWritten
	err := c.question(ctx, task, &a)
	c.found.done.Speech = c.take(a.Written)
	return err
}

// take notes what becomes of the line that waits and which line the text answers, and returns the
// text.
func (c *contemplator) take(a prompt.Written) string {
	text := session.OneLine(a.Text)
	if c.found.unsent = a.Choice(); a.Answers > 0 || text != c.found.done.Draft {
		c.found.answers = a.Answers // another text than the draft may answer another line
	}
	return text
}

// question asks with a prompt from the newest view, and notes what it showed.
func (c *contemplator) question(ctx context.Context, task string, answer any) error {
	p := prompt.Newest(c.ask, c.view, func(v session.View) prompt.Prompt {
		c.found.seen = v.LastHere()
		return c.prompt(v, task)
	})
	if err := c.ask.Ask(ctx, p, answer); err != nil {
		return fmt.Errorf("%s: %w", task, err)
	}
	return nil
}
