package game

import (
	"strings"
	"unicode/utf8"

	"ringer/engine/mouth"
)

// KindReconsider is the kind of the thought that looks at the plan again, because somebody has
// written something since.
const KindReconsider = CorePrefix + "reconsider"

// Look is what the bot does with its plan after a look at what came meanwhile.
type Look string

// The results of a look.
const (
	LookKeep    Look = "keep"    // the plan stays
	LookReplace Look = "replace" // another text takes its place
	LookDrop    Look = "drop"    // the bot says nothing
)

// Reconsidered is the finding of a thought of the kind KindReconsider.
type Reconsidered struct {
	// PlanID is the id of the plan that was looked at.
	PlanID string
	Look   Look
	// Text is the new text for LookReplace.
	Text string
	// Seen is the seq of the last message that the prompt showed.
	Seen int64
	// Instructions holds the instructions that the model had. No message may recite them.
	Instructions []string
}

// Limits of the looks at a plan.
const (
	// maxLooks is how often a model looks at one plan. Somebody who stops typing for every line
	// never writes one.
	maxLooks = 2
	// lookTime is how long before its due time a plan can still be looked at by a model, in
	// milliseconds. Later, only the rules judge it.
	lookTime = 1000
	// readCharacter is how long a character of a new line takes to read, in milliseconds: 240 words
	// a minute.
	readCharacter = 45
	// minLookUp is how long it takes to notice a new line, in milliseconds.
	minLookUp = 400
	// maxLookUp is the longest time until a new line was read, in milliseconds.
	maxLookUp = 2500
)

// readAt returns when the bot has read a new line while it writes one of its own.
func (m *Message) readAt() Millis {
	return m.At + min(minLookUp+Millis(utf8.RuneCountInString(m.Text))*readCharacter, maxLookUp)
}

// read returns the seq of the newest line of others, in the channel where the bot speaks, that the
// bot has read by a time.
func (s *State) read(now Millis) int64 {
	here := s.here()
	for i := len(s.Messages) - 1; i >= 0; i-- {
		if m := &s.Messages[i]; !m.Own && m.Channel == here && m.readAt() <= now {
			return m.Seq
		}
	}
	return 0
}

// reconsiderWants asks for a look at the plan, if a line has come since the plan was made. The bot
// looks when it has read the line. It does not if another thought considers the line, if there is
// no time, or if the line has nothing to do with the plan.
func (d *decider) reconsiderWants(wants []Want) []Want {
	p := d.s.Plan
	if p == nil || p.Kind != Reply || p.Command != "" || p.Looks >= maxLooks || d.s.Config.Timing != TimingHuman || d.s.Path.Name != PathFull || d.s.stale(p) {
		return nil
	}
	line := d.s.newsFor(p)
	if line == nil || d.s.Due(p)-max(d.now, line.readAt()) < lookTime {
		return nil
	}
	for _, w := range wants {
		if !w.Silence && w.BasedOn >= line.Seq {
			return nil
		}
	}
	return []Want{{Kind: KindReconsider, BasedOn: line.Seq, At: line.readAt()}}
}

// newsFor returns the newest line since a plan was made or looked at that concerns the plan, or
// nil. The sender is somebody whom the plan answers or names, or the line asks something, or it has
// a long word in common with the plan.
func (s *State) newsFor(p *Plan) *Message {
	here := s.here()
	known := max(p.BasedOn, p.Read)
	answered := ""
	for i := len(s.Messages) - 1; i >= 0 && answered == ""; i-- {
		if m := &s.Messages[i]; m.Foreign() && m.Channel == here && m.Seq <= p.BasedOn {
			answered = m.Sender
		}
	}
	for i := len(s.Messages) - 1; i >= 0 && s.Messages[i].Seq > known; i-- {
		m := &s.Messages[i]
		if m.Foreign() && m.Channel == here && (m.Sender == answered || strings.Contains(m.Text, "?") || m.Addressed || shareLongWord(m.Text, p.Text)) {
			return m
		}
	}
	return nil
}

// longWord is the length of a long word, in characters. Shorter ones stand in most lines.
const longWord = 5

// shareLongWord reports whether two texts have a long word in common.
func shareLongWord(a, b string) bool {
	words := map[string]bool{}
	for w := range strings.FieldsSeq(mouth.Normalise(a)) {
		words[w] = utf8.RuneCountInString(w) >= longWord
	}
	for w := range strings.FieldsSeq(mouth.Normalise(b)) {
		if words[w] {
			return true
		}
	}
	return false
}

// concludeReconsider keeps, replaces or drops the plan.
func (d *decider) concludeReconsider(t Thought) {
	found, _ := t.Finding.(Reconsidered)
	t.Want.BasedOn = max(t.Want.BasedOn, found.Seen)
	done := &ThoughtCompleted{Kind: KindReconsider, BasedOn: t.Want.BasedOn, Began: t.began(), Slot: SlotNone, Calls: t.Calls}
	p := d.s.Plan
	switch {
	case p == nil || p.ID != found.PlanID || p.Kind != Reply:
		d.emit(done)
	case found.Look == LookDrop:
		d.emit(done)
		d.cancel(CancelDropped)
	case found.Look == LookReplace && strings.TrimSpace(found.Text) != "" && mouth.Normalise(found.Text) != mouth.Normalise(p.Text):
		done.Candidate = found.Text
		d.instructions = found.Instructions
		by := Want{Kind: p.Thought, BasedOn: t.Want.BasedOn}
		d.propose(done, t, d.s.Clock.Game(p.TriggerAt), &Candidate{Kind: Reply, Class: p.Class, Parts: d.write(by, found.Text), Whole: found.Text})
	default:
		done.Slot = SlotKept
		d.emit(done)
	}
}

// noteLooked notes that a model has looked at the plan, up to a seq.
func (s *State) noteLooked(kind string, upTo int64) {
	if kind == KindReconsider && s.Plan != nil {
		plan := *s.Plan
		plan.Looks++
		plan.Read = max(plan.Read, upTo)
		s.Plan = &plan
	}
}
