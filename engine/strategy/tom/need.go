package tom

import (
	"slices"

	"ringer/engine/session"
	"ringer/engine/timing"
)

// The option calls=needed asks only what can change what the bot does. These are its times.
const (
	// notice is how long it takes to see a line while another text waits.
	notice = 400
	// lookLead is how long before its typing begins a planned line is looked at, beside the call.
	lookLead = timing.Second
	// settle is how long a line that is not put to the bot waits for a next one.
	settle = 2 * timing.Second
	// mostWeighed is how many of the newest lines are read for it: in a flood each step would read
	// all others.
	mostWeighed = 6
	// batchLines is how many lines of others, for each player, make a cognition.
	batchLines = 2
	// batchFor is how long a line waits for the others of its batch.
	batchFor = 90 * timing.Second
	// beforeEnd is when cognition considers what is left of a phase: then the others vote.
	beforeEnd = 15 * timing.Second
	// reserveTyping is how long a line for a silence is typed: about 16 characters.
	reserveTyping = 4 * timing.Second
	// reserveTook is how long a call takes, before one has been measured.
	reserveTook = 3 * timing.Second
)

// replyAt returns when a quick reply is asked for: when the pause before it nearly ends. Lines that
// are not put to the bot also wait for a next line, and for a look at the planned reply until it is
// about to be typed. ok is false while the bot has its share of the talk; what is said to others
// alone may cost it less.
func (t *ToM) replyAt(v session.View) (at session.Millis, ok bool) {
	here := v.Here()
	done := v.Progress(t.quickKind())
	since := max(done.Considered, v.LinesSince)
	put := slices.ContainsFunc(v.OpenQuestions(), func(q session.Question) bool { return q.Seq > since })
	open := false
	for _, m := range here.Readings(min(len(here.After(since)), mostWeighed)) {
		foreign := m.Sender != v.Me.ID && m.Seq > since
		open = open || foreign && len(m.To) == 0
		put = put || foreign && slices.Contains(m.To, v.Me.ID)
	}
	switch plan := v.Plan; {
	case put:
		return v.ThinksAt(since, done.Took), true
	case plan != nil && plan.Kind == session.Reply && !v.PlanStale:
		last, _ := here.Last()
		return max(last.At+notice, v.PlanDue-plan.Timing.Typing-done.Took-lookLead), true
	}
	own, all := v.PhaseTalk()
	own *= len(v.Speakers())
	at = max(here.After(since)[0].At+max(0, settle-done.Took/2), v.ThinksAt(since, done.Took))
	return at, open && own <= all || 4*own <= 3*all
}

// thinkAt returns when cognition considers the new lines: once there are enough, when the first has
// waited, before the phase ends, and when a vote is open.
func (t *ToM) thinkAt(v session.View) session.Millis {
	var first session.Millis
	lines := 0
	for _, m := range slices.Backward(v.After(v.Progress(kindCognition).Considered)) {
		if !m.Own {
			first, lines = m.At, lines+1
		}
	}
	if lines >= batchLines*len(v.Active()) || voteAsksForSuspect(v) {
		return 0
	}
	at := first + batchFor
	if v.PhaseEnds > 0 {
		at = min(at, max(first, v.PhaseEnds-beforeEnd))
	}
	return at
}

// reserveAt returns when a line for a silence is asked for: so that it is there when its typing
// begins.
func (t *ToM) reserveAt(v session.View, silence session.Millis) session.Millis {
	took := v.Progress(kindReserve).Took
	if took == 0 {
		took = reserveTook
	}
	return max(0, v.LastActivity+silence-reserveTyping-took)
}

// hasToSay reports whether the bot means to do something new other than to chat, or a question
// stands without an answer. Else a quick reply says as much as a line of cognition.
func (r *revision) hasToSay() bool {
	is, was := r.mind, readMind(r.view)
	if _, asked := openQuestion(r.view); asked && r.view.Plan == nil {
		return true
	}
	turned := is.Intention.Action != was.Intention.Action || is.Intention.Suspect != was.Intention.Suspect
	return is.open() && is.Intention.Action != actionChat && turned
}
