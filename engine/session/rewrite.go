package session

import (
	"slices"
	"time"

	"ringer/engine/mouth"
	"ringer/engine/timing"
)

// KindRewrite is the kind of the thought that rewrites a refused text.
const KindRewrite = CorePrefix + "rewrite"

// Draft is a text that the mouth has refused and that is to be rewritten, once.
type Draft struct {
	Text    string `json:"text"`
	Rule    string `json:"rule"`    // Rule is the rule that refused it.
	Thought string `json:"thought"` // Thought is the kind of the thought that proposed it.
	// BasedOn is the seq up to which that thought considered the log.
	BasedOn   int64     `json:"based_on_seq"`
	TriggerAt time.Time `json:"trigger_at"` // TriggerAt is the time of what the text answers.
	Kind      PlanKind  `json:"kind"`
	Class     PlanClass `json:"class"`
	// Silence is how long the chat must be quiet before a reserve goes out, in game time.
	Silence Millis `json:"silence_ms,omitempty"`
	// Replaces says that the model wanted the text in place of the line that waits.
	Replaces bool `json:"replaces,omitempty"`
}

// Rewritten is the finding of a thought of the kind KindRewrite. An empty text means that the bot
// keeps silent.
type Rewritten struct{ Edit }

// unfixable are the rules that no other wording would satisfy.
var unfixable = []string{mouth.RuleEmpty, mouth.RuleShare}

func (d *decider) draft(w Want, trigger Millis, c *Candidate, rule string) *Draft {
	last := d.s.Rhythm.Refusals+1 >= maxRefusals // after this refusal the bot is silent anyway
	if w.Kind == KindRewrite || edits(w.Kind) || last || slices.Contains(unfixable, rule) {
		return nil
	}
	return &Draft{
		Text: InOneLine(c.texts()), Rule: rule, Thought: w.Kind, BasedOn: w.BasedOn, TriggerAt: d.s.Clock.Wall(trigger), Kind: c.Kind, Class: c.Class, Silence: c.Silence,
		Replaces: c.replaces && d.s.Config.Generation >= 3,
	}
}

func (c *Candidate) texts() []string {
	return Each(c.Parts, func(p PlanPart) string { return p.Text })
}

// If the chat has moved on from the text, the strategy thinks again anyway.
func (d *decider) rewriteWants() []Want {
	if !d.s.shouldRewrite() {
		return nil
	}
	return []Want{{Kind: KindRewrite, BasedOn: d.s.Draft.BasedOn}}
}

func (s *State) shouldRewrite() bool {
	return s.Draft != nil && s.barred() == "" && s.fresh(s.Draft.BasedOn)
}

func (d *decider) concludeRewrite(t Thought) {
	found, _ := t.Finding.(Rewritten)
	done := &ThoughtCompleted{Kind: KindRewrite, BasedOn: t.Want.BasedOn, Began: t.Began(), Slot: SlotNone, Calls: t.Calls, Candidate: found.Text}
	x := d.s.Draft
	// newer says that meanwhile a plan was made, a message written, or another text refused.
	newer := x == nil || x.BasedOn != t.Want.BasedOn
	if newer || found.Text == "" {
		if newer && found.Text != "" {
			done.Slot = SlotKept
		}
		d.emit(done)
		return
	}
	d.instructions = found.Instructions
	t.Want.BasedOn = max(t.Want.BasedOn, found.Seen)
	by := Want{Kind: x.Thought, BasedOn: x.BasedOn}
	d.propose(done, t, d.s.Clock.Game(x.TriggerAt), &Candidate{Kind: x.Kind, Class: x.Class, Silence: x.Silence, Answers: found.Answers, Parts: d.write(by, found.Text), Whole: found.Text, replaces: x.Replaces})
}

// write splits and times a text that the strategy did not write itself.
func (d *decider) write(w Want, text string) []PlanPart {
	if s, ok := d.strategy.(Writer); ok {
		return s.Write(d.s.View(d.now), w, text)
	}
	return []PlanPart{{Text: text, Timing: timing.Delay{Typing: timing.Words(text, 60)}}}
}
