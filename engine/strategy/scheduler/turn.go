package scheduler

import (
	"context"
	"fmt"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

type whenAnswer struct {
	prompt.Reads
	Decision string       `json:"decision" enum:"send,wait"`
	Unsent   session.Look `json:"unsent" enum:"none,keep,replace,drop" missing:"ok"`
}

type turn struct {
	*Scheduler
	ask   prompt.Asker
	view  session.View
	asked bool
	// pending says that the last prompt showed a line that waits.
	pending bool
	found   turnFound
}

// take makes the calls of the turn. here is the view of the channel where the bot speaks.
func (t *turn) take(ctx context.Context, here session.View, silence bool) error {
	b := t.balance(here)
	switch t.verdict(here, b, silence) {
	case waits:
		t.found = turnFound{balance: b, answer: answerWait, seen: here.LastHere(), asked: here.Now}
		if keeps(here) {
			t.found.unsent = session.LookKeep
		}
		return nil
	case writes:
		t.found.balance = b
		return t.writeOrNone(ctx)
	}
	switch t.options.Order {
	case orderEvery:
		return t.what(ctx)
	case orderGenerate:
		return t.generateThenSchedule(ctx)
	case orderPass:
		return t.pass(ctx)
	default:
		return t.scheduleThenGenerate(ctx)
	}
}

// writeOrNone writes a line without asking whether to. An empty text is a wait.
func (t *turn) writeOrNone(ctx context.Context) error {
	err := t.what(ctx)
	if err == nil && strings.TrimSpace(t.found.text) == "" {
		t.empty()
	}
	return err
}

// scheduleThenGenerate runs the two stages (§2).
func (t *turn) scheduleThenGenerate(ctx context.Context) error {
	if err := t.when(ctx, whenPrompt); err != nil || t.found.answer == answerWait || t.found.unsent.Settled() {
		return err
	}
	return t.what(ctx)
}

// generateThenSchedule writes the line, and asks whether to send it (§7).
func (t *turn) generateThenSchedule(ctx context.Context) error {
	if err := t.what(ctx); err != nil {
		return err
	}
	line := t.found.text
	if t.found.unsent.Settled() || strings.TrimSpace(line) == "" {
		t.empty()
		return nil
	}
	unsent := t.found.unsent
	err := t.when(ctx, func(v session.View, b balance) prompt.Prompt { return draftPrompt(v, b, line) })
	if t.found.unsent = unsent; unsent == session.LookReplace && t.found.answer == answerWait {
		t.found.unsent = session.LookDrop // neither of the two lines fits
	}
	return err
}

// pass asks for a line or none, in one call (§7).
func (t *turn) pass(ctx context.Context) error {
	err := t.write(ctx, "a line or none", t.weighing(t.passPrompt))
	if err == nil && (t.found.unsent.Settled() || t.found.text == "") {
		t.empty()
	}
	return err
}

// passes reports whether a text stands for none.
func passes(text string) bool {
	word := strings.ToLower(strings.Trim(text, " \t\n<>[](){}\"'`*.!"))
	return word == "" || word == "pass"
}

// empty concludes a turn without a text.
func (t *turn) empty() {
	if t.found.answer = answerWait; t.pending {
		t.found.answer = answerSend
	}
}

func (t *turn) when(ctx context.Context, write func(session.View, balance) prompt.Prompt) error {
	var when whenAnswer
	if err := t.question(ctx, "when to speak", t.weighing(write), &when); err != nil {
		return err
	}
	t.found.unsent = when.Unsent
	if t.found.answer = when.Decision; t.found.answer != answerSend {
		t.found.answer = answerWait
	}
	return nil
}

func (t *turn) what(ctx context.Context) error {
	return t.write(ctx, "what to say", t.whatPrompt)
}

func (t *turn) write(ctx context.Context, what string, write func(session.View) prompt.Prompt) error {
	var a prompt.ReadWritten
	err := t.question(ctx, what, write, &a)
	if err != nil {
		return err
	}
	if t.options.Order == orderPass && passes(a.Text) {
		a.Text = ""
	}
	t.found.answer, t.found.text, t.found.unsent, t.found.answers = answerSend, a.Text, a.Choice(), a.Answers
	return nil
}

// question asks with a prompt from the newest view, and notes what it showed.
func (t *turn) question(ctx context.Context, what string, write func(session.View) prompt.Prompt, answer any) error {
	p := prompt.Newest(t.ask, t.view, func(v session.View) prompt.Prompt {
		t.found.seen, t.pending = v.LastHere(), v.Plan != nil
		if !t.asked {
			t.found.asked = v.Now
		}
		return write(v)
	})
	if err := t.ask.Ask(ctx, p, answer); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	t.asked = true
	return nil
}

// weighing returns a writer of a prompt with the balance.
func (t *turn) weighing(write func(session.View, balance) prompt.Prompt) func(session.View) prompt.Prompt {
	return func(v session.View) prompt.Prompt {
		t.found.balance = t.balance(v)
		return write(v, t.found.balance)
	}
}
