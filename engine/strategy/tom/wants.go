package tom

import (
	"slices"

	"ringer/engine/session"
	"ringer/engine/timing"
)

// Wants asks for the thoughts that have something to do. While the bot may speak and has no plan,
// it always asks for one (§3.3).
func (t *ToM) Wants(v session.View) []session.Want {
	var wants []session.Want
	for _, want := range []func(session.View) (session.Want, bool){t.wantQuick, t.wantCognition, t.wantReserve} {
		if w, ok := want(v); ok {
			wants = append(wants, w)
		}
	}
	return wants
}

func lastSeq(v session.View) int64 {
	last, _ := v.Last()
	return last.Seq
}

func (t *ToM) quickKind() string {
	if t.options.ToM == off {
		return kindSingle
	}
	return kindReflex
}

func (t *ToM) runsCognition(v session.View) bool {
	return t.options.hasCognition() && v.Path != pathReflex
}

// wantQuick asks for a quick reply to another player. After the end of the game that is one
// goodbye.
func (t *ToM) wantQuick(v session.View) (session.Want, bool) {
	v = v.Here()
	ended, isOver := over(v)
	w := session.Want{Kind: t.quickKind(), BasedOn: lastHeard(v, v.Seq)}
	if !v.MaySpeak || !t.unanswered(v) || isOver && !maySayGoodbye(v, ended) {
		return w, false
	}
	if t.options.sparing() && !isOver {
		at, ok := t.replyAt(v)
		w.At = at
		return w, ok
	}
	return w, true
}

// unanswered reports whether another player has written something, here and in this phase, that no
// quick reply has considered. It is false if the bot has spoken since, while the rest of a line is
// still to be sent, and if cognition has planned an answer.
func (t *ToM) unanswered(v session.View) bool {
	v = v.Here()
	last := int64(0)
	for _, m := range v.After(max(v.Progress(t.quickKind()).Considered, v.LinesSince)) {
		if m.Foreign() {
			last = m.Seq
		}
	}
	if last == 0 || spokeAfter(v, last) || v.Plan != nil && v.Plan.Kind == session.Rest && !v.PlanStale {
		return false
	}
	planned := v.Plan != nil && v.Plan.Class == session.ClassCognition && v.Plan.BasedOn >= last
	return !planned || v.Progress(kindCognition).Considered < last
}

// lastHeard returns the seq of the last message of somebody else up to a seq, or 0. The game master
// counts.
func lastHeard(v session.View, upTo int64) int64 {
	m, _ := v.Newest(func(m *session.Message) bool { return !m.Own && m.Seq <= upTo })
	return m.Seq
}

// spokeSince reports whether the bot has spoken since the message that a thought answers.
func spokeSince(v session.View, w session.Want) bool {
	return spokeAfter(v, lastHeard(v.Here(), w.BasedOn))
}

// spokeAfter reports whether the bot has spoken after a seq, in the channel where it speaks now.
func spokeAfter(v session.View, seq int64) bool {
	v = v.Here()
	return slices.ContainsFunc(v.After(seq), func(m session.Message) bool { return m.Own })
}

// wantCognition asks for cognition, also while the bot may not speak, because beliefs change then,
// too. Lines of the channel where the bot speaks go first: only they may get an answer.
func (t *ToM) wantCognition(v session.View) (session.Want, bool) {
	basedOn := lastHeard(v, v.Seq)
	if here := v.Here(); unconsidered(here) {
		basedOn = lastHeard(here, v.Seq)
	}
	_, isOver := over(v)
	w := session.Want{Kind: kindCognition, BasedOn: basedOn}
	if !t.runsCognition(v) || !v.Begun() || v.Me.Presence != session.Active || !unconsidered(v) || isOver {
		return w, false
	}
	if t.options.sparing() {
		w.At = t.thinkAt(v)
	}
	return w, true
}

// answersHere reports whether the newest message of a thought is in the channel where the bot
// speaks.
func answersHere(v session.View, w session.Want) bool {
	return lastHeard(v.Here(), w.BasedOn) == lastHeard(v, w.BasedOn)
}

// unconsidered reports whether somebody else has written something that is new to cognition.
func unconsidered(v session.View) bool {
	return slices.ContainsFunc(v.After(v.Progress(kindCognition).Considered), func(m session.Message) bool { return !m.Own })
}

// wantReserve asks for a line that ends a silence, once no message is left to consider, no text is
// being rewritten, and the slot holds nothing but perhaps an outdated reserve.
func (t *ToM) wantReserve(v session.View) (session.Want, bool) {
	pending := t.unanswered(v)
	if t.options.sparing() {
		_, pending = t.wantQuick(v)
	} else if t.runsCognition(v) {
		pending = v.Begun() && unconsidered(v)
	}
	_, isOver := over(v)
	if !v.MaySpeak || pending || isOver || v.Rewriting || v.Plan != nil && !outdatedReserve(v, *v.Plan) {
		return session.Want{}, false
	}
	m, w := readMind(v), session.Want{Kind: kindReserve, BasedOn: lastSeq(v.Here()), Silence: true}
	if v.Plan != nil && t.options.sparing() {
		w.At = t.reserveAt(v, v.Plan.Silence)
	} else if v.Plan != nil {
		w.At = max(0, v.LastActivity+v.Plan.Silence-v.Plan.Timing.Typing-reserveLead)
	} else if m.Reserve != nil {
		w.BasedOn = m.Reserve.BasedOn
	} else if t.options.sparing() {
		w.At = t.reserveAt(v, t.silence(v, w))
	}
	if done := v.Progress(kindReserve); m.Speechless && done.Considered >= max(w.BasedOn, v.PhaseSince) {
		w.At = max(w.At, done.FinishedAt+t.options.Silence)
	}
	return w, true
}

// reserveLead is how long before its typing begins an outdated reserve is thought again: time for a
// slow model. In a lively chat most silences never come.
const reserveLead = 8 * timing.Second

// outdatedReserve reports whether a plan is a reserve from which the chat has moved on.
func outdatedReserve(v session.View, p session.Plan) bool {
	v = v.Here()
	return p.Kind == session.Reserve &&
		(v.PlanStale || slices.ContainsFunc(v.After(p.BasedOn), func(m session.Message) bool { return m.Foreign() }))
}
