package scheduler

import (
	"slices"

	"ringer/engine/session"
)

// verdict is what the code decides before a model is asked.
type verdict int

const (
	open   verdict = iota // the model decides
	writes                // the bot writes; no model is asked whether to
	waits                 // the bot waits, and sends the line that it has; no model is asked
)

// verdict says what is decided, by rules in a fixed order. A line that still fits is kept. Who is
// asked or called writes. A question to another player is left to that player. What is put to all
// is open, and the balance decides the rest. silence says that the turn is for a silence.
func (s *Scheduler) verdict(v session.View, b balance, silence bool) verdict {
	if s.options.Decide == decideModel || s.options.Order == orderEvery {
		return open
	}
	switch {
	case keeps(v):
		return waits
	case b.instruction == answer, silence, called(v):
		return writes
	case asksAnother(v):
		return waits
	case b.instruction == talk:
		return writes
	case len(v.OpenQuestions()) > 0:
		return open
	case b.instruction == listen, passed(v):
		return waits
	}
	return open
}

// called reports whether a line since the bot's last one and its last turn speaks to the bot.
func called(v session.View) bool {
	own, _ := v.LastOwn()
	return v.Called(max(own.Seq, v.Progress(kindTurn).Considered))
}

// asksAnother reports whether the newest line waits for an answer of other players, and not of the
// bot.
func asksAnother(v session.View) bool {
	lines := v.Readings(1)
	if len(lines) == 0 {
		return false
	}
	x := lines[0]
	return x.Expects && len(x.To) > 0 && !slices.Contains(x.To, v.Me.ID)
}

// passed reports whether the model has passed near the even share since the bot's last line, in
// this phase.
func passed(v session.View) bool {
	m := readMind(v).Last
	own, _ := v.LastOwn()
	return m != nil && m.Balance == even && m.Answer == answerWait && m.BasedOn > max(own.Seq, v.PhaseSince)
}

// keptLines is after how many lines of others the model is asked whether the unsent line fits.
const keptLines = 3

// keeps reports whether the line that waits is sent as it is, though lines have come: few, and none
// asks the bot.
func keeps(v session.View) bool {
	if v.Plan == nil || !v.PlanAnswers() {
		return false
	}
	lines := 0
	for _, m := range v.After(v.Plan.BasedOn) {
		if m.Foreign() {
			lines++
		}
	}
	q, asked := v.Asked()
	return lines < keptLines && (!asked || q.Seq <= v.Plan.BasedOn)
}
